/* A program that uses `marks` (one_file.c) and a runtime with HIP's name; compiled with -DLIBRARY it is the library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int marks_twice(int value), marks_push(const char *message), marks_pop(void);
void marks_instant(const char *message);

#ifdef LIBRARY
static int depth;
static int twice(int value) { return 2 * value; }
static int push(const char *message) { (void)message; return depth++; }
static int pop(void) { return --depth; }
int marks_twice(int value) { return twice(value); }
int marks_push(const char *message) { return push(message); }
int marks_pop(void) { return pop(); }
void marks_instant(const char *message) { (void)message; }
/* The dispatch table. Two tables are registered, and the second has the traced functions. The last of them lies beyond the
** table's stated size. */
struct table { size_t size; void *function[3]; } tables[2];
void *marks_tables(int functions) {
  int (*reg)(const char *, void *, uint32_t, void **, uint64_t, void *) =
    (int (*)(const char *, void *, uint32_t, void **, uint64_t, void *))dlsym(RTLD_DEFAULT, "rocprofiler_register_library_api_table");
  tables[1] = (struct table){sizeof(size_t) + (size_t)functions * sizeof(void *), {(void *)twice, (void *)push, (void *)pop}};
  void *all[2] = {&tables[0], &tables[1]};
  uint64_t id;
  if (reg) reg("marks", NULL, 1, all, 2, &id), reg("marks", NULL, 1, all, 2, &id);
  return tables[1].function;
}
#else
int hipSetDevice(int), hipGetDevice(int *), hipStreamAddCallback(void *, void (*)(void *, int, void *), void *, unsigned);
void *marks_tables(int functions);

static double nanoseconds(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (double)t.tv_sec * 1e9 + (double)t.tv_nsec; }

/* Inside a traced call the range around it ends, and another one begins. */
static void exchange(void *stream, int status, void *arg) { marks_pop(), marks_push("begun inside"); }
static jmp_buf left;
static void leave(void *stream, int status, void *arg) { marks_push("left inside"), longjmp(left, 1); }

static void work(void) {
  marks_push("step");
  hipSetDevice(0);
  marks_push("inner");
  hipSetDevice(1);
  marks_instant("here");
  marks_pop();
  hipSetDevice(2);
  marks_pop();
  hipSetDevice(3);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "work";
  if (!strcmp(what, "work")) {
    work();
    if (marks_twice(21) != 42) return 1;
  } else if (!strcmp(what, "table")) {
    int functions = atoi(argv[2]);
    void **table = marks_tables(functions);
    for (int i = 0; i < 10; i++)
      if (((int (*)(int))table[0])(i) != 2 * i) return 1;
    if (((int (*)(const char *))table[1])("by table") != 0) return 2;
    hipSetDevice(0);
    if (((int (*)(void))table[2])() != 0) return 3;
  } else if (!strcmp(what, "kill")) {
    marks_push("outer");
    hipSetDevice(0);
    marks_push("inner");
    hipSetDevice(1);
    kill(getpid(), 9);
  } else if (!strcmp(what, "open")) {
    marks_push("never left");
    hipSetDevice(0);
  } else if (!strcmp(what, "deep")) {
    for (int i = 0; i < 40; i++) marks_push("deep");
    hipSetDevice(0);
    for (int i = 0; i < 40; i++) marks_pop();
    hipSetDevice(1);
  } else if (!strcmp(what, "crossing")) {
    marks_push("around");
    hipStreamAddCallback(NULL, exchange, NULL, 0);
    hipSetDevice(0);
    marks_pop();
    hipSetDevice(1);
  } else if (!strcmp(what, "longjmp")) {
    if (!setjmp(left)) hipStreamAddCallback(NULL, leave, NULL, 0);
    hipSetDevice(0);
    marks_pop();
    hipSetDevice(1);
  } else if (!strcmp(what, "many")) {
    for (int i = 0; i < 20000; i++) {
      char text[16];
      snprintf(text, sizeof text, "step %d", i % 10);
      marks_push(text), hipSetDevice(i), marks_pop();
    }
  } else if (!strcmp(what, "idle")) {
    hipSetDevice(0);
    usleep(1000000);
  } else { /* measures the cost of a call, outside and inside a region */
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < 20; round++)
      for (int in = 0; in < 2; in++) {
        if (in) marks_push("cost");
        double before = nanoseconds();
        for (int i = 0; i < 1000; i++) hipSetDevice(i);
        double each = (nanoseconds() - before) / 1000;
        if (in) marks_pop();
        if (each < best[in]) best[in] = each;
        usleep(2000);
      }
    printf("outside %.0f ns, inside a region %.0f ns\n", best[0], best[1]);
  }
  return 0;
}
#endif
