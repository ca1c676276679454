-- Title: Advice: what could be quicker, at most, then what was looked at and is not worth a word, and what cannot be told
-- Needs: There is no rule.
-- Times of several rows must not be added: they may be the same time, seen from two sides.
SELECT state, severity, rule, gain_ns, share, coalesce(finding, reason) AS finding, findings, remedy, evidence FROM advice
