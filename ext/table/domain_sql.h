/* Conditions on domains in SQL of our own. */
#ifndef ROCPD_DOMAIN_SQL_H
#define ROCPD_DOMAIN_SQL_H
#include "base.h"

/* Appends SQL in which each `rocpd_domain(COLUMN) = 'DOMAIN'` is replaced with what it means, a comparison of the column with the domain's categories: SQLite
** passes it on to the table, or has it done sooner than a function for each row. A name that is no domain stays as it is, and is equal to none. */
void rocpd_domain_sql(sqlite3_str *out, const char *sql);

#endif
