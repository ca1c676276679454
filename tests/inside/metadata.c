/* The metadata of code objects: what is understood; and whatever they contain, nothing behind them is read. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "metadata.h"

static int failed;
static void is(const char *what, int yes) { printf("%s %s\n", yes ? "ok" : "not ok", what), failed |= !yes; }

static uint8_t image[4096];
static size_t size;
static void put(const void *p, size_t n) { memcpy(image + size, p, n), size += n; }
static void byte(int b) { image[size++] = (uint8_t)b; }
static void text(const char *s) { byte(0xa0 + (int)strlen(s)), put(s, strlen(s)); }
static void argument(const char *name, int offset, int bytes, const char *kind, const char *type) {
  byte(0x80 + 4 + (name != NULL) + (type != NULL));
  text(".off"), byte(127); /* a key with which another one begins */
  if (name) text(".name"), text(name);
  text(".offset"), byte(offset);
  text(".size"), byte(0xcc), byte(bytes); /* the number in a byte of its own */
  text(".value_kind"), text(kind);
  if (type) text(".value_type"), text(type);
}
static void kernel(const char *name, int arguments) {
  byte(0x83), text(".symbol"), byte(0xd9), byte((int)strlen(name) + 3), put(name, strlen(name)), put(".kd", 3), text(".name"), text(name), text(".args"),
    byte(0x90 + arguments);
}

static void make(void) {
  Elf64_Ehdr e = {.e_phoff = sizeof e, .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2};
  memcpy(e.e_ident, ELFMAG, SELFMAG);
  e.e_ident[EI_CLASS] = ELFCLASS64;
  Elf64_Phdr p[2] = {{.p_type = PT_LOAD}, {.p_type = PT_NOTE, .p_vaddr = sizeof e + sizeof p}};
  put(&e, sizeof e), put(p, sizeof p);
  put(&(Elf64_Nhdr){4, 4, 1}, 12), put("GNU", 4), put("\1\2\3\4", 4); /* another note comes first */
  size_t head = size;
  Elf64_Nhdr h = {7, 0, 32};
  put(&h, sizeof h), put("AMDGPU\0\0", 8);
  size_t start = size;
  byte(0x82), text("amdhsa.version"), byte(0x92), byte(1), byte(1), text("amdhsa.kernels"), byte(0xdc), byte(0), byte(2);
  kernel("first", 1), argument("x", 0, 4, "by_value", NULL);
  kernel("second", 6);
  argument("out.coerce", 0, 8, "global_buffer", NULL), argument(NULL, 8, 4, "by_value", "f32"), argument("a,b", 12, 4, "by_value", "i32");
  argument("s", 16, 24, "by_value", "struct"), argument("n", 40, 2, "by_value", "u16"), argument(NULL, 48, 8, "hidden_global_offset_x", NULL);
  h.n_descsz = (uint32_t)(size - start);
  memcpy(image + head, &h, sizeof h);
  Elf64_Phdr note = p[1];
  note.p_filesz = size - note.p_vaddr;
  memcpy(image + sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr), &note, sizeof note);
}

static char out[512];
/* Reads the first n bytes, placed before memory that cannot be read. */
static size_t ask(const uint8_t *from, size_t n, const char *name, size_t room) {
  static uint8_t *page;
  if (!page) {
    page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(page + 4096, 4096, PROT_NONE);
  }
  memcpy(page + 4096 - n, from, n);
  return collect_metadata_arguments(page + 4096 - n, n, collect_kernel_name_hash(name, strlen(name)), out, room);
}

int main(void) {
  make();
  is("a kernel's arguments", ask(image, size, "second", sizeof out) == 42);
  is("... by name, kind and type", !strcmp(out, "out:p0.8,arg1:f8.4,a_b:i12.4,s:x16.24,n:u40.2"));
  is("... of the first", ask(image, size, "first", sizeof out) == 4 && !strcmp(out, "x:p0.4"));
  is("a name with .kd is the same", ask(image, size, "second.kd", sizeof out) == 42);
  is("one that is not there", ask(image, size, "third", sizeof out) == 0);
  is("no room for the text", ask(image, size, "second", 20) == 0 && ask(image, size, "second", 0) == 0);
  size_t understood = 0;
  for (size_t n = 0; n < size; n++)
    understood += ask(image, n, "second", sizeof out) != 0;
  is("cut anywhere: nothing", understood == 0);
  srand(1);
  for (int i = 0; i < 200000; i++) {
    uint8_t copy[sizeof image];
    memcpy(copy, image, size);
    for (int k = 0; k <= i % 4; k++)
      copy[rand() % (int)size] = (uint8_t)(i % 3 ? rand() : 0xff);
    size_t n = ask(copy, size, "second", sizeof out);
    if (n && strlen(out) >= sizeof out)
      failed = 1;
  }
  is("bytes changed anywhere: it ends, and reads nothing beyond", !failed);
  return failed;
}
