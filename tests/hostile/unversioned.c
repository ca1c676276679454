/* Calls a runtime whose symbols have no versions, in every way that the loader may bind them, and a function of the program
** itself that has such a name. */
#include <stdio.h>

int hipSetDevice(int), hipGetDevice(int *), hipDeviceSynchronize(void), hipMemcpy(void *, const void *, unsigned long, int);
/* Not HIP's function: this program gives the name another meaning. */
int hipStreamCreate(void **stream) { return (int)(long)stream; }

static int (*const table[])(int) = {hipSetDevice, 0};
int (*volatile variable)(void) = hipDeviceSynchronize;

int main(void) {
  char byte[2];
  int device = 0, own = 0;
  for (int i = 0; i < 100; i++) {
    hipMemcpy(byte, byte + 1, 1, 1);
    table[i & 0](0);
    variable();
    own += hipStreamCreate((void **)1);
  }
  hipGetDevice(&device);
  printf("expect hipMemcpy 100\nexpect hipSetDevice 100\nexpect hipDeviceSynchronize 100\nexpect hipGetDevice 1\nexpect hipStreamCreate 0\n");
  return device == 3 && own == 100 ? 3 : 1;
}
