; cautious: off
; Products with a common factor are in the order of their other factors, or in the opposite one.
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(push)
(assert (<= a b))
(assert (<= 0 c))
(assert (> (* a c) (* b c)))
(check-sat)
;= unsat
(pop)
(push)
(assert (< a b))
(assert (< c 0))
(assert (<= (* a c) (* c b)))
(check-sat)
;= unsat
(pop)
(push)
(assert (>= a b))
(assert (<= c 0))
(assert (> (* c a) (* c b)))
(check-sat)
;= unsat
(pop)
(push)
(assert (distinct (* a c) (* b c)))
(assert (or (= a b) (= c 0)))
(check-sat)
;= unsat
(pop)
(push)
(assert (< a b))
(assert (>= (* a c) (* b c)))
(assert (distinct c 0))
(check-sat)
;= sat
(pop)
; Real numbers, and a square.
(declare-const x Real)
(declare-const y Real)
(assert (< 0 x y))
(push)
(assert (>= (* x x) (* x y)))
(check-sat)
;= unsat
(pop)
(assert (>= (* x y) (* y y)))
(check-sat)
;= unsat
