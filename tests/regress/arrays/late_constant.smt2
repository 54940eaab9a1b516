; A constant array that comes after the check in which a store was first seen: both must have the same default.
(set-logic QF_AUFLIA)
(declare-sort U3 0)
(declare-fun u4 () U3)
(declare-fun a7 () (Array Int U3))
(declare-fun f10 ((Array Int U3)) Bool)
(assert (f10 (store a7 0 u4)))
(check-sat)
;= sat
(declare-fun u28 () U3)
(check-sat)
;= sat
(check-sat-assuming (true (f10 (store ((as const (Array Int U3)) u4) 0 (select (store a7 0 u28) 5)))))
;= sat
