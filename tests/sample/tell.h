/* Says where functions are in the program's file, by its symbol table: "function NAME LOW HIGH". The program is position-independent, so these are offsets
** from where it is loaded. */
#include <elf.h>
#include <fcntl.h>
#include <unistd.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
static void tell(const char *const *names) {
  struct stat st;
  int fd = open("/proc/self/exe", O_RDONLY);
  fstat(fd, &st);
  const char *file = mmap(0, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  const Elf64_Ehdr *e = (const void *)file;
  const Elf64_Shdr *s = (const void *)(file + e->e_shoff);
  for (int i = 0; i < e->e_shnum; i++)
    if (s[i].sh_type == SHT_SYMTAB)
      for (const Elf64_Sym *y = (const void *)(file + s[i].sh_offset), *end = y + s[i].sh_size / sizeof *y; y < end; y++)
        for (const char *const *n = names; *n; n++)
          if (!strcmp(file + s[s[i].sh_link].sh_offset + y->st_name, *n))
            printf("function %s %lu %lu\n", *n, (unsigned long)y->st_value, (unsigned long)(y->st_value + y->st_size));
  munmap((void *)file, st.st_size);
  close(fd);
}
