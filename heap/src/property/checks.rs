//! What counts as an error: the classes of checks, the kinds of violations, and the semantics of integers.
//! Runs and analyses agree on these.

/// Which errors are asked for. Other errors of memory end a run without a verdict, since what follows them is
/// not modelled; signed arithmetic wraps, and uninitialized variables have some value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks {
    /// Failing assertions and calls of the error function. If they are not checked, they end the program as
    /// `abort` does.
    pub assertions: bool,
    /// Invalid accesses: null, out of bounds, after the end of the lifetime; invalid frees; writes to
    /// constants.
    pub memory: bool,
    /// Indexes that leave an array inside of its object.
    pub bounds: bool,
    /// Memory that is still allocated at the end.
    pub leaks: Leaks,
    /// Streams that are still open at the end, unless something reachable points to them.
    pub streams: bool,
    /// Uninitialized values on which a branch, an address, a library function or the exit status depends.
    pub uninitialized: bool,
    /// Signed overflow.
    pub overflow: bool,
    /// Division by zero, shifts by an invalid amount.
    pub arithmetic: bool,
    /// Conversions of floating numbers to integers that cannot hold them.
    pub conversions: bool,
    /// Pointers that arithmetic moves out of their object.
    pub pointers: bool,
}

impl Default for Checks {
    fn default() -> Checks {
        Checks {
            assertions: true,
            memory: true,
            bounds: true,
            leaks: Leaks::Lost,
            streams: true,
            uninitialized: true,
            overflow: true,
            arithmetic: true,
            conversions: false,
            pointers: false,
        }
    }
}

impl Checks {
    /// Undefined behavior that a proof does not exclude: the checks that are off, by their names on the
    /// command line, and what is never checked.
    ///
    /// ```
    /// use cfp_heap::property::Checks;
    ///
    /// assert_eq!(Checks::default().unchecked()[..2], ["conversion", "pointer"]);
    /// ```
    pub fn unchecked(self) -> Vec<&'static str> {
        let named = [
            (self.memory, "memory"),
            (self.bounds, "bounds"),
            (self.leaks != Leaks::Off, "leak"),
            (self.uninitialized, "uninit"),
            (self.overflow, "overflow"),
            (self.arithmetic, "arithmetic"),
            (self.conversions, "conversion"),
            (self.pointers, "pointer"),
        ];
        let off = named.into_iter().filter(|(is_on, _)| !is_on).map(|(_, name)| name);
        let never = [
            "alignment",
            "aliasing",
            "types in formats",
            "the order of unrelated pointers and of side effects",
        ];
        off.chain(never).collect()
    }

    /// Whether a violation of a kind is an error.
    ///
    /// ```
    /// use cfp_heap::property::{Checks, ViolationKind};
    ///
    /// let checks = Checks { overflow: false, ..Checks::default() };
    /// assert!(!checks.asks_for(ViolationKind::Overflow));
    /// assert!(checks.asks_for(ViolationKind::DivisionByZero));
    /// ```
    pub fn asks_for(self, kind: ViolationKind) -> bool {
        use ViolationKind::*;
        match kind {
            BadCall | Misuse | DivisionByZero => true,
            Assertion | ErrorCall => self.assertions,
            IndexOutOfBounds => self.bounds,
            FloatConversion => self.conversions,
            PointerOutOfBounds => self.pointers,
            Uninitialized => self.uninitialized,
            Overflow => self.overflow,
            BadShift => self.arithmetic,
            Leak => self.leaks != Leaks::Off,
            OpenStream => self.streams,
            NullDereference | InvalidDereference | OutOfBounds | UseAfterFree | UseAfterScope
            | ConstantWrite | DoubleFree | InvalidFree => self.memory,
        }
    }
}

/// What counts as a leak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaks {
    /// Nothing.
    Off,
    /// A block that nothing reachable points to (`valid-memtrack`).
    Lost,
    /// Any block, at any end of the program (`valid-memcleanup`).
    Any,
}

/// The kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ViolationKind {
    /// An assertion does not hold.
    Assertion,
    /// The error function is called.
    ErrorCall,
    /// A read or write through the null pointer.
    NullDereference,
    /// A read or write through a pointer to no object.
    InvalidDereference,
    /// A read or write outside of its object.
    OutOfBounds,
    /// An index outside of the array that it is applied to, inside of a larger object.
    IndexOutOfBounds,
    /// A read or write of memory that was freed.
    UseAfterFree,
    /// A read or write of a local whose lifetime has ended.
    UseAfterScope,
    /// A write to a string literal or another constant.
    ConstantWrite,
    /// Memory is freed twice.
    DoubleFree,
    /// Memory that was not allocated is freed.
    InvalidFree,
    /// Allocated memory leaks.
    Leak,
    /// A stream is never closed.
    OpenStream,
    /// A branch on an uninitialized value.
    Uninitialized,
    /// Division by zero.
    DivisionByZero,
    /// Signed overflow.
    Overflow,
    /// A left shift of a negative number, or a shift by a negative amount, or by the width or more.
    BadShift,
    /// A floating number becomes an integer that cannot hold it.
    FloatConversion,
    /// Arithmetic moves a pointer out of its object, further than one past the end.
    PointerOutOfBounds,
    /// A call through a pointer that does not point to a function.
    BadCall,
    /// Another misuse of the language or of a library function.
    Misuse,
}

impl ViolationKind {
    /// All kinds.
    pub const ALL: [ViolationKind; 21] = {
        use ViolationKind::*;
        [
            Assertion,
            ErrorCall,
            NullDereference,
            InvalidDereference,
            OutOfBounds,
            IndexOutOfBounds,
            UseAfterFree,
            UseAfterScope,
            ConstantWrite,
            DoubleFree,
            InvalidFree,
            Leak,
            OpenStream,
            Uninitialized,
            DivisionByZero,
            Overflow,
            BadShift,
            FloatConversion,
            PointerOutOfBounds,
            BadCall,
            Misuse,
        ]
    };

    /// A short and stable name, for programs.
    pub fn id(self) -> &'static str {
        self.id_and_description().0
    }

    /// What it means, in a sentence.
    pub fn description(self) -> &'static str {
        self.id_and_description().1
    }

    fn id_and_description(self) -> (&'static str, &'static str) {
        use ViolationKind::*;
        match self {
            Assertion => ("assertion", "An assertion does not hold."),
            ErrorCall => ("error-call", "The function that must not be called is called."),
            NullDereference => ("null-dereference", "A read or write through the null pointer."),
            InvalidDereference => ("invalid-dereference", "A read or write through a pointer to nothing."),
            OutOfBounds => ("out-of-bounds", "A read or write outside of its object."),
            IndexOutOfBounds => {
                ("index-out-of-bounds", "An index outside of the array that it is applied to.")
            }
            UseAfterFree => ("use-after-free", "A read or write of memory that was freed."),
            UseAfterScope => ("use-after-scope", "A read or write of a local whose life has ended."),
            ConstantWrite => ("constant-write", "A write to a string literal or another constant."),
            DoubleFree => ("double-free", "Memory is freed twice."),
            InvalidFree => ("invalid-free", "Something else than allocated memory is freed."),
            Leak => ("leak", "Allocated memory is lost."),
            OpenStream => ("open-stream", "A stream is never closed."),
            Uninitialized => ("uninitialized", "A branch on an uninitialized value."),
            DivisionByZero => ("division-by-zero", "Division by zero."),
            Overflow => ("overflow", "Signed arithmetic that leaves its range."),
            BadShift => (
                "bad-shift",
                "A shift by less than 0 or by the width or more, or to the left of a negative number.",
            ),
            FloatConversion => {
                ("float-conversion", "A floating number becomes an integer that cannot hold it.")
            }
            PointerOutOfBounds => ("pointer-out-of-bounds", "Arithmetic moves a pointer out of its object."),
            BadCall => ("bad-call", "A call through a pointer that does not point to a function."),
            Misuse => ("misuse", "Another misuse of the language or of a library function."),
        }
    }

    /// The part of a memory safety property that an error violates, by its name in verification tasks.
    pub fn property(self) -> &'static str {
        use ViolationKind::*;
        match self {
            Assertion | ErrorCall => "unreach-call",
            NullDereference | InvalidDereference | OutOfBounds | UseAfterFree | UseAfterScope
            | ConstantWrite => "valid-deref",
            DoubleFree | InvalidFree => "valid-free",
            Leak => "valid-memtrack",
            Overflow => "no-overflow",
            OpenStream => "streams",
            IndexOutOfBounds | PointerOutOfBounds | FloatConversion | Uninitialized | DivisionByZero
            | BadShift | BadCall | Misuse => "def-behavior",
        }
    }
}

/// The semantics of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ints {
    /// Machine integers: unsigned arithmetic and conversions wrap around, signed arithmetic is checked or
    /// wraps around.
    #[default]
    Machine,
    /// Mathematical integers: nothing wraps around, and conversions keep the value. A run ends where a value
    /// does not fit its type, since machines behave differently from there on.
    Math,
}
