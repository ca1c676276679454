/* Inside of the pprof export: pprof.c writes samples, pprof_table.c what they refer to by number. Numbers begin with 1; that of a text with 0, "". */
#ifndef ROCPD_PPROF_H
#define ROCPD_PPROF_H
#include "frame_code.h"
#include "groups.h"
#include "protobuf.h"
#include "samples.h"

/* Field numbers of the published profile.proto. */
enum {
  PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE = 2, PROFILE_MAPPING = 3, PROFILE_LOCATION = 4, PROFILE_FUNCTION = 5, PROFILE_TEXT = 6, PROFILE_TIME = 9,
  PROFILE_DURATION = 10, PROFILE_PERIOD_TYPE = 11, PROFILE_PERIOD = 12, PROFILE_COMMENT = 13, PROFILE_DEFAULT = 14,
  TYPE_TYPE = 1, TYPE_UNIT = 2, SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2, SAMPLE_LABEL = 3, LABEL_KEY = 1, LABEL_TEXT = 2, LABEL_NUMBER = 3,
  MAPPING_ID = 1, MAPPING_START = 2, MAPPING_LIMIT = 3, MAPPING_FILE = 5, MAPPING_BUILD_ID = 6, MAPPING_HAS_FUNCTIONS = 7,
  LOCATION_ID = 1, LOCATION_MAPPING = 2, LOCATION_ADDRESS = 3, LOCATION_LINE = 4, LINE_FUNCTION = 1, LINE_LINE = 2,
  FUNCTION_ID = 1, FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3, FUNCTION_FILE = 4
};

typedef struct rocpd_pprof_mapping {
  rocpd_code_module of;
  bool nameless; /* a function of it has no name */
} rocpd_pprof_mapping;

/* What samples refer to. Groups number it, from 0. */
typedef struct rocpd_pprof_tables {
  rocpd_groups text;     /* interned texts */
  rocpd_groups function; /* text of the name, text of the file */
  rocpd_groups location; /* mapping, address, function, line */
  rocpd_pprof_mapping *mapping;
  size_t mappings, mapping_room;
} rocpd_pprof_tables;

/* The number of a text; 0: ROCPD_NULL, or the empty text. */
int rocpd_pprof_text(rocpd_pprof_tables *t, const rocpd_session *session, int64_t interned, int64_t *number, rocpd_error *err);
/* The same of a text that is not interned yet. */
int rocpd_pprof_word(rocpd_pprof_tables *t, rocpd_session *session, const char *word, int64_t *number, rocpd_error *err);
/* Modules of a source become mappings; *first: the number of the first one. */
int rocpd_pprof_add_modules(rocpd_pprof_tables *t, const rocpd_frame_codes *codes, size_t *first, rocpd_error *err);
/* The number of a frame's location. frame ROCPD_NO_FRAME: of an unknown stack. */
int rocpd_pprof_location(rocpd_pprof_tables *t, rocpd_session *session, const rocpd_frame_tree *tree, const rocpd_frame_codes *codes, size_t first_mapping,
                         uint32_t frame, uint64_t *number, rocpd_error *err);
/* Writes all of it. */
int rocpd_pprof_write_tables(rocpd_writer *w, rocpd_pprof_tables *t, rocpd_error *err);
void rocpd_pprof_free_tables(rocpd_pprof_tables *t);

#endif
