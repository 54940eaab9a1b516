//! Splitting of command lines into arguments.

/// A command line as a shell splits it: blanks, quotes and backslashes.
pub(crate) fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\\', None) => word.get_or_insert_default().extend(characters.next()),
            ('\\', Some('"')) => match characters.next() {
                Some(next @ ('"' | '\\' | '$' | '`')) => word.get_or_insert_default().push(next),
                Some(next) => word.get_or_insert_default().extend(['\\', next]),
                None => {}
            },
            (mark, Some(open)) if mark == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (blank, None) if blank.is_whitespace() => words.extend(word.take()),
            (other, _) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_in_a_shell() {
        let split = words(r#"cc -D 'A="x y"' -DB=\"z\" -I"a b"/c  file\ 1.c "#);
        assert_eq!(split, ["cc", "-D", "A=\"x y\"", "-DB=\"z\"", "-Ia b/c", "file 1.c"]);
    }
}
