; Information and options.
(set-info :smt-lib-version 2.6)
(set-info :source |some
text with ( and ; in it|)
(set-info :status sat)
(set-info :notes (a (b) "c)"))
(set-info :empty)
(set-info status sat)
;= (error "line 8 column 11: expected an attribute such as :status, found status")
(get-info :name)
;= (:name "cfp")
(get-info :version)
;= (:version "0.1.0")
(get-info :authors)
;= (:authors "the cfp developers")
(get-info :error-behavior)
;= (:error-behavior continued-execution)
(get-info :reason-unknown)
;= (error "line 18 column 11: the last check did not answer unknown")
(get-info :assertion-stack-levels)
;= (:assertion-stack-levels 0)
(get-info :nothing-like-that)
;= unsupported
(get-info)
;= (error "line 24 column 10: expected a keyword such as :name, found )")
(get-option :print-success)
;= false
(set-option :print-success true)
;= success
(set-option :print-success maybe)
;= (error "line 30 column 13: bad value of the option print-success, expected true or false")
(set-option :produce-assignments true)
;= success
(set-option :produce-proofs true)
;= success
(set-option :produce-unsat-cores true)
;= success
(set-option :produce-unsat-cores false)
;= success
(set-option :verbosity 2)
;= success
(get-option :verbosity)
;= 2
(set-option :random-seed 42)
;= success
(get-option :random-seed)
;= 42
(set-option :random-seed abc)
;= (error "line 48 column 13: bad value of the option random-seed, expected a number")
(set-option :reproducible-resource-limit 1000000)
;= success
(get-option :reproducible-resource-limit)
;= 1000000
(set-option :no-such-option 5)
;= unsupported
(get-option :no-such-option)
;= unsupported
(set-option :regular-output-channel "somewhere")
;= (error "line 58 column 13: this session may not open files")
(get-option :regular-output-channel)
;= "stdout"
(get-option :diagnostic-output-channel)
;= "stderr"
(set-option :interactive-mode false)
;= success
(get-assertions)
;= (error "line 66 column 2: the option produce-assertions is off")
(set-option :produce-assertions true)
;= success
(get-assertions)
;= ()
(echo "say ""hello""")
;= "say ""hello"""
(echo hello)
;= (error "line 74 column 7: expected a string, found hello")
(set-logic QF_LIA)
;= success
(set-logic QF_LIA)
;= (error "line 78 column 12: the logic is already set, to QF_LIA; (reset) starts anew")
(declare-const x Int)
;= success
(set-option :print-success false)
(assert true)
(reset)
(get-option :random-seed)
;= 0
(set-logic QF_IDL)
(exit)
(echo "not reached")
