; cautious: off
; How quantifiers are read: scopes, shadowing, definitions, patterns. The assertions are printed at the end.
(declare-fun f (Int) Int)
(declare-sort U 0)
(declare-const x Int)
(declare-const p Bool)
; A bound name hides everything: constants, functions of theories, names of lets around it.
(assert (forall ((x Int)) (exists ((x Bool)) (or x p))))
(assert (forall ((f Int)) (> f x)))
(assert (exists ((and Int)) (= and 2)))
(assert (let ((x true)) (exists ((x Int)) (let ((x (+ x 1))) (> x 0)))))
; Of two variables with one name the last counts.
(assert (forall ((y Int) (y Bool)) y))
; Any sort will do.
(assert (forall ((u U) (v U) (a (Array Int Real)) (r Real)) (=> (= u v) (= (select a 1) r))))
; An integer where a real is expected.
(assert (forall ((i Int) (r Real)) (< i r)))
; Patterns are read, and forgotten like all other attributes.
(assert (! (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)) :pattern ((f (+ x 1)) (f 2)) :qid |a b| :skolemid k :weight 3)) :named positive))
; Names inside, as long as nothing is open in them.
(assert (exists ((x Int)) (and (> x 1) (! (exists ((y Int)) (! (> y 1) :qid q)) :named some-y))))
(assert some-y)
; Definitions: each use has variables of its own.
(define-fun above ((a Int) (b Bool)) Bool (exists ((y Int)) (and b (> y a))))
(assert (forall ((y Int)) (above y (above y p))))
(assert (= (above x p) (above x p)))
(define-fun all-above ((a Int)) Bool (forall ((y Int)) (above (+ y a) (forall ((y Int)) (> y a)))))
(assert (all-above (f x)))
(define-fun constant () Bool (exists ((y Int)) (= (* 2 y) x)))
(assert (or constant (not constant)))
; Products are checked where the definition is used.
(define-fun scaled ((k Int)) Bool (exists ((y Int)) (= (* k y) x)))
(assert (scaled 3))
(assert (scaled x))
(get-assertions)
;= ((forall ((x Int)) (exists ((x!1 Bool)) (or x!1 p)))
;=  (forall ((f Int)) (> f x))
;=  (exists ((and!1 Int)) (= and!1 2))
;=  (exists ((x Int)) (> (+ x 1) 0))
;=  (forall ((y Int) (y!1 Bool)) y!1)
;=  (forall ((u U) (v U) (a (Array Int Real)) (r Real)) (=> (= u v) (= (select a 1) r)))
;=  (forall ((i Int) (r Real)) (< (to_real i) r))
;=  (forall ((x Int)) (> (f x) 0))
;=  (exists ((x Int)) (and (> x 1) (exists ((y Int)) (> y 1))))
;=  (exists ((y Int)) (> y 1))
;=  (forall ((y Int)) (exists ((y!1 Int)) (and (exists ((y!2 Int)) (and p (> y!2 y))) (> y!1 y))))
;=  (= (exists ((y Int)) (and p (> y x))) (exists ((y Int)) (and p (> y x))))
;=  (forall ((y Int)) (exists ((y!1 Int)) (and (forall ((y!2 Int)) (> y!2 (f x))) (> y!1 (+ y (f x))))))
;=  (or (exists ((y Int)) (= (* 2 y) x)) (not (exists ((y Int)) (= (* 2 y) x))))
;=  (exists ((y Int)) (= (* 3 y) x))
;=  (exists ((y Int)) (= (* x y) x)))
