; Declarations that outlive their level.
(set-option :global-declarations true)
(get-option :global-declarations)
;= true
(push)
(declare-const x Int)
(define-fun twice ((a Int)) Int (+ a a))
(assert (! (= x 3) :named three))
(pop)
(assert (= (twice x) 8))
(check-sat)
;= sat
(get-value (x three))
;= ((x 4)
;=  (three false))
(reset-assertions)
(check-sat-assuming ((= x 5)))
;= sat
(get-model)
;= (
;=   (define-fun x () Int 5)
;= )
(set-option :global-declarations false)
;= (error "line 23 column 13: the option global-declarations can be changed only before set-logic and declarations; (reset) starts anew")
