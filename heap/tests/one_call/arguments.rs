//! Arguments that meet the needs of a function, or break one of them.

use cfp_heap::libc::signature::{CType, Signature, Width};
use cfp_heap::libc::{Need, Size};

/// How a need is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Breach {
    /// A null pointer.
    Null,
    /// A pointer to a block that has been freed.
    Freed,
    /// Characters without a zero behind them.
    Unterminated,
    /// A block with one byte too few.
    Short,
    /// A size that no block has.
    Huge,
    /// What is written overlaps what is read.
    Overlap,
    /// A number below the range.
    Below,
    /// A number above the range.
    Above,
    /// A stream that has been closed.
    Closed,
    /// A pointer into a block.
    Inside,
    /// A pointer to a local variable.
    Local,
}

impl Breach {
    /// The ways to break a need.
    pub(crate) fn of(need: Need, all: &[Need]) -> Vec<Breach> {
        use Breach::*;
        // A bounded buffer may be smaller than its bound, as long as the text fits.
        let is_bound = |need: &Need| matches!(need, Need::PrintFormat(2));
        if matches!(need, Need::Writable(0, Size::Arg(1))) && all.iter().any(is_bound) {
            return vec![Null, Freed];
        }
        let is_source = |need: &Need| matches!(need, Need::Terminated(1));
        if matches!(need, Need::Writable(0, Size::Arg(2))) && all.iter().any(is_source) {
            return vec![Null, Freed, Short];
        }
        match need {
            Need::NonNull(_) => vec![Null],
            Need::Terminated(_) => vec![Null, Freed, Unterminated],
            Need::WideTerminated(_) => vec![Null, Unterminated],
            Need::TerminatedWithin(..) => vec![Null, Freed, Unterminated],
            Need::Readable(at, size) | Need::Writable(at, size) => {
                // Where a string is overwritten, the string decides what is too short.
                let is_string = |need: &Need| matches!(need, Need::Terminated(other) if *other == at);
                let mut ways = vec![Null, Freed, Short];
                if all.iter().any(is_string) {
                    ways = vec![Short];
                }
                if matches!(size, Size::Arg(_)) {
                    ways.push(Huge);
                }
                ways
            }
            Need::WritableOrNull(..) => vec![Freed, Short],
            Need::Disjoint(..) => vec![Overlap],
            Need::OpenStream(_) => vec![Null, Closed],
            Need::Character(_) | Need::Between(..) => vec![Below, Above],
            Need::Nonzero(_) => vec![Below],
            Need::Negatable(_) => vec![Below],
            Need::Freeable(_) => vec![Freed, Inside, Local],
            Need::PrintFormat(_) => vec![Null, Unterminated],
            Need::ScanFormat(_) => vec![Null],
            Need::Callable(_)
            | Need::OpenDescriptor(_)
            | Need::PowerOfTwo(_)
            | Need::Optional(_)
            | Need::Anything(_) => Vec::new(),
        }
    }
}

/// The arguments of a call.
pub(crate) struct Arguments {
    /// Statements before the call.
    pub(crate) before: String,
    /// The arguments.
    pub(crate) texts: Vec<String>,
    /// Statements behind it.
    pub(crate) after: String,
}

/// The string that valid calls get, its length, and the numbers for sizes.
const WORD: &str = "abc";
const LENGTH: u64 = 3;
const COUNT: u64 = 4;
const FACTORS: (u64, u64) = (2, 3);
/// More than the word.
const PART: u64 = 5;

struct Maker<'s> {
    signature: &'s Signature,
    needs: &'s [Need],
    breach: Option<(Need, Breach)>,
    made: Arguments,
}

impl Arguments {
    /// Arguments that meet all needs but the one that is to be broken; nothing if a type is too special.
    pub(crate) fn new(
        signature: &Signature,
        needs: &[Need],
        breach: Option<(Need, Breach)>,
    ) -> Option<Arguments> {
        let made = Arguments { before: String::new(), texts: Vec::new(), after: String::new() };
        let mut maker = Maker { signature, needs, breach, made };
        for (index, param) in signature.params.iter().enumerate() {
            let text = maker.argument(index as u8, *param)?;
            maker.made.texts.push(text);
        }
        if signature.variadic {
            maker.more_arguments()?;
        }
        if let Some((Need::Disjoint(to, from, _), Breach::Overlap)) = breach {
            maker.overlap(to, from);
        }
        Some(maker.made)
    }

    /// Valid arguments, with null where memory of the caller is optional.
    pub(crate) fn without_buffer(signature: &Signature, needs: &[Need]) -> Option<Arguments> {
        let is_buffer = |need: &&Need| matches!(need, Need::WritableOrNull(..));
        let breach = needs.iter().find(is_buffer).map(|need| (*need, Breach::Null));
        Arguments::new(signature, needs, breach)
    }
}

impl Maker<'_> {
    /// How an argument is broken, if it is this one. Sizes are broken by their own arguments.
    fn breach_at(&self, at: u8) -> Option<(Need, Breach)> {
        self.breach.filter(|(need, breach)| need.is_about(at) && *breach != Breach::Huge)
    }

    fn argument(&mut self, at: u8, ty: CType) -> Option<String> {
        match ty {
            CType::Int(..) => Some(self.number(at)),
            CType::Float(_) => Some("1.5".to_string()),
            CType::Callback => match self.signature.name {
                "qsort" | "bsearch" => Some("compare".to_string()),
                _ => None,
            },
            CType::Pointer { to: "FILE", .. } => Some(self.stream(at)),
            CType::Pointer { to, .. } => self.pointer(at, to),
            _ => None,
        }
    }

    fn number(&self, at: u8) -> String {
        let breach = self.breach_at(at).map(|(_, breach)| breach);
        let mut number = match self.signature.name {
            "sleep" | "usleep" | "rawmemchr" => 0,
            // A multiple of the alignment.
            "aligned_alloc" => 16,
            _ => 1,
        };
        for need in self.needs {
            number = match *need {
                Need::Character(own) if own == at => match breach {
                    Some(Breach::Below) => -1000,
                    Some(_) => 100_000,
                    None => 'a' as i64,
                },
                Need::Between(own, low, high) if own == at => match breach {
                    Some(Breach::Below) => low - 1,
                    Some(_) => high + 1,
                    None => low + (high - low) / 3,
                },
                Need::Nonzero(own) if own == at => {
                    if breach.is_some() {
                        0
                    } else {
                        3
                    }
                }
                Need::Negatable(own) if own == at && breach.is_some() => return least(self.signature, at),
                Need::Negatable(own) if own == at => -5,
                Need::PowerOfTwo(own) if own == at => 16,
                Need::OpenDescriptor(own) if own == at => 1,
                _ => number,
            };
            if let Some(size) = size_of(*need) {
                number = match size {
                    Size::Arg(own) if own == at && self.is_huge(*need) => {
                        return self.huge(at);
                    }
                    Size::Arg(own) if own == at => COUNT as i64,
                    Size::Product(own, _) if own == at => FACTORS.0 as i64,
                    Size::Product(_, own) if own == at => FACTORS.1 as i64,
                    Size::StringAndPart(_, _, own) if own == at => PART as i64,
                    _ => number,
                };
            }
        }
        number.to_string()
    }

    /// A number that is greater than any block.
    fn huge(&self, at: u8) -> String {
        match self.signature.params[usize::from(at)] {
            CType::Int(Width::Bits(32), _) => "INT_MAX",
            _ => "(size_t)-1 / 2",
        }
        .to_string()
    }

    fn is_huge(&self, need: Need) -> bool {
        self.breach == Some((need, Breach::Huge))
    }

    fn stream(&mut self, at: u8) -> String {
        let name = format!("stream{at}");
        let mode = if self.signature.name.contains("get") || self.signature.name.contains("read") {
            "r"
        } else {
            "w"
        };
        match self.breach_at(at) {
            Some((_, Breach::Null)) => "(FILE *)0".to_string(),
            breach => {
                // Before anything else, so that nothing is lost where it fails.
                let open = format!(
                    "    FILE *{name} = fopen(\"/dev/null\", \"{mode}\");\n    if (!{name})\n        return 0;\n"
                );
                self.made.before = open + &self.made.before;
                match breach {
                    Some(_) => self.made.before += &format!("    fclose({name});\n"),
                    None => self.made.after += &format!("    fclose({name});\n"),
                }
                name
            }
        }
    }

    fn pointer(&mut self, at: u8, to: &str) -> Option<String> {
        let name = format!("a{at}");
        let breach = self.breach_at(at).map(|(_, breach)| breach);
        if breach == Some(Breach::Null) {
            return Some("(void *)0".to_string());
        }
        let has = |wanted: fn(&Need) -> bool| self.needs.iter().any(|need| need.is_about(at) && wanted(need));
        if has(|need| matches!(need, Need::Freeable(_))) {
            return Some(self.freeable(&name, breach));
        }
        if has(|need| matches!(need, Need::Anything(_))) {
            return Some("(void *)0".to_string());
        }
        let is_wide = to == "wchar_t";
        let bytes = self.bytes(at, to)?;
        let unit = if is_wide { 4 } else { 1 };
        let text = self.text(at, is_wide, breach);
        let size = match breach {
            Some(Breach::Short) => bytes - 1,
            Some(Breach::Unterminated) => LENGTH * unit,
            _ => bytes,
        };
        self.made.before += &format!("    void *{name} = block({size});\n    memset({name}, 0, {size});\n");
        if let Some(text) = text {
            let length = (text.chars().count() as u64 * unit).min(size);
            let prefix = if is_wide { "L" } else { "" };
            self.made.before += &format!("    memcpy({name}, {prefix}\"{text}\", {length});\n");
        }
        match breach {
            Some(Breach::Freed) => self.made.before += &format!("    free({name});\n"),
            _ => self.made.after += &format!("    free({name});\n"),
        }
        Some(name)
    }

    /// What is in a block before the call: a string, if one is needed.
    fn text(&self, at: u8, is_wide: bool, breach: Option<Breach>) -> Option<String> {
        let is_text = |need: &Need| match need {
            Need::Terminated(own) | Need::WideTerminated(own) | Need::TerminatedWithin(own, _) => *own == at,
            Need::PrintFormat(own) | Need::ScanFormat(own) => *own == at,
            Need::Optional(own) => *own == at,
            _ => false,
        };
        let is_format =
            |need: &Need| matches!(need, Need::PrintFormat(own) | Need::ScanFormat(own) if *own == at);
        if breach == Some(Breach::Unterminated) {
            return Some(WORD.to_string());
        }
        if self.needs.iter().any(is_format) {
            return Some("%d".to_string());
        }
        let is_mode = at == 1 && ["fopen", "popen", "fdopen"].contains(&self.signature.name);
        match self.needs.iter().any(is_text) || is_wide {
            true if is_mode => Some("r".to_string()),
            true => Some(WORD.to_string()),
            false => None,
        }
    }

    /// How many bytes an argument must point to.
    fn bytes(&self, at: u8, to: &str) -> Option<u64> {
        let mut most = match to {
            "char" => LENGTH + 1,
            // Room for a string and what is appended to it.
            "wchar_t" => 4 * 2 * (LENGTH + 1),
            "void" => 16,
            _ if to.ends_with('*') || to.ends_with("*const") => 8,
            "int" | "unsigned" => 4,
            "long" | "size_t" | "time_t" => 8,
            _ => 256,
        };
        for need in self.needs {
            let size = match *need {
                Need::Readable(own, size) | Need::Writable(own, size) | Need::WritableOrNull(own, size)
                    if own == at =>
                {
                    size
                }
                _ => continue,
            };
            let bytes = match size {
                Size::Bytes(bytes) | Size::Struct(bytes) => bytes.into(),
                Size::Pointer => 8,
                Size::Arg(_) => COUNT,
                Size::Product(..) => FACTORS.0 * FACTORS.1,
                Size::StringOf(_) => LENGTH + 1,
                Size::StringsOf(..) => 2 * LENGTH + 1,
                Size::StringAndPart(..) => LENGTH + LENGTH.min(PART) + 1,
                Size::Formatted => 3,
                Size::Unbounded => return None,
            };
            // A string and its zero must fit, too.
            let is_string = |need: &Need| matches!(need, Need::Terminated(own) if *own == at);
            let least = if self.needs.iter().any(is_string) { LENGTH + 1 } else { 0 };
            most = bytes.max(least);
        }
        Some(most)
    }

    /// A block that can be handed over.
    fn freeable(&mut self, name: &str, breach: Option<Breach>) -> String {
        self.made.before += &match breach {
            Some(Breach::Local) => format!("    char {name}[8];\n"),
            _ => format!("    char *{name} = block(8);\n"),
        };
        if breach == Some(Breach::Freed) {
            self.made.before += &format!("    free({name});\n");
        }
        match breach {
            Some(Breach::Inside) => format!("{name} + 1"),
            _ => name.to_string(),
        }
    }

    /// What is behind the named parameters.
    fn more_arguments(&mut self) -> Option<()> {
        let is_scan = self.needs.iter().any(|need| matches!(need, Need::ScanFormat(_)));
        let is_print = self.needs.iter().any(|need| matches!(need, Need::PrintFormat(_)));
        if is_scan {
            self.made.before += "    int number;\n";
            self.made.texts.push("&number".to_string());
        } else if is_print {
            self.made.texts.push("42".to_string());
        } else if self.signature.name.starts_with("open") {
            self.made.texts.push("0".to_string());
        } else {
            return None;
        }
        Some(())
    }

    /// Lets two arguments point to the same block.
    fn overlap(&mut self, to: u8, from: u8) {
        self.made.before +=
            "    char *both = block(64);\n    memset(both, 0, 64);\n    memcpy(both, \"abc\", 3);\n";
        self.made.after += "    free(both);\n";
        // The word is there from its second character on.
        self.made.texts[usize::from(to)] = "both".to_string();
        self.made.texts[usize::from(from)] = "both + 1".to_string();
    }
}

/// The size in a need.
fn size_of(need: Need) -> Option<Size> {
    match need {
        Need::TerminatedWithin(_, size)
        | Need::Readable(_, size)
        | Need::Writable(_, size)
        | Need::WritableOrNull(_, size)
        | Need::Disjoint(_, _, size) => Some(size),
        _ => None,
    }
}

/// The least number of the type of a parameter.
fn least(signature: &Signature, at: u8) -> String {
    match signature.params[usize::from(at)] {
        CType::Int(Width::Bits(32), _) => "INT_MIN",
        _ => "LONG_MIN",
    }
    .to_string()
}
