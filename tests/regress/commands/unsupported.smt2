; cautious: off
(get-proof)
;= unsupported
(get-unsat-core)
;= (error "line 4 column 2: the option produce-unsat-cores is off")
(declare-sort-parameter S)
;= unsupported
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
;= unsupported
(define-fun-rec f ((x Int)) Int (f x))
;= unsupported
(declare-datatype L ((nil)))
;= unsupported
(define-funs-rec ((g ((x Int)) Int)) ((g x)))
;= unsupported
(check-sat)
;= sat
