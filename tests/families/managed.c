/* Managed, pinned and registered memory, used by the host and the device, and by peers if there are any. */
#include "counted.h"

int main(void) {
  unsigned char *managed, *pinned, *registered = aligned_alloc(4096, 8192);
  void *seen;
  int devices = 0, peer = 0;
  unsigned long sum = 0;
  CALL(hipGetDeviceCount, &devices);
  for (int d = 0; d < devices; d++) {
    CALL(hipSetDevice, d);
    CALL(hipMallocManaged, (void **)&managed, 4096, hipMemAttachGlobal);
    memset(managed, 3, 4096);
    CALL(hipMemset, managed, 5, 2048);
    CALL(hipDeviceSynchronize);
    for (int i = 0; i < 4096; i++) sum += managed[i];
    CALL(hipFree, managed);
    CALL(hipHostMalloc, (void **)&pinned, 4096, hipHostMallocMapped);
    CALL(hipHostGetDevicePointer, &seen, pinned, 0);
    CALL(hipMemset, seen, 7, 4096);
    CALL(hipDeviceSynchronize);
    for (int i = 0; i < 4096; i++) sum += pinned[i];
    CALL(hipHostFree, pinned);
    CALL(hipHostRegister, registered, 8192, hipHostRegisterDefault);
    CALL(hipHostUnregister, registered);
  }
  if (devices > 1) {
    void *first, *second;
    CALL(hipDeviceCanAccessPeer, &peer, 0, 1);
    CALL(hipSetDevice, 0);
    CALL(hipMalloc, &first, 65536);
    CALL(hipMemset, first, 9, 65536);
    CALL(hipSetDevice, 1);
    CALL(hipMalloc, &second, 65536);
    CALL(hipMemcpyPeer, second, 1, first, 0, 65536);
    CALL(hipMemcpy, registered, second, 8192, hipMemcpyDeviceToHost);
    for (int i = 0; i < 8192; i++) sum += registered[i];
    CALL(hipFree, first);
    CALL(hipFree, second);
  }
  printf("devices %d sum %lu\n", devices, sum);
  counted_print(stdout);
  return sum == (unsigned long)devices * (2048 * 8 + 4096 * 7) + (devices > 1 ? 8192ul * 9 : 0) ? 0 : 1;
}
