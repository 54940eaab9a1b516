//! What the table says of a function.

use super::id::Id;
use crate::ir::BinaryOp;

/// A library function, or several that are the same in every respect but their names.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The names, without the marks of compilers and of checked variants; the first is the usual one.
    pub names: &'static [&'static str],
    /// On what the models dispatch; nothing for functions that none of them distinguishes.
    pub id: Option<Id>,
    /// What a call requires.
    pub needs: &'static [Need],
    /// What a call does, apart from computing a result.
    pub effects: &'static [Effect],
    /// Whether `errno` is the same afterwards.
    pub keeps_errno: bool,
    /// How calls are lowered, if not as calls.
    pub meaning: Option<Meaning>,
    /// Whether the interpreter has a model of its own. It takes precedence over one in C.
    pub is_native: bool,
    /// Whether there is a model in C (`heap/models`), which the analysis follows like the program's code, and
    /// the interpreter runs if it has none of its own.
    pub is_c_code: bool,
    /// Whether the symbolic domain has a model of its own.
    pub is_built_in: bool,
    /// Whether this line describes the function completely: needs and effects say all there is to say.
    pub is_described: bool,
    /// Models in C that the other models of the function use.
    pub helpers: &'static [Helper],
}

/// What a call requires. Arguments are counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// The argument is not null.
    NonNull(u8),
    /// The argument points to a null-terminated string.
    Terminated(u8),
    /// The argument points to wide characters, the last of which is null.
    WideTerminated(u8),
    /// The argument points to so many bytes that can be read, or to a null-terminated string that is shorter.
    TerminatedWithin(u8, Size),
    /// The argument points to so many bytes that can be read.
    Readable(u8, Size),
    /// The argument points to so many bytes that can be written.
    Writable(u8, Size),
    /// The argument is null or points to so many bytes that can be written.
    WritableOrNull(u8, Size),
    /// So many bytes behind the first argument do not overlap what is read behind the second one.
    Disjoint(u8, u8, Size),
    /// The argument is a stream that is open.
    OpenStream(u8),
    /// The argument is a file descriptor that is open.
    OpenDescriptor(u8),
    /// The argument is `EOF` or a character, as a number between [`LEAST_CHARACTER`](super::LEAST_CHARACTER)
    /// and [`GREATEST_CHARACTER`](super::GREATEST_CHARACTER).
    Character(u8),
    /// The argument is not zero.
    Nonzero(u8),
    /// The argument is not the least number of its type, which has no absolute value.
    Negatable(u8),
    /// The argument is in this range.
    Between(u8, i64, i64),
    /// The argument is a power of two.
    PowerOfTwo(u8),
    /// The argument is null or the start of an allocated block, which is handed over.
    Freeable(u8),
    /// The argument is a format string of `printf`, and the arguments after it, or the list in the next
    /// argument, have the types that it asks for.
    PrintFormat(u8),
    /// The argument is a format string of `scanf`, and those after it point to room for what it reads.
    ScanFormat(u8),
    /// The argument is a function of the program that may be called.
    Callable(u8),
    /// The argument is null, or what its type says (see [`needs`](super::needs)).
    Optional(u8),
    /// Nothing is required of the argument, although it is a pointer.
    Anything(u8),
}

impl Need {
    /// Whether it is about this argument.
    pub fn is_about(self, argument: u8) -> bool {
        match self {
            Need::NonNull(at)
            | Need::Terminated(at)
            | Need::WideTerminated(at)
            | Need::TerminatedWithin(at, _)
            | Need::Readable(at, _)
            | Need::Writable(at, _)
            | Need::WritableOrNull(at, _)
            | Need::OpenStream(at)
            | Need::OpenDescriptor(at)
            | Need::Character(at)
            | Need::Nonzero(at)
            | Need::Negatable(at)
            | Need::Between(at, ..)
            | Need::PowerOfTwo(at)
            | Need::Freeable(at)
            | Need::PrintFormat(at)
            | Need::ScanFormat(at)
            | Need::Callable(at)
            | Need::Optional(at)
            | Need::Anything(at) => at == argument,
            Need::Disjoint(one, other, _) => one == argument || other == argument,
        }
    }
}

impl Need {
    /// Whether the execution of a model shows if it is met: by the accesses that the model makes.
    pub fn is_met_by_execution(self) -> bool {
        matches!(
            self,
            Need::Terminated(_)
                | Need::WideTerminated(_)
                | Need::TerminatedWithin(..)
                | Need::Optional(_)
                | Need::Readable(..)
                | Need::Writable(..)
                | Need::WritableOrNull(..)
                | Need::Negatable(_)
                | Need::Freeable(_)
                | Need::PrintFormat(_)
                | Need::ScanFormat(_)
                | Need::Callable(_)
        )
    }
}

/// A number of bytes, from the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// So many.
    Bytes(u32),
    /// As many as a structure has on machines with 64 bits.
    Struct(u32),
    /// As many as a pointer has.
    Pointer,
    /// The value of an argument.
    Arg(u8),
    /// The product of two arguments.
    Product(u8, u8),
    /// The string that an argument points to, with its terminator.
    StringOf(u8),
    /// The strings that two arguments point to, one behind the other, with one terminator.
    StringsOf(u8, u8),
    /// The string that the first argument points to, then at most as many characters of the second one as the
    /// third one says, and a terminator.
    StringAndPart(u8, u8, u8),
    /// The formatted text, with its terminator.
    Formatted,
    /// Not bounded by the arguments.
    Unbounded,
}

/// What a call does. A function without effects that keeps `errno` is pure but for what it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Gives a new block of memory, or null.
    Allocates,
    /// Frees the block that the argument points to.
    Frees(u8),
    /// Writes to what the argument points to, unless the result is that of a failure: -1.
    Writes(u8),
    /// May write to everything that its arguments point to.
    WritesAny,
    /// The result is between these bounds.
    Returns(i128, i128),
    /// The result is this argument.
    ReturnsArg(u8),
    /// The result points into the object that this argument points to, or is null.
    ReturnsInto(u8),
    /// The result, if there is one, is the address of an object of the library.
    ReturnsStatic,
    /// Gives a new open stream, or null.
    Opens,
    /// Closes the stream that the argument is.
    Closes(u8),
    /// What it gives comes from outside the program.
    Input,
    /// Something is written to the outside.
    Output,
    /// The program ends.
    NeverReturns,
    /// Functions of the program are called.
    CallsBack,
}

/// How calls are lowered that do not stay calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The call is an error.
    Error,
    /// A failed `assert`.
    AssertFail,
    /// The argument must hold.
    Assert,
    /// Only executions count in which the argument holds.
    Assume,
    /// Allocates memory until the function returns.
    Alloca,
    /// The first argument, with a hint for the optimizer.
    Expect,
    /// Whether the argument is a constant.
    ConstantP,
    /// Arithmetic that reports overflow.
    Overflow(BinaryOp),
    /// Marks unreachable code.
    Unreachable,
    /// `va_start`.
    VaStart,
    /// `va_copy`.
    VaCopy,
    /// `va_end`.
    VaEnd,
    /// Reads by a format string, which says what is written.
    Scan,
    /// There is no counterpart in the intermediate form; the reason.
    Unsupported(&'static str),
}

/// A model in C that another model uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Helper {
    /// The one of another function.
    Function(Id),
    /// The one that changes `errno`.
    MayFail,
    /// What the interpreter runs in place of the function.
    Run,
    /// The simpler model for arguments of the program that have not been examined.
    Unseen,
}

impl Description {
    /// A function on which models dispatch.
    pub(super) const fn of(id: Id, names: &'static [&'static str]) -> Description {
        Description { id: Some(id), ..Description::unnamed(names) }
    }

    /// Functions that no model distinguishes.
    pub(super) const fn unnamed(names: &'static [&'static str]) -> Description {
        Description {
            names,
            id: None,
            needs: &[],
            effects: &[],
            keeps_errno: false,
            meaning: None,
            is_native: false,
            is_c_code: false,
            is_built_in: false,
            is_described: false,
            helpers: &[],
        }
    }

    /// What says how many bytes behind an argument are read.
    pub fn extent_read(&self, argument: u8) -> Option<Need> {
        let is_extent = |need: &&Need| match **need {
            Need::Terminated(at) | Need::TerminatedWithin(at, _) | Need::Readable(at, _) => at == argument,
            _ => false,
        };
        self.needs.iter().find(is_extent).copied()
    }

    /// Adds what a call requires.
    pub(super) const fn needs(self, needs: &'static [Need]) -> Description {
        Description { needs, ..self }
    }

    /// Adds what a call does.
    pub(super) const fn does(self, effects: &'static [Effect]) -> Description {
        Description { effects, ..self }
    }

    /// `errno` is the same after a call.
    pub(super) const fn keeps_errno(self) -> Description {
        Description { keeps_errno: true, ..self }
    }

    /// Calls are lowered in a way of their own.
    pub(super) const fn lowered(self, meaning: Meaning) -> Description {
        Description { meaning: Some(meaning), ..self }
    }

    /// Calls have no counterpart in the intermediate form.
    pub(super) const fn unsupported(self, reason: &'static str) -> Description {
        self.lowered(Meaning::Unsupported(reason))
    }

    /// The interpreter has a model.
    pub(super) const fn native(self) -> Description {
        Description { is_native: true, ..self }
    }

    /// There is a model in C.
    pub(super) const fn c_code(self) -> Description {
        Description { is_c_code: true, ..self }
    }

    /// The line describes the function completely: it needs and does nothing else than what is said here.
    pub(super) const fn described(self) -> Description {
        Description { is_described: true, ..self }
    }

    /// The same of a function that writes what it gets from outside. Its model in C is derived from the line.
    pub(super) const fn derived(self) -> Description {
        Description { is_c_code: true, is_described: true, ..self }
    }

    /// The symbolic domain has a model.
    pub(super) const fn built_in(self) -> Description {
        Description { is_built_in: true, ..self }
    }

    /// The models use others in C.
    pub(super) const fn with(self, helpers: &'static [Helper]) -> Description {
        Description { helpers, ..self }
    }
}
