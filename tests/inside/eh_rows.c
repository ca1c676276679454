/* The rows of an ELF file's unwind tables, for comparison with readelf's (eh_rows.py). Usage: eh_rows FILE; reads addresses of the file, in hex, one a line,
** and prints for each: CFA rbp, as readelf --debug-dump=frames-interp writes them ("c" for the CFA; "-": no function, "end N": the walk ends). */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "eh.h"

static void row_print(const collect_eh_row *r) {
  static const char *const kinds[] = {[COLLECT_EH_SP] = "rsp%+d ", [COLLECT_EH_BP] = "rbp%+d ", [COLLECT_EH_AT_SP] = "*(rsp%+d) ",
      [COLLECT_EH_AT_BP] = "*(rbp%+d) "};
  switch (r->kind) {
    case COLLECT_EH_SIGNAL: puts("signal"); return;
    case COLLECT_EH_OUTERMOST: puts("outermost"); return;
    case COLLECT_EH_POINTERS: case COLLECT_EH_BEFORE: puts("-"); return;
    case COLLECT_EH_END: printf("end %d\n", r->cfa); return;
    default: break;
  }
  static const char *const registers[] = {"rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};
  if (r->kind == COLLECT_EH_OTHER)
    printf("%s%+d ", registers[r->add], r->cfa);
  else
    printf(kinds[r->kind], r->cfa);
  if (r->bp_kind == COLLECT_EH_BP_CFA)
    printf("c%+d\n", r->bp);
  else
    puts(r->bp_kind == COLLECT_EH_BP_SAME ? "u" : r->bp_kind == COLLECT_EH_BP_BP ? "exp" : "lost");
}

int main(int argc, char **argv) {
  int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
  ElfW(Ehdr) e;
  ElfW(Phdr) p[64];
  if (fd < 0 || pread(fd, &e, sizeof e, 0) != sizeof e || e.e_phnum > 64 || pread(fd, p, e.e_phnum * sizeof *p,
      (off_t)e.e_phoff) != (ssize_t)(e.e_phnum * sizeof *p))
    return 2;
  uintptr_t low = UINTPTR_MAX, high = 0, header = 0;
  for (int i = 0; i < e.e_phnum; i++)
    if (p[i].p_type == PT_LOAD) {
      low = p[i].p_vaddr < low ? p[i].p_vaddr & ~(uintptr_t)4095 : low;
      high = p[i].p_vaddr + p[i].p_memsz > high ? p[i].p_vaddr + p[i].p_memsz : high;
    }
  char *memory = mmap(NULL, high - low, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 2;
  uintptr_t base = (uintptr_t)memory - low;
  collect_eh_segment segment[64];
  unsigned segments = 0;
  for (int i = 0; i < e.e_phnum; i++)
    if (p[i].p_type == PT_LOAD) {
      if (pread(fd, (void *)(base + p[i].p_vaddr), p[i].p_filesz, (off_t)p[i].p_offset) != (ssize_t)p[i].p_filesz)
        return 2;
      segment[segments++] = (collect_eh_segment){base + p[i].p_vaddr, base + p[i].p_vaddr + p[i].p_filesz};
    } else if (p[i].p_type == PT_GNU_EH_FRAME)
      header = base + p[i].p_vaddr;
  collect_eh_table t = {.read = NULL};
  collect_eh_open(&t, header, segment, segments);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    collect_eh_row row = collect_eh_find(&t, base + strtoul(line, NULL, 16));
    row_print(&row);
  }
  return 0;
}
