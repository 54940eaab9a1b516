; The only divisor that will do is zero.
(set-logic ALL)
(declare-fun i6 () Int)
(assert (distinct (div 0 i6) 0))
(check-sat)
;= sat
