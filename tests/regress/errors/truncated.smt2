; The input ends in the middle of a command.
(declare-const x Int)
(assert (= x
  (+ 1
;= (error "line 6 column 1: unexpected end of input: 3 parentheses are still open, the first from line 3 column 1")
