; Every option of the standard: its value at the beginning, what it takes, and when it may be changed.
(get-option :diagnostic-output-channel)
;= "stderr"
(get-option :global-declarations)
;= false
(get-option :interactive-mode)
;= true
(get-option :print-success)
;= false
(get-option :produce-assertions)
;= true
(get-option :produce-assignments)
;= true
(get-option :produce-models)
;= true
(get-option :produce-proofs)
;= false
(get-option :produce-unsat-assumptions)
;= true
(get-option :produce-unsat-cores)
;= false
(get-option :random-seed)
;= 0
(get-option :regular-output-channel)
;= "stdout"
(get-option :reproducible-resource-limit)
;= 0
(get-option :verbosity)
;= 0
(set-option :diagnostic-output-channel stdout)
;= (error "line 30 column 13: bad value of the option diagnostic-output-channel, expected a string")
(set-option :diagnostic-output-channel "stdout")
(get-option :diagnostic-output-channel)
;= "stdout"
(set-option :diagnostic-output-channel "stderr")
(set-option :global-declarations 1)
;= (error "line 36 column 13: bad value of the option global-declarations, expected true or false")
(set-option :global-declarations true)
(set-option :produce-models false)
(set-option :produce-assignments false)
(set-option :produce-unsat-assumptions false)
(set-option :produce-unsat-cores true)
(set-option :produce-proofs true)
;= unsupported
(set-option :produce-proofs false)
(set-option :produce-proofs perhaps)
;= (error "line 46 column 13: bad value of the option produce-proofs, expected true or false")
(set-option :random-seed 7)
(set-option :random-seed -7)
;= (error "line 49 column 13: bad value of the option random-seed, expected a number")
(set-option :reproducible-resource-limit 1000000)
(set-option :reproducible-resource-limit "much")
;= (error "line 52 column 13: bad value of the option reproducible-resource-limit, expected ticks, 0 for no limit")
(set-option :reproducible-resource-limit 0)
(set-option :verbosity 1)
(set-option :verbosity loud)
;= (error "line 56 column 13: bad value of the option verbosity, expected a number")
(set-option :verbosity)
;= (error "line 58 column 13: bad value of the option verbosity, expected a number")
(set-option :print-success (true))
;= (error "line 60 column 13: bad value of the option print-success, expected true or false")
(set-option print-success true)
;= (error "line 62 column 13: expected an option such as :print-success, found print-success")
(set-option)
;= (error "line 64 column 12: expected an option such as :print-success, found )")
(set-logic ALL)
; The mode in which these can be changed is over; to say again what holds is no change.
(set-option :global-declarations false)
;= (error "line 68 column 13: the option global-declarations can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :produce-models true)
;= (error "line 70 column 13: the option produce-models can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :produce-assignments true)
;= (error "line 72 column 13: the option produce-assignments can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :produce-assertions false)
;= (error "line 74 column 13: the option produce-assertions can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :interactive-mode false)
;= (error "line 76 column 13: the option interactive-mode can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :produce-unsat-assumptions true)
;= (error "line 78 column 13: the option produce-unsat-assumptions can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :produce-unsat-cores false)
;= (error "line 80 column 13: the option produce-unsat-cores can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :produce-proofs true)
;= (error "line 82 column 13: the option produce-proofs can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :random-seed 8)
;= (error "line 84 column 13: the option random-seed can be changed only before set-logic and declarations; (reset) starts anew")
(set-option :random-seed 7)
(set-option :produce-models false)
(set-option :verbosity 0)
(set-option :reproducible-resource-limit 2000000)
(declare-const p Bool)
(assert (! p :named assertion))
(check-sat)
;= sat
(get-model)
;= (error "line 94 column 2: the option produce-models is off")
(get-value (p))
;= (error "line 96 column 2: the option produce-models is off")
(get-assignment)
;= (error "line 98 column 2: the option produce-assignments is off")
(check-sat-assuming ((not p)))
;= unsat
(get-unsat-assumptions)
;= (error "line 102 column 2: the option produce-unsat-assumptions is off")
(get-unsat-core)
;= (assertion)
(get-proof)
;= unsupported
(set-option :print-success true)
;= success
(set-option :print-success false)
(reset)
(get-option :produce-models)
;= true
(get-option :global-declarations)
;= false
; Information.
(get-info :assertion-stack-levels)
;= (:assertion-stack-levels 0)
(get-info :authors)
;= (:authors "the cfp developers")
(get-info :error-behavior)
;= (:error-behavior continued-execution)
(get-info :name)
;= (:name "cfp")
(get-info :version)
;= (:version "0.1.0")
(get-info :reason-unknown)
;= (error "line 127 column 11: the last check did not answer unknown")
(get-info :status)
;= unsupported
