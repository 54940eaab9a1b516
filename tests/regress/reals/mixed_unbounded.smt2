; Unbounded integers among reals: branching alone would not end soon, though there are models everywhere.
(set-option :produce-unsat-cores true)
(set-logic ALL)
(declare-const i Int)
(declare-const j Int)
(declare-const x Real)
(push 1)
(assert (< i x))
(assert (! (is_int (+ j x)) :named sum))
(check-sat)
;= sat
(pop 1)
(check-sat)
;= sat
(assert (is_int 1))
(check-sat-assuming (((_ divisible 2) i)))
;= sat
(check-sat-assuming (((_ divisible 4) (+ i 3))))
;= sat
