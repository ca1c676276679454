/* What is sampled: the domain, and the setting COLLECT_SAMPLE_THREADS: names, with * for any letters, and numbers, with ranges. */
#include "chosen.h"
#include "core.h"
#include "sample.h"
#include "task.h"
#include <stdlib.h>
#include <string.h>

COLLECT_DOMAIN(samples);

static bool list_good(const char *list);
COLLECT_SETTING(sample_threads) = {.name = "COLLECT_SAMPLE_THREADS", .fallback = "", .order = 22, .parse = list_good,
  .expected = "a list of names, numbers and ranges, like 0,2-5,worker*",
                                   .help = "threads to sample: names (* for any letters), numbers (0: main) and ranges, like 0,2-5,worker*"};

/* Reads "2" or "2-5" at the start of an item of n letters. False: it is a name. */
static bool range_read(const char *item, size_t n, uint32_t *from, uint32_t *to) {
  char *end;
  if (*item < '0' || *item > '9')
    return false;
  *from = *to = (uint32_t)strtoul(item, &end, 10);
  if (*end == '-' && end[1] >= '0' && end[1] <= '9')
    *to = (uint32_t)strtoul(end + 1, &end, 10);
  return end == item + n;
}

static bool list_good(const char *list) {
  for (size_t n; *list; list += n + (list[n] != 0)) {
    uint32_t from, to;
    n = strcspn(list, ",");
    if (!n || (range_read(list, n, &from, &to) && from > to))
      return false;
  }
  return true;
}

static bool name_fits(const char *pattern, size_t n, const char *name) {
  for (; n && *pattern != '*'; n--, pattern++, name++)
    if (*pattern != *name)
      return false;
  if (!n)
    return !*name;
  for (;; name++) {
    if (name_fits(pattern + 1, n - 1, name))
      return true;
    if (!*name)
      return false;
  }
}

bool sample_threads_named(void) {
  uint32_t from, to;
  for (const char *list = collect_text(&collect_sample_threads_setting); *list;) {
    size_t n = strcspn(list, ",");
    if (!range_read(list, n, &from, &to))
      return true;
    list += n + (list[n] != 0);
  }
  return false;
}

bool sample_thread_chosen(pid_t tid, uint32_t number) {
  const char *list = collect_text(&collect_sample_threads_setting);
  char name[16] = "";
  if (!*list)
    return true;
  while (*list) {
    uint32_t from, to;
    size_t n = strcspn(list, ",");
    if (range_read(list, n, &from, &to)) {
      if (number >= from && number <= to)
        return true;
    } else {
      if (!*name)
        sample_name_read(tid, name);
      if (name_fits(list, n, name))
        return true;
    }
    list += n + (list[n] != 0);
  }
  return false;
}
