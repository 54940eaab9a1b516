; The form of declarations that older scripts have.
(declare-datatypes () ((Colour red green (mixed (share Int))) (Box (box (inside Colour)))))
(declare-const b Box)
(assert (distinct (inside b) red green))
(assert (> (share (inside b)) 5))
(check-sat)
;= sat
(get-value (b))
;= ((b (box (mixed 6))))
(assert (= (inside b) (mixed 5)))
(check-sat)
;= unsat
(reset-assertions)
(declare-datatypes () (x))
;= (error "line 14 column 24: expected a datatype (name constructor …), found x")
(declare-datatypes () ((A a a)))
;= (error "line 16 column 29: a is already declared or defined")
(check-sat)
;= unknown
