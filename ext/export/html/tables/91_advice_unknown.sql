-- Title: Not told: what could not be looked at, and what is missing for it
-- Needs: All could be looked at.
SELECT rule, reason FROM advice WHERE state = 'unknown'
