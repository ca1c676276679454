/* rocDecode and rocJPEG: calls of their functions (rocdecode.def, rocjpeg.def), by symbol and by dispatch table (ROCm 6.4 and
** later). What HIP does for a call has it as parent.
**
** Their symbols have no versions, and the table arrives during the first call: see rccl.c. */
#include "export.h"
#include "table.h"
#include "wrapper.h"

/* Functions that call back into the program have a layer of their own: calls made from there are the program's. */
COLLECT_LAYER(rocdecode);
COLLECT_LAYER(rocdecode_parser);
COLLECT_LAYER(rocjpeg);
enum { NONE = COLLECT_NOWHERE };
COLLECT_DOMAIN(rocdecode, .layer = COLLECT_LAYER_rocdecode);
COLLECT_DOMAIN(rocjpeg, .layer = COLLECT_LAYER_rocjpeg);

static const char *const decode_sonames[] = {"librocdecode.so.1", "librocdecode.so.0", "librocdecode.so", NULL};
static const char *const jpeg_sonames[] = {"librocjpeg.so.1", "librocjpeg.so.0", "librocjpeg.so", NULL};
static int decode_absent(void) { return -7; /* ROCDEC_NOT_INITIALIZED */ }
static int jpeg_absent(void) { return -1; /* ROCJPEG_STATUS_NOT_INITIALIZED */ }
static const char *no_text(void) { return ""; }
static void *absent_decode(const collect_function *f) { return (void)f, (void *)decode_absent; }
static void *absent_jpeg(const collect_function *f) { return (void)f, (void *)jpeg_absent; }
static void *absent_text(const collect_function *f) { return (void)f, (void *)no_text; }

static const char enumerations[] =
#define ROCDECODE_ENUM(type, values) "\n" #type values
#include "rocdecode.def"
#define ROCJPEG_ENUM(type, values) "\n" #type values
#include "rocjpeg.def"
    ;
static const collect_api decode_api = {.sonames = decode_sonames, .absent = absent_decode, .domain = &collect_domain_rocdecode, .enumerations = enumerations};
static const collect_api decode_texts = {.sonames = decode_sonames, .absent = absent_text, .domain = &collect_domain_rocdecode};
static const collect_api jpeg_api = {.sonames = jpeg_sonames, .absent = absent_jpeg, .domain = &collect_domain_rocjpeg, .enumerations = enumerations};
static const collect_api jpeg_texts = {.sonames = jpeg_sonames, .absent = absent_text, .domain = &collect_domain_rocjpeg};

/* ---- wrappers ---- */

#define TRACED(layer, type, result, f, api_of, version, ...) \
  COLLECT_WRAPPED(layer, type, result, f, (.api = &api_of), , , ##__VA_ARGS__) \
  static COLLECT_ENTRY(type, f, jump_##f, ##__VA_ARGS__) \
  COLLECT_EXPORT_AS(jump_##f, #f, version)

#define ROCDECODE_ENUM COLLECT_ENUM
#define ROCDECODE_FIELDS COLLECT_FIELDS_OF
#define ROCDECODE(position, f, ...) TRACED(COLLECT_LAYER_rocdecode, int, NUMBER, f, decode_api, "rocdecode", ##__VA_ARGS__)
#define ROCDECODE_CALLS(position, f, ...) TRACED(COLLECT_LAYER_rocdecode_parser, int, NUMBER, f, decode_api, "rocdecode", ##__VA_ARGS__)
#define ROCDECODE_TEXT(position, f, ...) TRACED(COLLECT_LAYER_rocdecode, const char *, VALUE, f, decode_texts, "rocdecode", ##__VA_ARGS__)
#include "rocdecode.def"
#define ROCJPEG_ENUM COLLECT_ENUM
#define ROCJPEG_FIELDS COLLECT_FIELDS_OF
#define ROCJPEG(position, f, ...) TRACED(COLLECT_LAYER_rocjpeg, int, NUMBER, f, jpeg_api, "rocjpeg", ##__VA_ARGS__)
#define ROCJPEG_TEXT(position, f, ...) TRACED(COLLECT_LAYER_rocjpeg, const char *, VALUE, f, jpeg_texts, "rocjpeg", ##__VA_ARGS__)
#include "rocjpeg.def"

static const collect_export decode_exports[] = {
#define ROCDECODE(position, f, ...) {#f, (void *)jump_##f, &function_##f, NULL},
#include "rocdecode.def"
};
COLLECT_EXPORTS(rocdecode) = {.list = decode_exports, .count = sizeof decode_exports / sizeof *decode_exports, .witness = "rocDecCreateDecoder"};
static const collect_export jpeg_exports[] = {
#define ROCJPEG(position, f, ...) {#f, (void *)jump_##f, &function_##f, NULL},
#include "rocjpeg.def"
};
COLLECT_EXPORTS(rocjpeg) = {.list = jpeg_exports, .count = sizeof jpeg_exports / sizeof *jpeg_exports, .witness = "rocJpegCreate"};

/* ---- tables ---- */

static const collect_slot decode_slots[] = {
#define ROCDECODE(position, f, ...) COLLECT_WRAP_SLOT(0, position, f)
#include "rocdecode.def"
};
COLLECT_TABLE(rocdecode) = {.library = "rocdecode", .domain = &collect_domain_rocdecode, .slot = decode_slots,
                            .slots = sizeof decode_slots / sizeof *decode_slots, .symbols_lead_here = true};
static const collect_slot jpeg_slots[] = {
#define ROCJPEG(position, f, ...) COLLECT_WRAP_SLOT(0, position, f)
#include "rocjpeg.def"
};
COLLECT_TABLE(rocjpeg) = {.library = "rocjpeg", .domain = &collect_domain_rocjpeg, .slot = jpeg_slots,
                          .slots = sizeof jpeg_slots / sizeof *jpeg_slots, .symbols_lead_here = true};
