; Every function of the theory of truth values, each with a question that has one answer.
(set-logic QF_UF)
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(check-sat-assuming ((not true)))
;= unsat
(check-sat-assuming ((not false)))
;= sat
(check-sat-assuming (p (=> p q) (not q)))
;= unsat
(check-sat-assuming ((not (=> p q r)) (not p)))
;= unsat
(check-sat-assuming ((=> p q r) p q r))
;= sat
(check-sat-assuming ((and p q r) (not r)))
;= unsat
(check-sat-assuming ((or p q r) (not p) (not q) (not r)))
;= unsat
(check-sat-assuming ((xor p q) (= p q)))
;= unsat
(check-sat-assuming ((xor p q r) p q r))
;= sat
(check-sat-assuming ((xor p q r) (not p) q r))
;= unsat
(check-sat-assuming ((= p q r) p (not r)))
;= unsat
(check-sat-assuming ((distinct p q) p q))
;= unsat
(check-sat-assuming ((distinct p q r)))
;= unsat
(check-sat-assuming ((ite p q r) p (not q)))
;= unsat
(check-sat-assuming ((ite p q r) p q))
;= sat
(check-sat-assuming ((and p) (or q) (not (xor p q))))
;= sat
