-- Title: Advice: what could be quicker, and by how much at most; then rules without findings, and rules that the trace cannot answer
-- Needs: There is no rule.
-- Do not add the times of several rows: two rows may cover the same time.
SELECT state, severity, rule, gain_ns, share, coalesce(finding, reason) AS finding, findings, remedy, evidence FROM advice
