-- Title: Waits: where threads were blocked, by system call and stack
-- Needs: No thread was seen blocked.
-- The time in which a thread neither used a CPU nor waited for one. A stack begins with its outermost function.
SELECT syscall, function, samples, blocked_ns, share, stack FROM waits LIMIT 2000
