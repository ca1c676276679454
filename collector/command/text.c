/* Growing texts, small files, messages. */
#include "command.h"
#include "nearest.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *collect_said_by = "rocpd-record";

static _Noreturn void memory_is_out(void) {
  static const char said[] = "rocpd-record: out of memory\n";
  collect_write(2, said, sizeof said - 1);
  _exit(COLLECT_FAILED);
}

static void room_make(collect_text_buffer *b, size_t more) {
  size_t wanted = b->size + more + 1;
  if (wanted <= b->room)
    return;
  b->room = wanted < 128 ? 128 : wanted * 2;
  b->text = realloc(b->text, b->room);
  if (!b->text)
    memory_is_out();
}

void collect_add_bytes(collect_text_buffer *b, const void *bytes, size_t size) {
  room_make(b, size);
  memcpy(b->text + b->size, bytes, size);
  b->text[b->size += size] = 0;
}

static void add_list(collect_text_buffer *b, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  room_make(b, n < 0 ? 0 : (size_t)n);
  b->text[b->size] = 0;
  if (n > 0)
    b->size += (size_t)vsnprintf(b->text + b->size, (size_t)n + 1, format, again);
  va_end(again);
}

void collect_add(collect_text_buffer *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_list(b, format, args);
  va_end(args);
}

char *collect_taken(collect_text_buffer *b) {
  room_make(b, 0);
  b->text[b->size] = 0;
  char *text = b->text;
  *b = (collect_text_buffer){0};
  return text;
}

char *collect_printed(const char *format, ...) {
  collect_text_buffer b = {0};
  va_list args;
  va_start(args, format);
  add_list(&b, format, args);
  va_end(args);
  return collect_taken(&b);
}

bool collect_write(int fd, const char *bytes, size_t size) {
  while (size) {
    ssize_t n = write(fd, bytes, size);
    if (n < 0 && errno != EINTR)
      return false;
    bytes += n < 0 ? 0 : n;
    size -= n < 0 ? 0 : (size_t)n;
  }
  return true;
}

int collect_fail(int code, const char *format, ...) {
  collect_text_buffer b = {0};
  collect_add(&b, "%s: ", collect_said_by);
  va_list args;
  va_start(args, format);
  add_list(&b, format, args);
  va_end(args);
  for (char *c = b.text; *c; c++)
    *c = *c == '\n' ? '?' : *c;
  collect_add(&b, "\n");
  collect_write(2, b.text, b.size);
  free(b.text);
  return code;
}

char *collect_file_read(const char *path, size_t most) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return NULL;
  collect_text_buffer b = {0};
  char part[4096];
  ssize_t n = 0;
  while (b.size < most && (n = read(fd, part, sizeof part < most - b.size ? sizeof part : most - b.size)) > 0)
    collect_add_bytes(&b, part, (size_t)n);
  int why = errno;
  close(fd);
  char *text = collect_taken(&b);
  if (n >= 0)
    return text;
  free(text);
  errno = why;
  return NULL;
}

char *collect_field(const char *text, const char *name) {
  size_t n = strlen(name);
  for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line ? 1 : 0) {
    if (strncmp(line, name, n) || line[n] != ':')
      continue;
    const char *value = line + n + 1;
    value += strspn(value, " \t");
    size_t size = strcspn(value, "\n");
    while (size && (value[size - 1] == ' ' || value[size - 1] == '\t'))
      size--;
    return collect_printed("%.*s", (int)size, value);
  }
  return NULL;
}

const char *collect_meant(const char *given, const char *const *names) {
  rocz_nearest nearest = {.least = ROCZ_NONE_IS_NEAR};
  for (; *names; names++)
    rocz_nearer(&nearest, given, *names);
  return rocz_is_near(&nearest, given) ? nearest.name : NULL;
}
