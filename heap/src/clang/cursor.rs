//! The nodes of the compiler's syntax tree.

use super::{CType, Location, OfUnit, location, take};
use clang_sys::*;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The kinds of nodes that are distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A variable.
    VarDecl,
    /// A parameter.
    ParmDecl,
    /// A function.
    FunctionDecl,
    /// A member of a struct or union.
    FieldDecl,
    /// A struct, or a class in C++.
    StructDecl,
    /// A union.
    UnionDecl,
    /// An enumeration.
    EnumDecl,
    /// A name of an enumeration.
    EnumConstantDecl,
    /// Another declaration that generates no code: typedefs, static assertions, empty declarations.
    InertDecl,
    /// A mention of a type.
    TypeRef,
    /// A member named in an initialiser.
    MemberRef,
    /// A label named in a `goto`.
    LabelRef,
    /// A conversion that is not written, or one of the rare expressions that libclang does not tell apart.
    Unexposed,
    /// A name.
    DeclRef,
    /// `x.y` and `x->y`
    Member,
    /// A call.
    Call,
    /// An integer literal.
    Integer,
    /// A floating literal.
    Floating,
    /// A string literal.
    String,
    /// A character literal.
    Character,
    /// `(x)`
    Paren,
    /// A unary operator.
    Unary,
    /// `x[y]`
    Subscript,
    /// A binary operator, `=` and `,` among them.
    Binary,
    /// Compound assignments: `x += y`.
    CompoundAssign,
    /// `x ? y : z`
    Conditional,
    /// `(type)x`
    Cast,
    /// `(type){ ... }`
    CompoundLiteral,
    /// `{ ... }` as initialiser.
    InitList,
    /// `&&label`
    AddressOfLabel,
    /// `({ ... })`
    StatementExpr,
    /// `_Generic`
    Generic,
    /// `sizeof`, `_Alignof`
    SizeOf,
    /// `label: ...`
    Label,
    /// `{ ... }`
    Compound,
    /// `case x: ...`
    Case,
    /// `default: ...`
    Default,
    /// `if`
    If,
    /// `switch`
    Switch,
    /// `while`
    While,
    /// `do ... while`
    Do,
    /// `for`
    For,
    /// `goto`
    Goto,
    /// `goto *x`
    IndirectGoto,
    /// `continue`
    Continue,
    /// `break`
    Break,
    /// `return`
    Return,
    /// Inline assembly.
    Asm,
    /// `;`
    Null,
    /// Declarations as a statement.
    DeclStmt,
    /// An attribute.
    Attribute,
    /// A use of a macro, among the top-level nodes.
    MacroUse,
    /// A node that only C++ has.
    Cxx(CxxKind),
    /// Anything else, with libclang's number for it.
    Other(i32),
}

/// The nodes that only C++ has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CxxKind {
    /// `namespace n { ... }`
    Namespace,
    /// `extern "C" { ... }`
    LinkageSpec,
    /// A member function.
    Method,
    /// A constructor.
    Constructor,
    /// A destructor.
    Destructor,
    /// `operator T()`
    Conversion,
    /// A template of functions.
    FunctionTemplate,
    /// A template of classes, or a partial specialisation of one.
    ClassTemplate,
    /// A base in the head of a class.
    Base,
    /// A mention of a template or a namespace.
    NameRef,
    /// A captured variable in the head of a lambda expression.
    Capture,
    /// `static_cast`, `const_cast`, `reinterpret_cast`, `T(x)`
    Cast,
    /// `dynamic_cast`
    DynamicCast,
    /// `reinterpret_cast`
    Reinterpret,
    /// `typeid`
    TypeId,
    /// `true`, `false`
    Bool,
    /// `nullptr`
    NullPtr,
    /// `this`
    This,
    /// `throw`
    Throw,
    /// `new`
    New,
    /// `delete`
    Delete,
    /// A lambda expression.
    Lambda,
    /// `catch`
    Catch,
    /// `try`
    Try,
    /// `for (x : range)`
    ForRange,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UnaryOp {
    PostIncrement,
    PostDecrement,
    PreIncrement,
    PreDecrement,
    AddressOf,
    Dereference,
    Plus,
    Minus,
    BitNot,
    Not,
    Real,
    Imag,
    Extension,
    Other,
}

/// Binary operators; compound assignments give the operator before the `=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
    Assign,
    Comma,
    Other,
}

/// What the compiler finds for an expression without running the program.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// An integer, as its value.
    Int(i128),
    /// A floating number.
    Float(f64),
}

/// A node of the compiler's tree.
#[derive(Clone, Copy)]
pub struct Cursor<'u> {
    raw: CXCursor,
    unit: OfUnit<'u>,
}

impl<'u> Cursor<'u> {
    pub(super) fn new(raw: CXCursor) -> Cursor<'u> {
        Cursor { raw, unit: PhantomData }
    }

    pub(super) fn raw(self) -> CXCursor {
        self.raw
    }

    pub(super) fn if_real(raw: CXCursor) -> Option<Cursor<'u>> {
        // Cursors are plain values that point into the unit, which lives for 'u. The same holds for every
        // call below.
        unsafe { clang_Cursor_isNull(raw) == 0 && clang_isInvalid(raw.kind) == 0 }.then(|| Cursor::new(raw))
    }

    /// What kind of node it is.
    pub fn kind(self) -> Kind {
        match self.raw.kind {
            CXCursor_VarDecl => Kind::VarDecl,
            CXCursor_ParmDecl => Kind::ParmDecl,
            CXCursor_FunctionDecl => Kind::FunctionDecl,
            CXCursor_FieldDecl => Kind::FieldDecl,
            CXCursor_StructDecl | CXCursor_ClassDecl => Kind::StructDecl,
            CXCursor_UnionDecl => Kind::UnionDecl,
            CXCursor_EnumDecl => Kind::EnumDecl,
            CXCursor_EnumConstantDecl => Kind::EnumConstantDecl,
            CXCursor_TypedefDecl
            | CXCursor_TypeAliasDecl
            | CXCursor_UsingDirective
            | CXCursor_UsingDeclaration
            | CXCursor_StaticAssert
            | CXCursor_UnexposedDecl => Kind::InertDecl,
            CXCursor_TypeRef => Kind::TypeRef,
            CXCursor_MemberRef => Kind::MemberRef,
            CXCursor_LabelRef => Kind::LabelRef,
            CXCursor_UnexposedExpr => Kind::Unexposed,
            CXCursor_DeclRefExpr => Kind::DeclRef,
            CXCursor_MemberRefExpr => Kind::Member,
            CXCursor_CallExpr => Kind::Call,
            CXCursor_IntegerLiteral => Kind::Integer,
            CXCursor_FloatingLiteral => Kind::Floating,
            CXCursor_StringLiteral => Kind::String,
            CXCursor_CharacterLiteral => Kind::Character,
            CXCursor_ParenExpr => Kind::Paren,
            CXCursor_UnaryOperator => Kind::Unary,
            CXCursor_ArraySubscriptExpr => Kind::Subscript,
            CXCursor_BinaryOperator => Kind::Binary,
            CXCursor_CompoundAssignOperator => Kind::CompoundAssign,
            CXCursor_ConditionalOperator => Kind::Conditional,
            CXCursor_CStyleCastExpr => Kind::Cast,
            CXCursor_CompoundLiteralExpr => Kind::CompoundLiteral,
            CXCursor_InitListExpr => Kind::InitList,
            CXCursor_AddrLabelExpr => Kind::AddressOfLabel,
            CXCursor_StmtExpr => Kind::StatementExpr,
            CXCursor_GenericSelectionExpr => Kind::Generic,
            CXCursor_UnaryExpr => Kind::SizeOf,
            CXCursor_LabelStmt => Kind::Label,
            CXCursor_CompoundStmt => Kind::Compound,
            CXCursor_CaseStmt => Kind::Case,
            CXCursor_DefaultStmt => Kind::Default,
            CXCursor_IfStmt => Kind::If,
            CXCursor_SwitchStmt => Kind::Switch,
            CXCursor_WhileStmt => Kind::While,
            CXCursor_DoStmt => Kind::Do,
            CXCursor_ForStmt => Kind::For,
            CXCursor_GotoStmt => Kind::Goto,
            CXCursor_IndirectGotoStmt => Kind::IndirectGoto,
            CXCursor_ContinueStmt => Kind::Continue,
            CXCursor_BreakStmt => Kind::Break,
            CXCursor_ReturnStmt => Kind::Return,
            CXCursor_AsmStmt => Kind::Asm,
            CXCursor_NullStmt => Kind::Null,
            CXCursor_DeclStmt => Kind::DeclStmt,
            CXCursor_MacroExpansion => Kind::MacroUse,
            kind if let Some(cxx) = cxx_kind(kind) => Kind::Cxx(cxx),
            kind if unsafe { clang_isAttribute(kind) != 0 } => Kind::Attribute,
            kind => Kind::Other(kind),
        }
    }

    /// The nodes right below, in the order of the source.
    pub fn children(self) -> Vec<Cursor<'u>> {
        struct Found {
            cursors: Vec<CXCursor>,
        }
        // Called by libclang with the pointer that is handed over below, during that call only. A panic must
        // not run through foreign frames, so it ends the visit.
        extern "C" fn visit(cursor: CXCursor, _parent: CXCursor, data: CXClientData) -> CXChildVisitResult {
            let found = unsafe { &mut *data.cast::<Found>() };
            let pushed = catch_unwind(AssertUnwindSafe(|| found.cursors.push(cursor)));
            if pushed.is_ok() { CXChildVisit_Continue } else { CXChildVisit_Break }
        }
        let mut found = Found { cursors: Vec::new() };
        unsafe { clang_visitChildren(self.raw, visit, (&raw mut found).cast::<c_void>()) };
        found.cursors.into_iter().map(Cursor::new).collect()
    }

    /// The type of an expression or declaration.
    pub fn ctype(self) -> CType<'u> {
        CType::new(unsafe { clang_getCursorType(self.raw) })
    }

    /// The name of a declaration, the text of a literal, the member named by `x.y`.
    pub fn spelling(self) -> String {
        unsafe { take(clang_getCursorSpelling(self.raw)) }
    }

    /// Where it is written; for code from a macro, where the macro is used.
    pub fn location(self) -> Location {
        unsafe { location(clang_getCursorLocation(self.raw)) }
    }

    /// The offsets of its first byte and of the byte after it, in the file where it is written.
    pub fn extent(self) -> (u32, u32) {
        unsafe {
            let range = clang_getCursorExtent(self.raw);
            (location(clang_getRangeStart(range)).offset, location(clang_getRangeEnd(range)).offset)
        }
    }

    /// The declaration that a name, a member or a label refers to.
    pub fn referenced(self) -> Option<Cursor<'u>> {
        Cursor::if_real(unsafe { clang_getCursorReferenced(self.raw) })
    }

    /// The definition of a declared thing, if this file has it.
    pub fn definition(self) -> Option<Cursor<'u>> {
        Cursor::if_real(unsafe { clang_getCursorDefinition(self.raw) })
    }

    /// The first declaration of a thing that is declared several times.
    pub fn canonical(self) -> Cursor<'u> {
        Cursor::new(unsafe { clang_getCanonicalCursor(self.raw) })
    }

    /// The function or record that a declaration belongs to by meaning.
    pub fn semantic_parent(self) -> Option<Cursor<'u>> {
        Cursor::if_real(unsafe { clang_getCursorSemanticParent(self.raw) })
    }

    /// A number that two nodes share only if they are the same.
    pub fn identity(self) -> usize {
        // Read as a number, never followed.
        self.raw.data[0] as usize
    }

    /// The same for nodes of the kind that statements and expressions are.
    pub fn statement_identity(self) -> usize {
        self.raw.data[1] as usize
    }

    /// Whether a function is declared not to return. Types tell it of attributes; of the keyword, only the
    /// words before the name do.
    pub fn is_noreturn(self) -> bool {
        if self.ctype().name().contains("noreturn") {
            return true;
        }
        // Tokens are handed over until they are disposed of.
        unsafe {
            let unit = clang_Cursor_getTranslationUnit(self.raw);
            let (mut tokens, mut count) = (std::ptr::null_mut(), 0);
            clang_tokenize(unit, clang_getCursorExtent(self.raw), &mut tokens, &mut count);
            let name = self.spelling();
            let mut found = false;
            for index in 0..count as usize {
                let word = take(clang_getTokenSpelling(unit, *tokens.add(index)));
                if word == name {
                    break;
                }
                found |= matches!(&word[..], "_Noreturn" | "noreturn");
            }
            if !tokens.is_null() {
                clang_disposeTokens(unit, tokens, count);
            }
            found
        }
    }

    /// The attributes of a declaration as the compiler prints them: `weak`, `alias("f")`, and so on; what the
    /// type says is not among them.
    pub fn attributes(self) -> Vec<String> {
        let is_unnamed = |child: &Cursor<'u>| child.raw.kind == CXCursor_UnexposedAttr;
        if !self.children().iter().any(is_unnamed) {
            return Vec::new();
        }
        // libclang tells of most attributes only that they are there; the text has their names.
        attributes_in(&self.printed())
    }

    /// A declaration as the compiler prints it, without bodies.
    fn printed(self) -> String {
        // The policy is disposed of.
        unsafe {
            let policy = clang_getCursorPrintingPolicy(self.raw);
            clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
            let text = take(clang_getCursorPrettyPrinted(self.raw, policy));
            clang_PrintingPolicy_dispose(policy);
            text
        }
    }

    /// Whether a variable is declared `constexpr` or `constinit`.
    pub fn is_declared_constant(self) -> bool {
        let text = self.printed();
        let head = text.split(['=', '(', '{']).next().unwrap_or_default();
        head.split_whitespace().any(|word| matches!(word, "constexpr" | "constinit" | "__constinit"))
            || self.attributes().iter().any(|name| name == "require_constant_initialization")
    }

    /// Whether a function may be `constexpr`: not every mention of the word makes it so.
    pub fn may_be_constant(self) -> bool {
        let text = self.printed();
        text.contains("constexpr") || text.contains("consteval")
    }

    /// Whether it is written in a header of the system.
    pub fn is_of_system(self) -> bool {
        unsafe { clang_Location_isInSystemHeader(clang_getCursorLocation(self.raw)) != 0 }
    }

    /// The name that the linker knows a declaration by, if another one is written: `int f(void) asm("g")`.
    pub fn asm_label(self) -> Option<String> {
        let label = self.children().into_iter().find(|child| child.raw.kind == CXCursor_AsmLabelAttr)?;
        Some(label.spelling())
    }

    /// Whether a function or variable declaration is the definition.
    pub fn is_definition(self) -> bool {
        unsafe { clang_isCursorDefinition(self.raw) != 0 }
    }

    /// Whether a function is `inline`, and may be defined in several files.
    pub fn is_inline(self) -> bool {
        unsafe { clang_Cursor_isFunctionInlined(self.raw) != 0 }
    }

    /// Whether other files cannot name it.
    pub fn is_internal(self) -> bool {
        unsafe { clang_getCursorLinkage(self.raw) != CXLinkage_External }
    }

    /// Whether a variable lives as long as the program.
    pub fn has_static_storage(self) -> bool {
        unsafe { clang_Cursor_hasVarDeclGlobalStorage(self.raw) == 1 }
    }

    /// Whether it was declared `extern`.
    pub fn is_extern(self) -> bool {
        unsafe { clang_Cursor_getStorageClass(self.raw) == CX_SC_Extern }
    }

    /// The initialiser of a variable.
    pub fn initializer(self) -> Option<Cursor<'u>> {
        Cursor::if_real(unsafe { clang_Cursor_getVarDeclInitializer(self.raw) })
    }

    /// The parameters of a function, or the arguments of a call.
    pub fn arguments(self) -> Vec<Cursor<'u>> {
        let count = u32::try_from(unsafe { clang_Cursor_getNumArguments(self.raw) }).unwrap_or(0);
        (0..count).map(|index| Cursor::new(unsafe { clang_Cursor_getArgument(self.raw, index) })).collect()
    }

    /// Where a field begins in its record, in bits.
    pub fn field_bit_offset(self) -> Option<u64> {
        u64::try_from(unsafe { clang_Cursor_getOffsetOfField(self.raw) }).ok()
    }

    /// The width of a bit-field.
    pub fn bit_width(self) -> Option<u32> {
        if unsafe { clang_Cursor_isBitField(self.raw) } == 0 {
            return None;
        }
        u32::try_from(unsafe { clang_getFieldDeclBitWidth(self.raw) }).ok()
    }

    /// Whether a record has no name and its fields count as those of the record around it.
    pub fn is_anonymous_record(self) -> bool {
        unsafe { clang_Cursor_isAnonymousRecordDecl(self.raw) != 0 }
    }

    /// The value of a name of an enumeration.
    pub fn enum_value(self) -> i64 {
        unsafe { clang_getEnumConstantDeclValue(self.raw) }
    }

    /// The unary operator of an expression.
    pub fn unary_op(self) -> UnaryOp {
        match unsafe { clang_getCursorUnaryOperatorKind(self.raw) } {
            CXUnaryOperator_PostInc => UnaryOp::PostIncrement,
            CXUnaryOperator_PostDec => UnaryOp::PostDecrement,
            CXUnaryOperator_PreInc => UnaryOp::PreIncrement,
            CXUnaryOperator_PreDec => UnaryOp::PreDecrement,
            CXUnaryOperator_AddrOf => UnaryOp::AddressOf,
            CXUnaryOperator_Deref => UnaryOp::Dereference,
            CXUnaryOperator_Plus => UnaryOp::Plus,
            CXUnaryOperator_Minus => UnaryOp::Minus,
            CXUnaryOperator_Not => UnaryOp::BitNot,
            CXUnaryOperator_LNot => UnaryOp::Not,
            CXUnaryOperator_Real => UnaryOp::Real,
            CXUnaryOperator_Imag => UnaryOp::Imag,
            CXUnaryOperator_Extension => UnaryOp::Extension,
            _ => UnaryOp::Other,
        }
    }

    /// The binary operator of an expression or compound assignment.
    pub fn binary_op(self) -> BinaryOp {
        match unsafe { clang_getCursorBinaryOperatorKind(self.raw) } {
            CXBinaryOperator_Mul | CXBinaryOperator_MulAssign => BinaryOp::Mul,
            CXBinaryOperator_Div | CXBinaryOperator_DivAssign => BinaryOp::Div,
            CXBinaryOperator_Rem | CXBinaryOperator_RemAssign => BinaryOp::Rem,
            CXBinaryOperator_Add | CXBinaryOperator_AddAssign => BinaryOp::Add,
            CXBinaryOperator_Sub | CXBinaryOperator_SubAssign => BinaryOp::Sub,
            CXBinaryOperator_Shl | CXBinaryOperator_ShlAssign => BinaryOp::Shl,
            CXBinaryOperator_Shr | CXBinaryOperator_ShrAssign => BinaryOp::Shr,
            CXBinaryOperator_LT => BinaryOp::Lt,
            CXBinaryOperator_GT => BinaryOp::Gt,
            CXBinaryOperator_LE => BinaryOp::Le,
            CXBinaryOperator_GE => BinaryOp::Ge,
            CXBinaryOperator_EQ => BinaryOp::Eq,
            CXBinaryOperator_NE => BinaryOp::Ne,
            CXBinaryOperator_And | CXBinaryOperator_AndAssign => BinaryOp::And,
            CXBinaryOperator_Xor | CXBinaryOperator_XorAssign => BinaryOp::Xor,
            CXBinaryOperator_Or | CXBinaryOperator_OrAssign => BinaryOp::Or,
            CXBinaryOperator_LAnd => BinaryOp::LogicalAnd,
            CXBinaryOperator_LOr => BinaryOp::LogicalOr,
            CXBinaryOperator_Assign => BinaryOp::Assign,
            CXBinaryOperator_Comma => BinaryOp::Comma,
            _ => BinaryOp::Other,
        }
    }

    /// The value of an expression, if the compiler can tell it.
    pub fn evaluate(self) -> Option<Constant> {
        // The result is given back once, after its last use.
        unsafe {
            let result = clang_Cursor_Evaluate(self.raw);
            if result.is_null() {
                return None;
            }
            let constant = match clang_EvalResult_getKind(result) {
                CXEval_Int if clang_EvalResult_isUnsignedInt(result) != 0 => {
                    Some(Constant::Int(i128::from(clang_EvalResult_getAsUnsigned(result))))
                }
                CXEval_Int => Some(Constant::Int(i128::from(clang_EvalResult_getAsLongLong(result)))),
                CXEval_Float => Some(Constant::Float(clang_EvalResult_getAsDouble(result))),
                _ => None,
            };
            clang_EvalResult_dispose(result);
            constant
        }
    }
}

/// The kinds of nodes that only C++ has.
fn cxx_kind(kind: CXCursorKind) -> Option<CxxKind> {
    Some(match kind {
        CXCursor_Namespace => CxxKind::Namespace,
        CXCursor_LinkageSpec => CxxKind::LinkageSpec,
        CXCursor_CXXMethod => CxxKind::Method,
        CXCursor_Constructor => CxxKind::Constructor,
        CXCursor_Destructor => CxxKind::Destructor,
        CXCursor_ConversionFunction => CxxKind::Conversion,
        CXCursor_FunctionTemplate => CxxKind::FunctionTemplate,
        CXCursor_ClassTemplate | CXCursor_ClassTemplatePartialSpecialization => CxxKind::ClassTemplate,
        CXCursor_CXXBaseSpecifier => CxxKind::Base,
        CXCursor_TemplateRef | CXCursor_NamespaceRef | CXCursor_OverloadedDeclRef => CxxKind::NameRef,
        CXCursor_VariableRef => CxxKind::Capture,
        CXCursor_CXXReinterpretCastExpr => CxxKind::Reinterpret,
        CXCursor_CXXTypeidExpr => CxxKind::TypeId,
        CXCursor_CXXStaticCastExpr | CXCursor_CXXConstCastExpr | CXCursor_CXXFunctionalCastExpr => {
            CxxKind::Cast
        }
        CXCursor_CXXDynamicCastExpr => CxxKind::DynamicCast,
        CXCursor_CXXBoolLiteralExpr => CxxKind::Bool,
        CXCursor_CXXNullPtrLiteralExpr => CxxKind::NullPtr,
        CXCursor_CXXThisExpr => CxxKind::This,
        CXCursor_CXXThrowExpr => CxxKind::Throw,
        CXCursor_CXXNewExpr => CxxKind::New,
        CXCursor_CXXDeleteExpr => CxxKind::Delete,
        CXCursor_LambdaExpr => CxxKind::Lambda,
        CXCursor_CXXCatchStmt => CxxKind::Catch,
        CXCursor_CXXTryStmt => CxxKind::Try,
        CXCursor_CXXForRangeStmt => CxxKind::ForRange,
        _ => return None,
    })
}

/// The attributes in the text of a declaration: what is in the double brackets after each `__attribute__`, or
/// of `[[gnu::...]]`.
fn attributes_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, close) in [("__attribute__((", ')'), ("[[", ']')] {
        for rest in text.split(start).skip(1) {
            let (mut depth, mut first) = (0, 0);
            for (at, mark) in rest.char_indices() {
                match mark {
                    '(' => depth += 1,
                    ')' if depth > 0 => depth -= 1,
                    _ if depth == 0 && (mark == close || mark == ',') => {
                        let written = rest[first..at].trim();
                        let name = written.trim_start_matches("gnu::").trim_start_matches("clang::");
                        found.push(name.to_string());
                        first = at + 1;
                    }
                    _ => {}
                }
                if depth == 0 && mark == close && first == at + 1 {
                    break;
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::attributes_in;

    #[test]
    fn attributes_are_told_apart() {
        let text = "int f(void) __attribute__((alias(\"g\"))) __attribute__((constructor(101), weak))";
        assert_eq!(attributes_in(text), ["alias(\"g\")", "constructor(101)", "weak"]);
        assert_eq!(attributes_in("[[gnu::constructor]] void f(void)"), ["constructor"]);
        assert!(attributes_in("int f(void)").is_empty());
    }
}
