/* Wrappers of HSA's functions. Written by scripts/gen_hsa.py; do not edit.
** Structures are opaque here, of the same size and class of registers as HSA's. */
#include "hsa_api.h"

typedef struct struct_hsa_agent_t { uint64_t word[1]; } struct_hsa_agent_t;
typedef struct struct_hsa_amd_memory_pool_t { uint64_t word[1]; } struct_hsa_amd_memory_pool_t;
typedef struct struct_hsa_cache_t { uint64_t word[1]; } struct_hsa_cache_t;
typedef struct struct_hsa_callback_data_t { uint64_t word[1]; } struct_hsa_callback_data_t;
typedef struct struct_hsa_code_object_reader_t { uint64_t word[1]; } struct_hsa_code_object_reader_t;
typedef struct struct_hsa_code_object_t { uint64_t word[1]; } struct_hsa_code_object_t;
typedef struct struct_hsa_code_symbol_t { uint64_t word[1]; } struct_hsa_code_symbol_t;
typedef struct struct_hsa_executable_symbol_t { uint64_t word[1]; } struct_hsa_executable_symbol_t;
typedef struct struct_hsa_executable_t { uint64_t word[1]; } struct_hsa_executable_t;
typedef struct struct_hsa_ext_control_directives_t { uint64_t word[18]; } struct_hsa_ext_control_directives_t;
typedef struct struct_hsa_ext_image_t { uint64_t word[1]; } struct_hsa_ext_image_t;
typedef struct struct_hsa_ext_program_t { uint64_t word[1]; } struct_hsa_ext_program_t;
typedef struct struct_hsa_ext_sampler_t { uint64_t word[1]; } struct_hsa_ext_sampler_t;
typedef struct struct_hsa_isa_t { uint64_t word[1]; } struct_hsa_isa_t;
typedef struct struct_hsa_region_t { uint64_t word[1]; } struct_hsa_region_t;
typedef struct struct_hsa_signal_group_t { uint64_t word[1]; } struct_hsa_signal_group_t;
typedef struct struct_hsa_signal_t { uint64_t word[1]; } struct_hsa_signal_t;
typedef struct struct_hsa_wavefront_t { uint64_t word[1]; } struct_hsa_wavefront_t;

static const char enum_hsa_access_permission_t[] =
  "HSA_ACCESS_PERMISSION_RO=1,"
  "HSA_ACCESS_PERMISSION_WO=2,"
  "HSA_ACCESS_PERMISSION_RW=3";
static const char enum_hsa_agent_info_t[] =
  "HSA_AGENT_INFO_NAME=0,"
  "HSA_AGENT_INFO_VENDOR_NAME=1,"
  "HSA_AGENT_INFO_FEATURE=2,"
  "HSA_AGENT_INFO_MACHINE_MODEL=3,"
  "HSA_AGENT_INFO_PROFILE=4,"
  "HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE=5,"
  "HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES=23,"
  "HSA_AGENT_INFO_FAST_F16_OPERATION=24,"
  "HSA_AGENT_INFO_WAVEFRONT_SIZE=6,"
  "HSA_AGENT_INFO_WORKGROUP_MAX_DIM=7,"
  "HSA_AGENT_INFO_WORKGROUP_MAX_SIZE=8,"
  "HSA_AGENT_INFO_GRID_MAX_DIM=9,"
  "HSA_AGENT_INFO_GRID_MAX_SIZE=10,"
  "HSA_AGENT_INFO_FBARRIER_MAX_SIZE=11,"
  "HSA_AGENT_INFO_QUEUES_MAX=12,"
  "HSA_AGENT_INFO_QUEUE_MIN_SIZE=13,"
  "HSA_AGENT_INFO_QUEUE_MAX_SIZE=14,"
  "HSA_AGENT_INFO_QUEUE_TYPE=15,"
  "HSA_AGENT_INFO_NODE=16,"
  "HSA_AGENT_INFO_DEVICE=17,"
  "HSA_AGENT_INFO_CACHE_SIZE=18,"
  "HSA_AGENT_INFO_ISA=19,"
  "HSA_AGENT_INFO_EXTENSIONS=20,"
  "HSA_AGENT_INFO_VERSION_MAJOR=21,"
  "HSA_AGENT_INFO_VERSION_MINOR=22";
static const char enum_hsa_amd_agent_memory_pool_info_t[] =
  "HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS=0,"
  "HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS=1,"
  "HSA_AMD_AGENT_MEMORY_POOL_INFO_LINK_INFO=2";
static const char enum_hsa_amd_coherency_type_t[] =
  "HSA_AMD_COHERENCY_TYPE_COHERENT=0,"
  "HSA_AMD_COHERENCY_TYPE_NONCOHERENT=1";
static const char enum_hsa_amd_copy_direction_t[] =
  "hsaHostToHost=0,"
  "hsaHostToDevice=1,"
  "hsaDeviceToHost=2,"
  "hsaDeviceToDevice=3";
static const char enum_hsa_amd_memory_pool_info_t[] =
  "HSA_AMD_MEMORY_POOL_INFO_SEGMENT=0,"
  "HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS=1,"
  "HSA_AMD_MEMORY_POOL_INFO_SIZE=2,"
  "HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED=5,"
  "HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE=6,"
  "HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT=7,"
  "HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL=15,"
  "HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE=16";
static const char enum_hsa_amd_queue_priority_t[] =
  "HSA_AMD_QUEUE_PRIORITY_LOW=0,"
  "HSA_AMD_QUEUE_PRIORITY_NORMAL=1,"
  "HSA_AMD_QUEUE_PRIORITY_HIGH=2";
static const char enum_hsa_cache_info_t[] =
  "HSA_CACHE_INFO_NAME_LENGTH=0,"
  "HSA_CACHE_INFO_NAME=1,"
  "HSA_CACHE_INFO_LEVEL=2,"
  "HSA_CACHE_INFO_SIZE=3";
static const char enum_hsa_code_object_info_t[] =
  "HSA_CODE_OBJECT_INFO_VERSION=0,"
  "HSA_CODE_OBJECT_INFO_TYPE=1,"
  "HSA_CODE_OBJECT_INFO_ISA=2,"
  "HSA_CODE_OBJECT_INFO_MACHINE_MODEL=3,"
  "HSA_CODE_OBJECT_INFO_PROFILE=4,"
  "HSA_CODE_OBJECT_INFO_DEFAULT_FLOAT_ROUNDING_MODE=5";
static const char enum_hsa_code_object_type_t[] =
  "HSA_CODE_OBJECT_TYPE_PROGRAM=0";
static const char enum_hsa_code_symbol_info_t[] =
  "HSA_CODE_SYMBOL_INFO_TYPE=0,"
  "HSA_CODE_SYMBOL_INFO_NAME_LENGTH=1,"
  "HSA_CODE_SYMBOL_INFO_NAME=2,"
  "HSA_CODE_SYMBOL_INFO_MODULE_NAME_LENGTH=3,"
  "HSA_CODE_SYMBOL_INFO_MODULE_NAME=4,"
  "HSA_CODE_SYMBOL_INFO_LINKAGE=5,"
  "HSA_CODE_SYMBOL_INFO_IS_DEFINITION=17,"
  "HSA_CODE_SYMBOL_INFO_VARIABLE_ALLOCATION=6,"
  "HSA_CODE_SYMBOL_INFO_VARIABLE_SEGMENT=7,"
  "HSA_CODE_SYMBOL_INFO_VARIABLE_ALIGNMENT=8,"
  "HSA_CODE_SYMBOL_INFO_VARIABLE_SIZE=9,"
  "HSA_CODE_SYMBOL_INFO_VARIABLE_IS_CONST=10,"
  "HSA_CODE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE=11,"
  "HSA_CODE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT=12,"
  "HSA_CODE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE=13,"
  "HSA_CODE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE=14,"
  "HSA_CODE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK=15,"
  "HSA_CODE_SYMBOL_INFO_KERNEL_CALL_CONVENTION=18,"
  "HSA_CODE_SYMBOL_INFO_INDIRECT_FUNCTION_CALL_CONVENTION=16";
static const char enum_hsa_default_float_rounding_mode_t[] =
  "HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT=0,"
  "HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO=1,"
  "HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR=2";
static const char enum_hsa_executable_info_t[] =
  "HSA_EXECUTABLE_INFO_PROFILE=1,"
  "HSA_EXECUTABLE_INFO_STATE=2,"
  "HSA_EXECUTABLE_INFO_DEFAULT_FLOAT_ROUNDING_MODE=3";
static const char enum_hsa_executable_state_t[] =
  "HSA_EXECUTABLE_STATE_UNFROZEN=0,"
  "HSA_EXECUTABLE_STATE_FROZEN=1";
static const char enum_hsa_executable_symbol_info_t[] =
  "HSA_EXECUTABLE_SYMBOL_INFO_TYPE=0,"
  "HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH=1,"
  "HSA_EXECUTABLE_SYMBOL_INFO_NAME=2,"
  "HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME_LENGTH=3,"
  "HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME=4,"
  "HSA_EXECUTABLE_SYMBOL_INFO_AGENT=20,"
  "HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS=21,"
  "HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE=5,"
  "HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION=17,"
  "HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALLOCATION=6,"
  "HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SEGMENT=7,"
  "HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALIGNMENT=8,"
  "HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE=9,"
  "HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST=10,"
  "HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT=22,"
  "HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE=11,"
  "HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT=12,"
  "HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE=13,"
  "HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE=14,"
  "HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK=15,"
  "HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION=18,"
  "HSA_EXECUTABLE_SYMBOL_INFO_INDIRECT_FUNCTION_OBJECT=23,"
  "HSA_EXECUTABLE_SYMBOL_INFO_INDIRECT_FUNCTION_CALL_CONVENTION=16";
static const char enum_hsa_ext_image_data_layout_t[] =
  "HSA_EXT_IMAGE_DATA_LAYOUT_OPAQUE=0,"
  "HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR=1";
static const char enum_hsa_ext_image_geometry_t[] =
  "HSA_EXT_IMAGE_GEOMETRY_1D=0,"
  "HSA_EXT_IMAGE_GEOMETRY_2D=1,"
  "HSA_EXT_IMAGE_GEOMETRY_3D=2,"
  "HSA_EXT_IMAGE_GEOMETRY_1DA=3,"
  "HSA_EXT_IMAGE_GEOMETRY_2DA=4,"
  "HSA_EXT_IMAGE_GEOMETRY_1DB=5,"
  "HSA_EXT_IMAGE_GEOMETRY_2DDEPTH=6,"
  "HSA_EXT_IMAGE_GEOMETRY_2DADEPTH=7";
static const char enum_hsa_ext_program_info_t[] =
  "HSA_EXT_PROGRAM_INFO_MACHINE_MODEL=0,"
  "HSA_EXT_PROGRAM_INFO_PROFILE=1,"
  "HSA_EXT_PROGRAM_INFO_DEFAULT_FLOAT_ROUNDING_MODE=2";
static const char enum_hsa_flush_mode_t[] =
  "HSA_FLUSH_MODE_FTZ=1,"
  "HSA_FLUSH_MODE_NON_FTZ=2";
static const char enum_hsa_fp_type_t[] =
  "HSA_FP_TYPE_16=1,"
  "HSA_FP_TYPE_32=2,"
  "HSA_FP_TYPE_64=4";
static const char enum_hsa_isa_info_t[] =
  "HSA_ISA_INFO_NAME_LENGTH=0,"
  "HSA_ISA_INFO_NAME=1,"
  "HSA_ISA_INFO_CALL_CONVENTION_COUNT=2,"
  "HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE=3,"
  "HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONTS_PER_COMPUTE_UNIT=4,"
  "HSA_ISA_INFO_MACHINE_MODELS=5,"
  "HSA_ISA_INFO_PROFILES=6,"
  "HSA_ISA_INFO_DEFAULT_FLOAT_ROUNDING_MODES=7,"
  "HSA_ISA_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES=8,"
  "HSA_ISA_INFO_FAST_F16_OPERATION=9,"
  "HSA_ISA_INFO_WORKGROUP_MAX_DIM=12,"
  "HSA_ISA_INFO_WORKGROUP_MAX_SIZE=13,"
  "HSA_ISA_INFO_GRID_MAX_DIM=14,"
  "HSA_ISA_INFO_GRID_MAX_SIZE=16,"
  "HSA_ISA_INFO_FBARRIER_MAX_SIZE=17";
static const char enum_hsa_machine_model_t[] =
  "HSA_MACHINE_MODEL_SMALL=0,"
  "HSA_MACHINE_MODEL_LARGE=1";
static const char enum_hsa_profile_t[] =
  "HSA_PROFILE_BASE=0,"
  "HSA_PROFILE_FULL=1";
static const char enum_hsa_region_info_t[] =
  "HSA_REGION_INFO_SEGMENT=0,"
  "HSA_REGION_INFO_GLOBAL_FLAGS=1,"
  "HSA_REGION_INFO_SIZE=2,"
  "HSA_REGION_INFO_ALLOC_MAX_SIZE=4,"
  "HSA_REGION_INFO_ALLOC_MAX_PRIVATE_WORKGROUP_SIZE=8,"
  "HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED=5,"
  "HSA_REGION_INFO_RUNTIME_ALLOC_GRANULE=6,"
  "HSA_REGION_INFO_RUNTIME_ALLOC_ALIGNMENT=7";
static const char enum_hsa_signal_condition_t[] =
  "HSA_SIGNAL_CONDITION_EQ=0,"
  "HSA_SIGNAL_CONDITION_NE=1,"
  "HSA_SIGNAL_CONDITION_LT=2,"
  "HSA_SIGNAL_CONDITION_GTE=3";
static const char enum_hsa_status_t[] =
  "HSA_STATUS_SUCCESS=0,"
  "HSA_STATUS_INFO_BREAK=1,"
  "HSA_STATUS_ERROR=4096,"
  "HSA_STATUS_ERROR_INVALID_ARGUMENT=4097,"
  "HSA_STATUS_ERROR_INVALID_QUEUE_CREATION=4098,"
  "HSA_STATUS_ERROR_INVALID_ALLOCATION=4099,"
  "HSA_STATUS_ERROR_INVALID_AGENT=4100,"
  "HSA_STATUS_ERROR_INVALID_REGION=4101,"
  "HSA_STATUS_ERROR_INVALID_SIGNAL=4102,"
  "HSA_STATUS_ERROR_INVALID_QUEUE=4103,"
  "HSA_STATUS_ERROR_OUT_OF_RESOURCES=4104,"
  "HSA_STATUS_ERROR_INVALID_PACKET_FORMAT=4105,"
  "HSA_STATUS_ERROR_RESOURCE_FREE=4106,"
  "HSA_STATUS_ERROR_NOT_INITIALIZED=4107,"
  "HSA_STATUS_ERROR_REFCOUNT_OVERFLOW=4108,"
  "HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS=4109,"
  "HSA_STATUS_ERROR_INVALID_INDEX=4110,"
  "HSA_STATUS_ERROR_INVALID_ISA=4111,"
  "HSA_STATUS_ERROR_INVALID_ISA_NAME=4119,"
  "HSA_STATUS_ERROR_INVALID_CODE_OBJECT=4112,"
  "HSA_STATUS_ERROR_INVALID_EXECUTABLE=4113,"
  "HSA_STATUS_ERROR_FROZEN_EXECUTABLE=4114,"
  "HSA_STATUS_ERROR_INVALID_SYMBOL_NAME=4115,"
  "HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED=4116,"
  "HSA_STATUS_ERROR_VARIABLE_UNDEFINED=4117,"
  "HSA_STATUS_ERROR_EXCEPTION=4118,"
  "HSA_STATUS_ERROR_INVALID_CODE_SYMBOL=4120,"
  "HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL=4121,"
  "HSA_STATUS_ERROR_INVALID_FILE=4128,"
  "HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER=4129,"
  "HSA_STATUS_ERROR_INVALID_CACHE=4130,"
  "HSA_STATUS_ERROR_INVALID_WAVEFRONT=4131,"
  "HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP=4132,"
  "HSA_STATUS_ERROR_INVALID_RUNTIME_STATE=4133,"
  "HSA_STATUS_ERROR_FATAL=4134";
static const char enum_hsa_system_info_t[] =
  "HSA_SYSTEM_INFO_VERSION_MAJOR=0,"
  "HSA_SYSTEM_INFO_VERSION_MINOR=1,"
  "HSA_SYSTEM_INFO_TIMESTAMP=2,"
  "HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY=3,"
  "HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT=4,"
  "HSA_SYSTEM_INFO_ENDIANNESS=5,"
  "HSA_SYSTEM_INFO_MACHINE_MODEL=6,"
  "HSA_SYSTEM_INFO_EXTENSIONS=7,"
  "HSA_AMD_SYSTEM_INFO_BUILD_VERSION=512,"
  "HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED=513,"
  "HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT=514";
static const char enum_hsa_wait_state_t[] =
  "HSA_WAIT_STATE_BLOCKED=0,"
  "HSA_WAIT_STATE_ACTIVE=1";
static const char enum_hsa_wavefront_info_t[] =
  "HSA_WAVEFRONT_INFO_SIZE=0";

static const collect_parameter parameters_2[] = {
  {"attribute", "hsa_system_info_t", ROCZ_F_ENUM, 0, 1, enum_hsa_system_info_t},
  {"value", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_3[] = {
  {"extension", "uint16_t", ROCZ_F_UINT, 0, 1, NULL},
  {"version_major", "uint16_t", ROCZ_F_UINT, 1, 1, NULL},
  {"version_minor", "uint16_t", ROCZ_F_UINT, 2, 1, NULL},
  {"result_3", "_Bool*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_4[] = {
  {"extension", "uint16_t", ROCZ_F_UINT, 0, 1, NULL},
  {"version_major", "uint16_t", ROCZ_F_UINT, 1, 1, NULL},
  {"version_minor", "uint16_t", ROCZ_F_UINT, 2, 1, NULL},
  {"table", "void*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_5[] = {
  {"callback", "hsa_status_t (*)(hsa_agent_t agent, void* data)", ROCZ_F_POINTER, 0, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_6[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_agent_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_agent_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_7[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"type", "hsa_queue_type32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"callback", "void (*)(hsa_status_t status, hsa_queue_t*source, void*data)", ROCZ_F_POINTER, 3, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 4, 1, NULL},
  {"private_segment_size", "uint32_t", ROCZ_F_UINT, 5, 1, NULL},
  {"group_segment_size", "uint32_t", ROCZ_F_UINT, 6, 1, NULL},
  {"queue", "hsa_queue_t**", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_8[] = {
  {"region", "hsa_region_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"type", "hsa_queue_type32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"features", "uint32_t", ROCZ_F_UINT, 3, 1, NULL},
  {"doorbell_signal", "hsa_signal_t", ROCZ_F_POINTER, 4, 1, NULL},
  {"queue", "hsa_queue_t**", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_9[] = {
  {"queue", "hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_10[] = {
  {"queue", "hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_11[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_12[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_13[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_14[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_15[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_16[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_17[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"expected", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_18[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"expected", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_19[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"expected", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_20[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"expected", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_21[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_22[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_23[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_24[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_25[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_26[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_27[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_region_t region, void* data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_28[] = {
  {"region", "hsa_region_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_region_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_region_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_29[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"profile", "hsa_profile_t", ROCZ_F_ENUM, 1, 1, enum_hsa_profile_t},
  {"mask", "uint16_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_30[] = {
  {"extension", "uint16_t", ROCZ_F_UINT, 0, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"version_major", "uint16_t", ROCZ_F_UINT, 2, 1, NULL},
  {"version_minor", "uint16_t", ROCZ_F_UINT, 3, 1, NULL},
  {"result_4", "_Bool*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_31[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_32[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_33[] = {
  {"region", "hsa_region_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"ptr", "void**", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_34[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_35[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_36[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"access", "hsa_access_permission_t", ROCZ_F_ENUM, 2, 1, enum_hsa_access_permission_t},
};
static const collect_parameter parameters_37[] = {
  {"initial_value", "hsa_signal_value_t", ROCZ_F_INT, 0, 1, NULL},
  {"num_consumers", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"consumers", "const hsa_agent_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"signal", "hsa_signal_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_38[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_39[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_40[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_41[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_42[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_43[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"condition", "hsa_signal_condition_t", ROCZ_F_ENUM, 1, 1, enum_hsa_signal_condition_t},
  {"compare_value", "hsa_signal_value_t", ROCZ_F_INT, 2, 1, NULL},
  {"timeout_hint", "uint64_t", ROCZ_F_UINT, 3, 1, NULL},
  {"wait_state_hint", "hsa_wait_state_t", ROCZ_F_ENUM, 4, 1, enum_hsa_wait_state_t},
};
static const collect_parameter parameters_44[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"condition", "hsa_signal_condition_t", ROCZ_F_ENUM, 1, 1, enum_hsa_signal_condition_t},
  {"compare_value", "hsa_signal_value_t", ROCZ_F_INT, 2, 1, NULL},
  {"timeout_hint", "uint64_t", ROCZ_F_UINT, 3, 1, NULL},
  {"wait_state_hint", "hsa_wait_state_t", ROCZ_F_ENUM, 4, 1, enum_hsa_wait_state_t},
};
static const collect_parameter parameters_45[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_46[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_47[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_48[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_49[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_50[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_51[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_52[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_53[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_54[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_55[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_56[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_57[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_58[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_59[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_60[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_61[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_62[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_63[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_64[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_65[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_66[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_67[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_68[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_69[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"expected", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_70[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"expected", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_71[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"expected", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_72[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"expected", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_73[] = {
  {"name", "const char*", ROCZ_F_STRING, 0, 1, NULL},
  {"isa", "hsa_isa_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_74[] = {
  {"isa", "hsa_isa_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_isa_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_isa_info_t},
  {"index", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"value", "void*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_75[] = {
  {"code_object_isa", "hsa_isa_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"agent_isa", "hsa_isa_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"result_2", "_Bool*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_76[] = {
  {"code_object", "hsa_code_object_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"alloc_callback", "hsa_status_t (*)(size_t size, hsa_callback_data_t data, void**address)", ROCZ_F_POINTER, 1, 1, NULL},
  {"callback_data", "hsa_callback_data_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"options", "const char*", ROCZ_F_STRING, 3, 1, NULL},
  {"serialized_code_object", "void**", ROCZ_F_POINTER, 4, 1, NULL},
  {"serialized_code_object_size", "size_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_77[] = {
  {"serialized_code_object", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"serialized_code_object_size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"options", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"code_object", "hsa_code_object_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_78[] = {
  {"code_object", "hsa_code_object_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_79[] = {
  {"code_object", "hsa_code_object_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_code_object_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_code_object_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_80[] = {
  {"code_object", "hsa_code_object_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol_name", "const char*", ROCZ_F_STRING, 1, 1, NULL},
  {"symbol", "hsa_code_symbol_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_81[] = {
  {"code_symbol", "hsa_code_symbol_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_code_symbol_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_code_symbol_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_82[] = {
  {"code_object", "hsa_code_object_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_code_object_t code_object, hsa_code_symbol_t symbol, void*data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_83[] = {
  {"profile", "hsa_profile_t", ROCZ_F_ENUM, 0, 1, enum_hsa_profile_t},
  {"executable_state", "hsa_executable_state_t", ROCZ_F_ENUM, 1, 1, enum_hsa_executable_state_t},
  {"options", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"executable", "hsa_executable_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_84[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_85[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"code_object", "hsa_code_object_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"options", "const char*", ROCZ_F_STRING, 3, 1, NULL},
};
static const collect_parameter parameters_86[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"options", "const char*", ROCZ_F_STRING, 1, 1, NULL},
};
static const collect_parameter parameters_87[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_executable_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_executable_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_88[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"variable_name", "const char*", ROCZ_F_STRING, 1, 1, NULL},
  {"address", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_89[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"variable_name", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"address", "void*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_90[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"variable_name", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"address", "void*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_91[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"result_1", "uint32_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_92[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"module_name", "const char*", ROCZ_F_STRING, 1, 1, NULL},
  {"symbol_name", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 3, 1, NULL},
  {"call_convention", "int32_t", ROCZ_F_INT, 4, 1, NULL},
  {"symbol", "hsa_executable_symbol_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_93[] = {
  {"executable_symbol", "hsa_executable_symbol_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_executable_symbol_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_executable_symbol_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_94[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_executable_t exec, hsa_executable_symbol_t symbol, void*data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_95[] = {
  {"status", "hsa_status_t", ROCZ_F_ENUM, 0, 1, enum_hsa_status_t},
  {"status_string", "const char**", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_96[] = {
  {"extension", "uint16_t", ROCZ_F_UINT, 0, 1, NULL},
  {"name", "const char**", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_97[] = {
  {"extension", "uint16_t", ROCZ_F_UINT, 0, 1, NULL},
  {"version_major", "uint16_t", ROCZ_F_UINT, 1, 1, NULL},
  {"version_minor", "uint16_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"result_3", "_Bool*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_98[] = {
  {"extension", "uint16_t", ROCZ_F_UINT, 0, 1, NULL},
  {"version_major", "uint16_t", ROCZ_F_UINT, 1, 1, NULL},
  {"table_length", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"table", "void*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_99[] = {
  {"extension", "uint16_t", ROCZ_F_UINT, 0, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"version_major", "uint16_t", ROCZ_F_UINT, 2, 1, NULL},
  {"version_minor", "uint16_t*", ROCZ_F_POINTER, 3, 1, NULL},
  {"result_4", "_Bool*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_100[] = {
  {"cache", "hsa_cache_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_cache_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_cache_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_101[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_cache_t cache, void* data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_102[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_103[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_104[] = {
  {"num_signals", "uint32_t", ROCZ_F_UINT, 0, 1, NULL},
  {"signals", "const hsa_signal_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"num_consumers", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"consumers", "const hsa_agent_t*", ROCZ_F_POINTER, 3, 1, NULL},
  {"signal_group", "hsa_signal_group_t*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_105[] = {
  {"signal_group", "hsa_signal_group_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_106[] = {
  {"signal_group", "hsa_signal_group_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"conditions", "const hsa_signal_condition_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"compare_values", "const hsa_signal_value_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"wait_state_hint", "hsa_wait_state_t", ROCZ_F_ENUM, 3, 1, enum_hsa_wait_state_t},
  {"signal", "hsa_signal_t*", ROCZ_F_POINTER, 4, 1, NULL},
  {"value", "hsa_signal_value_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_107[] = {
  {"signal_group", "hsa_signal_group_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"conditions", "const hsa_signal_condition_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"compare_values", "const hsa_signal_value_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"wait_state_hint", "hsa_wait_state_t", ROCZ_F_ENUM, 3, 1, enum_hsa_wait_state_t},
  {"signal", "hsa_signal_t*", ROCZ_F_POINTER, 4, 1, NULL},
  {"value", "hsa_signal_value_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_108[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_isa_t isa, void*data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_109[] = {
  {"isa", "hsa_isa_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_isa_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_isa_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_110[] = {
  {"isa", "hsa_isa_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"profile", "hsa_profile_t", ROCZ_F_ENUM, 1, 1, enum_hsa_profile_t},
  {"mask", "uint16_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_111[] = {
  {"isa", "hsa_isa_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"fp_type", "hsa_fp_type_t", ROCZ_F_ENUM, 1, 1, enum_hsa_fp_type_t},
  {"flush_mode", "hsa_flush_mode_t", ROCZ_F_ENUM, 2, 1, enum_hsa_flush_mode_t},
  {"round_method", "hsa_round_method_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_112[] = {
  {"wavefront", "hsa_wavefront_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_wavefront_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_wavefront_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_113[] = {
  {"isa", "hsa_isa_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_wavefront_t wavefront, void*data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_114[] = {
  {"code_object", "hsa_code_object_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"module_name", "const char*", ROCZ_F_STRING, 1, 1, NULL},
  {"symbol_name", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"symbol", "hsa_code_symbol_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_115[] = {
  {"file", "hsa_file_t", ROCZ_F_INT, 0, 1, NULL},
  {"code_object_reader", "hsa_code_object_reader_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_116[] = {
  {"code_object", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"code_object_reader", "hsa_code_object_reader_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_117[] = {
  {"code_object_reader", "hsa_code_object_reader_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_118[] = {
  {"profile", "hsa_profile_t", ROCZ_F_ENUM, 0, 1, enum_hsa_profile_t},
  {"default_float_rounding_mode", "hsa_default_float_rounding_mode_t", ROCZ_F_ENUM, 1, 1, enum_hsa_default_float_rounding_mode_t},
  {"options", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"executable", "hsa_executable_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_119[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"code_object_reader", "hsa_code_object_reader_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"options", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"loaded_code_object", "hsa_loaded_code_object_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_120[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"code_object_reader", "hsa_code_object_reader_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"options", "const char*", ROCZ_F_STRING, 3, 1, NULL},
  {"loaded_code_object", "hsa_loaded_code_object_t*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_121[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"options", "const char*", ROCZ_F_STRING, 1, 1, NULL},
  {"result_2", "uint32_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_122[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol_name", "const char*", ROCZ_F_STRING, 1, 1, NULL},
  {"agent", "const hsa_agent_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"symbol", "hsa_executable_symbol_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_123[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_executable_t exec, hsa_agent_t agent, hsa_executable_symbol_t symbol, void*data)", ROCZ_F_POINTER, 2, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_124[] = {
  {"executable", "hsa_executable_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_executable_t exec, hsa_executable_symbol_t symbol, void*data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_125[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"type", "hsa_amd_coherency_type_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_126[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"type", "hsa_amd_coherency_type_t", ROCZ_F_ENUM, 1, 1, enum_hsa_amd_coherency_type_t},
};
static const collect_parameter parameters_127[] = {
  {"queue", "hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"enable", "int", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_128[] = {
  {"enable", "_Bool", ROCZ_F_BOOL, 0, 1, NULL},
};
static const collect_parameter parameters_129[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"time", "hsa_amd_profiling_dispatch_time_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_130[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"time", "hsa_amd_profiling_async_copy_time_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_131[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"agent_tick", "uint64_t", ROCZ_F_UINT, 1, 1, NULL},
  {"system_tick", "uint64_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_132[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"cond", "hsa_signal_condition_t", ROCZ_F_ENUM, 1, 1, enum_hsa_signal_condition_t},
  {"value", "hsa_signal_value_t", ROCZ_F_INT, 2, 1, NULL},
  {"handler", "hsa_amd_signal_handler", ROCZ_F_POINTER, 3, 1, NULL},
  {"arg", "void*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_133[] = {
  {"callback", "void (*)(void* arg)", ROCZ_F_POINTER, 0, 1, NULL},
  {"arg", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_134[] = {
  {"signal_count", "uint32_t", ROCZ_F_UINT, 0, 1, NULL},
  {"signals", "hsa_signal_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"conds", "hsa_signal_condition_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"values", "hsa_signal_value_t*", ROCZ_F_POINTER, 3, 1, NULL},
  {"timeout_hint", "uint64_t", ROCZ_F_UINT, 4, 1, NULL},
  {"wait_hint", "hsa_wait_state_t", ROCZ_F_ENUM, 5, 1, enum_hsa_wait_state_t},
  {"satisfying_value", "hsa_signal_value_t*", ROCZ_F_POINTER, 6, 1, NULL},
};
static const collect_parameter parameters_135[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"num_cu_mask_count", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"cu_mask", "const uint32_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_136[] = {
  {"memory_pool", "hsa_amd_memory_pool_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_amd_memory_pool_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_amd_memory_pool_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_137[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_amd_memory_pool_t memory_pool, void* data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_138[] = {
  {"memory_pool", "hsa_amd_memory_pool_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"flags", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"ptr", "void**", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_139[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_140[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dst_agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"src_agent", "hsa_agent_t", ROCZ_F_POINTER, 3, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"num_dep_signals", "uint32_t", ROCZ_F_UINT, 5, 1, NULL},
  {"dep_signals", "const hsa_signal_t*", ROCZ_F_POINTER, 6, 1, NULL},
  {"completion_signal", "hsa_signal_t", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_141[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dst_agent", "hsa_agent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"src_agent", "hsa_agent_t", ROCZ_F_POINTER, 3, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"num_dep_signals", "uint32_t", ROCZ_F_UINT, 5, 1, NULL},
  {"dep_signals", "const hsa_signal_t*", ROCZ_F_POINTER, 6, 1, NULL},
  {"completion_signal", "hsa_signal_t", ROCZ_F_POINTER, 7, 1, NULL},
  {"engine", "uint32_t", ROCZ_F_UINT, 8, 1, NULL},
  {"force_copy_on_sdma", "_Bool", ROCZ_F_BOOL, 9, 1, NULL},
};
static const collect_parameter parameters_142[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"memory_pool", "hsa_amd_memory_pool_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"attribute", "hsa_amd_agent_memory_pool_info_t", ROCZ_F_ENUM, 2, 1, enum_hsa_amd_agent_memory_pool_info_t},
  {"value", "void*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_143[] = {
  {"num_agents", "uint32_t", ROCZ_F_UINT, 0, 1, NULL},
  {"agents", "const hsa_agent_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"flags", "const uint32_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"ptr", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_144[] = {
  {"src_memory_pool", "hsa_amd_memory_pool_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"dst_memory_pool", "hsa_amd_memory_pool_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"result_2", "_Bool*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_145[] = {
  {"ptr", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"memory_pool", "hsa_amd_memory_pool_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"flags", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_146[] = {
  {"host_ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"agents", "hsa_agent_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"num_agent", "int", ROCZ_F_INT, 3, 1, NULL},
  {"agent_ptr", "void**", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_147[] = {
  {"host_ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_148[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_149[] = {
  {"num_agents", "uint32_t", ROCZ_F_UINT, 0, 1, NULL},
  {"agents", "hsa_agent_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"interop_handle", "int", ROCZ_F_INT, 2, 1, NULL},
  {"flags", "uint32_t", ROCZ_F_UINT, 3, 1, NULL},
  {"size", "size_t*", ROCZ_F_POINTER, 4, 1, NULL},
  {"ptr", "void**", ROCZ_F_POINTER, 5, 1, NULL},
  {"metadata_size", "size_t*", ROCZ_F_POINTER, 6, 1, NULL},
  {"metadata", "const void**", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_150[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_151[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"image_descriptor", "const hsa_ext_image_descriptor_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"image_layout", "const hsa_amd_image_descriptor_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"image_data", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"access_permission", "hsa_access_permission_t", ROCZ_F_ENUM, 4, 1, enum_hsa_access_permission_t},
  {"image", "hsa_ext_image_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_152[] = {
  {"ptr", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"info", "hsa_amd_pointer_info_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"alloc", "void* (*)(size_t)", ROCZ_F_POINTER, 2, 1, NULL},
  {"num_agents_accessible", "uint32_t*", ROCZ_F_POINTER, 3, 1, NULL},
  {"accessible", "hsa_agent_t**", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_153[] = {
  {"ptr", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"userdata", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_154[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"len", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"handle", "hsa_amd_ipc_memory_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_155[] = {
  {"handle", "const hsa_amd_ipc_memory_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"len", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"num_agents", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"mapping_agents", "const hsa_agent_t*", ROCZ_F_POINTER, 3, 1, NULL},
  {"mapped_ptr", "void**", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_156[] = {
  {"mapped_ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_157[] = {
  {"initial_value", "hsa_signal_value_t", ROCZ_F_INT, 0, 1, NULL},
  {"num_consumers", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"consumers", "const hsa_agent_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"attributes", "uint64_t", ROCZ_F_UINT, 3, 1, NULL},
  {"signal", "hsa_signal_t*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_158[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"handle", "hsa_amd_ipc_signal_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_159[] = {
  {"handle", "const hsa_amd_ipc_signal_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"signal", "hsa_signal_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_160[] = {
  {"callback", "hsa_amd_system_event_callback_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_161[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"type", "hsa_queue_type32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"callback", "void (*)(hsa_status_t status, hsa_queue_t*source, void*data)", ROCZ_F_POINTER, 3, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 4, 1, NULL},
  {"private_segment_size", "uint32_t", ROCZ_F_UINT, 5, 1, NULL},
  {"group_segment_size", "uint32_t", ROCZ_F_UINT, 6, 1, NULL},
  {"queue", "hsa_queue_t**", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_162[] = {
  {"queue", "hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_amd_queue_intercept_handler", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_163[] = {
  {"queue", "hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"priority", "hsa_amd_queue_priority_t", ROCZ_F_ENUM, 1, 1, enum_hsa_amd_queue_priority_t},
};
static const collect_parameter parameters_164[] = {
  {"dst", "const hsa_pitched_ptr_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dst_offset", "const hsa_dim3_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"src", "const hsa_pitched_ptr_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"src_offset", "const hsa_dim3_t*", ROCZ_F_POINTER, 3, 1, NULL},
  {"range", "const hsa_dim3_t*", ROCZ_F_POINTER, 4, 1, NULL},
  {"copy_agent", "hsa_agent_t", ROCZ_F_POINTER, 5, 1, NULL},
  {"dir", "hsa_amd_copy_direction_t", ROCZ_F_ENUM, 6, 1, enum_hsa_amd_copy_direction_t},
  {"num_dep_signals", "uint32_t", ROCZ_F_UINT, 7, 1, NULL},
  {"dep_signals", "const hsa_signal_t*", ROCZ_F_POINTER, 8, 1, NULL},
  {"completion_signal", "hsa_signal_t", ROCZ_F_POINTER, 9, 1, NULL},
};
static const collect_parameter parameters_165[] = {
  {"callback", "hsa_amd_runtime_queue_notifier", ROCZ_F_POINTER, 0, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_166[] = {
  {"host_ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"agents", "hsa_agent_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"num_agent", "int", ROCZ_F_INT, 3, 1, NULL},
  {"pool", "hsa_amd_memory_pool_t", ROCZ_F_POINTER, 4, 1, NULL},
  {"flags", "uint32_t", ROCZ_F_UINT, 5, 1, NULL},
  {"agent_ptr", "void**", ROCZ_F_POINTER, 6, 1, NULL},
};
static const collect_parameter parameters_167[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_amd_deallocation_callback_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"user_data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_168[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_amd_deallocation_callback_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_169[] = {
  {"signal", "hsa_signal_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value_ptr", "volatile hsa_signal_value_t**", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_170[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"attribute_list", "hsa_amd_svm_attribute_pair_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"attribute_count", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_171[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"attribute_list", "hsa_amd_svm_attribute_pair_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"attribute_count", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_172[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"num_dep_signals", "uint32_t", ROCZ_F_UINT, 3, 1, NULL},
  {"dep_signals", "const hsa_signal_t*", ROCZ_F_POINTER, 4, 1, NULL},
  {"completion_signal", "hsa_signal_t", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_173[] = {
  {"queue", "const hsa_queue_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"num_cu_mask_count", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"cu_mask", "uint32_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_174[] = {
  {"machine_model", "hsa_machine_model_t", ROCZ_F_ENUM, 0, 1, enum_hsa_machine_model_t},
  {"profile", "hsa_profile_t", ROCZ_F_ENUM, 1, 1, enum_hsa_profile_t},
  {"default_float_rounding_mode", "hsa_default_float_rounding_mode_t", ROCZ_F_ENUM, 2, 1, enum_hsa_default_float_rounding_mode_t},
  {"options", "const char*", ROCZ_F_STRING, 3, 1, NULL},
  {"program", "hsa_ext_program_t*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_175[] = {
  {"program", "hsa_ext_program_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_176[] = {
  {"program", "hsa_ext_program_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"module", "hsa_ext_module_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_177[] = {
  {"program", "hsa_ext_program_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hsa_status_t (*)(hsa_ext_program_t program, hsa_ext_module_t module, void* data)", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_178[] = {
  {"program", "hsa_ext_program_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hsa_ext_program_info_t", ROCZ_F_ENUM, 1, 1, enum_hsa_ext_program_info_t},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_179[] = {
  {"program", "hsa_ext_program_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"isa", "hsa_isa_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"call_convention", "int32_t", ROCZ_F_INT, 2, 1, NULL},
  {"control_directives", "hsa_ext_control_directives_t", ROCZ_F_STRUCT, 3, 18, NULL},
  {"options", "const char*", ROCZ_F_STRING, 21, 1, NULL},
  {"code_object_type", "hsa_code_object_type_t", ROCZ_F_ENUM, 22, 1, enum_hsa_code_object_type_t},
  {"code_object", "hsa_code_object_t*", ROCZ_F_POINTER, 23, 1, NULL},
};
static const collect_parameter parameters_180[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"geometry", "hsa_ext_image_geometry_t", ROCZ_F_ENUM, 1, 1, enum_hsa_ext_image_geometry_t},
  {"image_format", "const hsa_ext_image_format_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"capability_mask", "uint32_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_181[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"image_descriptor", "const hsa_ext_image_descriptor_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"access_permission", "hsa_access_permission_t", ROCZ_F_ENUM, 2, 1, enum_hsa_access_permission_t},
  {"image_data_info", "hsa_ext_image_data_info_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_182[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"image_descriptor", "const hsa_ext_image_descriptor_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"image_data", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"access_permission", "hsa_access_permission_t", ROCZ_F_ENUM, 3, 1, enum_hsa_access_permission_t},
  {"image", "hsa_ext_image_t*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_183[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"src_memory", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"src_row_pitch", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"src_slice_pitch", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"dst_image", "hsa_ext_image_t", ROCZ_F_POINTER, 4, 1, NULL},
  {"image_region", "const hsa_ext_image_region_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_184[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"src_image", "hsa_ext_image_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"dst_memory", "void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"dst_row_pitch", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"dst_slice_pitch", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"image_region", "const hsa_ext_image_region_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_185[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"src_image", "hsa_ext_image_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"src_offset", "const hsa_dim3_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"dst_image", "hsa_ext_image_t", ROCZ_F_POINTER, 3, 1, NULL},
  {"dst_offset", "const hsa_dim3_t*", ROCZ_F_POINTER, 4, 1, NULL},
  {"range", "const hsa_dim3_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_186[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"image", "hsa_ext_image_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"image_region", "const hsa_ext_image_region_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_187[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"image", "hsa_ext_image_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_188[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"sampler_descriptor", "const hsa_ext_sampler_descriptor_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sampler", "hsa_ext_sampler_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_189[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"sampler", "hsa_ext_sampler_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_190[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"geometry", "hsa_ext_image_geometry_t", ROCZ_F_ENUM, 1, 1, enum_hsa_ext_image_geometry_t},
  {"image_format", "const hsa_ext_image_format_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"image_data_layout", "hsa_ext_image_data_layout_t", ROCZ_F_ENUM, 3, 1, enum_hsa_ext_image_data_layout_t},
  {"capability_mask", "uint32_t*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_191[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"image_descriptor", "const hsa_ext_image_descriptor_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"access_permission", "hsa_access_permission_t", ROCZ_F_ENUM, 2, 1, enum_hsa_access_permission_t},
  {"image_data_layout", "hsa_ext_image_data_layout_t", ROCZ_F_ENUM, 3, 1, enum_hsa_ext_image_data_layout_t},
  {"image_data_row_pitch", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"image_data_slice_pitch", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"image_data_info", "hsa_ext_image_data_info_t*", ROCZ_F_POINTER, 6, 1, NULL},
};
static const collect_parameter parameters_192[] = {
  {"agent", "hsa_agent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"image_descriptor", "const hsa_ext_image_descriptor_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"image_data", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"access_permission", "hsa_access_permission_t", ROCZ_F_ENUM, 3, 1, enum_hsa_access_permission_t},
  {"image_data_layout", "hsa_ext_image_data_layout_t", ROCZ_F_ENUM, 4, 1, enum_hsa_ext_image_data_layout_t},
  {"image_data_row_pitch", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"image_data_slice_pitch", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"image", "hsa_ext_image_t*", ROCZ_F_POINTER, 7, 1, NULL},
};

collect_function collect_hsa_function[] = {
  {.generation = COLLECT_NEVER, .name = "hsa_init", .category = "HSA_CORE_API", .api = &collect_hsa_api},
  {.generation = COLLECT_NEVER, .name = "hsa_shut_down", .category = "HSA_CORE_API", .api = &collect_hsa_api},
  {.generation = COLLECT_NEVER, .name = "hsa_system_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_2, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_system_extension_supported", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_3, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_system_get_extension_table", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_4, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_iterate_agents", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_5, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_agent_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_6, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_create", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_7, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hsa_soft_queue_create", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_8, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_destroy", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_9, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_inactivate", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_10, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_load_read_index_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_11, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_load_read_index_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_12, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_load_write_index_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_13, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_load_write_index_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_14, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_store_write_index_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_15, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_store_write_index_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_16, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_cas_write_index_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_17, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_cas_write_index_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_18, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_cas_write_index_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_19, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_cas_write_index_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_20, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_add_write_index_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_21, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_add_write_index_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_22, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_add_write_index_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_23, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_add_write_index_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_24, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_store_read_index_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_25, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_queue_store_read_index_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_26, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_agent_iterate_regions", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_27, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_region_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_28, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_agent_get_exception_policies", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_29, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_agent_extension_supported", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_30, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_memory_register", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_31, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_memory_deregister", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_32, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_memory_allocate", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_33, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_memory_free", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_34, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_memory_copy", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_35, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_memory_assign_agent", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_36, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_create", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_37, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_destroy", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_38, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_load_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_39, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_load_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_40, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_store_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_41, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_store_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_42, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_wait_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_43, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_wait_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_44, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_and_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_45, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_and_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_46, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_and_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_47, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_and_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_48, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_or_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_49, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_or_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_50, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_or_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_51, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_or_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_52, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_xor_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_53, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_xor_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_54, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_xor_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_55, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_xor_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_56, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_exchange_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_57, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_exchange_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_58, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_exchange_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_59, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_exchange_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_60, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_add_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_61, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_add_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_62, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_add_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_63, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_add_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_64, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_subtract_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_65, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_subtract_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_66, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_subtract_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_67, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_subtract_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_68, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_cas_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_69, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_cas_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_70, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_cas_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_71, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_cas_scacq_screl", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_72, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_isa_from_name", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_73, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_isa_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_74, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_isa_compatible", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_75, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_serialize", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_76, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_deserialize", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_77, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_destroy", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_78, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_79, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_get_symbol", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_80, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_code_symbol_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_81, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_iterate_symbols", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_82, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_create", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_83, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_destroy", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_84, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_load_code_object", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_85, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_freeze", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_86, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_87, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_global_variable_define", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_88, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_agent_global_variable_define", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_89, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_readonly_variable_define", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_90, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_validate", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_91, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_get_symbol", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_92, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_symbol_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_93, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_iterate_symbols", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_94, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_status_string", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_95, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_extension_get_name", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_96, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_system_major_extension_supported", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_97, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_system_get_major_extension_table", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_98, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_agent_major_extension_supported", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_99, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_cache_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_100, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_agent_iterate_caches", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_101, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_silent_store_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_102, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_silent_store_screlease", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_103, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_group_create", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_104, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_group_destroy", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_105, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_group_wait_any_scacquire", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_106, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_signal_group_wait_any_relaxed", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_107, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_agent_iterate_isas", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_108, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_isa_get_info_alt", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_109, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_isa_get_exception_policies", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_110, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_isa_get_round_method", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_111, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_wavefront_get_info", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_112, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_isa_iterate_wavefronts", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_113, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_get_symbol_from_name", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_114, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_reader_create_from_file", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_115, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_reader_create_from_memory", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_116, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_code_object_reader_destroy", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_117, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_create_alt", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_118, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_load_program_code_object", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_119, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_load_agent_code_object", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_120, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_validate_alt", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_121, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_get_symbol_by_name", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_122, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_iterate_agent_symbols", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_123, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_executable_iterate_program_symbols", .category = "HSA_CORE_API", .api = &collect_hsa_api, .parameter = parameters_124, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_coherency_get_type", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_125, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_coherency_set_type", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_126, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_profiling_set_profiler_enabled", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_127, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_profiling_async_copy_enable", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_128, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_profiling_get_dispatch_time", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_129, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_profiling_get_async_copy_time", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_130, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_profiling_convert_tick_to_system_domain", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_131, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_signal_async_handler", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_132, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_async_function", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_133, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_signal_wait_any", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_134, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_queue_cu_set_mask", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_135, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_pool_get_info", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_136, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_agent_iterate_memory_pools", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_137, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_pool_allocate", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_138, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_pool_free", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_139, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_async_copy", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_140, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_async_copy_on_engine", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_141, .parameters = 10, .words = 10},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_agent_memory_pool_get_info", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_142, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_agents_allow_access", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_143, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_pool_can_migrate", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_144, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_migrate", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_145, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_lock", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_146, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_unlock", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_147, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_fill", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_148, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_interop_map_buffer", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_149, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_interop_unmap_buffer", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_150, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_image_create", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_151, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_pointer_info", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_152, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_pointer_info_set_userdata", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_153, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_ipc_memory_create", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_154, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_ipc_memory_attach", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_155, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_ipc_memory_detach", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_156, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_signal_create", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_157, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_ipc_signal_create", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_158, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_ipc_signal_attach", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_159, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_register_system_event_handler", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_160, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_queue_intercept_create", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_161, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_queue_intercept_register", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_162, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_queue_set_priority", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_163, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_async_copy_rect", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_164, .parameters = 10, .words = 10},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_runtime_queue_create_register", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_165, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_memory_lock_to_pool", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_166, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_register_deallocation_callback", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_167, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_deregister_deallocation_callback", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_168, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_signal_value_pointer", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_169, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_svm_attributes_set", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_170, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_svm_attributes_get", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_171, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_svm_prefetch_async", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_172, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_amd_queue_cu_get_mask", .category = "HSA_AMD_EXT_API", .api = &collect_hsa_api, .parameter = parameters_173, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_program_create", .category = "HSA_FINALIZE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_174, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_program_destroy", .category = "HSA_FINALIZE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_175, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_program_add_module", .category = "HSA_FINALIZE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_176, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_program_iterate_modules", .category = "HSA_FINALIZE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_177, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_program_get_info", .category = "HSA_FINALIZE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_178, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_program_finalize", .category = "HSA_FINALIZE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_179, .parameters = 7, .words = 24},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_get_capability", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_180, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_data_get_info", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_181, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_create", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_182, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_import", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_183, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_export", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_184, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_copy", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_185, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_clear", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_186, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_destroy", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_187, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_sampler_create", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_188, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_sampler_destroy", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_189, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_get_capability_with_layout", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_190, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_data_get_info_with_layout", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_191, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hsa_ext_image_create_with_layout", .category = "HSA_IMAGE_EXT_API", .api = &collect_hsa_api, .parameter = parameters_192, .parameters = 8, .words = 8},
};

static int wrap_hsa_init(void) {
  collect_function *self = &collect_hsa_function[0];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_shut_down(void) {
  collect_function *self = &collect_hsa_function[1];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_system_get_info(int attribute, void *value) {
  collect_function *self = &collect_hsa_function[2];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)attribute);
    collect_word(call, 1, (uintptr_t)value);
  }
  int result = ((int (*)(int, void *))self->next)(attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_system_extension_supported(uint16_t extension, uint16_t version_major, uint16_t version_minor, void *result_3) {
  collect_function *self = &collect_hsa_function[3];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, extension);
    collect_word(call, 1, version_major);
    collect_word(call, 2, version_minor);
    collect_word(call, 3, (uintptr_t)result_3);
  }
  int result = ((int (*)(uint16_t, uint16_t, uint16_t, void *))self->next)(extension, version_major, version_minor, result_3);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_system_get_extension_table(uint16_t extension, uint16_t version_major, uint16_t version_minor, void *table) {
  collect_function *self = &collect_hsa_function[4];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, extension);
    collect_word(call, 1, version_major);
    collect_word(call, 2, version_minor);
    collect_word(call, 3, (uintptr_t)table);
  }
  int result = ((int (*)(uint16_t, uint16_t, uint16_t, void *))self->next)(extension, version_major, version_minor, table);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_iterate_agents(void *callback, void *data) {
  collect_function *self = &collect_hsa_function[5];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)callback);
    collect_word(call, 1, (uintptr_t)data);
  }
  int result = ((int (*)(void *, void *))self->next)(callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_agent_get_info(struct_hsa_agent_t agent, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[6];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_agent_t, int, void *))self->next)(agent, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_queue_create(struct_hsa_agent_t agent, uint32_t size, uint32_t type, void *callback, void *data, uint32_t private_segment_size, uint32_t group_segment_size, void *queue) {
  collect_function *self = &collect_hsa_function[7];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, size);
    collect_word(call, 2, type);
    collect_word(call, 3, (uintptr_t)callback);
    collect_word(call, 4, (uintptr_t)data);
    collect_word(call, 5, private_segment_size);
    collect_word(call, 6, group_segment_size);
    collect_word(call, 7, (uintptr_t)queue);
  }
  int result = ((int (*)(struct_hsa_agent_t, uint32_t, uint32_t, void *, void *, uint32_t, uint32_t, void *))self->next)(agent, size, type, callback, data, private_segment_size, group_segment_size, queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_soft_queue_create(struct_hsa_region_t region, uint32_t size, uint32_t type, uint32_t features, struct_hsa_signal_t doorbell_signal, void *queue) {
  collect_function *self = &collect_hsa_function[8];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &region, sizeof region);
    collect_word(call, 1, size);
    collect_word(call, 2, type);
    collect_word(call, 3, features);
    collect_struct_words(call, 4, &doorbell_signal, sizeof doorbell_signal);
    collect_word(call, 5, (uintptr_t)queue);
  }
  int result = ((int (*)(struct_hsa_region_t, uint32_t, uint32_t, uint32_t, struct_hsa_signal_t, void *))self->next)(region, size, type, features, doorbell_signal, queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_queue_destroy(void *queue) {
  collect_function *self = &collect_hsa_function[9];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
  }
  int result = ((int (*)(void *))self->next)(queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_queue_inactivate(void *queue) {
  collect_function *self = &collect_hsa_function[10];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
  }
  int result = ((int (*)(void *))self->next)(queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_load_read_index_scacquire(void *queue) {
  collect_function *self = &collect_hsa_function[11];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
  }
  uint64_t result = ((uint64_t (*)(void *))self->next)(queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_load_read_index_relaxed(void *queue) {
  collect_function *self = &collect_hsa_function[12];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
  }
  uint64_t result = ((uint64_t (*)(void *))self->next)(queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_load_write_index_scacquire(void *queue) {
  collect_function *self = &collect_hsa_function[13];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
  }
  uint64_t result = ((uint64_t (*)(void *))self->next)(queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_load_write_index_relaxed(void *queue) {
  collect_function *self = &collect_hsa_function[14];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
  }
  uint64_t result = ((uint64_t (*)(void *))self->next)(queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static void wrap_hsa_queue_store_write_index_relaxed(void *queue, uint64_t value) {
  collect_function *self = &collect_hsa_function[15];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, value);
  }
  ((void (*)(void *, uint64_t))self->next)(queue, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_queue_store_write_index_screlease(void *queue, uint64_t value) {
  collect_function *self = &collect_hsa_function[16];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, value);
  }
  ((void (*)(void *, uint64_t))self->next)(queue, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static uint64_t wrap_hsa_queue_cas_write_index_scacq_screl(void *queue, uint64_t expected, uint64_t value) {
  collect_function *self = &collect_hsa_function[17];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, expected);
    collect_word(call, 2, value);
  }
  uint64_t result = ((uint64_t (*)(void *, uint64_t, uint64_t))self->next)(queue, expected, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_cas_write_index_scacquire(void *queue, uint64_t expected, uint64_t value) {
  collect_function *self = &collect_hsa_function[18];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, expected);
    collect_word(call, 2, value);
  }
  uint64_t result = ((uint64_t (*)(void *, uint64_t, uint64_t))self->next)(queue, expected, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_cas_write_index_relaxed(void *queue, uint64_t expected, uint64_t value) {
  collect_function *self = &collect_hsa_function[19];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, expected);
    collect_word(call, 2, value);
  }
  uint64_t result = ((uint64_t (*)(void *, uint64_t, uint64_t))self->next)(queue, expected, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_cas_write_index_screlease(void *queue, uint64_t expected, uint64_t value) {
  collect_function *self = &collect_hsa_function[20];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, expected);
    collect_word(call, 2, value);
  }
  uint64_t result = ((uint64_t (*)(void *, uint64_t, uint64_t))self->next)(queue, expected, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_add_write_index_scacq_screl(void *queue, uint64_t value) {
  collect_function *self = &collect_hsa_function[21];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, value);
  }
  uint64_t result = ((uint64_t (*)(void *, uint64_t))self->next)(queue, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_add_write_index_scacquire(void *queue, uint64_t value) {
  collect_function *self = &collect_hsa_function[22];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, value);
  }
  uint64_t result = ((uint64_t (*)(void *, uint64_t))self->next)(queue, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_add_write_index_relaxed(void *queue, uint64_t value) {
  collect_function *self = &collect_hsa_function[23];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, value);
  }
  uint64_t result = ((uint64_t (*)(void *, uint64_t))self->next)(queue, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint64_t wrap_hsa_queue_add_write_index_screlease(void *queue, uint64_t value) {
  collect_function *self = &collect_hsa_function[24];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, value);
  }
  uint64_t result = ((uint64_t (*)(void *, uint64_t))self->next)(queue, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static void wrap_hsa_queue_store_read_index_relaxed(void *queue, uint64_t value) {
  collect_function *self = &collect_hsa_function[25];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, value);
  }
  ((void (*)(void *, uint64_t))self->next)(queue, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_queue_store_read_index_screlease(void *queue, uint64_t value) {
  collect_function *self = &collect_hsa_function[26];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, value);
  }
  ((void (*)(void *, uint64_t))self->next)(queue, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static int wrap_hsa_agent_iterate_regions(struct_hsa_agent_t agent, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[27];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, void *))self->next)(agent, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_region_get_info(struct_hsa_region_t region, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[28];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &region, sizeof region);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_region_t, int, void *))self->next)(region, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_agent_get_exception_policies(struct_hsa_agent_t agent, int profile, void *mask) {
  collect_function *self = &collect_hsa_function[29];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uint64_t)(int64_t)profile);
    collect_word(call, 2, (uintptr_t)mask);
  }
  int result = ((int (*)(struct_hsa_agent_t, int, void *))self->next)(agent, profile, mask);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_agent_extension_supported(uint16_t extension, struct_hsa_agent_t agent, uint16_t version_major, uint16_t version_minor, void *result_4) {
  collect_function *self = &collect_hsa_function[30];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, extension);
    collect_struct_words(call, 1, &agent, sizeof agent);
    collect_word(call, 2, version_major);
    collect_word(call, 3, version_minor);
    collect_word(call, 4, (uintptr_t)result_4);
  }
  int result = ((int (*)(uint16_t, struct_hsa_agent_t, uint16_t, uint16_t, void *))self->next)(extension, agent, version_major, version_minor, result_4);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_memory_register(void *ptr, uint64_t size) {
  collect_function *self = &collect_hsa_function[31];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
  }
  int result = ((int (*)(void *, uint64_t))self->next)(ptr, size);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_memory_deregister(void *ptr, uint64_t size) {
  collect_function *self = &collect_hsa_function[32];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
  }
  int result = ((int (*)(void *, uint64_t))self->next)(ptr, size);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_memory_allocate(struct_hsa_region_t region, uint64_t size, void *ptr) {
  collect_function *self = &collect_hsa_function[33];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &region, sizeof region);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)ptr);
  }
  int result = ((int (*)(struct_hsa_region_t, uint64_t, void *))self->next)(region, size, ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_memory_free(void *ptr) {
  collect_function *self = &collect_hsa_function[34];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *))self->next)(ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_memory_copy(void *dst, void *src, uint64_t size) {
  collect_function *self = &collect_hsa_function[35];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, size);
  }
  int result = ((int (*)(void *, void *, uint64_t))self->next)(dst, src, size);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_memory_assign_agent(void *ptr, struct_hsa_agent_t agent, int access) {
  collect_function *self = &collect_hsa_function[36];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_struct_words(call, 1, &agent, sizeof agent);
    collect_word(call, 2, (uint64_t)(int64_t)access);
  }
  int result = ((int (*)(void *, struct_hsa_agent_t, int))self->next)(ptr, agent, access);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_signal_create(int64_t initial_value, uint32_t num_consumers, void *consumers, void *signal) {
  collect_function *self = &collect_hsa_function[37];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)initial_value);
    collect_word(call, 1, num_consumers);
    collect_word(call, 2, (uintptr_t)consumers);
    collect_word(call, 3, (uintptr_t)signal);
  }
  int result = ((int (*)(int64_t, uint32_t, void *, void *))self->next)(initial_value, num_consumers, consumers, signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_signal_destroy(struct_hsa_signal_t signal) {
  collect_function *self = &collect_hsa_function[38];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
  }
  int result = ((int (*)(struct_hsa_signal_t))self->next)(signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_load_relaxed(struct_hsa_signal_t signal) {
  collect_function *self = &collect_hsa_function[39];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t))self->next)(signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_load_scacquire(struct_hsa_signal_t signal) {
  collect_function *self = &collect_hsa_function[40];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t))self->next)(signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static void wrap_hsa_signal_store_relaxed(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[41];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_store_screlease(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[42];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static int64_t wrap_hsa_signal_wait_relaxed(struct_hsa_signal_t signal, int condition, int64_t compare_value, uint64_t timeout_hint, int wait_state_hint) {
  collect_function *self = &collect_hsa_function[43];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)condition);
    collect_word(call, 2, (uint64_t)(int64_t)compare_value);
    collect_word(call, 3, timeout_hint);
    collect_word(call, 4, (uint64_t)(int64_t)wait_state_hint);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int, int64_t, uint64_t, int))self->next)(signal, condition, compare_value, timeout_hint, wait_state_hint);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_wait_scacquire(struct_hsa_signal_t signal, int condition, int64_t compare_value, uint64_t timeout_hint, int wait_state_hint) {
  collect_function *self = &collect_hsa_function[44];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)condition);
    collect_word(call, 2, (uint64_t)(int64_t)compare_value);
    collect_word(call, 3, timeout_hint);
    collect_word(call, 4, (uint64_t)(int64_t)wait_state_hint);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int, int64_t, uint64_t, int))self->next)(signal, condition, compare_value, timeout_hint, wait_state_hint);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static void wrap_hsa_signal_and_relaxed(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[45];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_and_scacquire(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[46];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_and_screlease(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[47];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_and_scacq_screl(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[48];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_or_relaxed(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[49];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_or_scacquire(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[50];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_or_screlease(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[51];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_or_scacq_screl(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[52];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_xor_relaxed(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[53];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_xor_scacquire(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[54];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_xor_screlease(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[55];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_xor_scacq_screl(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[56];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static int64_t wrap_hsa_signal_exchange_relaxed(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[57];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_exchange_scacquire(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[58];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_exchange_screlease(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[59];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_exchange_scacq_screl(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[60];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static void wrap_hsa_signal_add_relaxed(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[61];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_add_scacquire(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[62];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_add_screlease(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[63];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_add_scacq_screl(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[64];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_subtract_relaxed(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[65];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_subtract_scacquire(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[66];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_subtract_screlease(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[67];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_subtract_scacq_screl(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[68];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static int64_t wrap_hsa_signal_cas_relaxed(struct_hsa_signal_t signal, int64_t expected, int64_t value) {
  collect_function *self = &collect_hsa_function[69];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)expected);
    collect_word(call, 2, (uint64_t)(int64_t)value);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int64_t, int64_t))self->next)(signal, expected, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_cas_scacquire(struct_hsa_signal_t signal, int64_t expected, int64_t value) {
  collect_function *self = &collect_hsa_function[70];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)expected);
    collect_word(call, 2, (uint64_t)(int64_t)value);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int64_t, int64_t))self->next)(signal, expected, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_cas_screlease(struct_hsa_signal_t signal, int64_t expected, int64_t value) {
  collect_function *self = &collect_hsa_function[71];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)expected);
    collect_word(call, 2, (uint64_t)(int64_t)value);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int64_t, int64_t))self->next)(signal, expected, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int64_t wrap_hsa_signal_cas_scacq_screl(struct_hsa_signal_t signal, int64_t expected, int64_t value) {
  collect_function *self = &collect_hsa_function[72];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)expected);
    collect_word(call, 2, (uint64_t)(int64_t)value);
  }
  int64_t result = ((int64_t (*)(struct_hsa_signal_t, int64_t, int64_t))self->next)(signal, expected, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_isa_from_name(const char *name, void *isa) {
  collect_function *self = &collect_hsa_function[73];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, collect_string_word(name));
    collect_word(call, 1, (uintptr_t)isa);
  }
  int result = ((int (*)(const char *, void *))self->next)(name, isa);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_isa_get_info(struct_hsa_isa_t isa, int attribute, uint32_t index, void *value) {
  collect_function *self = &collect_hsa_function[74];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &isa, sizeof isa);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, index);
    collect_word(call, 3, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_isa_t, int, uint32_t, void *))self->next)(isa, attribute, index, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_isa_compatible(struct_hsa_isa_t code_object_isa, struct_hsa_isa_t agent_isa, void *result_2) {
  collect_function *self = &collect_hsa_function[75];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_object_isa, sizeof code_object_isa);
    collect_struct_words(call, 1, &agent_isa, sizeof agent_isa);
    collect_word(call, 2, (uintptr_t)result_2);
  }
  int result = ((int (*)(struct_hsa_isa_t, struct_hsa_isa_t, void *))self->next)(code_object_isa, agent_isa, result_2);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_serialize(struct_hsa_code_object_t code_object, void *alloc_callback, struct_hsa_callback_data_t callback_data, const char *options, void *serialized_code_object, void *serialized_code_object_size) {
  collect_function *self = &collect_hsa_function[76];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_object, sizeof code_object);
    collect_word(call, 1, (uintptr_t)alloc_callback);
    collect_struct_words(call, 2, &callback_data, sizeof callback_data);
    collect_word(call, 3, collect_string_word(options));
    collect_word(call, 4, (uintptr_t)serialized_code_object);
    collect_word(call, 5, (uintptr_t)serialized_code_object_size);
  }
  int result = ((int (*)(struct_hsa_code_object_t, void *, struct_hsa_callback_data_t, const char *, void *, void *))self->next)(code_object, alloc_callback, callback_data, options, serialized_code_object, serialized_code_object_size);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_deserialize(void *serialized_code_object, uint64_t serialized_code_object_size, const char *options, void *code_object) {
  collect_function *self = &collect_hsa_function[77];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)serialized_code_object);
    collect_word(call, 1, serialized_code_object_size);
    collect_word(call, 2, collect_string_word(options));
    collect_word(call, 3, (uintptr_t)code_object);
  }
  int result = ((int (*)(void *, uint64_t, const char *, void *))self->next)(serialized_code_object, serialized_code_object_size, options, code_object);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_destroy(struct_hsa_code_object_t code_object) {
  collect_function *self = &collect_hsa_function[78];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_object, sizeof code_object);
  }
  int result = ((int (*)(struct_hsa_code_object_t))self->next)(code_object);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_get_info(struct_hsa_code_object_t code_object, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[79];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_object, sizeof code_object);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_code_object_t, int, void *))self->next)(code_object, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_get_symbol(struct_hsa_code_object_t code_object, const char *symbol_name, void *symbol) {
  collect_function *self = &collect_hsa_function[80];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_object, sizeof code_object);
    collect_word(call, 1, collect_string_word(symbol_name));
    collect_word(call, 2, (uintptr_t)symbol);
  }
  int result = ((int (*)(struct_hsa_code_object_t, const char *, void *))self->next)(code_object, symbol_name, symbol);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_symbol_get_info(struct_hsa_code_symbol_t code_symbol, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[81];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_symbol, sizeof code_symbol);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_code_symbol_t, int, void *))self->next)(code_symbol, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_iterate_symbols(struct_hsa_code_object_t code_object, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[82];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_object, sizeof code_object);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_code_object_t, void *, void *))self->next)(code_object, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_create(int profile, int executable_state, const char *options, void *executable) {
  collect_function *self = &collect_hsa_function[83];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)profile);
    collect_word(call, 1, (uint64_t)(int64_t)executable_state);
    collect_word(call, 2, collect_string_word(options));
    collect_word(call, 3, (uintptr_t)executable);
  }
  int result = ((int (*)(int, int, const char *, void *))self->next)(profile, executable_state, options, executable);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_destroy(struct_hsa_executable_t executable) {
  collect_function *self = &collect_hsa_function[84];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
  }
  int result = ((int (*)(struct_hsa_executable_t))self->next)(executable);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_load_code_object(struct_hsa_executable_t executable, struct_hsa_agent_t agent, struct_hsa_code_object_t code_object, const char *options) {
  collect_function *self = &collect_hsa_function[85];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_struct_words(call, 1, &agent, sizeof agent);
    collect_struct_words(call, 2, &code_object, sizeof code_object);
    collect_word(call, 3, collect_string_word(options));
  }
  int result = ((int (*)(struct_hsa_executable_t, struct_hsa_agent_t, struct_hsa_code_object_t, const char *))self->next)(executable, agent, code_object, options);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_freeze(struct_hsa_executable_t executable, const char *options) {
  collect_function *self = &collect_hsa_function[86];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, collect_string_word(options));
  }
  int result = ((int (*)(struct_hsa_executable_t, const char *))self->next)(executable, options);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_get_info(struct_hsa_executable_t executable, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[87];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_executable_t, int, void *))self->next)(executable, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_global_variable_define(struct_hsa_executable_t executable, const char *variable_name, void *address) {
  collect_function *self = &collect_hsa_function[88];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, collect_string_word(variable_name));
    collect_word(call, 2, (uintptr_t)address);
  }
  int result = ((int (*)(struct_hsa_executable_t, const char *, void *))self->next)(executable, variable_name, address);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_agent_global_variable_define(struct_hsa_executable_t executable, struct_hsa_agent_t agent, const char *variable_name, void *address) {
  collect_function *self = &collect_hsa_function[89];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_struct_words(call, 1, &agent, sizeof agent);
    collect_word(call, 2, collect_string_word(variable_name));
    collect_word(call, 3, (uintptr_t)address);
  }
  int result = ((int (*)(struct_hsa_executable_t, struct_hsa_agent_t, const char *, void *))self->next)(executable, agent, variable_name, address);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_readonly_variable_define(struct_hsa_executable_t executable, struct_hsa_agent_t agent, const char *variable_name, void *address) {
  collect_function *self = &collect_hsa_function[90];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_struct_words(call, 1, &agent, sizeof agent);
    collect_word(call, 2, collect_string_word(variable_name));
    collect_word(call, 3, (uintptr_t)address);
  }
  int result = ((int (*)(struct_hsa_executable_t, struct_hsa_agent_t, const char *, void *))self->next)(executable, agent, variable_name, address);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_validate(struct_hsa_executable_t executable, void *result_1) {
  collect_function *self = &collect_hsa_function[91];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, (uintptr_t)result_1);
  }
  int result = ((int (*)(struct_hsa_executable_t, void *))self->next)(executable, result_1);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_get_symbol(struct_hsa_executable_t executable, const char *module_name, const char *symbol_name, struct_hsa_agent_t agent, int32_t call_convention, void *symbol) {
  collect_function *self = &collect_hsa_function[92];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, collect_string_word(module_name));
    collect_word(call, 2, collect_string_word(symbol_name));
    collect_struct_words(call, 3, &agent, sizeof agent);
    collect_word(call, 4, (uint64_t)(int64_t)call_convention);
    collect_word(call, 5, (uintptr_t)symbol);
  }
  int result = ((int (*)(struct_hsa_executable_t, const char *, const char *, struct_hsa_agent_t, int32_t, void *))self->next)(executable, module_name, symbol_name, agent, call_convention, symbol);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_symbol_get_info(struct_hsa_executable_symbol_t executable_symbol, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[93];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable_symbol, sizeof executable_symbol);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_executable_symbol_t, int, void *))self->next)(executable_symbol, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_iterate_symbols(struct_hsa_executable_t executable, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[94];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_executable_t, void *, void *))self->next)(executable, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_status_string(int status, void *status_string) {
  collect_function *self = &collect_hsa_function[95];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)status);
    collect_word(call, 1, (uintptr_t)status_string);
  }
  int result = ((int (*)(int, void *))self->next)(status, status_string);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_extension_get_name(uint16_t extension, void *name) {
  collect_function *self = &collect_hsa_function[96];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, extension);
    collect_word(call, 1, (uintptr_t)name);
  }
  int result = ((int (*)(uint16_t, void *))self->next)(extension, name);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_system_major_extension_supported(uint16_t extension, uint16_t version_major, void *version_minor, void *result_3) {
  collect_function *self = &collect_hsa_function[97];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, extension);
    collect_word(call, 1, version_major);
    collect_word(call, 2, (uintptr_t)version_minor);
    collect_word(call, 3, (uintptr_t)result_3);
  }
  int result = ((int (*)(uint16_t, uint16_t, void *, void *))self->next)(extension, version_major, version_minor, result_3);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_system_get_major_extension_table(uint16_t extension, uint16_t version_major, uint64_t table_length, void *table) {
  collect_function *self = &collect_hsa_function[98];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, extension);
    collect_word(call, 1, version_major);
    collect_word(call, 2, table_length);
    collect_word(call, 3, (uintptr_t)table);
  }
  int result = ((int (*)(uint16_t, uint16_t, uint64_t, void *))self->next)(extension, version_major, table_length, table);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_agent_major_extension_supported(uint16_t extension, struct_hsa_agent_t agent, uint16_t version_major, void *version_minor, void *result_4) {
  collect_function *self = &collect_hsa_function[99];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, extension);
    collect_struct_words(call, 1, &agent, sizeof agent);
    collect_word(call, 2, version_major);
    collect_word(call, 3, (uintptr_t)version_minor);
    collect_word(call, 4, (uintptr_t)result_4);
  }
  int result = ((int (*)(uint16_t, struct_hsa_agent_t, uint16_t, void *, void *))self->next)(extension, agent, version_major, version_minor, result_4);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_cache_get_info(struct_hsa_cache_t cache, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[100];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &cache, sizeof cache);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_cache_t, int, void *))self->next)(cache, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_agent_iterate_caches(struct_hsa_agent_t agent, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[101];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, void *))self->next)(agent, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static void wrap_hsa_signal_silent_store_relaxed(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[102];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static void wrap_hsa_signal_silent_store_screlease(struct_hsa_signal_t signal, int64_t value) {
  collect_function *self = &collect_hsa_function[103];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)value);
  }
  ((void (*)(struct_hsa_signal_t, int64_t))self->next)(signal, value);
  collect_end(self, COLLECT_HSA, call, 0);
}

static int wrap_hsa_signal_group_create(uint32_t num_signals, void *signals, uint32_t num_consumers, void *consumers, void *signal_group) {
  collect_function *self = &collect_hsa_function[104];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, num_signals);
    collect_word(call, 1, (uintptr_t)signals);
    collect_word(call, 2, num_consumers);
    collect_word(call, 3, (uintptr_t)consumers);
    collect_word(call, 4, (uintptr_t)signal_group);
  }
  int result = ((int (*)(uint32_t, void *, uint32_t, void *, void *))self->next)(num_signals, signals, num_consumers, consumers, signal_group);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_signal_group_destroy(struct_hsa_signal_group_t signal_group) {
  collect_function *self = &collect_hsa_function[105];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal_group, sizeof signal_group);
  }
  int result = ((int (*)(struct_hsa_signal_group_t))self->next)(signal_group);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_signal_group_wait_any_scacquire(struct_hsa_signal_group_t signal_group, void *conditions, void *compare_values, int wait_state_hint, void *signal, void *value) {
  collect_function *self = &collect_hsa_function[106];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal_group, sizeof signal_group);
    collect_word(call, 1, (uintptr_t)conditions);
    collect_word(call, 2, (uintptr_t)compare_values);
    collect_word(call, 3, (uint64_t)(int64_t)wait_state_hint);
    collect_word(call, 4, (uintptr_t)signal);
    collect_word(call, 5, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_signal_group_t, void *, void *, int, void *, void *))self->next)(signal_group, conditions, compare_values, wait_state_hint, signal, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_signal_group_wait_any_relaxed(struct_hsa_signal_group_t signal_group, void *conditions, void *compare_values, int wait_state_hint, void *signal, void *value) {
  collect_function *self = &collect_hsa_function[107];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal_group, sizeof signal_group);
    collect_word(call, 1, (uintptr_t)conditions);
    collect_word(call, 2, (uintptr_t)compare_values);
    collect_word(call, 3, (uint64_t)(int64_t)wait_state_hint);
    collect_word(call, 4, (uintptr_t)signal);
    collect_word(call, 5, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_signal_group_t, void *, void *, int, void *, void *))self->next)(signal_group, conditions, compare_values, wait_state_hint, signal, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_agent_iterate_isas(struct_hsa_agent_t agent, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[108];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, void *))self->next)(agent, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_isa_get_info_alt(struct_hsa_isa_t isa, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[109];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &isa, sizeof isa);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_isa_t, int, void *))self->next)(isa, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_isa_get_exception_policies(struct_hsa_isa_t isa, int profile, void *mask) {
  collect_function *self = &collect_hsa_function[110];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &isa, sizeof isa);
    collect_word(call, 1, (uint64_t)(int64_t)profile);
    collect_word(call, 2, (uintptr_t)mask);
  }
  int result = ((int (*)(struct_hsa_isa_t, int, void *))self->next)(isa, profile, mask);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_isa_get_round_method(struct_hsa_isa_t isa, int fp_type, int flush_mode, void *round_method) {
  collect_function *self = &collect_hsa_function[111];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &isa, sizeof isa);
    collect_word(call, 1, (uint64_t)(int64_t)fp_type);
    collect_word(call, 2, (uint64_t)(int64_t)flush_mode);
    collect_word(call, 3, (uintptr_t)round_method);
  }
  int result = ((int (*)(struct_hsa_isa_t, int, int, void *))self->next)(isa, fp_type, flush_mode, round_method);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_wavefront_get_info(struct_hsa_wavefront_t wavefront, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[112];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &wavefront, sizeof wavefront);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_wavefront_t, int, void *))self->next)(wavefront, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_isa_iterate_wavefronts(struct_hsa_isa_t isa, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[113];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &isa, sizeof isa);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_isa_t, void *, void *))self->next)(isa, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_get_symbol_from_name(struct_hsa_code_object_t code_object, const char *module_name, const char *symbol_name, void *symbol) {
  collect_function *self = &collect_hsa_function[114];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_object, sizeof code_object);
    collect_word(call, 1, collect_string_word(module_name));
    collect_word(call, 2, collect_string_word(symbol_name));
    collect_word(call, 3, (uintptr_t)symbol);
  }
  int result = ((int (*)(struct_hsa_code_object_t, const char *, const char *, void *))self->next)(code_object, module_name, symbol_name, symbol);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_reader_create_from_file(int32_t file, void *code_object_reader) {
  collect_function *self = &collect_hsa_function[115];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)file);
    collect_word(call, 1, (uintptr_t)code_object_reader);
  }
  int result = ((int (*)(int32_t, void *))self->next)(file, code_object_reader);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_reader_create_from_memory(void *code_object, uint64_t size, void *code_object_reader) {
  collect_function *self = &collect_hsa_function[116];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)code_object);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)code_object_reader);
  }
  int result = ((int (*)(void *, uint64_t, void *))self->next)(code_object, size, code_object_reader);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_code_object_reader_destroy(struct_hsa_code_object_reader_t code_object_reader) {
  collect_function *self = &collect_hsa_function[117];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &code_object_reader, sizeof code_object_reader);
  }
  int result = ((int (*)(struct_hsa_code_object_reader_t))self->next)(code_object_reader);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_create_alt(int profile, int default_float_rounding_mode, const char *options, void *executable) {
  collect_function *self = &collect_hsa_function[118];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)profile);
    collect_word(call, 1, (uint64_t)(int64_t)default_float_rounding_mode);
    collect_word(call, 2, collect_string_word(options));
    collect_word(call, 3, (uintptr_t)executable);
  }
  int result = ((int (*)(int, int, const char *, void *))self->next)(profile, default_float_rounding_mode, options, executable);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_load_program_code_object(struct_hsa_executable_t executable, struct_hsa_code_object_reader_t code_object_reader, const char *options, void *loaded_code_object) {
  collect_function *self = &collect_hsa_function[119];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_struct_words(call, 1, &code_object_reader, sizeof code_object_reader);
    collect_word(call, 2, collect_string_word(options));
    collect_word(call, 3, (uintptr_t)loaded_code_object);
  }
  int result = ((int (*)(struct_hsa_executable_t, struct_hsa_code_object_reader_t, const char *, void *))self->next)(executable, code_object_reader, options, loaded_code_object);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_load_agent_code_object(struct_hsa_executable_t executable, struct_hsa_agent_t agent, struct_hsa_code_object_reader_t code_object_reader, const char *options, void *loaded_code_object) {
  collect_function *self = &collect_hsa_function[120];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_struct_words(call, 1, &agent, sizeof agent);
    collect_struct_words(call, 2, &code_object_reader, sizeof code_object_reader);
    collect_word(call, 3, collect_string_word(options));
    collect_word(call, 4, (uintptr_t)loaded_code_object);
  }
  int result = ((int (*)(struct_hsa_executable_t, struct_hsa_agent_t, struct_hsa_code_object_reader_t, const char *, void *))self->next)(executable, agent, code_object_reader, options, loaded_code_object);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_validate_alt(struct_hsa_executable_t executable, const char *options, void *result_2) {
  collect_function *self = &collect_hsa_function[121];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, collect_string_word(options));
    collect_word(call, 2, (uintptr_t)result_2);
  }
  int result = ((int (*)(struct_hsa_executable_t, const char *, void *))self->next)(executable, options, result_2);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_get_symbol_by_name(struct_hsa_executable_t executable, const char *symbol_name, void *agent, void *symbol) {
  collect_function *self = &collect_hsa_function[122];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, collect_string_word(symbol_name));
    collect_word(call, 2, (uintptr_t)agent);
    collect_word(call, 3, (uintptr_t)symbol);
  }
  int result = ((int (*)(struct_hsa_executable_t, const char *, void *, void *))self->next)(executable, symbol_name, agent, symbol);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_iterate_agent_symbols(struct_hsa_executable_t executable, struct_hsa_agent_t agent, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[123];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_struct_words(call, 1, &agent, sizeof agent);
    collect_word(call, 2, (uintptr_t)callback);
    collect_word(call, 3, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_executable_t, struct_hsa_agent_t, void *, void *))self->next)(executable, agent, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_executable_iterate_program_symbols(struct_hsa_executable_t executable, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[124];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &executable, sizeof executable);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_executable_t, void *, void *))self->next)(executable, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_coherency_get_type(struct_hsa_agent_t agent, void *type) {
  collect_function *self = &collect_hsa_function[125];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)type);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *))self->next)(agent, type);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_coherency_set_type(struct_hsa_agent_t agent, int type) {
  collect_function *self = &collect_hsa_function[126];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uint64_t)(int64_t)type);
  }
  int result = ((int (*)(struct_hsa_agent_t, int))self->next)(agent, type);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_profiling_set_profiler_enabled(void *queue, int32_t enable) {
  collect_function *self = &collect_hsa_function[127];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, (uint64_t)(int64_t)enable);
  }
  int result = ((int (*)(void *, int32_t))self->next)(queue, enable);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_profiling_async_copy_enable(bool enable) {
  collect_function *self = &collect_hsa_function[128];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, enable);
  }
  int result = ((int (*)(bool))self->next)(enable);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_profiling_get_dispatch_time(struct_hsa_agent_t agent, struct_hsa_signal_t signal, void *time) {
  collect_function *self = &collect_hsa_function[129];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_struct_words(call, 1, &signal, sizeof signal);
    collect_word(call, 2, (uintptr_t)time);
  }
  int result = ((int (*)(struct_hsa_agent_t, struct_hsa_signal_t, void *))self->next)(agent, signal, time);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_profiling_get_async_copy_time(struct_hsa_signal_t signal, void *time) {
  collect_function *self = &collect_hsa_function[130];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uintptr_t)time);
  }
  int result = ((int (*)(struct_hsa_signal_t, void *))self->next)(signal, time);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_profiling_convert_tick_to_system_domain(struct_hsa_agent_t agent, uint64_t agent_tick, void *system_tick) {
  collect_function *self = &collect_hsa_function[131];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, agent_tick);
    collect_word(call, 2, (uintptr_t)system_tick);
  }
  int result = ((int (*)(struct_hsa_agent_t, uint64_t, void *))self->next)(agent, agent_tick, system_tick);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_signal_async_handler(struct_hsa_signal_t signal, int cond, int64_t value, void *handler, void *arg) {
  collect_function *self = &collect_hsa_function[132];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uint64_t)(int64_t)cond);
    collect_word(call, 2, (uint64_t)(int64_t)value);
    collect_word(call, 3, (uintptr_t)handler);
    collect_word(call, 4, (uintptr_t)arg);
  }
  int result = ((int (*)(struct_hsa_signal_t, int, int64_t, void *, void *))self->next)(signal, cond, value, handler, arg);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_async_function(void *callback, void *arg) {
  collect_function *self = &collect_hsa_function[133];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)callback);
    collect_word(call, 1, (uintptr_t)arg);
  }
  int result = ((int (*)(void *, void *))self->next)(callback, arg);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static uint32_t wrap_hsa_amd_signal_wait_any(uint32_t signal_count, void *signals, void *conds, void *values, uint64_t timeout_hint, int wait_hint, void *satisfying_value) {
  collect_function *self = &collect_hsa_function[134];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, signal_count);
    collect_word(call, 1, (uintptr_t)signals);
    collect_word(call, 2, (uintptr_t)conds);
    collect_word(call, 3, (uintptr_t)values);
    collect_word(call, 4, timeout_hint);
    collect_word(call, 5, (uint64_t)(int64_t)wait_hint);
    collect_word(call, 6, (uintptr_t)satisfying_value);
  }
  uint32_t result = ((uint32_t (*)(uint32_t, void *, void *, void *, uint64_t, int, void *))self->next)(signal_count, signals, conds, values, timeout_hint, wait_hint, satisfying_value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_queue_cu_set_mask(void *queue, uint32_t num_cu_mask_count, void *cu_mask) {
  collect_function *self = &collect_hsa_function[135];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, num_cu_mask_count);
    collect_word(call, 2, (uintptr_t)cu_mask);
  }
  int result = ((int (*)(void *, uint32_t, void *))self->next)(queue, num_cu_mask_count, cu_mask);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_pool_get_info(struct_hsa_amd_memory_pool_t memory_pool, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[136];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &memory_pool, sizeof memory_pool);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_amd_memory_pool_t, int, void *))self->next)(memory_pool, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_agent_iterate_memory_pools(struct_hsa_agent_t agent, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[137];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, void *))self->next)(agent, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_pool_allocate(struct_hsa_amd_memory_pool_t memory_pool, uint64_t size, uint32_t flags, void *ptr) {
  collect_function *self = &collect_hsa_function[138];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &memory_pool, sizeof memory_pool);
    collect_word(call, 1, size);
    collect_word(call, 2, flags);
    collect_word(call, 3, (uintptr_t)ptr);
  }
  int result = ((int (*)(struct_hsa_amd_memory_pool_t, uint64_t, uint32_t, void *))self->next)(memory_pool, size, flags, ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_pool_free(void *ptr) {
  collect_function *self = &collect_hsa_function[139];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *))self->next)(ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_async_copy(void *dst, struct_hsa_agent_t dst_agent, void *src, struct_hsa_agent_t src_agent, uint64_t size, uint32_t num_dep_signals, void *dep_signals, struct_hsa_signal_t completion_signal) {
  collect_function *self = &collect_hsa_function[140];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_struct_words(call, 1, &dst_agent, sizeof dst_agent);
    collect_word(call, 2, (uintptr_t)src);
    collect_struct_words(call, 3, &src_agent, sizeof src_agent);
    collect_word(call, 4, size);
    collect_word(call, 5, num_dep_signals);
    collect_word(call, 6, (uintptr_t)dep_signals);
    collect_struct_words(call, 7, &completion_signal, sizeof completion_signal);
  }
  int result = ((int (*)(void *, struct_hsa_agent_t, void *, struct_hsa_agent_t, uint64_t, uint32_t, void *, struct_hsa_signal_t))self->next)(dst, dst_agent, src, src_agent, size, num_dep_signals, dep_signals, completion_signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_async_copy_on_engine(void *dst, struct_hsa_agent_t dst_agent, void *src, struct_hsa_agent_t src_agent, uint64_t size, uint32_t num_dep_signals, void *dep_signals, struct_hsa_signal_t completion_signal, uint32_t engine, bool force_copy_on_sdma) {
  collect_function *self = &collect_hsa_function[141];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_struct_words(call, 1, &dst_agent, sizeof dst_agent);
    collect_word(call, 2, (uintptr_t)src);
    collect_struct_words(call, 3, &src_agent, sizeof src_agent);
    collect_word(call, 4, size);
    collect_word(call, 5, num_dep_signals);
    collect_word(call, 6, (uintptr_t)dep_signals);
    collect_struct_words(call, 7, &completion_signal, sizeof completion_signal);
    collect_word(call, 8, engine);
    collect_word(call, 9, force_copy_on_sdma);
  }
  int result = ((int (*)(void *, struct_hsa_agent_t, void *, struct_hsa_agent_t, uint64_t, uint32_t, void *, struct_hsa_signal_t, uint32_t, bool))self->next)(dst, dst_agent, src, src_agent, size, num_dep_signals, dep_signals, completion_signal, engine, force_copy_on_sdma);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_agent_memory_pool_get_info(struct_hsa_agent_t agent, struct_hsa_amd_memory_pool_t memory_pool, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[142];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_struct_words(call, 1, &memory_pool, sizeof memory_pool);
    collect_word(call, 2, (uint64_t)(int64_t)attribute);
    collect_word(call, 3, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_agent_t, struct_hsa_amd_memory_pool_t, int, void *))self->next)(agent, memory_pool, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_agents_allow_access(uint32_t num_agents, void *agents, void *flags, void *ptr) {
  collect_function *self = &collect_hsa_function[143];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, num_agents);
    collect_word(call, 1, (uintptr_t)agents);
    collect_word(call, 2, (uintptr_t)flags);
    collect_word(call, 3, (uintptr_t)ptr);
  }
  int result = ((int (*)(uint32_t, void *, void *, void *))self->next)(num_agents, agents, flags, ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_pool_can_migrate(struct_hsa_amd_memory_pool_t src_memory_pool, struct_hsa_amd_memory_pool_t dst_memory_pool, void *result_2) {
  collect_function *self = &collect_hsa_function[144];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &src_memory_pool, sizeof src_memory_pool);
    collect_struct_words(call, 1, &dst_memory_pool, sizeof dst_memory_pool);
    collect_word(call, 2, (uintptr_t)result_2);
  }
  int result = ((int (*)(struct_hsa_amd_memory_pool_t, struct_hsa_amd_memory_pool_t, void *))self->next)(src_memory_pool, dst_memory_pool, result_2);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_migrate(void *ptr, struct_hsa_amd_memory_pool_t memory_pool, uint32_t flags) {
  collect_function *self = &collect_hsa_function[145];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_struct_words(call, 1, &memory_pool, sizeof memory_pool);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, struct_hsa_amd_memory_pool_t, uint32_t))self->next)(ptr, memory_pool, flags);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_lock(void *host_ptr, uint64_t size, void *agents, int32_t num_agent, void *agent_ptr) {
  collect_function *self = &collect_hsa_function[146];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)host_ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)agents);
    collect_word(call, 3, (uint64_t)(int64_t)num_agent);
    collect_word(call, 4, (uintptr_t)agent_ptr);
  }
  int result = ((int (*)(void *, uint64_t, void *, int32_t, void *))self->next)(host_ptr, size, agents, num_agent, agent_ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_unlock(void *host_ptr) {
  collect_function *self = &collect_hsa_function[147];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)host_ptr);
  }
  int result = ((int (*)(void *))self->next)(host_ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_fill(void *ptr, uint32_t value, uint64_t count) {
  collect_function *self = &collect_hsa_function[148];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, value);
    collect_word(call, 2, count);
  }
  int result = ((int (*)(void *, uint32_t, uint64_t))self->next)(ptr, value, count);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_interop_map_buffer(uint32_t num_agents, void *agents, int32_t interop_handle, uint32_t flags, void *size, void *ptr, void *metadata_size, void *metadata) {
  collect_function *self = &collect_hsa_function[149];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, num_agents);
    collect_word(call, 1, (uintptr_t)agents);
    collect_word(call, 2, (uint64_t)(int64_t)interop_handle);
    collect_word(call, 3, flags);
    collect_word(call, 4, (uintptr_t)size);
    collect_word(call, 5, (uintptr_t)ptr);
    collect_word(call, 6, (uintptr_t)metadata_size);
    collect_word(call, 7, (uintptr_t)metadata);
  }
  int result = ((int (*)(uint32_t, void *, int32_t, uint32_t, void *, void *, void *, void *))self->next)(num_agents, agents, interop_handle, flags, size, ptr, metadata_size, metadata);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_interop_unmap_buffer(void *ptr) {
  collect_function *self = &collect_hsa_function[150];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *))self->next)(ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_image_create(struct_hsa_agent_t agent, void *image_descriptor, void *image_layout, void *image_data, int access_permission, void *image) {
  collect_function *self = &collect_hsa_function[151];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)image_descriptor);
    collect_word(call, 2, (uintptr_t)image_layout);
    collect_word(call, 3, (uintptr_t)image_data);
    collect_word(call, 4, (uint64_t)(int64_t)access_permission);
    collect_word(call, 5, (uintptr_t)image);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, void *, void *, int, void *))self->next)(agent, image_descriptor, image_layout, image_data, access_permission, image);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_pointer_info(void *ptr, void *info, void *alloc, void *num_agents_accessible, void *accessible) {
  collect_function *self = &collect_hsa_function[152];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, (uintptr_t)info);
    collect_word(call, 2, (uintptr_t)alloc);
    collect_word(call, 3, (uintptr_t)num_agents_accessible);
    collect_word(call, 4, (uintptr_t)accessible);
  }
  int result = ((int (*)(void *, void *, void *, void *, void *))self->next)(ptr, info, alloc, num_agents_accessible, accessible);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_pointer_info_set_userdata(void *ptr, void *userdata) {
  collect_function *self = &collect_hsa_function[153];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, (uintptr_t)userdata);
  }
  int result = ((int (*)(void *, void *))self->next)(ptr, userdata);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_ipc_memory_create(void *ptr, uint64_t len, void *handle) {
  collect_function *self = &collect_hsa_function[154];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, len);
    collect_word(call, 2, (uintptr_t)handle);
  }
  int result = ((int (*)(void *, uint64_t, void *))self->next)(ptr, len, handle);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_ipc_memory_attach(void *handle, uint64_t len, uint32_t num_agents, void *mapping_agents, void *mapped_ptr) {
  collect_function *self = &collect_hsa_function[155];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)handle);
    collect_word(call, 1, len);
    collect_word(call, 2, num_agents);
    collect_word(call, 3, (uintptr_t)mapping_agents);
    collect_word(call, 4, (uintptr_t)mapped_ptr);
  }
  int result = ((int (*)(void *, uint64_t, uint32_t, void *, void *))self->next)(handle, len, num_agents, mapping_agents, mapped_ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_ipc_memory_detach(void *mapped_ptr) {
  collect_function *self = &collect_hsa_function[156];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)mapped_ptr);
  }
  int result = ((int (*)(void *))self->next)(mapped_ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_signal_create(int64_t initial_value, uint32_t num_consumers, void *consumers, uint64_t attributes, void *signal) {
  collect_function *self = &collect_hsa_function[157];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)initial_value);
    collect_word(call, 1, num_consumers);
    collect_word(call, 2, (uintptr_t)consumers);
    collect_word(call, 3, attributes);
    collect_word(call, 4, (uintptr_t)signal);
  }
  int result = ((int (*)(int64_t, uint32_t, void *, uint64_t, void *))self->next)(initial_value, num_consumers, consumers, attributes, signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_ipc_signal_create(struct_hsa_signal_t signal, void *handle) {
  collect_function *self = &collect_hsa_function[158];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uintptr_t)handle);
  }
  int result = ((int (*)(struct_hsa_signal_t, void *))self->next)(signal, handle);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_ipc_signal_attach(void *handle, void *signal) {
  collect_function *self = &collect_hsa_function[159];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)handle);
    collect_word(call, 1, (uintptr_t)signal);
  }
  int result = ((int (*)(void *, void *))self->next)(handle, signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_register_system_event_handler(void *callback, void *data) {
  collect_function *self = &collect_hsa_function[160];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)callback);
    collect_word(call, 1, (uintptr_t)data);
  }
  int result = ((int (*)(void *, void *))self->next)(callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_queue_intercept_create(struct_hsa_agent_t agent, uint32_t size, uint32_t type, void *callback, void *data, uint32_t private_segment_size, uint32_t group_segment_size, void *queue) {
  collect_function *self = &collect_hsa_function[161];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, size);
    collect_word(call, 2, type);
    collect_word(call, 3, (uintptr_t)callback);
    collect_word(call, 4, (uintptr_t)data);
    collect_word(call, 5, private_segment_size);
    collect_word(call, 6, group_segment_size);
    collect_word(call, 7, (uintptr_t)queue);
  }
  int result = ((int (*)(struct_hsa_agent_t, uint32_t, uint32_t, void *, void *, uint32_t, uint32_t, void *))self->next)(agent, size, type, callback, data, private_segment_size, group_segment_size, queue);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_queue_intercept_register(void *queue, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[162];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(queue, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_queue_set_priority(void *queue, int priority) {
  collect_function *self = &collect_hsa_function[163];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, (uint64_t)(int64_t)priority);
  }
  int result = ((int (*)(void *, int))self->next)(queue, priority);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_async_copy_rect(void *dst, void *dst_offset, void *src, void *src_offset, void *range, struct_hsa_agent_t copy_agent, int dir, uint32_t num_dep_signals, void *dep_signals, struct_hsa_signal_t completion_signal) {
  collect_function *self = &collect_hsa_function[164];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)dst_offset);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, (uintptr_t)src_offset);
    collect_word(call, 4, (uintptr_t)range);
    collect_struct_words(call, 5, &copy_agent, sizeof copy_agent);
    collect_word(call, 6, (uint64_t)(int64_t)dir);
    collect_word(call, 7, num_dep_signals);
    collect_word(call, 8, (uintptr_t)dep_signals);
    collect_struct_words(call, 9, &completion_signal, sizeof completion_signal);
  }
  int result = ((int (*)(void *, void *, void *, void *, void *, struct_hsa_agent_t, int, uint32_t, void *, struct_hsa_signal_t))self->next)(dst, dst_offset, src, src_offset, range, copy_agent, dir, num_dep_signals, dep_signals, completion_signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_runtime_queue_create_register(void *callback, void *data) {
  collect_function *self = &collect_hsa_function[165];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)callback);
    collect_word(call, 1, (uintptr_t)data);
  }
  int result = ((int (*)(void *, void *))self->next)(callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_memory_lock_to_pool(void *host_ptr, uint64_t size, void *agents, int32_t num_agent, struct_hsa_amd_memory_pool_t pool, uint32_t flags, void *agent_ptr) {
  collect_function *self = &collect_hsa_function[166];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)host_ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)agents);
    collect_word(call, 3, (uint64_t)(int64_t)num_agent);
    collect_struct_words(call, 4, &pool, sizeof pool);
    collect_word(call, 5, flags);
    collect_word(call, 6, (uintptr_t)agent_ptr);
  }
  int result = ((int (*)(void *, uint64_t, void *, int32_t, struct_hsa_amd_memory_pool_t, uint32_t, void *))self->next)(host_ptr, size, agents, num_agent, pool, flags, agent_ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_register_deallocation_callback(void *ptr, void *callback, void *user_data) {
  collect_function *self = &collect_hsa_function[167];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)user_data);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(ptr, callback, user_data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_deregister_deallocation_callback(void *ptr, void *callback) {
  collect_function *self = &collect_hsa_function[168];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, (uintptr_t)callback);
  }
  int result = ((int (*)(void *, void *))self->next)(ptr, callback);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_signal_value_pointer(struct_hsa_signal_t signal, void *value_ptr) {
  collect_function *self = &collect_hsa_function[169];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &signal, sizeof signal);
    collect_word(call, 1, (uintptr_t)value_ptr);
  }
  int result = ((int (*)(struct_hsa_signal_t, void *))self->next)(signal, value_ptr);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_svm_attributes_set(void *ptr, uint64_t size, void *attribute_list, uint64_t attribute_count) {
  collect_function *self = &collect_hsa_function[170];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)attribute_list);
    collect_word(call, 3, attribute_count);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t))self->next)(ptr, size, attribute_list, attribute_count);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_svm_attributes_get(void *ptr, uint64_t size, void *attribute_list, uint64_t attribute_count) {
  collect_function *self = &collect_hsa_function[171];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)attribute_list);
    collect_word(call, 3, attribute_count);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t))self->next)(ptr, size, attribute_list, attribute_count);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_svm_prefetch_async(void *ptr, uint64_t size, struct_hsa_agent_t agent, uint32_t num_dep_signals, void *dep_signals, struct_hsa_signal_t completion_signal) {
  collect_function *self = &collect_hsa_function[172];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
    collect_struct_words(call, 2, &agent, sizeof agent);
    collect_word(call, 3, num_dep_signals);
    collect_word(call, 4, (uintptr_t)dep_signals);
    collect_struct_words(call, 5, &completion_signal, sizeof completion_signal);
  }
  int result = ((int (*)(void *, uint64_t, struct_hsa_agent_t, uint32_t, void *, struct_hsa_signal_t))self->next)(ptr, size, agent, num_dep_signals, dep_signals, completion_signal);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_amd_queue_cu_get_mask(void *queue, uint32_t num_cu_mask_count, void *cu_mask) {
  collect_function *self = &collect_hsa_function[173];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uintptr_t)queue);
    collect_word(call, 1, num_cu_mask_count);
    collect_word(call, 2, (uintptr_t)cu_mask);
  }
  int result = ((int (*)(void *, uint32_t, void *))self->next)(queue, num_cu_mask_count, cu_mask);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_program_create(int machine_model, int profile, int default_float_rounding_mode, const char *options, void *program) {
  collect_function *self = &collect_hsa_function[174];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)machine_model);
    collect_word(call, 1, (uint64_t)(int64_t)profile);
    collect_word(call, 2, (uint64_t)(int64_t)default_float_rounding_mode);
    collect_word(call, 3, collect_string_word(options));
    collect_word(call, 4, (uintptr_t)program);
  }
  int result = ((int (*)(int, int, int, const char *, void *))self->next)(machine_model, profile, default_float_rounding_mode, options, program);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_program_destroy(struct_hsa_ext_program_t program) {
  collect_function *self = &collect_hsa_function[175];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &program, sizeof program);
  }
  int result = ((int (*)(struct_hsa_ext_program_t))self->next)(program);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_program_add_module(struct_hsa_ext_program_t program, void *module) {
  collect_function *self = &collect_hsa_function[176];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &program, sizeof program);
    collect_word(call, 1, (uintptr_t)module);
  }
  int result = ((int (*)(struct_hsa_ext_program_t, void *))self->next)(program, module);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_program_iterate_modules(struct_hsa_ext_program_t program, void *callback, void *data) {
  collect_function *self = &collect_hsa_function[177];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &program, sizeof program);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)data);
  }
  int result = ((int (*)(struct_hsa_ext_program_t, void *, void *))self->next)(program, callback, data);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_program_get_info(struct_hsa_ext_program_t program, int attribute, void *value) {
  collect_function *self = &collect_hsa_function[178];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &program, sizeof program);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(struct_hsa_ext_program_t, int, void *))self->next)(program, attribute, value);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_program_finalize(struct_hsa_ext_program_t program, struct_hsa_isa_t isa, int32_t call_convention, struct_hsa_ext_control_directives_t control_directives, const char *options, int code_object_type, void *code_object) {
  collect_function *self = &collect_hsa_function[179];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &program, sizeof program);
    collect_struct_words(call, 1, &isa, sizeof isa);
    collect_word(call, 2, (uint64_t)(int64_t)call_convention);
    collect_struct_words(call, 3, &control_directives, sizeof control_directives);
    collect_word(call, 21, collect_string_word(options));
    collect_word(call, 22, (uint64_t)(int64_t)code_object_type);
    collect_word(call, 23, (uintptr_t)code_object);
  }
  int result = ((int (*)(struct_hsa_ext_program_t, struct_hsa_isa_t, int32_t, struct_hsa_ext_control_directives_t, const char *, int, void *))self->next)(program, isa, call_convention, control_directives, options, code_object_type, code_object);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_get_capability(struct_hsa_agent_t agent, int geometry, void *image_format, void *capability_mask) {
  collect_function *self = &collect_hsa_function[180];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uint64_t)(int64_t)geometry);
    collect_word(call, 2, (uintptr_t)image_format);
    collect_word(call, 3, (uintptr_t)capability_mask);
  }
  int result = ((int (*)(struct_hsa_agent_t, int, void *, void *))self->next)(agent, geometry, image_format, capability_mask);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_data_get_info(struct_hsa_agent_t agent, void *image_descriptor, int access_permission, void *image_data_info) {
  collect_function *self = &collect_hsa_function[181];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)image_descriptor);
    collect_word(call, 2, (uint64_t)(int64_t)access_permission);
    collect_word(call, 3, (uintptr_t)image_data_info);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, int, void *))self->next)(agent, image_descriptor, access_permission, image_data_info);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_create(struct_hsa_agent_t agent, void *image_descriptor, void *image_data, int access_permission, void *image) {
  collect_function *self = &collect_hsa_function[182];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)image_descriptor);
    collect_word(call, 2, (uintptr_t)image_data);
    collect_word(call, 3, (uint64_t)(int64_t)access_permission);
    collect_word(call, 4, (uintptr_t)image);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, void *, int, void *))self->next)(agent, image_descriptor, image_data, access_permission, image);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_import(struct_hsa_agent_t agent, void *src_memory, uint64_t src_row_pitch, uint64_t src_slice_pitch, struct_hsa_ext_image_t dst_image, void *image_region) {
  collect_function *self = &collect_hsa_function[183];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)src_memory);
    collect_word(call, 2, src_row_pitch);
    collect_word(call, 3, src_slice_pitch);
    collect_struct_words(call, 4, &dst_image, sizeof dst_image);
    collect_word(call, 5, (uintptr_t)image_region);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, uint64_t, uint64_t, struct_hsa_ext_image_t, void *))self->next)(agent, src_memory, src_row_pitch, src_slice_pitch, dst_image, image_region);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_export(struct_hsa_agent_t agent, struct_hsa_ext_image_t src_image, void *dst_memory, uint64_t dst_row_pitch, uint64_t dst_slice_pitch, void *image_region) {
  collect_function *self = &collect_hsa_function[184];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_struct_words(call, 1, &src_image, sizeof src_image);
    collect_word(call, 2, (uintptr_t)dst_memory);
    collect_word(call, 3, dst_row_pitch);
    collect_word(call, 4, dst_slice_pitch);
    collect_word(call, 5, (uintptr_t)image_region);
  }
  int result = ((int (*)(struct_hsa_agent_t, struct_hsa_ext_image_t, void *, uint64_t, uint64_t, void *))self->next)(agent, src_image, dst_memory, dst_row_pitch, dst_slice_pitch, image_region);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_copy(struct_hsa_agent_t agent, struct_hsa_ext_image_t src_image, void *src_offset, struct_hsa_ext_image_t dst_image, void *dst_offset, void *range) {
  collect_function *self = &collect_hsa_function[185];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_struct_words(call, 1, &src_image, sizeof src_image);
    collect_word(call, 2, (uintptr_t)src_offset);
    collect_struct_words(call, 3, &dst_image, sizeof dst_image);
    collect_word(call, 4, (uintptr_t)dst_offset);
    collect_word(call, 5, (uintptr_t)range);
  }
  int result = ((int (*)(struct_hsa_agent_t, struct_hsa_ext_image_t, void *, struct_hsa_ext_image_t, void *, void *))self->next)(agent, src_image, src_offset, dst_image, dst_offset, range);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_clear(struct_hsa_agent_t agent, struct_hsa_ext_image_t image, void *data, void *image_region) {
  collect_function *self = &collect_hsa_function[186];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_struct_words(call, 1, &image, sizeof image);
    collect_word(call, 2, (uintptr_t)data);
    collect_word(call, 3, (uintptr_t)image_region);
  }
  int result = ((int (*)(struct_hsa_agent_t, struct_hsa_ext_image_t, void *, void *))self->next)(agent, image, data, image_region);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_destroy(struct_hsa_agent_t agent, struct_hsa_ext_image_t image) {
  collect_function *self = &collect_hsa_function[187];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_struct_words(call, 1, &image, sizeof image);
  }
  int result = ((int (*)(struct_hsa_agent_t, struct_hsa_ext_image_t))self->next)(agent, image);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_sampler_create(struct_hsa_agent_t agent, void *sampler_descriptor, void *sampler) {
  collect_function *self = &collect_hsa_function[188];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)sampler_descriptor);
    collect_word(call, 2, (uintptr_t)sampler);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, void *))self->next)(agent, sampler_descriptor, sampler);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_sampler_destroy(struct_hsa_agent_t agent, struct_hsa_ext_sampler_t sampler) {
  collect_function *self = &collect_hsa_function[189];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_struct_words(call, 1, &sampler, sizeof sampler);
  }
  int result = ((int (*)(struct_hsa_agent_t, struct_hsa_ext_sampler_t))self->next)(agent, sampler);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_get_capability_with_layout(struct_hsa_agent_t agent, int geometry, void *image_format, int image_data_layout, void *capability_mask) {
  collect_function *self = &collect_hsa_function[190];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uint64_t)(int64_t)geometry);
    collect_word(call, 2, (uintptr_t)image_format);
    collect_word(call, 3, (uint64_t)(int64_t)image_data_layout);
    collect_word(call, 4, (uintptr_t)capability_mask);
  }
  int result = ((int (*)(struct_hsa_agent_t, int, void *, int, void *))self->next)(agent, geometry, image_format, image_data_layout, capability_mask);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_data_get_info_with_layout(struct_hsa_agent_t agent, void *image_descriptor, int access_permission, int image_data_layout, uint64_t image_data_row_pitch, uint64_t image_data_slice_pitch, void *image_data_info) {
  collect_function *self = &collect_hsa_function[191];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)image_descriptor);
    collect_word(call, 2, (uint64_t)(int64_t)access_permission);
    collect_word(call, 3, (uint64_t)(int64_t)image_data_layout);
    collect_word(call, 4, image_data_row_pitch);
    collect_word(call, 5, image_data_slice_pitch);
    collect_word(call, 6, (uintptr_t)image_data_info);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, int, int, uint64_t, uint64_t, void *))self->next)(agent, image_descriptor, access_permission, image_data_layout, image_data_row_pitch, image_data_slice_pitch, image_data_info);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

static int wrap_hsa_ext_image_create_with_layout(struct_hsa_agent_t agent, void *image_descriptor, void *image_data, int access_permission, int image_data_layout, uint64_t image_data_row_pitch, uint64_t image_data_slice_pitch, void *image) {
  collect_function *self = &collect_hsa_function[192];
  collect_call call = collect_begin(self, COLLECT_HSA, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HSA, call)) {
    collect_struct_words(call, 0, &agent, sizeof agent);
    collect_word(call, 1, (uintptr_t)image_descriptor);
    collect_word(call, 2, (uintptr_t)image_data);
    collect_word(call, 3, (uint64_t)(int64_t)access_permission);
    collect_word(call, 4, (uint64_t)(int64_t)image_data_layout);
    collect_word(call, 5, image_data_row_pitch);
    collect_word(call, 6, image_data_slice_pitch);
    collect_word(call, 7, (uintptr_t)image);
  }
  int result = ((int (*)(struct_hsa_agent_t, void *, void *, int, int, uint64_t, uint64_t, void *))self->next)(agent, image_descriptor, image_data, access_permission, image_data_layout, image_data_row_pitch, image_data_slice_pitch, image);
  collect_end(self, COLLECT_HSA, call, (int32_t)result);
  return result;
}

const collect_hsa_hook collect_hsa_wrapper[] = {
  {COLLECT_ID_hsa_init, (void *)wrap_hsa_init},
  {COLLECT_ID_hsa_shut_down, (void *)wrap_hsa_shut_down},
  {COLLECT_ID_hsa_system_get_info, (void *)wrap_hsa_system_get_info},
  {COLLECT_ID_hsa_system_extension_supported, (void *)wrap_hsa_system_extension_supported},
  {COLLECT_ID_hsa_system_get_extension_table, (void *)wrap_hsa_system_get_extension_table},
  {COLLECT_ID_hsa_iterate_agents, (void *)wrap_hsa_iterate_agents},
  {COLLECT_ID_hsa_agent_get_info, (void *)wrap_hsa_agent_get_info},
  {COLLECT_ID_hsa_queue_create, (void *)wrap_hsa_queue_create},
  {COLLECT_ID_hsa_soft_queue_create, (void *)wrap_hsa_soft_queue_create},
  {COLLECT_ID_hsa_queue_destroy, (void *)wrap_hsa_queue_destroy},
  {COLLECT_ID_hsa_queue_inactivate, (void *)wrap_hsa_queue_inactivate},
  {COLLECT_ID_hsa_queue_load_read_index_scacquire, (void *)wrap_hsa_queue_load_read_index_scacquire},
  {COLLECT_ID_hsa_queue_load_read_index_relaxed, (void *)wrap_hsa_queue_load_read_index_relaxed},
  {COLLECT_ID_hsa_queue_load_write_index_scacquire, (void *)wrap_hsa_queue_load_write_index_scacquire},
  {COLLECT_ID_hsa_queue_load_write_index_relaxed, (void *)wrap_hsa_queue_load_write_index_relaxed},
  {COLLECT_ID_hsa_queue_store_write_index_relaxed, (void *)wrap_hsa_queue_store_write_index_relaxed},
  {COLLECT_ID_hsa_queue_store_write_index_screlease, (void *)wrap_hsa_queue_store_write_index_screlease},
  {COLLECT_ID_hsa_queue_cas_write_index_scacq_screl, (void *)wrap_hsa_queue_cas_write_index_scacq_screl},
  {COLLECT_ID_hsa_queue_cas_write_index_scacquire, (void *)wrap_hsa_queue_cas_write_index_scacquire},
  {COLLECT_ID_hsa_queue_cas_write_index_relaxed, (void *)wrap_hsa_queue_cas_write_index_relaxed},
  {COLLECT_ID_hsa_queue_cas_write_index_screlease, (void *)wrap_hsa_queue_cas_write_index_screlease},
  {COLLECT_ID_hsa_queue_add_write_index_scacq_screl, (void *)wrap_hsa_queue_add_write_index_scacq_screl},
  {COLLECT_ID_hsa_queue_add_write_index_scacquire, (void *)wrap_hsa_queue_add_write_index_scacquire},
  {COLLECT_ID_hsa_queue_add_write_index_relaxed, (void *)wrap_hsa_queue_add_write_index_relaxed},
  {COLLECT_ID_hsa_queue_add_write_index_screlease, (void *)wrap_hsa_queue_add_write_index_screlease},
  {COLLECT_ID_hsa_queue_store_read_index_relaxed, (void *)wrap_hsa_queue_store_read_index_relaxed},
  {COLLECT_ID_hsa_queue_store_read_index_screlease, (void *)wrap_hsa_queue_store_read_index_screlease},
  {COLLECT_ID_hsa_agent_iterate_regions, (void *)wrap_hsa_agent_iterate_regions},
  {COLLECT_ID_hsa_region_get_info, (void *)wrap_hsa_region_get_info},
  {COLLECT_ID_hsa_agent_get_exception_policies, (void *)wrap_hsa_agent_get_exception_policies},
  {COLLECT_ID_hsa_agent_extension_supported, (void *)wrap_hsa_agent_extension_supported},
  {COLLECT_ID_hsa_memory_register, (void *)wrap_hsa_memory_register},
  {COLLECT_ID_hsa_memory_deregister, (void *)wrap_hsa_memory_deregister},
  {COLLECT_ID_hsa_memory_allocate, (void *)wrap_hsa_memory_allocate},
  {COLLECT_ID_hsa_memory_free, (void *)wrap_hsa_memory_free},
  {COLLECT_ID_hsa_memory_copy, (void *)wrap_hsa_memory_copy},
  {COLLECT_ID_hsa_memory_assign_agent, (void *)wrap_hsa_memory_assign_agent},
  {COLLECT_ID_hsa_signal_create, (void *)wrap_hsa_signal_create},
  {COLLECT_ID_hsa_signal_destroy, (void *)wrap_hsa_signal_destroy},
  {COLLECT_ID_hsa_signal_load_relaxed, (void *)wrap_hsa_signal_load_relaxed},
  {COLLECT_ID_hsa_signal_load_scacquire, (void *)wrap_hsa_signal_load_scacquire},
  {COLLECT_ID_hsa_signal_store_relaxed, (void *)wrap_hsa_signal_store_relaxed},
  {COLLECT_ID_hsa_signal_store_screlease, (void *)wrap_hsa_signal_store_screlease},
  {COLLECT_ID_hsa_signal_wait_relaxed, (void *)wrap_hsa_signal_wait_relaxed},
  {COLLECT_ID_hsa_signal_wait_scacquire, (void *)wrap_hsa_signal_wait_scacquire},
  {COLLECT_ID_hsa_signal_and_relaxed, (void *)wrap_hsa_signal_and_relaxed},
  {COLLECT_ID_hsa_signal_and_scacquire, (void *)wrap_hsa_signal_and_scacquire},
  {COLLECT_ID_hsa_signal_and_screlease, (void *)wrap_hsa_signal_and_screlease},
  {COLLECT_ID_hsa_signal_and_scacq_screl, (void *)wrap_hsa_signal_and_scacq_screl},
  {COLLECT_ID_hsa_signal_or_relaxed, (void *)wrap_hsa_signal_or_relaxed},
  {COLLECT_ID_hsa_signal_or_scacquire, (void *)wrap_hsa_signal_or_scacquire},
  {COLLECT_ID_hsa_signal_or_screlease, (void *)wrap_hsa_signal_or_screlease},
  {COLLECT_ID_hsa_signal_or_scacq_screl, (void *)wrap_hsa_signal_or_scacq_screl},
  {COLLECT_ID_hsa_signal_xor_relaxed, (void *)wrap_hsa_signal_xor_relaxed},
  {COLLECT_ID_hsa_signal_xor_scacquire, (void *)wrap_hsa_signal_xor_scacquire},
  {COLLECT_ID_hsa_signal_xor_screlease, (void *)wrap_hsa_signal_xor_screlease},
  {COLLECT_ID_hsa_signal_xor_scacq_screl, (void *)wrap_hsa_signal_xor_scacq_screl},
  {COLLECT_ID_hsa_signal_exchange_relaxed, (void *)wrap_hsa_signal_exchange_relaxed},
  {COLLECT_ID_hsa_signal_exchange_scacquire, (void *)wrap_hsa_signal_exchange_scacquire},
  {COLLECT_ID_hsa_signal_exchange_screlease, (void *)wrap_hsa_signal_exchange_screlease},
  {COLLECT_ID_hsa_signal_exchange_scacq_screl, (void *)wrap_hsa_signal_exchange_scacq_screl},
  {COLLECT_ID_hsa_signal_add_relaxed, (void *)wrap_hsa_signal_add_relaxed},
  {COLLECT_ID_hsa_signal_add_scacquire, (void *)wrap_hsa_signal_add_scacquire},
  {COLLECT_ID_hsa_signal_add_screlease, (void *)wrap_hsa_signal_add_screlease},
  {COLLECT_ID_hsa_signal_add_scacq_screl, (void *)wrap_hsa_signal_add_scacq_screl},
  {COLLECT_ID_hsa_signal_subtract_relaxed, (void *)wrap_hsa_signal_subtract_relaxed},
  {COLLECT_ID_hsa_signal_subtract_scacquire, (void *)wrap_hsa_signal_subtract_scacquire},
  {COLLECT_ID_hsa_signal_subtract_screlease, (void *)wrap_hsa_signal_subtract_screlease},
  {COLLECT_ID_hsa_signal_subtract_scacq_screl, (void *)wrap_hsa_signal_subtract_scacq_screl},
  {COLLECT_ID_hsa_signal_cas_relaxed, (void *)wrap_hsa_signal_cas_relaxed},
  {COLLECT_ID_hsa_signal_cas_scacquire, (void *)wrap_hsa_signal_cas_scacquire},
  {COLLECT_ID_hsa_signal_cas_screlease, (void *)wrap_hsa_signal_cas_screlease},
  {COLLECT_ID_hsa_signal_cas_scacq_screl, (void *)wrap_hsa_signal_cas_scacq_screl},
  {COLLECT_ID_hsa_isa_from_name, (void *)wrap_hsa_isa_from_name},
  {COLLECT_ID_hsa_isa_get_info, (void *)wrap_hsa_isa_get_info},
  {COLLECT_ID_hsa_isa_compatible, (void *)wrap_hsa_isa_compatible},
  {COLLECT_ID_hsa_code_object_serialize, (void *)wrap_hsa_code_object_serialize},
  {COLLECT_ID_hsa_code_object_deserialize, (void *)wrap_hsa_code_object_deserialize},
  {COLLECT_ID_hsa_code_object_destroy, (void *)wrap_hsa_code_object_destroy},
  {COLLECT_ID_hsa_code_object_get_info, (void *)wrap_hsa_code_object_get_info},
  {COLLECT_ID_hsa_code_object_get_symbol, (void *)wrap_hsa_code_object_get_symbol},
  {COLLECT_ID_hsa_code_symbol_get_info, (void *)wrap_hsa_code_symbol_get_info},
  {COLLECT_ID_hsa_code_object_iterate_symbols, (void *)wrap_hsa_code_object_iterate_symbols},
  {COLLECT_ID_hsa_executable_create, (void *)wrap_hsa_executable_create},
  {COLLECT_ID_hsa_executable_destroy, (void *)wrap_hsa_executable_destroy},
  {COLLECT_ID_hsa_executable_load_code_object, (void *)wrap_hsa_executable_load_code_object},
  {COLLECT_ID_hsa_executable_freeze, (void *)wrap_hsa_executable_freeze},
  {COLLECT_ID_hsa_executable_get_info, (void *)wrap_hsa_executable_get_info},
  {COLLECT_ID_hsa_executable_global_variable_define, (void *)wrap_hsa_executable_global_variable_define},
  {COLLECT_ID_hsa_executable_agent_global_variable_define, (void *)wrap_hsa_executable_agent_global_variable_define},
  {COLLECT_ID_hsa_executable_readonly_variable_define, (void *)wrap_hsa_executable_readonly_variable_define},
  {COLLECT_ID_hsa_executable_validate, (void *)wrap_hsa_executable_validate},
  {COLLECT_ID_hsa_executable_get_symbol, (void *)wrap_hsa_executable_get_symbol},
  {COLLECT_ID_hsa_executable_symbol_get_info, (void *)wrap_hsa_executable_symbol_get_info},
  {COLLECT_ID_hsa_executable_iterate_symbols, (void *)wrap_hsa_executable_iterate_symbols},
  {COLLECT_ID_hsa_status_string, (void *)wrap_hsa_status_string},
  {COLLECT_ID_hsa_extension_get_name, (void *)wrap_hsa_extension_get_name},
  {COLLECT_ID_hsa_system_major_extension_supported, (void *)wrap_hsa_system_major_extension_supported},
  {COLLECT_ID_hsa_system_get_major_extension_table, (void *)wrap_hsa_system_get_major_extension_table},
  {COLLECT_ID_hsa_agent_major_extension_supported, (void *)wrap_hsa_agent_major_extension_supported},
  {COLLECT_ID_hsa_cache_get_info, (void *)wrap_hsa_cache_get_info},
  {COLLECT_ID_hsa_agent_iterate_caches, (void *)wrap_hsa_agent_iterate_caches},
  {COLLECT_ID_hsa_signal_silent_store_relaxed, (void *)wrap_hsa_signal_silent_store_relaxed},
  {COLLECT_ID_hsa_signal_silent_store_screlease, (void *)wrap_hsa_signal_silent_store_screlease},
  {COLLECT_ID_hsa_signal_group_create, (void *)wrap_hsa_signal_group_create},
  {COLLECT_ID_hsa_signal_group_destroy, (void *)wrap_hsa_signal_group_destroy},
  {COLLECT_ID_hsa_signal_group_wait_any_scacquire, (void *)wrap_hsa_signal_group_wait_any_scacquire},
  {COLLECT_ID_hsa_signal_group_wait_any_relaxed, (void *)wrap_hsa_signal_group_wait_any_relaxed},
  {COLLECT_ID_hsa_agent_iterate_isas, (void *)wrap_hsa_agent_iterate_isas},
  {COLLECT_ID_hsa_isa_get_info_alt, (void *)wrap_hsa_isa_get_info_alt},
  {COLLECT_ID_hsa_isa_get_exception_policies, (void *)wrap_hsa_isa_get_exception_policies},
  {COLLECT_ID_hsa_isa_get_round_method, (void *)wrap_hsa_isa_get_round_method},
  {COLLECT_ID_hsa_wavefront_get_info, (void *)wrap_hsa_wavefront_get_info},
  {COLLECT_ID_hsa_isa_iterate_wavefronts, (void *)wrap_hsa_isa_iterate_wavefronts},
  {COLLECT_ID_hsa_code_object_get_symbol_from_name, (void *)wrap_hsa_code_object_get_symbol_from_name},
  {COLLECT_ID_hsa_code_object_reader_create_from_file, (void *)wrap_hsa_code_object_reader_create_from_file},
  {COLLECT_ID_hsa_code_object_reader_create_from_memory, (void *)wrap_hsa_code_object_reader_create_from_memory},
  {COLLECT_ID_hsa_code_object_reader_destroy, (void *)wrap_hsa_code_object_reader_destroy},
  {COLLECT_ID_hsa_executable_create_alt, (void *)wrap_hsa_executable_create_alt},
  {COLLECT_ID_hsa_executable_load_program_code_object, (void *)wrap_hsa_executable_load_program_code_object},
  {COLLECT_ID_hsa_executable_load_agent_code_object, (void *)wrap_hsa_executable_load_agent_code_object},
  {COLLECT_ID_hsa_executable_validate_alt, (void *)wrap_hsa_executable_validate_alt},
  {COLLECT_ID_hsa_executable_get_symbol_by_name, (void *)wrap_hsa_executable_get_symbol_by_name},
  {COLLECT_ID_hsa_executable_iterate_agent_symbols, (void *)wrap_hsa_executable_iterate_agent_symbols},
  {COLLECT_ID_hsa_executable_iterate_program_symbols, (void *)wrap_hsa_executable_iterate_program_symbols},
  {COLLECT_ID_hsa_amd_coherency_get_type, (void *)wrap_hsa_amd_coherency_get_type},
  {COLLECT_ID_hsa_amd_coherency_set_type, (void *)wrap_hsa_amd_coherency_set_type},
  {COLLECT_ID_hsa_amd_profiling_set_profiler_enabled, (void *)wrap_hsa_amd_profiling_set_profiler_enabled},
  {COLLECT_ID_hsa_amd_profiling_async_copy_enable, (void *)wrap_hsa_amd_profiling_async_copy_enable},
  {COLLECT_ID_hsa_amd_profiling_get_dispatch_time, (void *)wrap_hsa_amd_profiling_get_dispatch_time},
  {COLLECT_ID_hsa_amd_profiling_get_async_copy_time, (void *)wrap_hsa_amd_profiling_get_async_copy_time},
  {COLLECT_ID_hsa_amd_profiling_convert_tick_to_system_domain, (void *)wrap_hsa_amd_profiling_convert_tick_to_system_domain},
  {COLLECT_ID_hsa_amd_signal_async_handler, (void *)wrap_hsa_amd_signal_async_handler},
  {COLLECT_ID_hsa_amd_async_function, (void *)wrap_hsa_amd_async_function},
  {COLLECT_ID_hsa_amd_signal_wait_any, (void *)wrap_hsa_amd_signal_wait_any},
  {COLLECT_ID_hsa_amd_queue_cu_set_mask, (void *)wrap_hsa_amd_queue_cu_set_mask},
  {COLLECT_ID_hsa_amd_memory_pool_get_info, (void *)wrap_hsa_amd_memory_pool_get_info},
  {COLLECT_ID_hsa_amd_agent_iterate_memory_pools, (void *)wrap_hsa_amd_agent_iterate_memory_pools},
  {COLLECT_ID_hsa_amd_memory_pool_allocate, (void *)wrap_hsa_amd_memory_pool_allocate},
  {COLLECT_ID_hsa_amd_memory_pool_free, (void *)wrap_hsa_amd_memory_pool_free},
  {COLLECT_ID_hsa_amd_memory_async_copy, (void *)wrap_hsa_amd_memory_async_copy},
  {COLLECT_ID_hsa_amd_memory_async_copy_on_engine, (void *)wrap_hsa_amd_memory_async_copy_on_engine},
  {COLLECT_ID_hsa_amd_agent_memory_pool_get_info, (void *)wrap_hsa_amd_agent_memory_pool_get_info},
  {COLLECT_ID_hsa_amd_agents_allow_access, (void *)wrap_hsa_amd_agents_allow_access},
  {COLLECT_ID_hsa_amd_memory_pool_can_migrate, (void *)wrap_hsa_amd_memory_pool_can_migrate},
  {COLLECT_ID_hsa_amd_memory_migrate, (void *)wrap_hsa_amd_memory_migrate},
  {COLLECT_ID_hsa_amd_memory_lock, (void *)wrap_hsa_amd_memory_lock},
  {COLLECT_ID_hsa_amd_memory_unlock, (void *)wrap_hsa_amd_memory_unlock},
  {COLLECT_ID_hsa_amd_memory_fill, (void *)wrap_hsa_amd_memory_fill},
  {COLLECT_ID_hsa_amd_interop_map_buffer, (void *)wrap_hsa_amd_interop_map_buffer},
  {COLLECT_ID_hsa_amd_interop_unmap_buffer, (void *)wrap_hsa_amd_interop_unmap_buffer},
  {COLLECT_ID_hsa_amd_image_create, (void *)wrap_hsa_amd_image_create},
  {COLLECT_ID_hsa_amd_pointer_info, (void *)wrap_hsa_amd_pointer_info},
  {COLLECT_ID_hsa_amd_pointer_info_set_userdata, (void *)wrap_hsa_amd_pointer_info_set_userdata},
  {COLLECT_ID_hsa_amd_ipc_memory_create, (void *)wrap_hsa_amd_ipc_memory_create},
  {COLLECT_ID_hsa_amd_ipc_memory_attach, (void *)wrap_hsa_amd_ipc_memory_attach},
  {COLLECT_ID_hsa_amd_ipc_memory_detach, (void *)wrap_hsa_amd_ipc_memory_detach},
  {COLLECT_ID_hsa_amd_signal_create, (void *)wrap_hsa_amd_signal_create},
  {COLLECT_ID_hsa_amd_ipc_signal_create, (void *)wrap_hsa_amd_ipc_signal_create},
  {COLLECT_ID_hsa_amd_ipc_signal_attach, (void *)wrap_hsa_amd_ipc_signal_attach},
  {COLLECT_ID_hsa_amd_register_system_event_handler, (void *)wrap_hsa_amd_register_system_event_handler},
  {COLLECT_ID_hsa_amd_queue_intercept_create, (void *)wrap_hsa_amd_queue_intercept_create},
  {COLLECT_ID_hsa_amd_queue_intercept_register, (void *)wrap_hsa_amd_queue_intercept_register},
  {COLLECT_ID_hsa_amd_queue_set_priority, (void *)wrap_hsa_amd_queue_set_priority},
  {COLLECT_ID_hsa_amd_memory_async_copy_rect, (void *)wrap_hsa_amd_memory_async_copy_rect},
  {COLLECT_ID_hsa_amd_runtime_queue_create_register, (void *)wrap_hsa_amd_runtime_queue_create_register},
  {COLLECT_ID_hsa_amd_memory_lock_to_pool, (void *)wrap_hsa_amd_memory_lock_to_pool},
  {COLLECT_ID_hsa_amd_register_deallocation_callback, (void *)wrap_hsa_amd_register_deallocation_callback},
  {COLLECT_ID_hsa_amd_deregister_deallocation_callback, (void *)wrap_hsa_amd_deregister_deallocation_callback},
  {COLLECT_ID_hsa_amd_signal_value_pointer, (void *)wrap_hsa_amd_signal_value_pointer},
  {COLLECT_ID_hsa_amd_svm_attributes_set, (void *)wrap_hsa_amd_svm_attributes_set},
  {COLLECT_ID_hsa_amd_svm_attributes_get, (void *)wrap_hsa_amd_svm_attributes_get},
  {COLLECT_ID_hsa_amd_svm_prefetch_async, (void *)wrap_hsa_amd_svm_prefetch_async},
  {COLLECT_ID_hsa_amd_queue_cu_get_mask, (void *)wrap_hsa_amd_queue_cu_get_mask},
  {COLLECT_ID_hsa_ext_program_create, (void *)wrap_hsa_ext_program_create},
  {COLLECT_ID_hsa_ext_program_destroy, (void *)wrap_hsa_ext_program_destroy},
  {COLLECT_ID_hsa_ext_program_add_module, (void *)wrap_hsa_ext_program_add_module},
  {COLLECT_ID_hsa_ext_program_iterate_modules, (void *)wrap_hsa_ext_program_iterate_modules},
  {COLLECT_ID_hsa_ext_program_get_info, (void *)wrap_hsa_ext_program_get_info},
  {COLLECT_ID_hsa_ext_program_finalize, (void *)wrap_hsa_ext_program_finalize},
  {COLLECT_ID_hsa_ext_image_get_capability, (void *)wrap_hsa_ext_image_get_capability},
  {COLLECT_ID_hsa_ext_image_data_get_info, (void *)wrap_hsa_ext_image_data_get_info},
  {COLLECT_ID_hsa_ext_image_create, (void *)wrap_hsa_ext_image_create},
  {COLLECT_ID_hsa_ext_image_import, (void *)wrap_hsa_ext_image_import},
  {COLLECT_ID_hsa_ext_image_export, (void *)wrap_hsa_ext_image_export},
  {COLLECT_ID_hsa_ext_image_copy, (void *)wrap_hsa_ext_image_copy},
  {COLLECT_ID_hsa_ext_image_clear, (void *)wrap_hsa_ext_image_clear},
  {COLLECT_ID_hsa_ext_image_destroy, (void *)wrap_hsa_ext_image_destroy},
  {COLLECT_ID_hsa_ext_sampler_create, (void *)wrap_hsa_ext_sampler_create},
  {COLLECT_ID_hsa_ext_sampler_destroy, (void *)wrap_hsa_ext_sampler_destroy},
  {COLLECT_ID_hsa_ext_image_get_capability_with_layout, (void *)wrap_hsa_ext_image_get_capability_with_layout},
  {COLLECT_ID_hsa_ext_image_data_get_info_with_layout, (void *)wrap_hsa_ext_image_data_get_info_with_layout},
  {COLLECT_ID_hsa_ext_image_create_with_layout, (void *)wrap_hsa_ext_image_create_with_layout},
};
const unsigned collect_hsa_wrappers = sizeof collect_hsa_wrapper / sizeof *collect_hsa_wrapper;
