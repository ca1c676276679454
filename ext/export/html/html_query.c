/* The queries of a report as they are asked, and shown: what several of them begin with stands here once. {agents} becomes the table expression `agent`, what the time line
** calls each agent of a file; {gpus} becomes it and `gpu`, what it calls a GPU that several files may have used. */
#include "html.h"

#define NUMBER(number) "coalesce(" number ", absolute_index)"

/* "GPU 0", without the name: see agent_name() of names.c, which makes what the time line has. */
static const char *const own[] = {
  [ROCPD_AGENT_TYPE_RELATIVE] = "coalesce(type, 'agent') || ' ' || " NUMBER("type_index"),
  [ROCPD_AGENT_RELATIVE] = "'Agent ' || " NUMBER("logical_index"),
  [ROCPD_AGENT_ABSOLUTE] = "'Agent ' || absolute_index"};

/* Host and process where there are several. */
static const char agents[] =
  "process AS (\n"
  "  SELECT guid, CASE WHEN (SELECT count(DISTINCT hostname) FROM processes) > 1 THEN min(hostname) END AS host,\n"
  "    CASE WHEN (SELECT count(*) FROM processes) > 1 THEN group_concat(pid, ', ') END AS pid\n"
  "  FROM processes GROUP BY guid),\n"
  "agent AS (\n"
  "  SELECT a.guid, a.id AS agent_id, own || CASE WHEN name <> '' AND name <> own THEN ' ' || name ELSE '' END AS gpu, p.host, p.pid\n"
  "  FROM (SELECT guid, id, name, %s AS own FROM rocpd_info_agent GROUP BY guid, id) AS a LEFT JOIN process AS p ON p.guid = a.guid)";

static const char gpus[] =
  ",\ngpu AS (\n"
  "  SELECT whose, group_concat(gpu, ', ') AS gpu, min(host) AS host, min(pid) AS pid FROM (\n"
  "    SELECT DISTINCT coalesce(g.device, g.guid || ' ' || g.agent_id) AS whose, gpu, CASE WHEN g.device IS NULL THEN a.host END AS host, CASE WHEN g.device IS NULL THEN a.pid END AS pid\n"
  "    FROM gpu_time('agent') AS g JOIN agent AS a ON a.guid = g.guid AND a.agent_id = g.agent_id ORDER BY gpu)\n"
  "  GROUP BY whose)";

static const char *mark_at(const char *text, const char *mark) {
  size_t n = strlen(mark);
  return strncmp(text, mark, n) ? NULL : text + n;
}

char *rocpd_html_query(const rocpd_export *x, const char *text) {
  sqlite3_str *out = sqlite3_str_new(NULL);
  for (const char *after; *text;) {
    bool both = (after = mark_at(text, "{gpus}")) != NULL;
    if (both || (after = mark_at(text, "{agents}"))) {
      sqlite3_str_appendf(out, agents, own[x->option.agent_index]);
      if (both) sqlite3_str_appendall(out, gpus);
      text = after;
      continue;
    }
    size_t n = 1 + strcspn(text + 1, "{");
    sqlite3_str_append(out, text, (int)n);
    text += n;
  }
  return sqlite3_str_finish(out);
}
