/* Makes the queries of a report complete, to run and to show them. {processes} stands for a common table expression that several of them need: `process`,
** with host and process of each file, if there are several. */
#include "html.h"

static const char processes[] =
  "process AS (\n"
  "  SELECT guid, CASE WHEN (SELECT count(DISTINCT hostname) FROM processes) > 1 AND count(DISTINCT hostname) = 1 THEN min(hostname) END AS host,\n"
  "    CASE WHEN (SELECT count(*) FROM processes) > 1 THEN group_concat(pid, ', ') END AS pid\n"
  "  FROM processes GROUP BY guid)";

char *rocpd_html_query(const char *text) {
  static const char mark[] = "{processes}";
  sqlite3_str *out = sqlite3_str_new(NULL);
  for (const char *at; (at = strstr(text, mark)); text = at + strlen(mark)) sqlite3_str_appendf(out, "%.*s%s", (int)(at - text), text, processes);
  sqlite3_str_appendall(out, text);
  return sqlite3_str_finish(out);
}
