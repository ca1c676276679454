/* The list of export formats, for commands and tables that offer them by name. ROCPD_EXPORT_FORMAT() in format.h adds to it. */
#ifndef ROCPD_FORMATS_H
#define ROCPD_FORMATS_H
#include <stdbool.h>
#include <stddef.h>

typedef struct rocpd_export_format rocpd_export_format;

/* The i-th format in the order of their names, from 0; NULL: there are no more. */
const rocpd_export_format *rocpd_format_at(size_t i);
/* The format with this name or alias, whatever its case; NULL: there is none. */
const rocpd_export_format *rocpd_format_find(const char *word);
/* The name: "json" for rocpd_export_json. */
const char *rocpd_format_name(const rocpd_export_format *f);
/* The end of its files' names, without the dot. */
const char *rocpd_format_suffix(const rocpd_export_format *f);
/* True if the format takes the option with this name. */
bool rocpd_format_has(const rocpd_export_format *f, const char *option);

#endif
