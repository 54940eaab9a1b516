; A school trip. 150 pupils and 12 teachers travel by coach (53 seats), minibus (16 seats) and car (4 seats).
; How many of each should the school hire?
(set-option :produce-models true)
(set-logic QF_LIA)

(declare-const coaches Int)
(declare-const minibuses Int)
(declare-const cars Int)
(declare-const park-at-museum Bool)
(declare-const cost Int)

(assert (and (>= coaches 0) (>= minibuses 0) (>= cars 0)))

; Everybody has a seat, and no seat stays empty.
(assert (= (+ (* 53 coaches) (* 16 minibuses) (* 4 cars)) (+ 150 12)))

; A teacher rides in every vehicle, and only four parents have offered to drive a car.
(assert (<= (+ coaches minibuses cars) 12))
(assert (<= cars 4))

; The museum's yard takes two coaches and a minibus. Parking at the station instead costs 15 for each of them.
(assert (=> park-at-museum (and (<= coaches 2) (<= minibuses 1))))
(assert (= cost (+ (* 610 coaches) (* 190 minibuses) (* 45 cars)
                   (ite park-at-museum 0 (* 15 (+ coaches minibuses))))))

; There are 2000 in the purse.
(assert (<= cost 2000))

(check-sat)
(get-model)
(get-value (coaches minibuses cars cost))
