; cautious: off
; At a terminal a rejected command is as if it had not been there.
(declare-const x Int)
(assert (= x 1 y))
;= (error "line 4 column 16: unknown constant y")
(check-sat)
;= sat
(assert (= x 1))
(check-sat)
;= sat
(get-value (x))
;= ((x 1))
