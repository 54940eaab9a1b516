; Every function of the theory of integers, each with a question that has one answer.
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(check-sat-assuming ((= x 7) (= y (- x)) (= z (- x y 4))))
;= sat
(get-value (y z))
;= ((y (- 7))
;=  (z 10))
(check-sat-assuming ((= x (+ 1 2 3)) (= y (* 2 3 x)) (= z (- 5))))
;= sat
(get-value (x y z))
;= ((x 6)
;=  (y 36)
;=  (z (- 5)))
(check-sat-assuming ((= x (- 7)) (= y (div x 2)) (= z (mod x 2))))
;= sat
(get-value (y z))
;= ((y (- 4))
;=  (z 1))
(check-sat-assuming ((= x (- 7)) (= y (div x (- 2))) (= z (mod x (- 2)))))
;= sat
(get-value (y z))
;= ((y 4)
;=  (z 1))
(check-sat-assuming ((= x (- 7)) (= y (abs x)) (= z (abs y))))
;= sat
(get-value (y z))
;= ((y 7)
;=  (z 7))
(check-sat-assuming ((<= 1 x 1) (< 1 y 3) (>= 4 z 4)))
;= sat
(get-value (x y z))
;= ((x 1)
;=  (y 2)
;=  (z 4))
(check-sat-assuming ((> 3 x 1) (> 4 y x)))
;= sat
(get-value (x y))
;= ((x 2)
;=  (y 3))
(check-sat-assuming (((_ divisible 6) x) (< 6 x 18)))
;= sat
(get-value (x))
;= ((x 12))
(check-sat-assuming (((_ divisible 6) x) (< 6 x 12)))
;= unsat
(check-sat-assuming ((distinct x y z) (<= 0 x 1) (<= 0 y 1) (<= 0 z 1)))
;= unsat
(check-sat-assuming ((= x y z) (= x 5) (> z 5)))
;= unsat
(check-sat-assuming ((= x (ite (> y 0) 3 4)) (= y 1) (= x 4)))
;= unsat
(check-sat-assuming ((= (* 2 x) 1)))
;= unsat
(check-sat-assuming ((= (+ (* 3 x) (* 6 y)) 4)))
;= unsat
(check-sat-assuming ((not (= (+ (* (div x 3) 3) (mod x 3)) x))))
;= unsat
