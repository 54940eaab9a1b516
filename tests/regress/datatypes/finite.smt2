; Datatypes with finitely many values.
(set-logic ALL)
(declare-datatype Color ((red) (green) (blue)))
(declare-datatype Flag ((flag (upper Color) (lower Color) (has-star Bool))))
(declare-const a Color)
(declare-const b Color)
(declare-const c Color)
(assert (distinct a b c))
(check-sat)
;= sat
(push)
(assert (distinct a red))
(assert (distinct b red))
(check-sat)
;= sat
(assert (distinct c red))
(check-sat)
;= unsat
(pop)
(push)
(declare-const d Color)
(assert (distinct a b c d))
(check-sat)
;= unsat
(pop)
(push)
(declare-const p Flag)
(declare-const q Flag)
(assert (= (upper p) (upper q)))
(assert (= (lower p) (lower q)))
(assert (distinct p q))
(check-sat)
;= sat
(assert (= (has-star p) (has-star q)))
(check-sat)
;= unsat
(pop)
(declare-fun next (Color) Color)
(assert (distinct red (next red) (next (next red))))
(assert (= (next (next (next red))) (next red)))
(check-sat)
;= sat
