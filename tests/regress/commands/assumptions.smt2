; cautious: off
; Checks under assumptions, which may be any Boolean terms.
(declare-const x Int)
(declare-const p Bool)
(declare-const q Bool)
(assert (=> p (> x 3)))
(assert (=> q (< x 3)))
(get-unsat-assumptions)
;= (error "line 8 column 2: the last check did not answer unsat")
(check-sat-assuming (p))
;= sat
(check-sat-assuming (p   q))
;= unsat
(get-unsat-assumptions)
;= (p q)
(check-sat-assuming ((= x 5) (< x  ; five
  2)))
;= unsat
(get-unsat-assumptions)
;= ((= x 5) (< x 2))
(check-sat-assuming ())
;= sat
(check-sat-assuming (p (not p) p))
;= unsat
(get-unsat-assumptions)
;= (p (not p))
(check-sat-assuming (x))
;= (error "line 27 column 22: the assumption has sort Int, expected Bool")
(check-sat-assuming p)
;= (error "line 29 column 21: expected ( before the assumptions, found p")
(check-sat)
;= sat
