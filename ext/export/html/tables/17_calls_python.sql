-- Title: Python: functions, with the GPU time below them
-- Needs: No function of a Python program was recorded (rocpd python records them).
SELECT function, file, line, calls, inclusive_ns, exclusive_ns, mean_ns, kernels, kernel_ns, exclusive_kernel_ns FROM python
