/* See module_file.h. A candidate counts only if its build id is the one that is looked for. */
#include "module_file.h"
#include <elf.h>
#include <sys/auxv.h>
#include "elf_symbols.h"

typedef struct search {
  const char *path, *folders, *name; /* name: the last part of the path */
  uint8_t id[ROCPD_BUILD_ID_MOST];
  int id_size;    /* 0: none is known */
  bool there, other; /* a file at the path; one with another build id */
} search;

static int hex(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

static void read_id(search *s, const char *text) {
  for (; text && hex(text[0]) >= 0 && hex(text[1]) >= 0 && s->id_size < ROCPD_BUILD_ID_MOST; text += 2)
    s->id[s->id_size++] = (uint8_t)(hex(text[0]) << 4 | hex(text[1]));
}

static bool is_right(const search *s, const rocpd_elf_image *e) { return e->build_id_size == s->id_size && !memcmp(e->build_id, s->id, (size_t)s->id_size); }

/* Opens a candidate, and frees its name. SQLITE_NOTFOUND: it is not the one. */
static int try(search *s, char *candidate, rocpd_elf_image *out) {
  if (!candidate) return SQLITE_NOMEM;
  int rc = rocpd_elf_open(candidate, out);
  sqlite3_free(candidate);
  if (rc != SQLITE_OK) return rc;
  if (is_right(s, out)) return SQLITE_OK;
  s->other = true;
  rocpd_elf_close(out);
  return SQLITE_NOTFOUND;
}

/* DIR/.build-id/ab/cdef..., with a suffix. */
static char *by_id(const search *s, const char *folder, int n, const char *suffix) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendf(text, "%.*s/.build-id/%02x/", n, folder, s->id[0]);
  for (int i = 1; i < s->id_size; i++) sqlite3_str_appendf(text, "%02x", s->id[i]);
  sqlite3_str_appendall(text, suffix);
  return sqlite3_str_finish(text);
}

/* Calls fn for each folder of the search path, until it finds something. */
static int each_folder(search *s, int (*fn)(search *s, const char *folder, int n, const void *arg, rocpd_elf_image *out), const void *arg,
                       rocpd_elf_image *out) {
  int rc = SQLITE_NOTFOUND;
  for (const char *p = s->folders; rc == SQLITE_NOTFOUND && *p;) {
    size_t n = strcspn(p, ":");
    if (n && n < 4096) rc = fn(s, p, (int)n, arg, out);
    p += n + (p[n] == ':');
  }
  return rc;
}

static int code_in(search *s, const char *folder, int n, const void *arg, rocpd_elf_image *out) {
  int rc = s->id_size ? try(s, by_id(s, folder, n, ""), out) : SQLITE_NOTFOUND;
  if (rc == SQLITE_NOTFOUND && *s->path == '/') rc = try(s, sqlite3_mprintf("%.*s%s", n, folder, s->path), out);
  return rc == SQLITE_NOTFOUND ? try(s, sqlite3_mprintf("%.*s/%s", n, folder, s->name), out) : rc;
}

static int debug_in(search *s, const char *folder, int n, const void *arg, rocpd_elf_image *out) { return try(s, by_id(s, folder, n, ".debug"), out); }

/* A debug file that the file names, below a folder of the search path. */
static int linked_in(search *s, const char *folder, int n, const void *link, rocpd_elf_image *out) {
  return *s->path == '/' ? try(s, sqlite3_mprintf("%.*s%.*s%s", n, folder, (int)(s->name - s->path), s->path, (const char *)link), out) : SQLITE_NOTFOUND;
}

/* A debug file without a build id is taken for no file's: its names could be anything's. */
static int find_linked(search *s, const rocpd_elf_image *code, rocpd_elf_image *out) {
  const rocpd_elf_section *section = s->id_size ? rocpd_elf_section_named(code, ".gnu_debuglink") : NULL;
  uint8_t *link = NULL;
  int folder = (int)(s->name - s->path), rc = section && section->size < 4096 ? rocpd_elf_contents(code, section, &link) : SQLITE_NOTFOUND;
  const char *name = (const char *)link;
  if (rc == SQLITE_OK && (!*name || strchr(name, '/'))) rc = SQLITE_NOTFOUND;
  else if (rc == SQLITE_OK) {
    rc = try(s, sqlite3_mprintf("%.*s%s", folder, s->path, name), out);
    if (rc == SQLITE_NOTFOUND) rc = try(s, sqlite3_mprintf("%.*s.debug/%s", folder, s->path, name), out);
    if (rc == SQLITE_NOTFOUND) rc = each_folder(s, linked_in, name, out);
  }
  sqlite3_free(link);
  return rc;
}

/* The vDSO is in this process's memory. The kernel wrote its headers. */
static int open_vdso(search *s, rocpd_elf_image *out) {
  const uint8_t *at = (const uint8_t *)getauxval(AT_SYSINFO_EHDR);
  Elf64_Ehdr h;
  if (!at || sizeof(void *) != 8) return SQLITE_NOTFOUND;
  memcpy(&h, at, sizeof h);
  int rc = rocpd_elf_open_memory(at, h.e_shoff + (uint64_t)h.e_shnum * h.e_shentsize, out);
  if (rc != SQLITE_OK || is_right(s, out)) return rc;
  s->other = true;
  rocpd_elf_close(out);
  return SQLITE_NOTFOUND;
}

static int find_code(search *s, rocpd_elf_image *out) {
  if (!strncmp(s->path, "[vdso]", 6) || !strncmp(s->name, "linux-vdso", 10)) return open_vdso(s, out);
  int rc = try(s, sqlite3_mprintf("%s", s->path), out);
  return rc == SQLITE_NOTFOUND ? each_folder(s, code_in, NULL, out) : rc;
}

int rocpd_module_file_open(const char *path, const char *build_id, const char *folders, rocpd_module_file *out) {
  const char *slash = strrchr(path, '/');
  search s = {.path = path, .folders = folders, .name = slash ? slash + 1 : path};
  *out = (rocpd_module_file){0};
  read_id(&s, build_id);
  int rc = *path ? find_code(&s, &out->code) : SQLITE_NOTFOUND;
  bool code = rc == SQLITE_OK;
  if (rc == SQLITE_NOTFOUND || (code && !rocpd_elf_has_symbols(&out->code))) {
    rc = s.id_size ? each_folder(&s, debug_in, NULL, &out->debug) : SQLITE_NOTFOUND;
    if (rc == SQLITE_NOTFOUND && code) rc = find_linked(&s, &out->code, &out->debug);
  }
  out->first_address = code ? out->code.first_address : out->debug.first_address;
  if (rc == SQLITE_NOTFOUND && !code)
    out->why = s.other ? sqlite3_mprintf("%s: the file has another build id than %s, which was recorded", path, build_id ? build_id : "none")
                       : sqlite3_mprintf("%s: there is no file with the build id %s", path, build_id ? build_id : "(none)");
  if (rc == SQLITE_NOTFOUND) rc = code || out->why ? SQLITE_OK : SQLITE_NOMEM;
  if (rc != SQLITE_OK) rocpd_module_file_close(out);
  return rc;
}

void rocpd_module_file_close(rocpd_module_file *m) {
  rocpd_elf_close(&m->code);
  rocpd_elf_close(&m->debug);
  sqlite3_free(m->why);
  *m = (rocpd_module_file){0};
}
