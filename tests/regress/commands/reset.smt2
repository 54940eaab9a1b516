; cautious: off
; Everything anew.
(set-logic QF_UF)
(declare-const abs Bool)
(declare-const x Int)
;= (error "line 5 column 18: the sort Int does not belong to the logic QF_UF; set another logic, such as ALL")
(assert (not abs))
(check-sat)
;= sat
(reset)
(set-logic QF_LIA)
(declare-const x Int)
(assert (= (abs x) 2))
(assert (not (= x 2)))
(check-sat)
;= sat
(get-model)
;= (
;=   (define-fun x () Int (- 2))
;= )
(reset)
(get-assertions)
;= ()
(check-sat)
;= sat
(get-model)
;= (
;= )
