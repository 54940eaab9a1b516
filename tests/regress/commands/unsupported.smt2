; cautious: off
(get-proof)
;= (error "line 2 column 2: the option produce-proofs is off")
(get-unsat-core)
;= (error "line 4 column 2: the option produce-unsat-cores is off")
(declare-sort-parameter S)
;= unsupported
(check-sat)
;= sat
