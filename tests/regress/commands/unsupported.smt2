; cautious: off
(get-proof)
;= (error "line 2 column 2: the option produce-proofs is off")
(get-unsat-core)
;= (error "line 4 column 2: the option produce-unsat-cores is off")
(declare-sort-parameter S)
;= unsupported
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
;= unsupported
(declare-datatype D ((c)))
;= unsupported
(declare-datatype L ((nil)))
;= unsupported
(declare-datatypes ((E 0)) (((d))))
;= unsupported
(check-sat)
;= sat
