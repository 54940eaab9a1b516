//! The intermediate representation: typed three-address code with structured loops.
//!
//! A [`Function`] has two kinds of locals. A *variable* ([`VarId`]) holds one scalar and has no address: the
//! temporaries of lowering, and every C local of scalar type whose address is not taken. A *slot*
//! ([`SlotId`]) is an object in memory: arrays, records, and scalars whose address is taken. Globals, string
//! literals and static locals are objects too ([`GlobalId`]). Memory is touched by [`StmtKind::Load`],
//! [`StmtKind::Store`], [`StmtKind::Copy`], [`StmtKind::Zero`] and calls, and by nothing else.
//!
//! Control is structured: [`StmtKind::If`], [`StmtKind::Loop`], [`StmtKind::Block`], and jumps outward to a
//! label with [`StmtKind::Break`] and [`StmtKind::Continue`]. `goto` and `switch` have been lowered to these.
//! A function is nested at most [`MAX_NESTING`] deep, so that analyses may recurse over its blocks.
//!
//! Every operation says the width and signedness it works with. Arithmetic of unsigned types wraps around;
//! arithmetic of signed types that leaves the range is an error of the program. Comparisons and logic give an
//! `int` of 0 or 1. Pointer arithmetic is [`Expr::Elem`] (array index) or [`Expr::Field`] (member), never
//! addition.
//!
//! What C leaves without a value ([`StmtKind::Begin`], fresh memory) is *unknown but fixed*: each cell has
//! some unspecified value, the same at each read until it is written.
//!
//! What cannot be expressed is [`StmtKind::Unsupported`]: whoever comes there knows nothing from there on.
//!
//! A program can be written as text and read again: [`Program::to_text`], [`read_program`].

mod calls;
mod check;
mod elements;
mod files;
mod live;
mod references;
mod tail;
mod text;
mod types;
mod visit;

pub use calls::CallGraph;
pub use live::{Live, VarSet};
pub use references::without_held_references;
pub use tail::tail_calls_as_loops;
pub use text::{ReadError, function_text, read_named, read_program};
pub use types::{
    FieldInfo, FloatType, FunctionType, IntType, Record, RecordId, Scalar, Target, Type, TypeId, TypeTable,
};
pub use visit::{FirstUse, compared_constants, compared_variables, each_stmt, first_use, large_numbers};

use crate::checkers::{self, Definition};
use std::collections::BTreeMap;

/// The maximum nesting depth of statements; lowering rejects deeper code.
pub const MAX_NESTING: usize = 512;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )* };
}

ids! {
    /// A scalar variable of a function, without an address.
    VarId;
    /// A local object of a function, in memory.
    SlotId;
    /// A global object.
    GlobalId;
    /// A function of the program.
    FuncId;
    /// The name of a [`StmtKind::Loop`] or [`StmtKind::Block`], unique in its function.
    Label;
    /// A source file.
    FileId;
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pos {
    /// The file.
    pub file: FileId,
    /// Line, from 1; 0 for generated code.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

impl Pos {
    /// The position of generated code.
    pub const NOWHERE: Pos = Pos { file: FileId(0), line: 0, column: 0 };
}

/// A whole program: all files that were given, linked.
#[derive(Clone, Debug)]
pub struct Program {
    /// What the program was compiled for.
    pub target: Target,
    /// All types.
    pub types: TypeTable,
    /// All objects with static storage duration.
    pub globals: Vec<Global>,
    /// All functions, those without a body too.
    pub functions: Vec<Function>,
    /// What runs before `main`: initialisers that are not constants (a GNU extension). Almost always empty.
    /// Its locals are those of a function of their own.
    pub start: Function,
    /// Where execution begins, if the program has a `main`.
    pub main: Option<FuncId>,
    /// The source files by [`FileId`].
    pub files: Vec<SourceFile>,
    /// Definitions of the linked structures that its contracts are about.
    pub checkers: Vec<Definition>,
}

/// A file that code comes from.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name, as the compiler reports it.
    pub name: String,
    /// Its text, if it could be read.
    pub text: Vec<u8>,
}

impl Program {
    /// The function with this name; of several static ones, the first.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|function| function.name == name).map(|index| FuncId(index as u32))
    }

    /// The definition of a linked structure.
    pub fn checker(&self, name: &str) -> Option<&Definition> {
        self.checkers.iter().find(|definition| definition.name == name)
    }

    /// The record that the nodes of a definition are in C: it has their size, and links where they have some.
    pub fn node_record(&self, definition: &Definition) -> Option<RecordId> {
        let types = &self.types;
        let rule = definition.rules.iter().find(|rule| rule.block.is_some() && !rule.calls.is_empty())?;
        let links = rule.calls.iter().filter_map(|call| {
            let cell = rule.cells.iter().find(|cell| cell.value == call.at)?;
            match cell.place {
                checkers::Place::Offset(offset) => Some((offset, call.checker == definition.name)),
                checkers::Place::Field(_) => None,
            }
        });
        let links: Vec<(i64, bool)> = links.collect();
        let is_link = |id: RecordId, (link, is_own): (i64, bool)| {
            let mut fields =
                types.record(id).fields.iter().filter(|field| field.bit_offset / 8 == link as u64);
            fields.any(|field| types.pointed_record(field.ty).is_some_and(|to| !is_own || to == id))
        };
        let size = rule.block.and_then(|size| u64::try_from(size).ok());
        let mut records = types.records().filter(|(_, record)| record.size.is_some() && record.size == size);
        records.find(|(id, _)| links.iter().all(|&link| is_link(*id, link))).map(|(id, _)| id)
    }

    /// The library functions that stubs and models define, by name.
    pub fn library_bodies(&self) -> BTreeMap<&str, FuncId> {
        let functions = self.functions.iter().enumerate();
        let bodies = functions.filter(|(_, function)| {
            function.role != Role::Program && !function.internal && function.body.is_some()
        });
        bodies.map(|(index, function)| (function.name.as_str(), FuncId(index as u32))).collect()
    }

    /// A position as `file:line:column`.
    pub fn show_pos(&self, pos: Pos) -> String {
        match self.files.get(pos.file.index()) {
            Some(file) if pos.line > 0 => format!("{}:{}:{}", file.name, pos.line, pos.column),
            _ => "<made up>".to_string(),
        }
    }
}

/// An object with static storage duration.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name in C; string literals have none.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its size in bytes.
    pub size: u64,
    /// What it holds at the start.
    pub init: Init,
    /// Whether it is read-only: string literals, and objects declared `const`.
    pub constant: bool,
    /// Where it was declared.
    pub pos: Pos,
}

/// What a global holds when the program starts.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    /// Zero but for these cells, in the order they are written.
    Cells(Vec<InitCell>),
    /// These bytes.
    Bytes(Vec<u8>),
    /// Unknown: it is declared and not defined.
    Unknown,
}

/// One scalar of an initialiser.
#[derive(Clone, PartialEq, Debug)]
pub struct InitCell {
    /// Offset in bytes.
    pub offset: u64,
    /// What is written there.
    pub access: Access,
    /// A constant, or the address of a global or function.
    pub value: Operand,
    /// What is added to an address.
    pub addend: i64,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it takes and returns.
    pub ty: FunctionType,
    /// Its parameters, in order.
    pub params: Vec<Param>,
    /// Scalar variables by [`VarId`].
    pub vars: Vec<Var>,
    /// Local objects by [`SlotId`].
    pub slots: Vec<Slot>,
    /// Its code; nothing if no file defines it.
    pub body: Option<Block>,
    /// Whether it has internal linkage.
    pub internal: bool,
    /// Where its body comes from.
    pub role: Role,
    /// Whether calls return; not if a declaration says `noreturn`.
    pub returns: bool,
    /// How many labels its body uses.
    pub labels: u32,
    /// Where it is defined or first declared.
    pub pos: Pos,
}

impl Function {
    /// Whether a variable has a name in C. Temporaries have none; an address that only they hold is lost.
    pub fn is_named(&self, var: VarId) -> bool {
        self.vars.get(var.index()).is_some_and(|var| var.name.is_some())
    }
}

/// Where the body of a function comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The program.
    Program,
    /// A stub file: the user's definition of a library function.
    Stub,
    /// The models that come with the analyzer. An error in one is attributed to the call in the program.
    Model,
}

/// Where an argument arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Param {
    /// A scalar.
    Var(VarId),
    /// A record, copied into a slot whose lifetime begins with the call.
    Slot(SlotId),
}

/// A scalar variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name in C; temporaries have none.
    pub name: Option<String>,
    /// What it holds.
    pub ty: Scalar,
    /// Its type in C.
    pub ctype: TypeId,
}

/// A local object.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its name in C, or what it is for.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its size in bytes; none for variable-length arrays.
    pub size: Option<u64>,
    /// Where it was declared.
    pub pos: Pos,
}

/// Statements in sequence.
pub type Block = Vec<Stmt>;

/// A statement with its place in the source.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it comes from.
    pub pos: Pos,
}

/// What a statement does.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `dst = value`, without an access to memory.
    Assign {
        /// The variable.
        dst: VarId,
        /// Its new value.
        value: Expr,
    },
    /// `dst = *addr`
    Load {
        /// The variable.
        dst: VarId,
        /// Where to read.
        addr: Operand,
        /// What to read.
        access: Access,
    },
    /// `*addr = value`
    Store {
        /// Where to write.
        addr: Operand,
        /// What to write.
        value: Operand,
        /// As what.
        access: Access,
    },
    /// Copies a whole object, usually a record. Source and destination are the same or do not overlap.
    Copy {
        /// Where to.
        dst: Operand,
        /// Where from.
        src: Operand,
        /// What is copied.
        ty: TypeId,
        /// Its size in bytes.
        size: u64,
    },
    /// Writes zero bytes: the part of an aggregate that its initialiser does not mention.
    Zero {
        /// Where to.
        addr: Operand,
        /// How many.
        size: u64,
    },
    /// Calls a function.
    Call {
        /// Where the result goes.
        result: CallResult,
        /// Which function.
        callee: Callee,
        /// The arguments.
        args: Vec<Arg>,
    },
    /// The lifetime of a local begins: it is alive and uninitialized. If it was alive, it is a new object
    /// from now on.
    Begin(Local),
    /// The same for a variable-length array. A negative number of elements is an error of the program.
    BeginVla {
        /// The array.
        slot: SlotId,
        /// How many elements, of type ptrdiff_t.
        count: Operand,
        /// Size of an element in bytes, of the same type.
        stride: Operand,
    },
    /// The lifetime of a local ends. `Return` ends those of all locals of the function. Of variables only
    /// pointers that are declared in an inner block end: what they point to is no longer held by them.
    End(Local),
    /// Allocates memory that is freed when the function returns.
    Alloca {
        /// Gets the address.
        dst: VarId,
        /// Size in bytes.
        size: Operand,
    },
    /// A branch.
    If {
        /// Nonzero for the first block.
        cond: Operand,
        /// The first.
        then: Block,
        /// The second.
        otherwise: Block,
    },
    /// A loop.
    Loop(Box<Loop>),
    /// A block that `Break` can leave.
    Block {
        /// Its name.
        label: Label,
        /// What is in it.
        body: Block,
    },
    /// Leaves the enclosing loop or block with this label.
    Break(Label),
    /// Continues with the step of the enclosing loop with this label.
    Continue(Label),
    /// Leaves the function.
    Return(ReturnValue),
    /// Executions for which this is zero are discarded.
    Assume(Operand),
    /// An error of the program unless `0 <= index < count`, both of type ptrdiff_t: an index that leaves an
    /// array inside of its object.
    Bound {
        /// The index.
        index: Operand,
        /// The number of elements, or one more if only an address is computed.
        count: Operand,
    },
    /// An error of the program, if control reaches it; execution ends here.
    Fail {
        /// What went wrong.
        failure: Failure,
    },
    /// Declared unreachable by the program; an error if control reaches it.
    Unreachable,
    /// A construct that this representation cannot express.
    Unsupported(String),
}

/// What a [`StmtKind::Fail`] is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// An assertion does not hold; its text, if known.
    Assertion(String),
    /// The function that must not be called; its name.
    ErrorCall(String),
}

/// A loop. Its order is `test, body, step, test, ...`, or `body, step, test, body, ...` if it tests last.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// Its name.
    pub label: Label,
    /// Where it comes from in C.
    pub origin: LoopOrigin,
    /// Whether the body runs before the first test.
    pub tests_last: bool,
    /// Computes `cond`.
    pub test: Block,
    /// The loop ends if this is zero after `test`.
    pub cond: Operand,
    /// The body.
    pub body: Block,
    /// The step, after the body and after `Continue`.
    pub step: Block,
    /// The variables that C code sees at the head of the loop by their names, the newest first.
    pub visible: Vec<VarId>,
}

impl Loop {
    /// Whether each iteration begins where C has the head of the loop.
    pub fn begins_at_head(&self) -> bool {
        !self.tests_last && self.origin != LoopOrigin::Goto
    }
}

/// How a loop was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LoopOrigin {
    While,
    For,
    Do,
    Goto,
}

/// A local, of either kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Local {
    /// A scalar variable.
    Var(VarId),
    /// An object.
    Slot(SlotId),
}

/// Which function is called.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// This one.
    Direct(FuncId),
    /// The one that a pointer points to; with the type it is called as.
    Pointer(Operand, Box<FunctionType>),
}

/// An argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// A scalar, with its type.
    Scalar(Operand, Scalar),
    /// A record: where it is.
    Object(Operand, TypeId),
}

/// Where the result of a call goes.
#[derive(Clone, PartialEq, Debug)]
pub enum CallResult {
    /// Nowhere.
    None,
    /// Into a variable.
    Var(VarId),
    /// A record, to this address.
    Object(Operand, TypeId),
}

/// What a function returns.
#[derive(Clone, PartialEq, Debug)]
pub enum ReturnValue {
    /// Nothing. The result of such a call, if it is used, is an unknown value.
    None,
    /// A scalar.
    Scalar(Operand),
    /// A record: where it is.
    Object(Operand, TypeId),
}

/// What is read or written at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The type of the value.
    pub ty: Scalar,
    /// If it is a bit-field: which bits.
    pub bits: Option<BitField>,
    /// Whether it may be observed or changed from outside.
    pub volatile: bool,
}

impl Access {
    /// A plain access.
    pub fn plain(ty: Scalar) -> Access {
        Access { ty, bits: None, volatile: false }
    }
}

/// The bits `shift .. shift + width` of the little-endian number at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// Below 8: the address is that of the byte with the first bit.
    pub shift: u8,
    /// From 1 to 64.
    pub width: u8,
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operand {
    /// A variable.
    Var(VarId),
    /// An integer, always in the range of its type.
    Int(i128, IntType),
    /// A floating-point number.
    Float(f64, FloatType),
    /// The null pointer.
    Null,
    /// The address of a global.
    Global(GlobalId),
    /// The address of a local object.
    Slot(SlotId),
    /// The address of a function.
    Func(FuncId),
    /// Some value, as after [`StmtKind::Unsupported`].
    Undef(Scalar),
}

/// Expressions, which do not access memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// An operand.
    Use(Operand),
    /// A unary operation.
    Unary(UnaryOp, Scalar, Operand),
    /// Arithmetic of two values of this type; the second of a shift has the type after it.
    Binary(BinaryOp, Scalar, Operand, Operand),
    /// 1 if it holds, 0 otherwise, as `int`; both values have this type.
    Compare(CompareOp, Scalar, Operand, Operand),
    /// Conversion between scalar types. Integers: the value modulo the new range.
    Convert {
        /// From this type.
        from: Scalar,
        /// To this one.
        to: Scalar,
        /// The value.
        value: Operand,
    },
    /// The address of an array element: `base + index * stride`.
    Elem {
        /// Address of the element with index 0.
        base: Operand,
        /// Which one: of type ptrdiff_t, maybe negative.
        index: Operand,
        /// Type of the elements.
        elem: TypeId,
        /// Their size in bytes, of type ptrdiff_t; constant except for variable-length arrays.
        stride: Operand,
    },
    /// The address of a member: `base + offset`.
    Field {
        /// Address of the record.
        base: Operand,
        /// Type of the record.
        record: RecordId,
        /// Which of its fields.
        field: u32,
        /// Its offset in bytes; for a bit-field, that of the byte with its first bit.
        offset: u64,
    },
    /// `(left - right) / stride`, of type ptrdiff_t.
    PtrDiff {
        /// First pointer.
        left: Operand,
        /// Second pointer.
        right: Operand,
        /// Size of what they point to, of type ptrdiff_t.
        stride: Operand,
    },
}

/// Operations on one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `~x`
    Not,
}

/// Operations on two values of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// Rounds toward zero.
    Div,
    /// Has the sign of the dividend.
    Rem,
    /// The second value may have another type; it must lie between 0 and the width.
    Shl,
    /// The same; copies the sign if the type is signed.
    Shr,
    And,
    Or,
    Xor,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}
