-- Title: Stacks: GPU time by the host's stack that launched it
-- Needs: No stacks were sampled, or no kernel or copy was recorded.
-- The path of calls and ranges is exact. A stack is known as far as samples were taken in the launching calls; sampled is the time whose own call was sampled.
SELECT name, kind, function, module, found, samples, gpu_ns, sampled_ns, share, call_path, stack FROM launch_stacks WHERE EXISTS (SELECT 1 FROM stacks) LIMIT 2000
