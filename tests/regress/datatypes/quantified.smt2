; With quantifiers, unsat stands and sat is not claimed.
(set-logic ALL)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(define-fun-rec length ((l List)) Int (match l ((nil 0) ((cons h t) (+ 1 (length t))))))
(declare-const x List)
(assert (= (length nil) 1))
(check-sat)
;= unsat
