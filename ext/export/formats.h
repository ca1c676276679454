/* The formats that exports write, for who offers them by name: each export is one by itself (ROCPD_EXPORT_FORMAT in format.h). */
#ifndef ROCPD_FORMATS_H
#define ROCPD_FORMATS_H
#include <stdbool.h>
#include <stddef.h>

typedef struct rocpd_export_format rocpd_export_format;

/* The i-th format in the order of their names, from 0; NULL: there are no more. */
const rocpd_export_format *rocpd_format_at(size_t i);
/* The format of a name, or of the other name that it has, in capitals or not; NULL: there is none. */
const rocpd_export_format *rocpd_format_find(const char *word);
/* The name: "json" of rocpd_export_json. */
const char *rocpd_format_name(const rocpd_export_format *f);
/* What names of its files end in, without the point. */
const char *rocpd_format_suffix(const rocpd_export_format *f);
/* Does it take the option of this name? */
bool rocpd_format_has(const rocpd_export_format *f, const char *option);

#endif
