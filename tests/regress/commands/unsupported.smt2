; cautious: off
(get-proof)
;= unsupported
(get-unsat-core)
;= unsupported
(declare-sort S 0)
;= (error "line 6 column 2: uninterpreted sorts are not supported yet")
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
;= unsupported
(define-fun-rec f ((x Int)) Int (f x))
;= unsupported
(declare-fun f (Int Int) Int)
;= (error "line 12 column 17: functions with arguments are not supported yet")
(declare-fun f (Int) Bool)
;= (error "line 14 column 17: functions with arguments are not supported yet")
(check-sat)
;= sat
