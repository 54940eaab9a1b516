fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let (flags, files) = cfp_heap::front::split_flags(&a);
    let s: Vec<_> = files.iter().map(|f| cfp_heap::front::Source::file(f, &flags)).collect();
    match cfp_heap::front::load(&s) { Ok(l) => { for m in &l.messages { eprintln!("{}", cfp_heap::front::show_message(m)); } println!("{}", l.program) } Err(e) => println!("{e}") }
}
