//! `set-option` and `get-option`: the options of the standard, and those of the engine by name.

use crate::read::command::Value;
use crate::session::priorities::Priority;
use crate::text::literal::string_literal;
use cfp_solver::{OptionError, Options};
use std::fs::{File, OpenOptions};
use std::io;

/// The options of the standard that are not the engine's.
///
/// What costs nothing is on from the beginning, so that `get-model` works without an option being set.
pub(crate) struct Settings {
    pub(crate) print_success: bool,
    pub(crate) produce_models: bool,
    pub(crate) produce_assignments: bool,
    pub(crate) produce_assertions: bool,
    pub(crate) produce_unsat_assumptions: bool,
    /// Off by default: an engine that keeps a log, and eliminates nothing, is asked first.
    pub(crate) produce_proofs: bool,
    /// Not of the standard: `unsat` is said only if the independent checker accepts the proof.
    pub(crate) check_proofs: bool,
    /// Off by default: that the engine keeps named assertions apart costs it something.
    pub(crate) produce_unsat_cores: bool,
    /// Not of the standard: `get-unsat-core` leaves out what can be left out.
    pub(crate) minimal_unsat_cores: bool,
    pub(crate) global_declarations: bool,
    pub(crate) regular: Channel,
    pub(crate) diagnostic: Channel,
    pub(crate) verbosity: String,
    /// Not of the standard: how several objectives are taken together.
    pub(crate) priority: Priority,
}

/// The options that the standard lets be changed only before anything else is said.
pub(crate) const START_ONLY: &[&str] = &[
    "global-declarations",
    "interactive-mode",
    "produce-assertions",
    "produce-assignments",
    "produce-models",
    "produce-proofs",
    "produce-unsat-assumptions",
    "produce-unsat-cores",
    "random-seed",
];

/// Where replies or diagnostics go.
pub(crate) enum Channel {
    /// To the output that the session was given, `"stdout"`.
    Standard,
    /// `"stderr"`
    Error,
    /// To a file; by name, opened for appending.
    File(String, File),
}

impl Channel {
    fn open(name: &str, may_open_files: bool) -> Result<Channel, SetError> {
        match name {
            "stdout" => Ok(Channel::Standard),
            "stderr" => Ok(Channel::Error),
            _ if !may_open_files => Err(SetError::Failed("this session may not open files".to_string())),
            _ => match OpenOptions::new().create(true).append(true).open(name) {
                Ok(file) => Ok(Channel::File(name.to_string(), file)),
                Err(error) => Err(SetError::Failed(format!("cannot open {name}: {error}"))),
            },
        }
    }

    fn name(&self) -> &str {
        match self {
            Channel::Standard => "stdout",
            Channel::Error => "stderr",
            Channel::File(name, _) => name,
        }
    }

    /// The stream behind the channel, `standard` being the output that the session was given.
    pub(crate) fn writer<'a>(&'a mut self, standard: &'a mut dyn io::Write) -> Box<dyn io::Write + 'a> {
        match self {
            Channel::Standard => Box::new(standard),
            Channel::Error => Box::new(io::stderr()),
            Channel::File(_, file) => Box::new(file),
        }
    }
}

/// Why an option was not set.
pub(crate) enum SetError {
    /// There is no such option, or not this value of it.
    Unsupported,
    /// The value is of the wrong kind; the text says what is wanted.
    WrongValue(&'static str),
    /// Something else.
    Failed(String),
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            print_success: false,
            produce_models: true,
            produce_assignments: true,
            produce_assertions: true,
            produce_unsat_assumptions: true,
            produce_proofs: false,
            check_proofs: false,
            produce_unsat_cores: false,
            minimal_unsat_cores: false,
            global_declarations: false,
            regular: Channel::Standard,
            diagnostic: Channel::Error,
            verbosity: "0".to_string(),
            priority: Priority::Lexicographic,
        }
    }
}

impl Settings {
    /// Sets an option of the standard or of the engine.
    pub(crate) fn set(
        &mut self,
        engine: &mut Options,
        name: &str,
        value: &Value,
        may_open_files: bool,
    ) -> Result<(), SetError> {
        if let Some(flag) = self.flag(name) {
            *flag = truth(value)?;
            return Ok(());
        }
        match name {
            "regular-output-channel" => {
                self.regular = Channel::open(string(value)?, may_open_files)?;
                Ok(())
            }
            "diagnostic-output-channel" => {
                self.diagnostic = Channel::open(string(value)?, may_open_files)?;
                Ok(())
            }
            "opt.priority" => {
                let named = value.as_word().and_then(Priority::find);
                self.priority = named.ok_or(SetError::WrongValue("lex, pareto or box"))?;
                Ok(())
            }
            "verbosity" => match value {
                Value::Word(text) if is_number(text) => {
                    self.verbosity = text.clone();
                    Ok(())
                }
                _ => Err(SetError::WrongValue("a number")),
            },
            _ => match value {
                Value::Word(text) | Value::String(text) => engine.set(name, text).map_err(engine_error),
                _ if engine.get(name).is_some() => Err(SetError::WrongValue("a word or number")),
                _ => Err(SetError::Unsupported),
            },
        }
    }

    /// The value of an option as text of the standard.
    pub(crate) fn get(&mut self, engine: &Options, name: &str) -> Option<String> {
        if let Some(flag) = self.flag(name) {
            return Some(flag.to_string());
        }
        match name {
            "regular-output-channel" => Some(string_literal(self.regular.name())),
            "diagnostic-output-channel" => Some(string_literal(self.diagnostic.name())),
            "verbosity" => Some(self.verbosity.clone()),
            "opt.priority" => Some(self.priority.name().to_string()),
            _ => engine.get(name),
        }
    }

    fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "print-success" => &mut self.print_success,
            "produce-models" => &mut self.produce_models,
            "produce-assignments" => &mut self.produce_assignments,
            "produce-assertions" | "interactive-mode" => &mut self.produce_assertions,
            "produce-unsat-assumptions" => &mut self.produce_unsat_assumptions,
            "produce-proofs" => &mut self.produce_proofs,
            "check-proofs" => &mut self.check_proofs,
            "produce-unsat-cores" => &mut self.produce_unsat_cores,
            "minimal-unsat-cores" => &mut self.minimal_unsat_cores,
            "global-declarations" => &mut self.global_declarations,
            _ => return None,
        })
    }
}

fn truth(value: &Value) -> Result<bool, SetError> {
    match value {
        Value::Word(text) if text == "true" => Ok(true),
        Value::Word(text) if text == "false" => Ok(false),
        _ => Err(SetError::WrongValue("true or false")),
    }
}

fn string(value: &Value) -> Result<&str, SetError> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(SetError::WrongValue("a string")),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn engine_error(error: OptionError) -> SetError {
    match error {
        OptionError::Unknown => SetError::Unsupported,
        OptionError::BadValue(wanted) => SetError::WrongValue(wanted),
    }
}

/// The names of all options, for suggestions.
pub(crate) fn option_names() -> impl Iterator<Item = &'static str> {
    let standard = [
        "print-success",
        "produce-models",
        "produce-assignments",
        "produce-assertions",
        "produce-unsat-assumptions",
        "produce-unsat-cores",
        "minimal-unsat-cores",
        "produce-proofs",
        "check-proofs",
        "interactive-mode",
        "global-declarations",
        "regular-output-channel",
        "diagnostic-output-channel",
        "verbosity",
        "opt.priority",
    ];
    standard.into_iter().chain(cfp_solver::OPTIONS.iter().map(|option| option.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_known_and_takes_what_it_reports() {
        let mut settings = Settings::default();
        let mut engine = Options::default();
        for name in option_names() {
            let text = settings.get(&engine, name).unwrap_or_else(|| panic!("{name} has no value"));
            let value = match text.strip_prefix('"') {
                Some(rest) => Value::String(rest.trim_end_matches('"').to_string()),
                None => Value::Word(text),
            };
            assert!(settings.set(&mut engine, name, &value, false).is_ok(), "{name}");
        }
        assert!(matches!(settings.set(&mut engine, "nope", &Value::None, false), Err(SetError::Unsupported)));
        let word = Value::Word("maybe".to_string());
        assert!(matches!(
            settings.set(&mut engine, "print-success", &word, false),
            Err(SetError::WrongValue(_))
        ));
        let file = Value::String("/nowhere/file".to_string());
        let set = settings.set(&mut engine, "regular-output-channel", &file, false);
        assert!(matches!(set, Err(SetError::Failed(_))), "files need permission");
    }
}
