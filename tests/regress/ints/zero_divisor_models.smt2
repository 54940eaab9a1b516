; A model says what divisions by zero are if it depends on them: as a definition of the function, which is the
; function itself elsewhere. This is the form that model validation in competitions prescribes.
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (and (= x 3) (= y 0)))
(push)
(assert (= (div x y) 5))
(assert (= (mod x y) 7))
(check-sat)
;= sat
(get-model)
;= (
;=   (define-fun x () Int 3)
;=   (define-fun y () Int 0)
;=   (define-fun div ((x1 Int) (x2 Int)) Int (ite (= x2 0) (ite (= x1 3) 5 0) (div x1 x2)))
;=   (define-fun mod ((x1 Int) (x2 Int)) Int (ite (= x2 0) (ite (= x1 3) 7 0) (mod x1 x2)))
;= )
(get-value ((div x y) (mod x y) (div 7 2)))
;= (((div x y) 5)
;=  ((mod x y) 7)
;=  ((div 7 2) 3))
(pop)
; A division by something else is the function itself.
(assert (= (div x 2) 1))
(check-sat)
;= sat
(get-model)
;= (
;=   (define-fun x () Int 3)
;=   (define-fun y () Int 0)
;= )
