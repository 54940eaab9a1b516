; A shop sells boxes of 6, 9 and 20. Can somebody buy exactly 43?
; No: the checker cfp-check accepts the proof that (get-proof) prints.
(set-option :produce-proofs true)
(set-logic QF_LIA)
(declare-const six Int)
(declare-const nine Int)
(declare-const twenty Int)
(assert (and (>= six 0) (>= nine 0) (>= twenty 0)))
(assert (= (+ (* 6 six) (* 9 nine) (* 20 twenty)) 43))
(check-sat)
(get-proof)
