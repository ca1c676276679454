/* Files are written to a new folder beside the target. If there is no target, it is renamed to the target. If files are added to an existing folder, they
** are moved there after all their names were checked (the names may begin with a given name, as those of an OTF2 archive do). If one folder replaces
** another, the two are exchanged. */
#define _GNU_SOURCE /* renameat2() */
#include "folder.h"
#include "temporary.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- existing files */

typedef int each_entry(void *arg, const char *name, rocpd_error *err);

/* Calls fn() with the name of each entry of a folder. */
static int walk(const char *path, each_entry *fn, void *arg, rocpd_error *err) {
  int rc = SQLITE_OK;
  DIR *d = opendir(path);
  if (!d) return rocpd_fail(err, rocpd_code_of(errno, SQLITE_CANTOPEN), "%s: %s", path, strerror(errno));
  for (const struct dirent *e; !rc && (e = readdir(d));)
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) rc = fn(arg, e->d_name, err);
  closedir(d);
  return rc;
}

typedef struct contents {
  rocpd_output_folder *f;
  size_t entries;
  bool marked;
} contents;

static int count(void *arg, const char *name, rocpd_error *err) {
  contents *c = arg;
  c->entries++;
  c->marked |= !strcmp(name, c->f->marker);
  char *path = sqlite3_mprintf("%s/%s", c->f->path, name);
  int rc = path ? rocpd_output_spare(c->f->rule, path, err) : rocpd_no_memory(err);
  sqlite3_free(path);
  return rc;
}

/* Whether everything in the folder may be replaced. */
static int may_replace(rocpd_output_folder *f, rocpd_error *err) {
  contents c = {.f = f};
  int rc = walk(f->path, count, &c, err);
  if (rc || !c.entries) return rc;
  if (!c.marked)
    return rocpd_fail(err, SQLITE_CANTOPEN, "%s is a folder with other files in it: give the name of a new one, or of an empty one", f->path);
  if (f->rule->overwrite) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_CANTOPEN, "%s exists and would be replaced: give another name, or the option {\"overwrite\":true}", f->path);
}

static int check_name(void *arg, const char *name, rocpd_error *err);

/* The path is that of a file with the ending; the other files are beside it, under the same name. */
static int take_name(rocpd_output_folder *f, const char *ending, rocpd_error *err) {
  const char *base = strrchr(f->path, '/') + 1;
  size_t folder = (size_t)(base - f->path);
  f->whole = f->path;
  f->name = sqlite3_mprintf("%.*s", (int)(strlen(base) - strlen(ending)), base);
  f->path = sqlite3_mprintf("%.*s", folder > 1 ? (int)folder - 1 : 1, f->whole);
  f->marker = NULL, f->exists = true;
  if (!f->name || !f->path) return rocpd_no_memory(err);
  int rc = check_name(f, base, err);
  return rc ? rc : check_name(f, f->name, err);
}

static bool has_ending(const char *path, const char *ending) {
  const char *base = strrchr(path, '/') + 1;
  size_t n = strlen(base), end = strlen(ending);
  return n > end && !strcmp(base + n - end, ending);
}

enum { SPARE = sizeof((rocpd_output_folder){0}).spare / sizeof(int) };

static void close_spare(rocpd_output_folder *f) {
  for (int i = 0; i < SPARE; i++) {
    if (f->spare[i] >= 0) close(f->spare[i]);
    f->spare[i] = -1;
  }
}

static bool open_spare(rocpd_output_folder *f) {
  int n = f->parts ? SPARE : 2;
  for (int i = 0; i < SPARE; i++) f->spare[i] = -1;
  f->spare[0] = open(f->temp, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  for (int i = 1; i < n && f->spare[i - 1] >= 0; i++) f->spare[i] = fcntl(f->spare[0], F_DUPFD_CLOEXEC, 3);
  return f->spare[n - 1] >= 0;
}

/* The spare descriptors are open as long as the folder exists. */
static int make_temporary(rocpd_output_folder *f, rocpd_error *err) {
  const char *beside = f->whole ? f->whole : f->path;
  bool made = false, opened = false;
  rocpd_temporary_sweep(beside);
  for (int attempt = 0; attempt < 100 && !opened; attempt++) {
    sqlite3_free(f->temp);
    f->temp = rocpd_temporary_name(beside);
    if (!f->temp) return rocpd_no_memory(err);
    made = !mkdir(f->temp, 0777);
    if (!made && errno != EEXIST) break;
    opened = made && open_spare(f);
    if (made && !opened && errno != ENOENT) break;
    if (opened && !rocpd_temporary_hold(f->spare[0], &f->lock)) close_spare(f), opened = false; /* another process took the folder for an abandoned one */
  }
  if (made) rocpd_temporary_add(f->temp);
  if (opened) return SQLITE_OK;
  int why = errno;
  if (made) close_spare(f), rmdir(f->temp), rocpd_temporary_forget(f->temp);
  sqlite3_free(f->temp);
  f->temp = NULL;
  return rocpd_fail(err, SQLITE_CANTOPEN, "%s: cannot create a folder beside it: %s", beside, strerror(why));
}

int rocpd_folder_open(rocpd_output_folder *f, const char *path, const char *marker, const char *ending, const rocpd_output_rule *rule, rocpd_error *err) {
  *f = (rocpd_output_folder){.marker = marker, .rule = rule, .lock = -1};
  if (!path || !*path) return rocpd_fail(err, SQLITE_ERROR, "the path of the folder to write is %s", path ? "empty" : "NULL");
  struct stat now;
  char *name = sqlite3_mprintf("%s", path);
  if (!name) return rocpd_no_memory(err);
  for (size_t n = strlen(name); n > 1 && name[n - 1] == '/';) name[--n] = 0;
  f->path = rocpd_output_resolve(name, err);
  sqlite3_free(name);
  if (!f->path) return err->rc;
  f->exists = !stat(f->path, &now);
  int rc = SQLITE_OK;
  if (ending && has_ending(f->path, ending) && !(f->exists && S_ISDIR(now.st_mode))) rc = take_name(f, ending, err);
  else if (f->exists && !S_ISDIR(now.st_mode)) return rocpd_fail(err, SQLITE_CANTOPEN, "%s is a file; give the name of a folder", f->path);
  else if (f->exists && marker) rc = may_replace(f, err);
  return rc ? rc : make_temporary(f, err);
}

int rocpd_folder_open_parts(rocpd_output_folder *f, const char *path, bool folders, const char *marker, const char *ending, const rocpd_output_rule *rule,
                            rocpd_error *err) {
  *f = (rocpd_output_folder){.rule = rule, .lock = -1, .parts = true, .part_marker = marker, .part_ending = ending, .exists = true};
  if (!path || !*path) return rocpd_fail(err, SQLITE_ERROR, "the path of the %s to write is %s", folders ? "folder" : "file", path ? "empty" : "NULL");
  struct stat now;
  char *name = sqlite3_mprintf("%s", path);
  if (!name) return rocpd_no_memory(err);
  for (size_t n = strlen(name); folders && n > 1 && name[n - 1] == '/';) name[--n] = 0;
  const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
  bool nameless = !*base || !strcmp(base, ".") || !strcmp(base, "..");
  f->whole = nameless ? NULL : rocpd_output_resolve(name, err);
  sqlite3_free(name);
  if (nameless) return rocpd_fail(err, SQLITE_CANTOPEN, "%s is not a name that parts can be derived from", path);
  if (!f->whole) return err->rc;
  if (!stat(f->whole, &now) && !S_ISREG(now.st_mode) && (!folders || !S_ISDIR(now.st_mode)))
    return rocpd_fail(err, SQLITE_CANTOPEN, "%s is %s; parts are files of their own: give a name for them", f->whole,
                      S_ISDIR(now.st_mode) ? "a folder" : "a device or pipe");
  size_t n = (size_t)(strrchr(f->whole, '/') - f->whole);
  f->path = sqlite3_mprintf("%.*s", n ? (int)n : 1, f->whole);
  return f->path ? make_temporary(f, err) : rocpd_no_memory(err);
}

int rocpd_folder_stage(rocpd_output_folder *f, const char *within, const char *path, const char *name, const char *marker, const char *ending,
                       rocpd_error *err) {
  const char *under = strcmp(path, "/") ? path : "";
  bool files = name && ending && strlen(name) > strlen(ending) && !strcmp(name + strlen(name) - strlen(ending), ending);
  *f = (rocpd_output_folder){.staged = true, .lock = -1, .exists = true, .marker = marker};
  f->temp = name && !files ? sqlite3_mprintf("%s/%s", within, name) : sqlite3_mprintf("%s", within);
  f->path = name && !files ? sqlite3_mprintf("%s/%s", under, name) : sqlite3_mprintf("%s", path);
  if (files) f->whole = sqlite3_mprintf("%s/%s", under, name), f->name = sqlite3_mprintf("%.*s", (int)(strlen(name) - strlen(ending)), name);
  if (!f->temp || !f->path || (files && (!f->whole || !f->name))) return rocpd_no_memory(err);
  return !name || files || !mkdir(f->temp, 0777) ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "%s: cannot create it: %s", f->path, strerror(errno));
}

int rocpd_folder_file(const rocpd_output_folder *f, rocpd_progress *p, const char *name, rocpd_output *o, rocpd_error *err) {
  return rocpd_output_stage(o, p, sqlite3_mprintf("%s/%s", f->temp, name), sqlite3_mprintf("%s/%s", f->path, name), err);
}

/* ---- renaming everything */

static int fail_there(const rocpd_output_folder *f, const char *path, rocpd_error *err) {
  return rocpd_fail(err, SQLITE_CANTOPEN, "%s exists and would be replaced: give another %s, or the option {\"overwrite\":true}", path,
                    f->name ? "name" : "folder");
}

/* A folder may only be replaced by our folder of that name, and only if the file to which it belongs is there, too. */
static int check_kind(const rocpd_output_folder *f, const char *name, const char *path, bool folder, rocpd_error *err) {
  struct stat now;
  bool ours = f->name && !strcmp(name, f->name);
  if (folder && !ours) return rocpd_fail(err, SQLITE_CANTOPEN, "%s is a folder where a file is to be written", path);
  if (!folder && ours) return rocpd_fail(err, SQLITE_CANTOPEN, "%s is a file where a folder is to be written", path);
  if (folder && (lstat(f->whole, &now) || !S_ISREG(now.st_mode)))
    return rocpd_fail(err, SQLITE_CANTOPEN, "%s is a folder of other files: there is no %s beside it; give another name", path, strrchr(f->whole, '/') + 1);
  return SQLITE_OK;
}

/* A part only replaces a part of the same kind. */
static int check_part(const rocpd_output_folder *f, const char *name, const char *path, bool folder, rocpd_error *err) {
  struct stat now;
  char *made = sqlite3_mprintf("%s/%s", f->temp, name), *marker = sqlite3_mprintf("%s/%s/%s", f->temp, name, f->part_marker ? f->part_marker : ""),
       *whole = sqlite3_mprintf("%s%s", path, f->part_ending ? f->part_ending : "");
  bool made_folder = made && !lstat(made, &now) && S_ISDIR(now.st_mode);
  int rc = made && marker && whole ? SQLITE_OK : rocpd_no_memory(err);
  if (!rc && folder != made_folder)
    rc = rocpd_fail(err, SQLITE_CANTOPEN, folder ? "%s is a folder where a file is to be written" : "%s is a file where a folder is to be written", path);
  else if (!rc && folder && f->part_marker && !lstat(marker, &now))
    rc = may_replace(&(rocpd_output_folder){.path = (char *)path, .marker = f->part_marker, .rule = f->rule}, err);
  else if (!rc && folder && (lstat(whole, &now) || !S_ISREG(now.st_mode)))
    rc = rocpd_fail(err, SQLITE_CANTOPEN, "%s is a folder of other files: there is no %s beside it; give another name", path, strrchr(whole, '/') + 1);
  sqlite3_free(made), sqlite3_free(marker), sqlite3_free(whole);
  return rc;
}

static int check_name(void *arg, const char *name, rocpd_error *err) {
  const rocpd_output_folder *f = arg;
  struct stat now;
  char *path = sqlite3_mprintf("%s/%s", f->path, name);
  if (!path) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  if (!lstat(path, &now)) {
    rc = rocpd_output_spare(f->rule, path, err);
    if (!rc) rc = (f->parts ? check_part : check_kind)(f, name, path, S_ISDIR(now.st_mode), err);
    if (!rc && !f->rule->overwrite) rc = fail_there(f, path, err);
  }
  sqlite3_free(path);
  return rc;
}

/* Removes the old file or folder only once the new one is in its place; if the file system can exchange names, there is no moment without either. */
static int replace(const char *from, const char *to, rocpd_error *err) {
  if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE)) return rocpd_temporary_remove(from), SQLITE_OK;
  char *old = rocpd_temporary_name(to);
  if (!old) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  if (rename(to, old)) rc = rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", to, strerror(errno));
  else if (rename(from, to)) {
    rc = rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", to, strerror(errno));
    (void)!rename(old, to);
  } else rocpd_temporary_remove(old);
  sqlite3_free(old);
  return rc;
}

/* Keeps a file that another program has created in the meantime. (Some file systems cannot tell.) */
static int give_name(const rocpd_output_folder *f, const char *from, const char *to, rocpd_error *err) {
  if (!f->rule->overwrite && !renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE)) return SQLITE_OK;
  if (!f->rule->overwrite && errno == EEXIST) return fail_there(f, to, err);
  if (!rename(from, to)) return SQLITE_OK;
  return errno == ENOTEMPTY || errno == EEXIST ? replace(from, to, err) : rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", to, strerror(errno));
}

typedef struct moving {
  const rocpd_output_folder *f;
  char **moved; /* names where nothing was before */
  size_t n;
} moving;

static int move(moving *m, const char *name, rocpd_error *err) {
  const rocpd_output_folder *f = m->f;
  char *from = sqlite3_mprintf("%s/%s", f->temp, name), *to = sqlite3_mprintf("%s/%s", f->path, name), *copy = sqlite3_mprintf("%s", name);
  int rc = from && to && copy ? rocpd_fail_code(err, rocpd_array_push_reserve(&m->moved, m->n, sizeof *m->moved)) : rocpd_no_memory(err);
  if (!rc) rc = give_name(f, from, to, err);
  if (!rc && !f->rule->overwrite) m->moved[m->n++] = copy, copy = NULL;
  sqlite3_free(from), sqlite3_free(to), sqlite3_free(copy);
  return rc;
}

/* All files are moved or none: after a failure, those moved so far are moved back, to be removed. */
static void end_moving(moving *m, bool failed) {
  for (size_t i = 0; i < m->n; i++) {
    char *from = sqlite3_mprintf("%s/%s", m->f->temp, m->moved[i]), *to = sqlite3_mprintf("%s/%s", m->f->path, m->moved[i]);
    if (failed && from && to) (void)!rename(to, from);
    sqlite3_free(from), sqlite3_free(to), sqlite3_free(m->moved[i]);
  }
  sqlite3_free(m->moved);
}

/* The file that names the whole archive is moved last. */
static int move_others(void *arg, const char *name, rocpd_error *err) {
  const rocpd_output_folder *f = ((moving *)arg)->f;
  return f->whole && !f->parts && !strcmp(name, strrchr(f->whole, '/') + 1) ? SQLITE_OK : move(arg, name, err);
}

static int take_entry(void *arg, const char *name, rocpd_error *err) {
  const char *const *way = arg; /* from, to */
  char *from = sqlite3_mprintf("%s/%s", way[0], name), *to = sqlite3_mprintf("%s/%s", way[1], name);
  int rc = !from || !to ? rocpd_no_memory(err) : rename(from, to) ? rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", to, strerror(errno)) : SQLITE_OK;
  sqlite3_free(from), sqlite3_free(to);
  return rc;
}

int rocpd_folder_take(const rocpd_output_folder *f, const char *within, rocpd_error *err) {
  int rc = walk(within, take_entry, (const char *[]){within, f->temp}, err);
  if (!rc && rmdir(within)) rc = rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", within, strerror(errno));
  return rc;
}

static int put_beside(rocpd_output_folder *f, rocpd_error *err) {
  moving m = {.f = f};
  int rc = walk(f->temp, check_name, f, err);
  if (!rc) rc = walk(f->temp, move_others, &m, err);
  if (!rc && f->whole && !f->parts) rc = move(&m, strrchr(f->whole, '/') + 1, err);
  end_moving(&m, rc);
  if (!rc) rmdir(f->temp);
  return rc;
}

int rocpd_folder_finish(rocpd_output_folder *f, rocpd_error *err) {
  close_spare(f); /* not needed any more: the folder gets its name now */
  bool named = !f->exists && !rename(f->temp, f->path);
  int rc = SQLITE_OK;
  if (!named && !f->exists) { /* another program may have created something there in the meantime */
    if (errno != ENOTEMPTY && errno != EEXIST) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", f->path, strerror(errno));
    if (f->marker) rc = may_replace(f, err);
  }
  if (!rc && !named) rc = f->marker ? replace(f->temp, f->path, err) : put_beside(f, err);
  if (rc) return rc;
  rocpd_temporary_forget(f->temp);
  sqlite3_free(f->temp);
  f->temp = NULL;
  return SQLITE_OK;
}

void rocpd_folder_close(rocpd_output_folder *f) {
  if (f->temp && !f->staged) close_spare(f), rocpd_temporary_remove(f->temp), rocpd_temporary_forget(f->temp);
  if (f->path && f->lock >= 0) close(f->lock); /* no lock if the folder was never opened */
  sqlite3_free(f->temp), sqlite3_free(f->path), sqlite3_free(f->whole), sqlite3_free(f->name);
  *f = (rocpd_output_folder){0};
}
