/* Cases of unwind.c: walks through code and objects that come and go. */
#ifndef TEST_UNWIND_OBJECTS_H
#define TEST_UNWIND_OBJECTS_H
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include "image.h"
#include "known_stack.h"

/* ---- code without tables ---- */

typedef int through_fn(int (*f)(int), int x);
static through_fn *through_of(void *library) {
  through_fn *f = (through_fn *)dlsym(library, "through");
  if (!f)
    exit(6);
  return f;
}
KEEP void case_no_table(const char *library) {
  static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf8, 0x89, 0xf7, 0xff, 0xd0, 0x5d, 0xc3}; /* through(), with a frame pointer */
  void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(p, code, sizeof code);
  sink += ((through_fn *)p)(leaf, 1);
  stack_is("code that was made at run time", "leaf", "main", "leaf case_no_table main");
  check(seen.n > 6 && count_of("?") >= 2, "code that was made at run time: its frame", names(NULL, NULL));
  static const unsigned char odd[] = {0x55, 0x48, 0xc7, 0xc5, 0x03, 0x00, 0x00, 0x00, 0x48, 0x89, 0xf8, 0x89, 0xf7, 0xff, 0xd0, 0x5d, 0xc3}; /* rbp = 3 */
  memcpy(p, odd, sizeof odd);
  sink += ((through_fn *)p)(leaf, 1);
  check(seen.why == COLLECT_WALK_NO_TABLE && !strcmp(names("leaf", NULL), "leaf"), "code without frame pointer", names(NULL, NULL));
  memset((char *)p + 4, 0, 4); /* rbp = 0: the start of a thread */
  sink += ((through_fn *)p)(leaf, 1);
  check(seen.why == COLLECT_WALK_OUTERMOST && !strcmp(names("leaf", NULL), "leaf"), "code without frame pointer, at the start of a thread", names(NULL, NULL));
  munmap(p, 4096);
  void *l = dlopen(library, RTLD_NOW);
  collect_unwind_changed();
  sink += through_of(l)(leaf, 1);
  stack_is("an object without tables", "leaf", "main", "leaf through case_no_table main");
  dlclose(l);
  collect_unwind_changed();
}

/* ---- objects ---- */

static uint32_t number_of(const void *address) {
  uint32_t number = UINT32_MAX;
  uint64_t offset;
  return collect_unwind_module((uintptr_t)address, &number, &offset) ? number : UINT32_MAX;
}
static char *copied(const char *path, const char *suffix) {
  char *to = malloc(strlen(path) + 20), command[4096];
  sprintf(to, "%s%s", path, suffix);
  snprintf(command, sizeof command, "cp '%s' '%s'", path, to);
  return system(command) ? NULL : to;
}
KEEP void case_objects(const char *one, const char *two) {
  collect_unwind_about a;
  uint64_t offset;
  uint32_t number;
  Dl_info here;
  dladdr((void *)leaf, &here);
  check(collect_unwind_module((uintptr_t)leaf, &number, &offset) && number == 0 && offset == (uintptr_t)leaf - (uintptr_t)here.dli_fbase,
      "the program is object 0", "");
  char self[4096] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
    exit(7);
  check(collect_unwind_module_about(0, &a) && !strcmp(a.path, self) && a.build_id_size == 20 && a.loaded && a.base == (uintptr_t)here.dli_fbase,
      "the program's path and build id", a.path);
  bool kernel = false;
  for (uint32_t i = 0; i < collect_unwind_modules(); i++)
    kernel |= collect_unwind_module_about(i, &a) && !strcmp(a.path, "linux-vdso.so.1") && a.build_id_size > 0;
  check(kernel, "the kernel's own object", "");
  check(!collect_unwind_module_about(collect_unwind_modules(), &a), "no such object", "");
  int local;
  check(number_of(&local) == UINT32_MAX, "the stack is no object", "");

  void *l = dlopen(one, RTLD_NOW);
  through_fn *f = through_of(l);
  number = number_of((void *)f);
  check(number == UINT32_MAX || (collect_unwind_module_about(number, &a) && !a.loaded), "an object is not known before the list is read again", "");
  collect_unwind_changed();
  number = number_of((void *)f);
  check(number != UINT32_MAX && collect_unwind_module_about(number, &a) && !strcmp(a.path, one) && a.loaded, "a new object", a.path);
  sink += f(leaf, 1);
  stack_is("through a library that was loaded later", "leaf", "main", "leaf through case_objects main");
  dlclose(l);
  if (!collect_image_room) {
    /* The table is gone, and nothing of that is kept. */
    uint64_t frame;
    uint8_t why[2];
    uintptr_t word = 0;
    collect_walk_from from = {.pc = (uintptr_t)f + 1, .sp = (uintptr_t)&word, .low = (uintptr_t)&word, .high = (uintptr_t)(&word + 1),
        .copy = (const char *)&word};
    collect_walk(&from, &frame, 1, &why[0]);
    l = dlopen(one, RTLD_NOW);
    collect_walk(&from, &frame, 1, &why[1]);
    check(why[0] == COLLECT_WALK_UNMAPPED && (through_of(l) != f || why[1] != COLLECT_WALK_UNMAPPED), "a table that is gone, and comes back",
        collect_walk_end_text(why[0]));
    dlclose(l);
  }
  collect_unwind_changed();
  check(collect_unwind_module_about(number, &a) && !a.loaded && number_of((void *)f) == number, "an object that was unloaded is still known", "");
  void *l2 = dlopen(two, RTLD_NOW);
  collect_unwind_changed();
  uint32_t second = number_of((void *)through_of(l2));
  check(second != number && second != UINT32_MAX, "another object has another number", "");
  dlclose(l2);
  l = dlopen(one, RTLD_NOW);
  collect_unwind_changed();
  if (through_of(l) == f)
    check(number_of((void *)f) == number, "the same object at the same place has its number again", "");
  dlclose(l);

  /* A file that is gone, by a relative path. */
  char *gone = copied(one, ".gone"), *slash = strrchr(gone, '/'), relative[4096];
  *slash = 0;
  if (chdir(gone))
    exit(8);
  snprintf(relative, sizeof relative, "./%s", slash + 1);
  l = dlopen(relative, RTLD_NOW);
  *slash = '/';
  unlink(gone);
  collect_unwind_changed();
  check(collect_unwind_module_about(number_of((void *)through_of(l)), &a) && !strcmp(a.path, gone), "a file that was removed, opened by a relative path",
      a.path);
  sink += through_of(l)(leaf, 1);
  stack_is("through a file that was removed", "leaf", "main", "leaf through case_objects main");
  dlclose(l);
  collect_unwind_changed();
}

/* Threads walk the same copy of a stack again and again, while the library that it goes through is loaded and unloaded, at this place and at others. */
static struct { char bytes[1 << 14]; collect_walk_from from; } kept;
static _Atomic bool ready, over;
static _Atomic unsigned long walks, whole, cut, wrong;
static uint64_t true_frames[DEPTH];
static unsigned true_count;

static void stack_keep(int sig, siginfo_t *info, void *context) {
  handler(sig, info, context);
  const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  uintptr_t low = (uintptr_t)r[REG_RSP] & ~(uintptr_t)7;
  size_t size = stack_high - low < sizeof kept.bytes ? stack_high - low : sizeof kept.bytes;
  if (process_vm_readv(getpid(), &(struct iovec){kept.bytes, size}, 1, &(struct iovec){(void *)low, size}, 1, 0) != (ssize_t)size)
    exit(10);
  kept.from = (collect_walk_from){.pc = (uintptr_t)r[REG_RIP], .sp = (uintptr_t)r[REG_RSP], .bp = (uintptr_t)r[REG_RBP], .bp_known = true, .low = low,
      .high = low + size, .copy = kept.bytes};
  memcpy(true_frames, seen.frame, sizeof true_frames);
  true_count = seen.n;
}
static void *walker(void *arg) {
  unsigned seed = (unsigned)(uintptr_t)arg;
  free(malloc(1)); /* now, what a thread maps does not take the library's place later */
  while (!ready)
    usleep(1000);
  while (!over) {
    uint64_t frames[DEPTH];
    uint8_t why;
    unsigned n = collect_walk(&kept.from, frames, DEPTH, &why);
    /* What can be walked is walked right. Where the library is not there, or another one is, the walk may end or follow the frame pointer. */
    if (n == true_count && !memcmp(frames, true_frames, 8 * (size_t)n))
      whole++;
    else if (memcmp(frames, true_frames, 8 * 3) || why >= COLLECT_WALK_ENDS)
      wrong++;
    else
      cut++;
    walks++;
    /* An address anywhere in the objects: tables are looked at without a stack. */
    collect_walk_from from = kept.from;
    from.pc = kept.from.pc + (uintptr_t)(rand_r(&seed) % (1 << 22)) - (1 << 21);
    collect_walk(&from, frames, DEPTH, &why);
    collect_unwind_module(from.pc, &(uint32_t){0}, &(uint64_t){0});
  }
  return NULL;
}
KEEP void case_unloading(const char *one, const char *two, int rounds) {
  struct sigaction s = {.sa_sigaction = stack_keep, .sa_flags = SA_SIGINFO}, before;
  pthread_t t[2];
  for (uintptr_t i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, walker, (void *)(i + 1));
  usleep(20000);
  void *l = dlopen(one, RTLD_NOW);
  collect_unwind_changed();
  sigaction(SIGUSR1, &s, &before);
  sink += through_of(l)(leaf, 1);
  sigaction(SIGUSR1, &before, NULL);
  dlclose(l);
  ready = true;
  /* Between the loads, other things take the place. */
  for (int i = 0; i < rounds; i++) {
    void *other_library = i % 3 ? NULL : dlopen(two, RTLD_NOW);
    l = dlopen(one, RTLD_NOW);
    if (i % 2)
      collect_unwind_changed();
    sink += through_of(l)(leaf, 1);
    if (i % 2 && seen.why != COLLECT_WALK_OUTERMOST)
      wrong++;
    dlclose(l);
    if (other_library)
      dlclose(other_library);
    collect_unwind_changed();
  }
  l = dlopen(one, RTLD_NOW);
  collect_unwind_changed();
  for (unsigned long until = walks + 100; walks < until;)
    usleep(100);
  over = true;
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  printf("# %lu walks: %lu whole, %lu cut; %u objects\n", walks, whole, cut, collect_unwind_modules());
  check(walks > 200 && whole && cut && !wrong, "walks while a library is loaded and unloaded", "");
  check(collect_unwind_modules() < 200, "the same object at the same place takes no number", "");
  dlclose(l);
}

#endif
