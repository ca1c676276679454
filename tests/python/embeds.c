/* embeds LIBRARY TIMES: a program that loads an interpreter itself, and starts it several times. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  void (*start)(int) = (void (*)(int))dlsym(library, "Py_InitializeEx");
  int (*run)(const char *) = (int (*)(const char *))dlsym(library, "PyRun_SimpleString");
  int (*end)(void) = (int (*)(void))dlsym(library, "Py_FinalizeEx");
  int failed = 0;
  for (int times = atoi(argv[2]); times--;) {
    start(0);
    failed |= run("def leaf(): pass\ndef inner():\n  for i in range(10): leaf()\ninner()\n");
    failed |= end();
  }
  return failed;
}
