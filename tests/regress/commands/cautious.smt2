; After a rejected command that should have changed what is asserted, answers are unknown.
(declare-const x Int)
(check-sat)
;= sat
(push)
(assert (= x y))
;= (error "line 6 column 14: unknown constant y")
(check-sat)
;= unknown
(get-info :reason-unknown)
;= (:reason-unknown (incomplete "the command at line 6 column 14 was rejected"))
(get-value (x))
;= (error "line 12 column 2: there is no model: the last check answered unknown")
(pop)
(check-sat)
;= sat
(get-value (y))
;= (error "line 17 column 13: unknown constant y")
(check-sat)
;= sat
; The lower of two levels counts.
(push)
(declare-const z String)
;= (error "line 23 column 18: the sort String is not supported")
(push)
(assert z)
;= (error "line 26 column 9: unknown constant z")
(pop)
(check-sat)
;= unknown
(pop)
(check-sat)
;= sat
; After a command that nobody knows, popping does not help.
(push)
(asert (= x 1))
;= (error "line 36 column 2: unknown command asert; did you mean assert?")
(check-sat)
;= unknown
(pop)
(check-sat)
;= unknown
(reset)
(check-sat)
;= sat
; Neither after a command that is not supported.
(declare-sort-parameter D)
;= unsupported
(check-sat)
;= unknown
(reset-assertions)
(check-sat)
;= sat
(reset)
; Without an assertion that was rejected, an unsatisfiable problem is still unsatisfiable.
(declare-const x Int)
(declare-const s String)
;= (error "line 57 column 18: the sort String is not supported")
(assert (= s s))
;= (error "line 59 column 12: unknown constant s")
(assert (< x 0))
(check-sat)
;= unknown
(push)
(assert (> x 0))
(check-sat)
;= unsat
(get-unsat-assumptions)
;= ()
(pop)
(check-sat-assuming ((> x 0)))
;= unsat
(check-sat-assuming ((< x (- 1))))
;= unknown
; A name that means something else than what was rejected does not help.
(define-fun x () Int (foo 1))
;= (error "line 76 column 13: x is already declared or defined")
(assert (> x 0))
(check-sat)
;= unknown
(reset)
(declare-const x Int)
(assert (< x 0))
(push 100000000000)
;= (error "line 84 column 7: more than 1048576 levels are not supported")
(assert (> x 0))
(check-sat)
;= unknown
