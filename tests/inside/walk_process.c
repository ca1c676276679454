/* Walks a stopped thread of another process from outside, with the collector's reader of tables and its walk, and memory read by process_vm_readv.
** Usage: walk_process PID PC SP BP, in hex. Prints the frames' words, one a line, then why the walk ended. */
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include "walk_by.h"

enum { OBJECTS = 2048, DEPTH = 4096 };
static struct { uintptr_t low, high; collect_eh_table table; } objects[OBJECTS];
static unsigned count;
static pid_t pid;

static bool read_there(void *arg, uintptr_t address, void *to, size_t size) {
  (void)arg;
  struct iovec here = {to, size}, there = {(void *)address, size};
  return process_vm_readv(pid, &here, 1, &there, 1, 0) == (ssize_t)size;
}

/* An ELF header may be at this address, which is mapped. */
static void object_look(uintptr_t at) {
  ElfW(Ehdr) e;
  ElfW(Phdr) p[64];
  if (!read_there(NULL, at, &e, sizeof e) || memcmp(e.e_ident, ELFMAG, SELFMAG) || e.e_phnum > 64 || count == OBJECTS ||
      !read_there(NULL, at + e.e_phoff, p, e.e_phnum * sizeof *p))
    return;
  uintptr_t base = 0, low = UINTPTR_MAX, high = 0, header = 0;
  collect_eh_segment segment[64];
  unsigned segments = 0;
  for (int i = 0; i < e.e_phnum; i++)
    if (p[i].p_type == PT_LOAD && p[i].p_vaddr < low)
      low = p[i].p_vaddr;
  base = at - (low & ~(uintptr_t)4095);
  for (int i = 0; i < e.e_phnum; i++)
    if (p[i].p_type == PT_LOAD) {
      segment[segments++] = (collect_eh_segment){base + p[i].p_vaddr, base + p[i].p_vaddr + p[i].p_filesz};
      high = base + p[i].p_vaddr + p[i].p_memsz > high ? base + p[i].p_vaddr + p[i].p_memsz : high;
    } else if (p[i].p_type == PT_GNU_EH_FRAME)
      header = base + p[i].p_vaddr;
  if (!segments)
    return;
  objects[count].low = at;
  objects[count].high = high;
  objects[count].table.read = read_there;
  if (header)
    collect_eh_open(&objects[count].table, header, segment, segments);
  count++;
}

static collect_eh_row row_there(void *arg, uintptr_t address) {
  (void)arg;
  for (unsigned i = 0; i < count; i++)
    if (address >= objects[i].low && address < objects[i].high)
      return collect_eh_find(&objects[i].table, address);
  return (collect_eh_row){.kind = COLLECT_EH_POINTERS};
}

static enum collect_eh_bp saved_there(void *arg, uintptr_t address, uint8_t reg, int32_t *offset) {
  (void)arg;
  for (unsigned i = 0; i < count; i++)
    if (address >= objects[i].low && address < objects[i].high)
      return collect_eh_saved(&objects[i].table, address, reg, offset);
  return COLLECT_EH_BP_LOST;
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  pid = atoi(argv[1]);
  collect_walk_from from = {.pc = strtoul(argv[2], NULL, 16), .sp = strtoul(argv[3], NULL, 16), .bp = strtoul(argv[4], NULL, 16), .bp_known = true};
  char path[64], line[4096 + 256];
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  FILE *f = fopen(path, "r");
  while (f && fgets(line, sizeof line, f)) {
    unsigned long low, high, offset;
    char mode[8];
    if (sscanf(line, "%lx-%lx %7s %lx", &low, &high, mode, &offset) != 4)
      continue;
    if (!offset && mode[0] == 'r')
      object_look(low);
    if (from.sp >= low && from.sp < high)
      from.low = from.sp & ~(uintptr_t)7, from.high = high;
  }
  if (f)
    fclose(f);
  char *copy = malloc(from.high - from.low);
  if (!copy || !read_there(NULL, from.low, copy, from.high - from.low))
    return 3;
  from.copy = copy;
  static uint64_t frames[DEPTH];
  uint8_t why;
  unsigned n = collect_walk_by(&from, frames, DEPTH, &why, &(collect_walk_rows){row_there, saved_there, NULL});
  for (unsigned i = 0; i < n; i++)
    printf("%lx\n", (unsigned long)(frames[i] & COLLECT_WALK_ADDRESS));
  printf("%s\n", collect_walk_end_text(why));
  return 0;
}
