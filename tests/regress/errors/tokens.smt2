; cautious: off
(declare-const x Int)
(assert (= x 12ab))
;= (error "line 3 column 14: malformed number 12ab; a symbol does not start with a digit")
(assert (= x 'quoted))
;= (error "line 5 column 14: unexpected '")
(assert (= x #z))
;= (error "line 7 column 14: malformed literal #z; after # comes x and hexadecimal digits, or b and binary digits")
(assert (= x größe))
;= (error "line 9 column 16: unexpected character ö; write symbols with such characters between bars: |…|")
(assert (= x |a\b|))
;= (error "line 11 column 16: \ is not allowed in a quoted symbol")
(assert (= x [1]))
;= (error "line 13 column 14: unexpected [")
(assert (= x : ))
;= (error "line 15 column 14: a colon must be followed by a keyword")
'
;= (error "line 17 column 1: unexpected '")
{ } (echo "next")
;= "next"
(check-sat)
;= sat
