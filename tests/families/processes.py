"""processes.py HIP METHOD WAY [ROUNDS]: Python's multiprocessing by METHOD (fork, forkserver, spawn), each
process calls HIP by ctypes; WAY direct (ctypes.CDLL), or pool. Prints what all of them have called."""
import ctypes, multiprocessing, os, sys

CALLS = ("hipGetDeviceCount", "hipMalloc", "hipMemset", "hipDeviceSynchronize", "hipMemcpy", "hipFree")

def work(library, value):
    hip = ctypes.CDLL(library)
    number, p, host = ctypes.c_int(), ctypes.c_void_p(), ctypes.create_string_buffer(256)
    def call(name, *arguments):
        error = getattr(hip, name)(*arguments)
        if error:
            sys.stderr.write("%s: %d\n" % (name, error))
            os._exit(3)
    call("hipGetDeviceCount", ctypes.byref(number))
    for _ in range(10):
        call("hipMalloc", ctypes.byref(p), ctypes.c_size_t(256))
        call("hipMemset", p, value, ctypes.c_size_t(256))
        call("hipDeviceSynchronize")
        call("hipMemcpy", host, p, ctypes.c_size_t(256), 2)
        call("hipFree", p)
    return sum(host.raw)

def begin(all_begun):
    global barrier
    barrier = all_begun

def task(arguments):
    barrier.wait()  # so that each process gets one
    return work(*arguments)

if __name__ == "__main__":
    library, method, way = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    multiprocessing.set_start_method(method)
    if way == "pool":
        with multiprocessing.Pool(rounds, begin, (multiprocessing.Barrier(rounds),)) as pool:
            sums = pool.map(task, [(library, i) for i in range(rounds)], chunksize=1)
        assert sums == [256 * i for i in range(rounds)], sums
    else:
        processes = [multiprocessing.Process(target=work, args=(library, i)) for i in range(rounds)]
        for p in processes:
            p.start()
        for p in processes:
            p.join()
            assert p.exitcode == 0, p.exitcode
    print("call hipGetDeviceCount %d" % rounds)
    for name in CALLS[1:]:
        print("call %s %d" % (name, 10 * rounds))
