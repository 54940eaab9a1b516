//! Functions of compilers and of verification tasks.

use crate::ir::BinaryOp;
use crate::libc::description::Description as F;
use crate::libc::description::Effect::NeverReturns;
use crate::libc::description::Meaning::*;
use crate::libc::description::Need::{Anything, OpenStream};
use crate::libc::id::Id::*;
use crate::libc::internal::{NOT_MODELLED, SCAN_STREAM};

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // Specification.
    F::unnamed(&["reach_error", "__VERIFIER_error"]).lowered(Error).keeps_errno(),
    F::unnamed(&["__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail"]).lowered(AssertFail)
        .does(&[NeverReturns]),
    F::unnamed(&["__VERIFIER_assert", "assert", "static_assert"]).lowered(Assert).keeps_errno(),
    F::unnamed(&["__VERIFIER_assume", "assume", "__builtin_assume", "__CPROVER_assume"]).lowered(Assume)
        .keeps_errno(),
    F::of(AtomicSection, &["__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"]).native().built_in()
        .keeps_errno(),
    // Drawings and stops that analyzers offer.
    F::unnamed(&["__VERIFIER_plot", "___sl_plot", "___sl_break", "___sl_enable_debugging_of"])
        .described().keeps_errno(),
    F::of(BufferSize, &["buffer_size"]).native().built_in().keeps_errno(),
    F::unnamed(&[SCAN_STREAM]).described().keeps_errno().needs(&[OpenStream(0)]),
    F::unnamed(&[NOT_MODELLED]).keeps_errno()
        .unsupported("a call that the model of a library function does not cover"),

    // Memory, hints, constants.
    F::unnamed(&["alloca", "__builtin_alloca", "__builtin_alloca_with_align"]).lowered(Alloca),
    F::unnamed(&["__builtin_expect", "__builtin_expect_with_probability", "__builtin_assume_aligned"])
        .lowered(Expect),
    F::unnamed(&["__builtin_constant_p"]).lowered(ConstantP),
    F::unnamed(&["__builtin_unreachable"]).lowered(Unreachable),
    F::of(ObjectSize, &["object_size"]).native().built_in().keeps_errno().needs(&[Anything(0)]),

    // Lists of arguments.
    F::unnamed(&["__builtin_va_start", "__va_start"]).lowered(VaStart),
    F::unnamed(&["__builtin_va_copy"]).lowered(VaCopy),
    F::unnamed(&["__builtin_va_end"]).lowered(VaEnd),

    // Arithmetic that reports overflow.
    F::unnamed(&["__builtin_add_overflow", "__builtin_sadd_overflow", "__builtin_saddl_overflow",
        "__builtin_saddll_overflow", "__builtin_uadd_overflow", "__builtin_uaddl_overflow",
        "__builtin_uaddll_overflow"]).lowered(Overflow(BinaryOp::Add)),
    F::unnamed(&["__builtin_sub_overflow", "__builtin_ssub_overflow", "__builtin_ssubl_overflow",
        "__builtin_ssubll_overflow", "__builtin_usub_overflow", "__builtin_usubl_overflow",
        "__builtin_usubll_overflow"]).lowered(Overflow(BinaryOp::Sub)),
    F::unnamed(&["__builtin_mul_overflow", "__builtin_smul_overflow", "__builtin_smull_overflow",
        "__builtin_smulll_overflow", "__builtin_umul_overflow", "__builtin_umull_overflow",
        "__builtin_umulll_overflow"]).lowered(Overflow(BinaryOp::Mul)),
];
