"""Writes ext/analysis/syscalls.def from the kernel's headers: scripts/syscall_def.py /usr/include/x86_64-linux-gnu/asm/unistd_64.h /usr/include/asm-generic/unistd.h"""
import re, sys


def numbers(path, bits):
    text = open(path).read()
    # Of the generic header the part for 64 bits: names with 3264 are those of both, the others of 32 bits only stand in "#if __BITS_PER_LONG == 32".
    out, skip = {}, 0
    for line in text.splitlines():
        if re.match(r"#if .*(__BITS_PER_LONG == 32|__ARCH_WANT_TIME32|__ARCH_WANT_32)", line) and "__BITS_PER_LONG != 32" not in line:
            skip = 1
        elif line.startswith("#if") and skip:
            skip += 1
        elif line.startswith("#endif") and skip:
            skip -= 1
        m = re.match(r"#define __NR(?:3264)?_(\w+)\s+(\d+)$", line)
        if m and not (skip and bits) and m.group(1) not in ("syscalls", "arch_specific_syscall"):
            out[m.group(1)] = int(m.group(2))
    return out


x86, arm = numbers(sys.argv[1], False), numbers(sys.argv[2], True)
if "fstatat" in arm:
    arm["newfstatat"] = arm.pop("fstatat")
print("/* System calls: SYSCALL(name, number on x86-64, number on aarch64); -1: there is none. Written by scripts/syscall_def.py from the kernel's headers. */")
for name in sorted(set(x86) | set(arm), key=lambda n: (x86.get(n, 1 << 20), arm.get(n, 0))):
    print("SYSCALL(%s, %d, %d)" % (name, x86.get(name, -1), arm.get(name, -1)))
