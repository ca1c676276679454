/* See group_path.h. A line of /proc/self/cgroup is "NUMBER:CONTROLLERS:PATH"; v2's is "0::PATH". A line of mountinfo is
** "ID PARENT DEVICE ROOT MOUNTPOINT OPTIONS [FIELDS] - TYPE SOURCE OPTIONS": the folder ROOT of the hierarchy is at MOUNTPOINT. */
#include "group_path.h"
#include <stdio.h>
#include <string.h>

/* ---- lines ---- */

typedef struct reader { const char *name; off_t at; size_t n, used; char text[4096]; } reader;

/* The next line, without its end; valid until the next call. Lines that do not fit are cut. NULL: there are no more. */
static char *line_next(reader *r) {
  char *end = r->used < r->n ? memchr(r->text + r->used, '\n', r->n - r->used) : NULL;
  if (!end) {
    r->at += (off_t)r->used;
    r->used = 0;
    r->n = metrics_file_read_once("/proc/self", r->name, r->at, r->text, sizeof r->text);
    if (!r->n)
      return NULL;
    end = memchr(r->text, '\n', r->n);
    end = end ? end : r->text + r->n - 1;
  }
  char *line = r->text + r->used;
  *end = 0;
  r->used = (size_t)(end - r->text) + 1;
  return line;
}

/* Cuts a word off the text, and moves behind it. NULL: there is none. */
static char *word_next(char **text, const char *ends) { return strsep(text, ends); }

static bool has_word(char *list, const char *word) {
  for (char *w; (w = word_next(&list, ","));)
    if (!strcmp(w, word))
      return true;
  return false;
}

/* ---- the group's path in its hierarchy ---- */

/* The path of v2, and of the hierarchy of v1 that has the controller; "": there is none. */
static void paths_find(const char *controller, char *v1, char *v2, size_t size) {
  reader r = {.name = "cgroup"};
  *v1 = *v2 = 0;
  for (char *line; (line = line_next(&r));) {
    word_next(&line, ":");
    char *controllers = word_next(&line, ":");
    if (!controllers || !line)
      continue;
    char *path = line;
    if (!*controllers)
      snprintf(v2, size, "%s", path);
    else if (*controller && has_word(controllers, controller))
      snprintf(v1, size, "%s", path);
  }
}

/* ---- where it is mounted ---- */

/* Spaces and the like are written as three octal digits. */
static void unescape(char *text) {
  char *to = text;
  for (const char *from = text; *from; to++)
    if (from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] && from[3]) {
      *to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
      from += 4;
    } else {
      *to = *from++;
    }
  *to = 0;
}

/* The rest of the path below a mount's root. NULL: the mount does not show it. */
static const char *below(const char *path, const char *root) {
  size_t n = strcmp(root, "/") ? strlen(root) : 0;
  bool shown = !strncmp(path, root, n) && (!path[n] || path[n] == '/') && !strstr(path, "/..");
  return !shown ? NULL : strcmp(path + n, "/") ? path + n : "";
}

static bool mount_find(const char *controller, const char *path, bool v2, metrics_place *out) {
  reader r = {.name = "mountinfo"};
  for (char *line; (line = line_next(&r));) {
    char *fields = strstr(line, " - "), *word[5];
    if (!fields || strncmp(fields + 3, "cgroup", 6))
      continue;
    *fields = 0;
    fields += 3;
    for (int i = 0; i < 5; i++)
      word[i] = word_next(&line, " ");
    char *type = word_next(&fields, " ");
    word_next(&fields, " ");
    if (!word[4] || !fields || v2 != !strcmp(type, "cgroup2") || (!v2 && !has_word(fields, controller)))
      continue;
    unescape(word[3]);
    unescape(word[4]);
    const char *rest = below(path, word[3]);
    int n = rest ? snprintf(out->folder, sizeof out->folder, "%s%s", word[4], rest) : -1;
    if (n < 0 || (size_t)n >= sizeof out->folder)
      continue;
    out->top = strlen(word[4]);
    out->v2 = v2;
    return true;
  }
  return false;
}

bool metrics_group_find(const char *controller, metrics_place *out) {
  char v1[1024], v2[1024];
  paths_find(controller, v1, v2, sizeof v1);
  *out = (metrics_place){.top = 0};
  if (*v1 && mount_find(controller, v1, false, out))
    return true;
  if (*v2 && mount_find(controller, v2, true, out))
    return true;
  out->folder[0] = 0;
  return false;
}

bool metrics_group_outward(metrics_place *p) {
  char *last = strrchr(p->folder, '/');
  if (!last || strlen(p->folder) <= p->top || (size_t)(last - p->folder) < p->top)
    return false;
  *last = 0;
  return true;
}
