-- Not told: what could not be looked at, and what is missing for it
SELECT rule, reason FROM advice WHERE state = 'unknown'
