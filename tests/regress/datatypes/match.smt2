; Cases of a term.
(set-logic ALL)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(define-fun first ((l List)) Int (match l ((nil (- 1)) ((cons h t) h))))
(define-fun second ((l List)) Int (match l (((cons _ t) (match t (((cons s r) s) (u (- 2))))) (_ (- 1)))))
(declare-const x List)
(assert (= (first x) 4))
(assert (= (second x) 7))
(check-sat)
;= sat
(push)
(assert (match x ((nil true) (other (= (head (tail other)) 8)))))
(check-sat)
;= unsat
(pop)
; The first case that fits is the one that counts, and names of constructors are no variables.
(push)
(assert (let ((nil x)) (match x ((nil true) (y false) ((cons h t) true)))))
(check-sat)
;= unsat
(pop)
