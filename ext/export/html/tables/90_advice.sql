-- Title: Advice: what could be quicker, at most
-- Needs: Nothing was found worth a word; what cannot be told stands below.
-- Times of several rows must not be added: they may be the same time, seen from two sides.
SELECT severity, rule, gain_ns, share, finding, findings, remedy, evidence FROM advice WHERE state = 'found'
