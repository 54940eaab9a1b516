; cautious: off
; Spellings of symbols; with and without bars is the same.
(declare-const ~!@$%^&*_-+=<>.?/a1 Int)
(declare-const |x| Int)
(declare-const |a b| Int)
(declare-const || Int)
(declare-const |1st| Int)
(declare-const |let| Int)
(declare-const |assert| Int)
(declare-const |größe| Int)
(assert (= x 1 (- |a b| 1) (- || 2) (- |1st| 3) (- |let| 4) (- |assert| 5)))
(assert (= |~!@$%^&*_-+=<>.?/a1| |größe| (- |x|)))
(check-sat)
;= sat
(get-model)
;= (
;=   (define-fun ~!@$%^&*_-+=<>.?/a1 () Int (- 1))
;=   (define-fun x () Int 1)
;=   (define-fun |a b| () Int 2)
;=   (define-fun || () Int 3)
;=   (define-fun |1st| () Int 4)
;=   (define-fun |let| () Int 5)
;=   (define-fun |assert| () Int 6)
;=   (define-fun |größe| () Int (- 1))
;= )
(get-value (|x| x (+ |x|
   x) ; the text without comment and line end
 ))
;= ((|x| 1)
;=  (x 1)
;=  ((+ |x| x) 2))
(declare-const x Bool)
;= (error "line 32 column 16: x is already declared or defined")
(declare-const let Bool)
;= (error "line 34 column 16: expected the name of a constant, found the reserved word let; as a symbol it is written |let|")
(declare-const + Bool)
;= (error "line 36 column 16: + belongs to the logic and cannot be declared or defined")
(declare-const größe Bool)
;= (error "line 38 column 18: unexpected character ö; write symbols with such characters between bars: |…|")
(declare-const |a
b| Bool)
(check-sat-assuming (|a
b|))
;= sat
