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
