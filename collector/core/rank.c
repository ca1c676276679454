/* COLLECT_RANKS: which processes of a launcher's job are recorded. */
#include "rank.h"
#include "launcher.h"
#include "setting.h"
#include <stdlib.h>
#include <string.h>

#define RANK_DIGITS 9

bool collect_range_take(const char **list, long *first, long *last) {
  const char *at = *list;
  char *end;
  if (*at < '0' || *at > '9')
    return false;
  *first = *last = strtol(at, &end, 10);
  bool fits = end - at <= RANK_DIGITS;
  if (*end == '-') {
    at = end + 1;
    if (*at < '0' || *at > '9')
      return false;
    *last = strtol(at, &end, 10);
    fits = fits && end - at <= RANK_DIGITS;
  }
  *list = end + (*end == ',');
  return fits && *first <= *last && (!*end || *end == ',');
}

bool collect_ranges_parse(const char *list) {
  long first, last;
  while (*list)
    if (!collect_range_take(&list, &first, &last))
      return false;
  return true;
}

COLLECT_SETTING(ranks) = {.name = "COLLECT_RANKS", .fallback = "", .order = 42, .parse = collect_ranges_parse,
                          .expected = "a list of ranks and ranges of them, like 0,8-11",
                          .help = "record only these ranks of a launcher's job, like 0,8-11"};

bool collect_rank_is_wanted(void) {
  const char *list = collect_ranks_setting.text, *rank = *list ? rocz_launcher_rank() : NULL;
  if (!rank)
    return true;
  long mine = strtol(rank, NULL, 10), first, last;
  while (*list && collect_range_take(&list, &first, &last))
    if (mine >= first && mine <= last)
      return true;
  return false;
}
