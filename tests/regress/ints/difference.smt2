; Difference logic in the ways it is written.
(set-logic QF_IDL)
(declare-fun a () Int)
(declare-fun b () Int)
(declare-fun c () Int)
(assert (<= (- a b) 3))
(assert (< (- b c) (- 2)))
(assert (not (>= a (+ c 1))))
(assert (distinct (- a c) 0))
(check-sat)
;= sat
(push 1)
(assert (> (- a c) 0))
(check-sat)
;= unsat
(pop 1)
(check-sat)
;= sat
