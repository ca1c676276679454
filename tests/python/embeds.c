/* A program with an interpreter inside, that it loads itself: embeds LIBRARY. */
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  void (*start)(int) = (void (*)(int))dlsym(library, "Py_InitializeEx");
  int (*run)(const char *) = (int (*)(const char *))dlsym(library, "PyRun_SimpleString");
  int (*end)(void) = (int (*)(void))dlsym(library, "Py_FinalizeEx");
  start(0);
  int failed = run("def leaf(): pass\ndef inner():\n  for i in range(10): leaf()\ninner()\n");
  return end() || failed;
}
