/* Compares hsa.def with HSA's installed headers, and with hsa_table.h for what they are too old to have. It is compiled, but not run. */
#include "hsa_table.h"
#include "hsa_later.h"
#include "def_headers.h"

using RETURNS_hsa_status_t = hsa_status_t;
using RETURNS_hsa_signal_value_t = hsa_signal_value_t;
using RETURNS_uint32_t = uint32_t;
using RETURNS_uint64_t = uint64_t;
using RETURNS_void = void;

#define HSA SAME_FUNCTION
#define HSA_ENUM SAME_ENUM
#include "hsa.def"
#define HSA_FIELDS(type, bytes, text) static_assert(sizeof(type) == bytes, #type);
#include "hsa_fields.def"
