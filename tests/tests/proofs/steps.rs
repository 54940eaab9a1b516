//! One valid step of each rule at least.

/// The symbols of all steps.
pub(crate) const DECLARATIONS: &str = "(set-logic ALL)
(declare-sort U 0)
(declare-const a U) (declare-const b U) (declare-const c U)
(declare-fun f (U U) U) (declare-fun g (U) Bool)
(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
(declare-const x Int) (declare-const y Int) (declare-const z Int)
(declare-const u Real) (declare-const v Real)
(declare-const m (Array Int Int)) (declare-fun h (Int) Int)
";

/// The rule, the clauses of the premises, the clause, the arguments.
pub(crate) type Step = (&'static str, &'static [&'static str], &'static str, &'static str);

/// Valid steps.
pub(crate) const STEPS: &[Step] = &[
    ("and_pos", &[], "(not (and p q r)) q", "1"),
    ("and", &["(and p q r)"], "r", "2"),
    ("and_neg", &[], "(and p q) (not p) (not q)", ""),
    ("not_and", &["(not (and p q))"], "(not p) (not q)", ""),
    ("or_pos", &[], "(not (or p q r)) p q r", ""),
    ("or", &["(or p (not q))"], "p (not q)", ""),
    ("or_neg", &[], "(or p q) (not q)", "1"),
    ("not_or", &["(not (or p q))"], "(not p)", "0"),
    ("xor_pos1", &[], "(not (xor p q)) p q", ""),
    ("xor_pos2", &[], "(not (xor p q)) (not p) (not q)", ""),
    ("xor_neg1", &[], "(xor p q) p (not q)", ""),
    ("xor_neg2", &[], "(xor p q) (not p) q", ""),
    ("xor1", &["(xor p q)"], "p q", ""),
    ("xor2", &["(xor p q)"], "(not p) (not q)", ""),
    ("not_xor1", &["(not (xor p q))"], "p (not q)", ""),
    ("not_xor2", &["(not (xor p q))"], "(not p) q", ""),
    ("implies_pos", &[], "(not (=> p q)) (not p) q", ""),
    ("implies_neg1", &[], "(=> p q) p", ""),
    ("implies_neg2", &[], "(=> p q) (not q)", ""),
    ("implies", &["(=> p q)"], "(not p) q", ""),
    ("not_implies1", &["(not (=> p q))"], "p", ""),
    ("not_implies2", &["(not (=> p q))"], "(not q)", ""),
    ("equiv_pos1", &[], "(not (= p q)) p (not q)", ""),
    ("equiv_pos2", &[], "(not (= p q)) (not p) q", ""),
    ("equiv_neg1", &[], "(= p q) (not p) (not q)", ""),
    ("equiv_neg2", &[], "(= p q) p q", ""),
    ("equiv1", &["(= p q)"], "(not p) q", ""),
    ("equiv2", &["(= p q)"], "p (not q)", ""),
    ("not_equiv1", &["(not (= p q))"], "p q", ""),
    ("not_equiv2", &["(not (= p q))"], "(not p) (not q)", ""),
    ("ite_pos1", &[], "(not (ite p q r)) p r", ""),
    ("ite_pos2", &[], "(not (ite p q r)) (not p) q", ""),
    ("ite_neg1", &[], "(ite p q r) p (not r)", ""),
    ("ite_neg2", &[], "(ite p q r) (not p) (not q)", ""),
    ("ite1", &["(ite p q r)"], "p r", ""),
    ("ite2", &["(ite p q r)"], "(not p) q", ""),
    ("not_ite1", &["(not (ite p q r))"], "p (not r)", ""),
    ("not_ite2", &["(not (ite p q r))"], "(not p) (not q)", ""),
    ("resolution", &["(not p) q", "p r", "(not q) (g a)"], "r (g a)", ""),
    ("resolution", &["(not (not p)) q", "(not p)", "(not q)"], "", ""),
    ("resolution", &["p q r", "(not p) q r", "(not r) q"], "q", ""),
    ("th_resolution", &["p q", "(not p) q"], "q", ""),
    ("contraction", &["p q p"], "p q", ""),
    ("reordering", &["p q r"], "r p q", ""),
    ("weakening", &["p q"], "p q r", ""),
    ("true", &[], "true", ""),
    ("false", &[], "(not false)", ""),
    ("not_not", &[], "(not (not (not p))) p", ""),
    ("eq_reflexive", &[], "(= (f a b) (f a b))", ""),
    ("refl", &[], "(= x x)", ""),
    ("eq_symmetric", &[], "(= (= a b) (= b a))", ""),
    ("symm", &["(= a b)"], "(= b a)", ""),
    ("not_symm", &["(not (= a b))"], "(not (= b a))", ""),
    ("trans", &["(= a b)", "(= b c)"], "(= a c)", ""),
    ("eq_transitive", &[], "(not (= a b)) (not (= c b)) (= a c)", ""),
    ("eq_congruent", &[], "(not (= a b)) (not (= b c)) (= (f a b) (f b c))", ""),
    ("eq_congruent_pred", &[], "(not (= a b)) (not (g a)) (g b)", ""),
    ("cong", &["(= a b)"], "(= (f a c) (f b c))", ""),
    ("distinct_elim", &[], "(= (distinct a b c) (and (not (= a b)) (not (= a c)) (not (= b c))))", ""),
    ("la_generic", &[], "(not (<= x 3)) (not (>= x 4))", "1 1"),
    ("la_generic", &[], "(not (<= (+ (* 3 x) (* 3 y)) 5)) (<= (+ x y) 1)", "1 3"),
    ("la_generic", &[], "(not (= (* 2 x) (+ (* 2 y) 1))) (<= (- x y) 0) (not (<= (- x y) 0))", "(- 1) 2 0"),
    ("la_generic", &[], "(not (= x y)) (not (< x z)) (not (<= z y))", "1 1 1"),
    ("la_generic", &[], "(not (< u v)) (<= u (+ v 1.0))", "1 1"),
    ("la_generic", &[], "(not (<= (* 2.0 u) v)) (not (>= u 1.5)) (not (< v 3.0))", "1 2 1"),
    ("la_generic", &[], "(not (< (to_real x) 1.0)) (<= x 0)", "1 1"),
    ("la_disequality", &[], "(or (= x y) (not (<= x y)) (not (<= y x)))", ""),
    ("la_totality", &[], "(or (<= u v) (<= v u))", ""),
    ("la_rw_eq", &[], "(= (= x y) (and (<= x y) (<= y x)))", ""),
    ("poly_simp", &[], "(= (* 2 (+ x y)) (+ y x x y))", ""),
    ("poly_simp", &[], "(= (* 1.0 (to_real (- x 3))) (* 1.0 (- (to_real x) 3.0)))", ""),
    (
        "poly_simp_rel",
        &["(= (* 2 (- x y)) (* 1 (- (* 2 x) (* 2 y))))"],
        "(= (<= x y) (<= (* 2 x) (* 2 y)))",
        "",
    ),
    ("ite_intro", &[], "(= true (and true (ite p (= (ite p x y) x) (= (ite p x y) y))))", ""),
    ("rare_rewrite", &[], "(= (=> (not (= 3 0)) (<= (* 3 (div x 3)) x)) true)", "\"cfp-div-low\" x 3"),
    (
        "rare_rewrite",
        &[],
        "(= (=> (not (= 3 0)) (< x (+ (* 3 (div x 3)) (abs 3)))) true)",
        "\"cfp-div-high\" x 3",
    ),
    ("rare_rewrite", &[], "(= (mod x 3) (- x (* 3 (div x 3))))", "\"cfp-mod-def\" x 3"),
    ("rare_rewrite", &[], "(= (abs x) (ite (< x 0) (- x) x))", "\"cfp-abs\" x"),
    ("rare_rewrite", &[], "(= (select (store m x y) z) (ite (= x z) y (select m z)))", "\"cfp-row\" m x y z"),
    (
        "rare_rewrite",
        &[],
        "(= (select ((as const (Array Int Int)) y) x) y)",
        "\"cfp-const\" ((as const (Array Int Int)) y) x",
    ),
    ("rare_rewrite", &[], "(= (<= x y z) (and (<= x y) (<= y z)))", "\"cfp-chain\""),
];
