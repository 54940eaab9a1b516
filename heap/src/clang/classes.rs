//! What libclang tells of the classes of C++ and of their members.

use super::{CType, Cursor, Kind, take};
use clang_sys::*;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<'u> Cursor<'u> {
    /// The name that the linker knows a function or variable by.
    pub fn mangled(self) -> String {
        // Cursors are plain values that point into the unit, which lives for 'u. The same holds for every
        // call below.
        unsafe { take(clang_Cursor_getMangling(self.raw())) }
    }

    /// The name of a function with the types of its parameters.
    pub fn display_name(self) -> String {
        unsafe { take(clang_getCursorDisplayName(self.raw())) }
    }

    /// Whether a member function is virtual, by its own declaration or by one that it overrides.
    pub fn is_virtual(self) -> bool {
        unsafe { clang_CXXMethod_isVirtual(self.raw()) != 0 }
    }

    /// Whether a member function has no object.
    pub fn is_static_member(self) -> bool {
        unsafe { clang_CXXMethod_isStatic(self.raw()) != 0 }
    }

    /// Whether the compiler makes the body of a member function: it is implicit, or `= default`.
    pub fn is_defaulted(self) -> bool {
        unsafe { clang_CXXMethod_isDefaulted(self.raw()) != 0 }
    }

    /// Whether a function is `= delete`.
    pub fn is_deleted(self) -> bool {
        unsafe { clang_CXXMethod_isDeleted(self.raw()) != 0 }
    }

    /// Whether a constructor copies.
    pub fn is_copy_constructor(self) -> bool {
        unsafe { clang_CXXConstructor_isCopyConstructor(self.raw()) != 0 }
    }

    /// Whether a constructor moves.
    pub fn is_move_constructor(self) -> bool {
        unsafe { clang_CXXConstructor_isMoveConstructor(self.raw()) != 0 }
    }

    /// Whether a constructor needs no arguments.
    pub fn is_default_constructor(self) -> bool {
        unsafe { clang_CXXConstructor_isDefaultConstructor(self.raw()) != 0 }
    }

    /// Whether a base is a virtual one.
    pub fn is_virtual_base(self) -> bool {
        unsafe { clang_isVirtualBase(self.raw()) != 0 }
    }

    /// Whether a class or function is an instance of a template.
    pub fn is_instance(self) -> bool {
        unsafe { clang_Cursor_isNull(clang_getSpecializedCursorTemplate(self.raw())) == 0 }
    }

    /// Whether it is written within the text of a class.
    pub fn is_in_class(self) -> bool {
        let parent = Cursor::if_real(unsafe { clang_getCursorLexicalParent(self.raw()) });
        parent.is_some_and(|scope| matches!(scope.kind(), Kind::StructDecl | Kind::UnionDecl))
    }

    /// The template that a class or function is an instance of.
    pub fn template(self) -> Option<Cursor<'u>> {
        Cursor::if_real(unsafe { clang_getSpecializedCursorTemplate(self.raw()) })
    }

    /// What the template has that a class is an instance of.
    pub fn template_children(self) -> Vec<Cursor<'u>> {
        self.template().map(Cursor::children).unwrap_or_default()
    }

    /// A name that a declaration shares with no other one, also of other files.
    pub fn usr(self) -> String {
        unsafe { take(clang_getCursorUSR(self.raw())) }
    }

    /// Whether a virtual function is `= 0`.
    pub fn is_pure(self) -> bool {
        unsafe { clang_CXXMethod_isPureVirtual(self.raw()) != 0 }
    }

    /// Whether a member or base is public.
    pub fn is_public(self) -> bool {
        unsafe { clang_getCXXAccessSpecifier(self.raw()) == CX_CXXPublic }
    }

    /// Whether a function lets no exception out.
    pub fn is_noexcept(self) -> bool {
        let name = self.ctype().canonical().name();
        let kind = unsafe { clang_getCursorExceptionSpecificationType(self.raw()) };
        name.ends_with("noexcept")
            || kind == CXCursor_ExceptionSpecificationKind_BasicNoexcept
            || kind == CXCursor_ExceptionSpecificationKind_DynamicNone
    }

    /// Whether a function lists the types of the exceptions that it lets out.
    pub fn has_dynamic_specification(self) -> bool {
        let kind = unsafe { clang_getCursorExceptionSpecificationType(self.raw()) };
        kind == CXCursor_ExceptionSpecificationKind_Dynamic
    }

    /// The virtual functions of bases that a member function overrides.
    pub fn overridden(self) -> Vec<Cursor<'u>> {
        // The list is handed over until it is disposed of; the cursors are copied.
        unsafe {
            let (mut list, mut count) = (std::ptr::null_mut(), 0);
            clang_getOverriddenCursors(self.raw(), &mut list, &mut count);
            if list.is_null() {
                return Vec::new();
            }
            let found = std::slice::from_raw_parts(list, count as usize);
            let found = found.iter().map(|&raw| Cursor::new(raw)).collect();
            clang_disposeOverriddenCursors(list);
            found
        }
    }
}

impl<'u> CType<'u> {
    /// Whether it is a plain old type: copies of it are copies of its bytes, and nothing else happens.
    pub fn is_pod(self) -> bool {
        unsafe { clang_isPODType(self.raw()) != 0 }
    }

    /// The fields of a class in order, also of an instance of a template.
    pub fn fields(self) -> Vec<Cursor<'u>> {
        struct Found {
            cursors: Vec<CXCursor>,
        }
        // Called by libclang with the pointer that is handed over below, during that call only. A panic must
        // not run through foreign frames, so it ends the visit.
        extern "C" fn visit(cursor: CXCursor, data: CXClientData) -> CXVisitorResult {
            let found = unsafe { &mut *data.cast::<Found>() };
            let pushed = catch_unwind(AssertUnwindSafe(|| found.cursors.push(cursor)));
            if pushed.is_ok() { CXVisit_Continue } else { CXVisit_Break }
        }
        let mut found = Found { cursors: Vec::new() };
        unsafe {
            clang_Type_visitFields(self.canonical().raw(), visit, (&raw mut found).cast::<c_void>());
        }
        found.cursors.into_iter().map(Cursor::new).collect()
    }
}
