/* Wrappers of HIP's functions. Written by scripts/gen_hip.py; do not edit.
**
** Structures are opaque here, of the same size and class of registers as HIP's.
** Exported by the library, but left out:
**   __gnu_f2h_ieee: a compiler's helper for half floats, no API
**   __gnu_h2f_ieee: a compiler's helper for half floats, no API
**   __hipGetPCH: hands hiprtc's compiler a precompiled header, from inside the library
**   amd_dbgapi_get_build_id: the debugger's library, linked in
**   amd_dbgapi_get_build_name: the debugger's library, linked in
**   amd_dbgapi_get_git_hash: the debugger's library, linked in
**   hipApiName: tools interface: tools call it from their callbacks
**   hipEnableActivityCallback: tools interface
**   hipGetCmdName: tools interface
**   hipGetStreamDeviceId: tools interface: roctracer calls it for every record
**   hipInitActivityCallback: tools interface
**   hipKernelNameRef: tools interface
**   hipKernelNameRefByPtr: tools interface
**   hipRegisterActivityCallback: tools interface
**   hipRegisterApiCallback: tools interface
**   hipRemoveActivityCallback: tools interface
**   hipRemoveApiCallback: tools interface
*/
#include "hip.h"

typedef struct struct_dim3 { uint32_t word[3]; } struct_dim3;
typedef struct struct_hipChannelFormatDesc { uint32_t word[5]; } struct_hipChannelFormatDesc;
typedef struct struct_hipExtent { uint64_t word[3]; } struct_hipExtent;
typedef struct struct_hipIpcEventHandle_t { uint64_t word[8]; } struct_hipIpcEventHandle_t;
typedef struct struct_hipIpcMemHandle_t { uint64_t word[8]; } struct_hipIpcMemHandle_t;
typedef struct struct_hipPitchedPtr { uint64_t word[4]; } struct_hipPitchedPtr;

static const char enum_hipArray_Format[] =
  "HIP_AD_FORMAT_UNSIGNED_INT8=1,HIP_AD_FORMAT_UNSIGNED_INT16=2,HIP_AD_FORMAT_UNSIGNED_INT32=3,HIP_AD_FORMAT_SIGNED_INT8=8,"
  "HIP_AD_FORMAT_SIGNED_INT16=9,HIP_AD_FORMAT_SIGNED_INT32=10,HIP_AD_FORMAT_HALF=16,HIP_AD_FORMAT_FLOAT=32";
static const char enum_hipChannelFormatKind[] =
  "hipChannelFormatKindSigned=0,hipChannelFormatKindUnsigned=1,hipChannelFormatKindFloat=2,hipChannelFormatKindNone=3";
static const char enum_hipDeviceAttribute_t[] =
  "hipDeviceAttributeCudaCompatibleBegin=0,hipDeviceAttributeAccessPolicyMaxWindowSize=1,hipDeviceAttributeAsyncEngineCount=2,"
  "hipDeviceAttributeCanMapHostMemory=3,hipDeviceAttributeCanUseHostPointerForRegisteredMem=4,hipDeviceAttributeClockRate=5,"
  "hipDeviceAttributeComputeMode=6,hipDeviceAttributeComputePreemptionSupported=7,hipDeviceAttributeConcurrentKernels=8,"
  "hipDeviceAttributeConcurrentManagedAccess=9,hipDeviceAttributeCooperativeLaunch=10,"
  "hipDeviceAttributeCooperativeMultiDeviceLaunch=11,hipDeviceAttributeDeviceOverlap=12,"
  "hipDeviceAttributeDirectManagedMemAccessFromHost=13,hipDeviceAttributeGlobalL1CacheSupported=14,"
  "hipDeviceAttributeHostNativeAtomicSupported=15,hipDeviceAttributeIntegrated=16,hipDeviceAttributeIsMultiGpuBoard=17,"
  "hipDeviceAttributeKernelExecTimeout=18,hipDeviceAttributeL2CacheSize=19,hipDeviceAttributeLocalL1CacheSupported=20,"
  "hipDeviceAttributeLuid=21,hipDeviceAttributeLuidDeviceNodeMask=22,hipDeviceAttributeComputeCapabilityMajor=23,"
  "hipDeviceAttributeManagedMemory=24,hipDeviceAttributeMaxBlocksPerMultiProcessor=25,hipDeviceAttributeMaxBlockDimX=26,"
  "hipDeviceAttributeMaxBlockDimY=27,hipDeviceAttributeMaxBlockDimZ=28,hipDeviceAttributeMaxGridDimX=29,"
  "hipDeviceAttributeMaxGridDimY=30,hipDeviceAttributeMaxGridDimZ=31,hipDeviceAttributeMaxSurface1D=32,"
  "hipDeviceAttributeMaxSurface1DLayered=33,hipDeviceAttributeMaxSurface2D=34,hipDeviceAttributeMaxSurface2DLayered=35,"
  "hipDeviceAttributeMaxSurface3D=36,hipDeviceAttributeMaxSurfaceCubemap=37,hipDeviceAttributeMaxSurfaceCubemapLayered=38,"
  "hipDeviceAttributeMaxTexture1DWidth=39,hipDeviceAttributeMaxTexture1DLayered=40,hipDeviceAttributeMaxTexture1DLinear=41,"
  "hipDeviceAttributeMaxTexture1DMipmap=42,hipDeviceAttributeMaxTexture2DWidth=43,hipDeviceAttributeMaxTexture2DHeight=44,"
  "hipDeviceAttributeMaxTexture2DGather=45,hipDeviceAttributeMaxTexture2DLayered=46,hipDeviceAttributeMaxTexture2DLinear=47,"
  "hipDeviceAttributeMaxTexture2DMipmap=48,hipDeviceAttributeMaxTexture3DWidth=49,hipDeviceAttributeMaxTexture3DHeight=50,"
  "hipDeviceAttributeMaxTexture3DDepth=51,hipDeviceAttributeMaxTexture3DAlt=52,hipDeviceAttributeMaxTextureCubemap=53,"
  "hipDeviceAttributeMaxTextureCubemapLayered=54,hipDeviceAttributeMaxThreadsDim=55,hipDeviceAttributeMaxThreadsPerBlock=56,"
  "hipDeviceAttributeMaxThreadsPerMultiProcessor=57,hipDeviceAttributeMaxPitch=58,hipDeviceAttributeMemoryBusWidth=59,"
  "hipDeviceAttributeMemoryClockRate=60,hipDeviceAttributeComputeCapabilityMinor=61,hipDeviceAttributeMultiGpuBoardGroupID=62,"
  "hipDeviceAttributeMultiprocessorCount=63,hipDeviceAttributeName=64,hipDeviceAttributePageableMemoryAccess=65,"
  "hipDeviceAttributePageableMemoryAccessUsesHostPageTables=66,hipDeviceAttributePciBusId=67,hipDeviceAttributePciDeviceId=68,"
  "hipDeviceAttributePciDomainID=69,hipDeviceAttributePersistingL2CacheMaxSize=70,hipDeviceAttributeMaxRegistersPerBlock=71,"
  "hipDeviceAttributeMaxRegistersPerMultiprocessor=72,hipDeviceAttributeReservedSharedMemPerBlock=73,"
  "hipDeviceAttributeMaxSharedMemoryPerBlock=74,hipDeviceAttributeSharedMemPerBlockOptin=75,"
  "hipDeviceAttributeSharedMemPerMultiprocessor=76,hipDeviceAttributeSingleToDoublePrecisionPerfRatio=77,"
  "hipDeviceAttributeStreamPrioritiesSupported=78,hipDeviceAttributeSurfaceAlignment=79,hipDeviceAttributeTccDriver=80,"
  "hipDeviceAttributeTextureAlignment=81,hipDeviceAttributeTexturePitchAlignment=82,hipDeviceAttributeTotalConstantMemory=83,"
  "hipDeviceAttributeTotalGlobalMem=84,hipDeviceAttributeUnifiedAddressing=85,hipDeviceAttributeUuid=86,"
  "hipDeviceAttributeWarpSize=87,hipDeviceAttributeMemoryPoolsSupported=88,hipDeviceAttributeCudaCompatibleEnd=9999,"
  "hipDeviceAttributeAmdSpecificBegin=10000,hipDeviceAttributeArch=10001,hipDeviceAttributeMaxSharedMemoryPerMultiprocessor=10002,"
  "hipDeviceAttributeGcnArch=10003,hipDeviceAttributeGcnArchName=10004,hipDeviceAttributeHdpMemFlushCntl=10005,"
  "hipDeviceAttributeHdpRegFlushCntl=10006,hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc=10007,"
  "hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim=10008,hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim=10009,"
  "hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem=10010,hipDeviceAttributeIsLargeBar=10011,"
  "hipDeviceAttributeAsicRevision=10012,hipDeviceAttributeCanUseStreamWaitValue=10013,hipDeviceAttributeImageSupport=10014,"
  "hipDeviceAttributePhysicalMultiProcessorCount=10015,hipDeviceAttributeFineGrainSupport=10016,"
  "hipDeviceAttributeAmdSpecificEnd=19999,hipDeviceAttributeVendorSpecificBegin=20000";
static const char enum_hipDeviceP2PAttr[] =
  "hipDevP2PAttrPerformanceRank=0,hipDevP2PAttrAccessSupported=1,hipDevP2PAttrNativeAtomicSupported=2,"
  "hipDevP2PAttrHipArrayAccessSupported=3";
static const char enum_hipError_t[] =
  "hipSuccess=0,hipErrorInvalidValue=1,hipErrorOutOfMemory=2,hipErrorNotInitialized=3,hipErrorDeinitialized=4,"
  "hipErrorProfilerDisabled=5,hipErrorProfilerNotInitialized=6,hipErrorProfilerAlreadyStarted=7,hipErrorProfilerAlreadyStopped=8,"
  "hipErrorInvalidConfiguration=9,hipErrorInvalidPitchValue=12,hipErrorInvalidSymbol=13,hipErrorInvalidDevicePointer=17,"
  "hipErrorInvalidMemcpyDirection=21,hipErrorInsufficientDriver=35,hipErrorMissingConfiguration=52,hipErrorPriorLaunchFailure=53,"
  "hipErrorInvalidDeviceFunction=98,hipErrorNoDevice=100,hipErrorInvalidDevice=101,hipErrorInvalidImage=200,"
  "hipErrorInvalidContext=201,hipErrorContextAlreadyCurrent=202,hipErrorMapFailed=205,hipErrorUnmapFailed=206,"
  "hipErrorArrayIsMapped=207,hipErrorAlreadyMapped=208,hipErrorNoBinaryForGpu=209,hipErrorAlreadyAcquired=210,hipErrorNotMapped=211,"
  "hipErrorNotMappedAsArray=212,hipErrorNotMappedAsPointer=213,hipErrorECCNotCorrectable=214,hipErrorUnsupportedLimit=215,"
  "hipErrorContextAlreadyInUse=216,hipErrorPeerAccessUnsupported=217,hipErrorInvalidKernelFile=218,"
  "hipErrorInvalidGraphicsContext=219,hipErrorInvalidSource=300,hipErrorFileNotFound=301,hipErrorSharedObjectSymbolNotFound=302,"
  "hipErrorSharedObjectInitFailed=303,hipErrorOperatingSystem=304,hipErrorInvalidHandle=400,hipErrorIllegalState=401,"
  "hipErrorNotFound=500,hipErrorNotReady=600,hipErrorIllegalAddress=700,hipErrorLaunchOutOfResources=701,hipErrorLaunchTimeOut=702,"
  "hipErrorPeerAccessAlreadyEnabled=704,hipErrorPeerAccessNotEnabled=705,hipErrorSetOnActiveProcess=708,"
  "hipErrorContextIsDestroyed=709,hipErrorAssert=710,hipErrorHostMemoryAlreadyRegistered=712,hipErrorHostMemoryNotRegistered=713,"
  "hipErrorLaunchFailure=719,hipErrorCooperativeLaunchTooLarge=720,hipErrorNotSupported=801,hipErrorStreamCaptureUnsupported=900,"
  "hipErrorStreamCaptureInvalidated=901,hipErrorStreamCaptureMerge=902,hipErrorStreamCaptureUnmatched=903,"
  "hipErrorStreamCaptureUnjoined=904,hipErrorStreamCaptureIsolation=905,hipErrorStreamCaptureImplicit=906,hipErrorCapturedEvent=907,"
  "hipErrorStreamCaptureWrongThread=908,hipErrorGraphExecUpdateFailure=910,hipErrorUnknown=999,hipErrorRuntimeMemory=1052,"
  "hipErrorRuntimeOther=1053,hipErrorTbd=1054";
static const char enum_hipFuncAttribute[] =
  "hipFuncAttributeMaxDynamicSharedMemorySize=8,hipFuncAttributePreferredSharedMemoryCarveout=9,hipFuncAttributeMax=10";
static const char enum_hipFuncCache_t[] =
  "hipFuncCachePreferNone=0,hipFuncCachePreferShared=1,hipFuncCachePreferL1=2,hipFuncCachePreferEqual=3";
static const char enum_hipFunction_attribute[] =
  "HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK=0,HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES=1,HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES=2,"
  "HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES=3,HIP_FUNC_ATTRIBUTE_NUM_REGS=4,HIP_FUNC_ATTRIBUTE_PTX_VERSION=5,"
  "HIP_FUNC_ATTRIBUTE_BINARY_VERSION=6,HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA=7,HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES=8,"
  "HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT=9,HIP_FUNC_ATTRIBUTE_MAX=10";
static const char enum_hipGLDeviceList[] =
  "hipGLDeviceListAll=1,hipGLDeviceListCurrentFrame=2,hipGLDeviceListNextFrame=3";
static const char enum_hipLimit_t[] =
  "hipLimitPrintfFifoSize=1,hipLimitMallocHeapSize=2";
static const char enum_hipMemAllocationGranularity_flags[] =
  "hipMemAllocationGranularityMinimum=0,hipMemAllocationGranularityRecommended=1";
static const char enum_hipMemAllocationHandleType[] =
  "hipMemHandleTypeNone=0,hipMemHandleTypePosixFileDescriptor=1,hipMemHandleTypeWin32=2,hipMemHandleTypeWin32Kmt=4";
static const char enum_hipMemPoolAttr[] =
  "hipMemPoolReuseFollowEventDependencies=1,hipMemPoolReuseAllowOpportunistic=2,hipMemPoolReuseAllowInternalDependencies=3,"
  "hipMemPoolAttrReleaseThreshold=4,hipMemPoolAttrReservedMemCurrent=5,hipMemPoolAttrReservedMemHigh=6,"
  "hipMemPoolAttrUsedMemCurrent=7,hipMemPoolAttrUsedMemHigh=8";
static const char enum_hipMemRangeAttribute[] =
  "hipMemRangeAttributeReadMostly=1,hipMemRangeAttributePreferredLocation=2,hipMemRangeAttributeAccessedBy=3,"
  "hipMemRangeAttributeLastPrefetchLocation=4,hipMemRangeAttributeCoherencyMode=100";
static const char enum_hipMemcpyKind[] =
  "hipMemcpyHostToHost=0,hipMemcpyHostToDevice=1,hipMemcpyDeviceToHost=2,hipMemcpyDeviceToDevice=3,hipMemcpyDefault=4";
static const char enum_hipMemoryAdvise[] =
  "hipMemAdviseSetReadMostly=1,hipMemAdviseUnsetReadMostly=2,hipMemAdviseSetPreferredLocation=3,hipMemAdviseUnsetPreferredLocation=4,"
  "hipMemAdviseSetAccessedBy=5,hipMemAdviseUnsetAccessedBy=6,hipMemAdviseSetCoarseGrain=100,hipMemAdviseUnsetCoarseGrain=101";
static const char enum_hipPointer_attribute[] =
  "HIP_POINTER_ATTRIBUTE_CONTEXT=1,HIP_POINTER_ATTRIBUTE_MEMORY_TYPE=2,HIP_POINTER_ATTRIBUTE_DEVICE_POINTER=3,"
  "HIP_POINTER_ATTRIBUTE_HOST_POINTER=4,HIP_POINTER_ATTRIBUTE_P2P_TOKENS=5,HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS=6,"
  "HIP_POINTER_ATTRIBUTE_BUFFER_ID=7,HIP_POINTER_ATTRIBUTE_IS_MANAGED=8,HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL=9,"
  "HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE=10,HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR=11,HIP_POINTER_ATTRIBUTE_RANGE_SIZE=12,"
  "HIP_POINTER_ATTRIBUTE_MAPPED=13,HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES=14,HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE=15,"
  "HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS=16,HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE=17";
static const char enum_hipSharedMemConfig[] =
  "hipSharedMemBankSizeDefault=0,hipSharedMemBankSizeFourByte=1,hipSharedMemBankSizeEightByte=2";
static const char enum_hipStreamCaptureMode[] =
  "hipStreamCaptureModeGlobal=0,hipStreamCaptureModeThreadLocal=1,hipStreamCaptureModeRelaxed=2";
static const char enum_hipTextureAddressMode[] =
  "hipAddressModeWrap=0,hipAddressModeClamp=1,hipAddressModeMirror=2,hipAddressModeBorder=3";
static const char enum_hipTextureFilterMode[] =
  "hipFilterModePoint=0,hipFilterModeLinear=1";
static const char enum_hiprtcResult[] =
  "HIPRTC_SUCCESS=0,HIPRTC_ERROR_OUT_OF_MEMORY=1,HIPRTC_ERROR_PROGRAM_CREATION_FAILURE=2,HIPRTC_ERROR_INVALID_INPUT=3,"
  "HIPRTC_ERROR_INVALID_PROGRAM=4,HIPRTC_ERROR_INVALID_OPTION=5,HIPRTC_ERROR_COMPILATION=6,HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE=7,"
  "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION=8,HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION=9,"
  "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID=10,HIPRTC_ERROR_INTERNAL_ERROR=11";

static const collect_parameter parameters_0[] = {
  {"gridDim", "dim3*", ROCZ_F_POINTER, 0, 1, NULL},
  {"blockDim", "dim3*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sharedMem", "size_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"stream", "hipStream_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_1[] = {
  {"gridDim", "dim3", ROCZ_F_DIM3, 0, 2, NULL},
  {"blockDim", "dim3", ROCZ_F_DIM3, 2, 2, NULL},
  {"sharedMem", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_2[] = {
  {"data", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_3[] = {
  {"modules", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"hostFunction", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"deviceFunction", "char*", ROCZ_F_POINTER, 2, 1, NULL},
  {"deviceName", "const char*", ROCZ_F_STRING, 3, 1, NULL},
  {"threadLimit", "unsigned int", ROCZ_F_UINT, 4, 1, NULL},
  {"tid", "void*", ROCZ_F_POINTER, 5, 1, NULL},
  {"bid", "void*", ROCZ_F_POINTER, 6, 1, NULL},
  {"blockDim", "dim3*", ROCZ_F_POINTER, 7, 1, NULL},
  {"gridDim", "dim3*", ROCZ_F_POINTER, 8, 1, NULL},
  {"wSize", "int*", ROCZ_F_POINTER, 9, 1, NULL},
};
static const collect_parameter parameters_4[] = {
  {"hipModule", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pointer", "void**", ROCZ_F_POINTER, 1, 1, NULL},
  {"init_value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"name", "const char*", ROCZ_F_STRING, 3, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"align", "unsigned int", ROCZ_F_UINT, 5, 1, NULL},
};
static const collect_parameter parameters_5[] = {
  {"modules", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"var", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"hostVar", "char*", ROCZ_F_POINTER, 2, 1, NULL},
  {"deviceVar", "char*", ROCZ_F_POINTER, 3, 1, NULL},
  {"type", "int", ROCZ_F_INT, 4, 1, NULL},
  {"ext", "int", ROCZ_F_INT, 5, 1, NULL},
};
static const collect_parameter parameters_6[] = {
  {"modules", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"var", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"hostVar", "char*", ROCZ_F_POINTER, 2, 1, NULL},
  {"deviceVar", "char*", ROCZ_F_POINTER, 3, 1, NULL},
  {"type", "int", ROCZ_F_INT, 4, 1, NULL},
  {"norm", "int", ROCZ_F_INT, 5, 1, NULL},
  {"ext", "int", ROCZ_F_INT, 6, 1, NULL},
};
static const collect_parameter parameters_7[] = {
  {"modules", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"var", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"hostVar", "char*", ROCZ_F_POINTER, 2, 1, NULL},
  {"deviceVar", "char*", ROCZ_F_POINTER, 3, 1, NULL},
  {"ext", "int", ROCZ_F_INT, 4, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"constant", "int", ROCZ_F_INT, 6, 1, NULL},
  {"global", "int", ROCZ_F_INT, 7, 1, NULL},
};
static const collect_parameter parameters_8[] = {
  {"modules", "void**", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_9[] = {
  {"array", "hipArray**", ROCZ_F_POINTER, 0, 1, NULL},
  {"pAllocateArray", "const HIP_ARRAY3D_DESCRIPTOR*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_10[] = {
  {"pHandle", "hipArray**", ROCZ_F_POINTER, 0, 1, NULL},
  {"pAllocateArray", "const HIP_ARRAY_DESCRIPTOR*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_11[] = {
  {"array", "hipArray*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_12[] = {
  {"offset", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"tex", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
  {"devPtr", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"desc", "const hipChannelFormatDesc*", ROCZ_F_POINTER, 3, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_13[] = {
  {"offset", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"tex", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
  {"devPtr", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"desc", "const hipChannelFormatDesc*", ROCZ_F_POINTER, 3, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"pitch", "size_t", ROCZ_F_UINT, 6, 1, NULL},
};
static const collect_parameter parameters_14[] = {
  {"tex", "const textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"array", "hipArray_const_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"desc", "const hipChannelFormatDesc*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_15[] = {
  {"tex", "const textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"mipmappedArray", "hipMipmappedArray_const_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"desc", "const hipChannelFormatDesc*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_16[] = {
  {"device", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"prop", "const hipDeviceProp_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_17[] = {
  {"gridDim", "dim3", ROCZ_F_DIM3, 0, 2, NULL},
  {"blockDim", "dim3", ROCZ_F_DIM3, 2, 2, NULL},
  {"sharedMem", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_18[] = {
  {"x", "int", ROCZ_F_INT, 0, 1, NULL},
  {"y", "int", ROCZ_F_INT, 1, 1, NULL},
  {"z", "int", ROCZ_F_INT, 2, 1, NULL},
  {"w", "int", ROCZ_F_INT, 3, 1, NULL},
  {"f", "enum hipChannelFormatKind", ROCZ_F_ENUM, 4, 1, enum_hipChannelFormatKind},
};
static const collect_parameter parameters_19[] = {
  {"pSurfObject", "hipSurfaceObject_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pResDesc", "const hipResourceDesc*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_20[] = {
  {"pTexObject", "hipTextureObject_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pResDesc", "const hipResourceDesc*", ROCZ_F_POINTER, 1, 1, NULL},
  {"pTexDesc", "const hipTextureDesc*", ROCZ_F_POINTER, 2, 1, NULL},
  {"pResViewDesc", "const struct hipResourceViewDesc*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_21[] = {
  {"ctx", "hipCtx_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
  {"device", "hipDevice_t", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_22[] = {
  {"ctx", "hipCtx_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_23[] = {
  {"peerCtx", "hipCtx_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_24[] = {
  {"peerCtx", "hipCtx_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_25[] = {
  {"ctx", "hipCtx_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"apiVersion", "int*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_26[] = {
  {"cacheConfig", "hipFuncCache_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_27[] = {
  {"ctx", "hipCtx_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_28[] = {
  {"device", "hipDevice_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_29[] = {
  {"flags", "unsigned int*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_30[] = {
  {"pConfig", "hipSharedMemConfig*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_31[] = {
  {"ctx", "hipCtx_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_32[] = {
  {"ctx", "hipCtx_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_33[] = {
  {"cacheConfig", "hipFuncCache_t", ROCZ_F_ENUM, 0, 1, enum_hipFuncCache_t},
};
static const collect_parameter parameters_34[] = {
  {"ctx", "hipCtx_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_35[] = {
  {"config", "hipSharedMemConfig", ROCZ_F_ENUM, 0, 1, enum_hipSharedMemConfig},
};
static const collect_parameter parameters_37[] = {
  {"extMem", "hipExternalMemory_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_38[] = {
  {"extSem", "hipExternalSemaphore_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_39[] = {
  {"surfaceObject", "hipSurfaceObject_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_40[] = {
  {"textureObject", "hipTextureObject_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_41[] = {
  {"canAccessPeer", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"deviceId", "int", ROCZ_F_INT, 1, 1, NULL},
  {"peerDeviceId", "int", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_42[] = {
  {"major", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"minor", "int*", ROCZ_F_POINTER, 1, 1, NULL},
  {"device", "hipDevice_t", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_43[] = {
  {"peerDeviceId", "int", ROCZ_F_INT, 0, 1, NULL},
};
static const collect_parameter parameters_44[] = {
  {"peerDeviceId", "int", ROCZ_F_INT, 0, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_45[] = {
  {"device", "hipDevice_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"ordinal", "int", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_46[] = {
  {"pi", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"attr", "hipDeviceAttribute_t", ROCZ_F_ENUM, 1, 1, enum_hipDeviceAttribute_t},
  {"deviceId", "int", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_47[] = {
  {"device", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pciBusId", "const char*", ROCZ_F_STRING, 1, 1, NULL},
};
static const collect_parameter parameters_48[] = {
  {"cacheConfig", "hipFuncCache_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_49[] = {
  {"mem_pool", "hipMemPool_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"device", "int", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_50[] = {
  {"pValue", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"limit", "enum hipLimit_t", ROCZ_F_ENUM, 1, 1, enum_hipLimit_t},
};
static const collect_parameter parameters_51[] = {
  {"mem_pool", "hipMemPool_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"device", "int", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_52[] = {
  {"name", "char*", ROCZ_F_POINTER, 0, 1, NULL},
  {"len", "int", ROCZ_F_INT, 1, 1, NULL},
  {"device", "hipDevice_t", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_53[] = {
  {"value", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"attr", "hipDeviceP2PAttr", ROCZ_F_ENUM, 1, 1, enum_hipDeviceP2PAttr},
  {"srcDevice", "int", ROCZ_F_INT, 2, 1, NULL},
  {"dstDevice", "int", ROCZ_F_INT, 3, 1, NULL},
};
static const collect_parameter parameters_54[] = {
  {"pciBusId", "char*", ROCZ_F_POINTER, 0, 1, NULL},
  {"len", "int", ROCZ_F_INT, 1, 1, NULL},
  {"device", "int", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_55[] = {
  {"pConfig", "hipSharedMemConfig*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_56[] = {
  {"leastPriority", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"greatestPriority", "int*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_57[] = {
  {"uuid", "hipUUID*", ROCZ_F_POINTER, 0, 1, NULL},
  {"device", "hipDevice_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_58[] = {
  {"dev", "hipDevice_t", ROCZ_F_INT, 0, 1, NULL},
  {"flags", "unsigned int*", ROCZ_F_POINTER, 1, 1, NULL},
  {"active", "int*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_59[] = {
  {"dev", "hipDevice_t", ROCZ_F_INT, 0, 1, NULL},
};
static const collect_parameter parameters_60[] = {
  {"dev", "hipDevice_t", ROCZ_F_INT, 0, 1, NULL},
};
static const collect_parameter parameters_61[] = {
  {"pctx", "hipCtx_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dev", "hipDevice_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_62[] = {
  {"dev", "hipDevice_t", ROCZ_F_INT, 0, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_64[] = {
  {"cacheConfig", "hipFuncCache_t", ROCZ_F_ENUM, 0, 1, enum_hipFuncCache_t},
};
static const collect_parameter parameters_65[] = {
  {"device", "int", ROCZ_F_INT, 0, 1, NULL},
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_66[] = {
  {"config", "hipSharedMemConfig", ROCZ_F_ENUM, 0, 1, enum_hipSharedMemConfig},
};
static const collect_parameter parameters_68[] = {
  {"bytes", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"device", "hipDevice_t", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_69[] = {
  {"driverVersion", "int*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_70[] = {
  {"pCopy", "const hip_Memcpy2D*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_71[] = {
  {"pCopy", "const HIP_MEMCPY3D*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_72[] = {
  {"pCopy", "const HIP_MEMCPY3D*", ROCZ_F_POINTER, 0, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_73[] = {
  {"numAttributes", "unsigned int", ROCZ_F_UINT, 0, 1, NULL},
  {"attributes", "hipPointer_attribute*", ROCZ_F_POINTER, 1, 1, NULL},
  {"data", "void**", ROCZ_F_POINTER, 2, 1, NULL},
  {"ptr", "hipDeviceptr_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_74[] = {
  {"event", "hipEvent_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_75[] = {
  {"event", "hipEvent_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"flags", "unsigned", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_76[] = {
  {"event", "hipEvent_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_77[] = {
  {"ms", "float*", ROCZ_F_POINTER, 0, 1, NULL},
  {"start", "hipEvent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"stop", "hipEvent_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_78[] = {
  {"event", "hipEvent_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_79[] = {
  {"event", "hipEvent_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_80[] = {
  {"event", "hipEvent_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_81[] = {
  {"device1", "int", ROCZ_F_INT, 0, 1, NULL},
  {"device2", "int", ROCZ_F_INT, 1, 1, NULL},
  {"linktype", "uint32_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"hopcount", "uint32_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_82[] = {
  {"function_address", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"numBlocks", "dim3", ROCZ_F_DIM3, 1, 2, NULL},
  {"dimBlocks", "dim3", ROCZ_F_DIM3, 3, 2, NULL},
  {"args", "void**", ROCZ_F_POINTER, 5, 1, NULL},
  {"sharedMemBytes", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 7, 1, NULL},
  {"startEvent", "hipEvent_t", ROCZ_F_POINTER, 8, 1, NULL},
  {"stopEvent", "hipEvent_t", ROCZ_F_POINTER, 9, 1, NULL},
  {"flags", "int", ROCZ_F_INT, 10, 1, NULL},
};
static const collect_parameter parameters_83[] = {
  {"launchParamsList", "hipLaunchParams*", ROCZ_F_POINTER, 0, 1, NULL},
  {"numDevices", "int", ROCZ_F_INT, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_84[] = {
  {"ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_85[] = {
  {"f", "hipFunction_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"globalWorkSizeX", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"globalWorkSizeY", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"globalWorkSizeZ", "uint32_t", ROCZ_F_UINT, 3, 1, NULL},
  {"localWorkSizeX", "uint32_t", ROCZ_F_UINT, 4, 1, NULL},
  {"localWorkSizeY", "uint32_t", ROCZ_F_UINT, 5, 1, NULL},
  {"localWorkSizeZ", "uint32_t", ROCZ_F_UINT, 6, 1, NULL},
  {"sharedMemBytes", "size_t", ROCZ_F_UINT, 7, 1, NULL},
  {"hStream", "hipStream_t", ROCZ_F_POINTER, 8, 1, NULL},
  {"kernelParams", "void**", ROCZ_F_POINTER, 9, 1, NULL},
  {"extra", "void**", ROCZ_F_POINTER, 10, 1, NULL},
  {"startEvent", "hipEvent_t", ROCZ_F_POINTER, 11, 1, NULL},
  {"stopEvent", "hipEvent_t", ROCZ_F_POINTER, 12, 1, NULL},
  {"flags", "uint32_t", ROCZ_F_UINT, 13, 1, NULL},
};
static const collect_parameter parameters_86[] = {
  {"stream", "hipStream_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"cuMaskSize", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"cuMask", "const uint32_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_87[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"cuMaskSize", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"cuMask", "uint32_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_88[] = {
  {"devPtr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"extMem", "hipExternalMemory_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"bufferDesc", "const hipExternalMemoryBufferDesc*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_89[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_90[] = {
  {"array", "hipArray*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_91[] = {
  {"dev_ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_92[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_93[] = {
  {"mipmappedArray", "hipMipmappedArray_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_94[] = {
  {"value", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"attrib", "hipFunction_attribute", ROCZ_F_ENUM, 1, 1, enum_hipFunction_attribute},
  {"hfunc", "hipFunction_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_95[] = {
  {"attr", "struct hipFuncAttributes*", ROCZ_F_POINTER, 0, 1, NULL},
  {"func", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_96[] = {
  {"func", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"attr", "hipFuncAttribute", ROCZ_F_ENUM, 1, 1, enum_hipFuncAttribute},
  {"value", "int", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_97[] = {
  {"func", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"config", "hipFuncCache_t", ROCZ_F_ENUM, 1, 1, enum_hipFuncCache_t},
};
static const collect_parameter parameters_98[] = {
  {"func", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"config", "hipSharedMemConfig", ROCZ_F_ENUM, 1, 1, enum_hipSharedMemConfig},
};
static const collect_parameter parameters_99[] = {
  {"pHipDeviceCount", "unsigned int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pHipDevices", "int*", ROCZ_F_POINTER, 1, 1, NULL},
  {"hipDeviceCount", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
  {"deviceList", "hipGLDeviceList", ROCZ_F_ENUM, 3, 1, enum_hipGLDeviceList},
};
static const collect_parameter parameters_100[] = {
  {"desc", "hipChannelFormatDesc*", ROCZ_F_POINTER, 0, 1, NULL},
  {"array", "hipArray_const_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_101[] = {
  {"deviceId", "int*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_102[] = {
  {"count", "int*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_103[] = {
  {"flags", "unsigned int*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_104[] = {
  {"prop", "hipDeviceProp_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"deviceId", "int", ROCZ_F_INT, 1, 1, NULL},
};
static const collect_parameter parameters_105[] = {
  {"hip_error", "hipError_t", ROCZ_F_ENUM, 0, 1, enum_hipError_t},
};
static const collect_parameter parameters_106[] = {
  {"hipError", "hipError_t", ROCZ_F_ENUM, 0, 1, enum_hipError_t},
};
static const collect_parameter parameters_108[] = {
  {"levelArray", "hipArray_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"mipmappedArray", "hipMipmappedArray_const_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"level", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_109[] = {
  {"devPtr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_110[] = {
  {"size", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_111[] = {
  {"offset", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texref", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_112[] = {
  {"pResDesc", "hipResourceDesc*", ROCZ_F_POINTER, 0, 1, NULL},
  {"textureObject", "hipTextureObject_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_113[] = {
  {"pResViewDesc", "struct hipResourceViewDesc*", ROCZ_F_POINTER, 0, 1, NULL},
  {"textureObject", "hipTextureObject_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_114[] = {
  {"pTexDesc", "hipTextureDesc*", ROCZ_F_POINTER, 0, 1, NULL},
  {"textureObject", "hipTextureObject_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_115[] = {
  {"texref", "const textureReference**", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_116[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"childGraph", "hipGraph_t", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_117[] = {
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"from", "const hipGraphNode_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"to", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_118[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_119[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_120[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_121[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"pNodeParams", "const hipHostNodeParams*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_122[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"pNodeParams", "const hipKernelNodeParams*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_123[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"pCopyParams", "const hipMemcpy3DParms*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_124[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"dst", "void*", ROCZ_F_POINTER, 4, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 5, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 7, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_125[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"dst", "void*", ROCZ_F_POINTER, 4, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 5, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 7, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 8, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_126[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 4, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 5, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 7, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 8, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_127[] = {
  {"pGraphNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pDependencies", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"pMemsetParams", "const hipMemsetParams*", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_128[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pGraph", "hipGraph_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_129[] = {
  {"pGraphClone", "hipGraph_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"originalGraph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_130[] = {
  {"pGraph", "hipGraph_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_131[] = {
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_132[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_133[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"event_out", "hipEvent_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_134[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_135[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"event_out", "hipEvent_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_136[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_137[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"childGraph", "hipGraph_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_138[] = {
  {"graphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_139[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"hNode", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_140[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"hNode", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_141[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pNodeParams", "const hipHostNodeParams*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_142[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pNodeParams", "const hipKernelNodeParams*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_143[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pNodeParams", "hipMemcpy3DParms*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_144[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"dst", "void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 5, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_145[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"dst", "void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 6, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_146[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 6, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_147[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pNodeParams", "const hipMemsetParams*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_148[] = {
  {"hGraphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"hGraph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"hErrorNode_out", "hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"updateResult_out", "hipGraphExecUpdateResult*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_149[] = {
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"from", "hipGraphNode_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"to", "hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numEdges", "size_t*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_150[] = {
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"nodes", "hipGraphNode_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"numNodes", "size_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_151[] = {
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pRootNodes", "hipGraphNode_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"pNumRootNodes", "size_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_152[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNodeParams", "hipHostNodeParams*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_153[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNodeParams", "const hipHostNodeParams*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_154[] = {
  {"pGraphExec", "hipGraphExec_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"pErrorNode", "hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"pLogBuffer", "char*", ROCZ_F_POINTER, 3, 1, NULL},
  {"bufferSize", "size_t", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_155[] = {
  {"pGraphExec", "hipGraphExec_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"flags", "unsigned long long", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_156[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNodeParams", "hipKernelNodeParams*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_157[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNodeParams", "const hipKernelNodeParams*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_158[] = {
  {"graphExec", "hipGraphExec_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_159[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNodeParams", "hipMemcpy3DParms*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_160[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNodeParams", "const hipMemcpy3DParms*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_161[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"dst", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 4, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_162[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"dst", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 5, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_163[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 5, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_164[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNodeParams", "hipMemsetParams*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_165[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNodeParams", "const hipMemsetParams*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_166[] = {
  {"pNode", "hipGraphNode_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"originalNode", "hipGraphNode_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"clonedGraph", "hipGraph_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_167[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pDependencies", "hipGraphNode_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"pNumDependencies", "size_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_168[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pDependentNodes", "hipGraphNode_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"pNumDependentNodes", "size_t*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_169[] = {
  {"node", "hipGraphNode_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pType", "hipGraphNodeType*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_170[] = {
  {"graph", "hipGraph_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"from", "const hipGraphNode_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"to", "const hipGraphNode_t*", ROCZ_F_POINTER, 2, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_171[] = {
  {"resource", "hipGraphicsResource**", ROCZ_F_POINTER, 0, 1, NULL},
  {"buffer", "GLuint", ROCZ_F_UINT, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_172[] = {
  {"resource", "hipGraphicsResource**", ROCZ_F_POINTER, 0, 1, NULL},
  {"image", "GLuint", ROCZ_F_UINT, 1, 1, NULL},
  {"target", "GLenum", ROCZ_F_UINT, 2, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_173[] = {
  {"count", "int", ROCZ_F_INT, 0, 1, NULL},
  {"resources", "hipGraphicsResource_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_174[] = {
  {"devPtr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"resource", "hipGraphicsResource_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_175[] = {
  {"array", "hipArray_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"resource", "hipGraphicsResource_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"arrayIndex", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
  {"mipLevel", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_176[] = {
  {"count", "int", ROCZ_F_INT, 0, 1, NULL},
  {"resources", "hipGraphicsResource_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_177[] = {
  {"resource", "hipGraphicsResource_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_178[] = {
  {"f", "hipFunction_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"globalWorkSizeX", "uint32_t", ROCZ_F_UINT, 1, 1, NULL},
  {"globalWorkSizeY", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"globalWorkSizeZ", "uint32_t", ROCZ_F_UINT, 3, 1, NULL},
  {"localWorkSizeX", "uint32_t", ROCZ_F_UINT, 4, 1, NULL},
  {"localWorkSizeY", "uint32_t", ROCZ_F_UINT, 5, 1, NULL},
  {"localWorkSizeZ", "uint32_t", ROCZ_F_UINT, 6, 1, NULL},
  {"sharedMemBytes", "size_t", ROCZ_F_UINT, 7, 1, NULL},
  {"hStream", "hipStream_t", ROCZ_F_POINTER, 8, 1, NULL},
  {"kernelParams", "void**", ROCZ_F_POINTER, 9, 1, NULL},
  {"extra", "void**", ROCZ_F_POINTER, 10, 1, NULL},
  {"startEvent", "hipEvent_t", ROCZ_F_POINTER, 11, 1, NULL},
  {"stopEvent", "hipEvent_t", ROCZ_F_POINTER, 12, 1, NULL},
};
static const collect_parameter parameters_179[] = {
  {"ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_180[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_181[] = {
  {"devPtr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"hstPtr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_182[] = {
  {"flagsPtr", "unsigned int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"hostPtr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_183[] = {
  {"ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_184[] = {
  {"hostPtr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_185[] = {
  {"hostPtr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_186[] = {
  {"extMem_out", "hipExternalMemory_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"memHandleDesc", "const hipExternalMemoryHandleDesc*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_187[] = {
  {"extSem_out", "hipExternalSemaphore_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"semHandleDesc", "const hipExternalSemaphoreHandleDesc*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_188[] = {
  {"flags", "unsigned int", ROCZ_F_UINT, 0, 1, NULL},
};
static const collect_parameter parameters_189[] = {
  {"devPtr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_190[] = {
  {"handle", "hipIpcEventHandle_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_191[] = {
  {"handle", "hipIpcMemHandle_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"devPtr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_192[] = {
  {"event", "hipEvent_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"handle", "hipIpcEventHandle_t", ROCZ_F_STRUCT, 1, 8, NULL},
};
static const collect_parameter parameters_193[] = {
  {"devPtr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"handle", "hipIpcMemHandle_t", ROCZ_F_STRUCT, 1, 8, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 9, 1, NULL},
};
static const collect_parameter parameters_194[] = {
  {"func", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_195[] = {
  {"f", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"gridDim", "dim3", ROCZ_F_DIM3, 1, 2, NULL},
  {"blockDimX", "dim3", ROCZ_F_DIM3, 3, 2, NULL},
  {"kernelParams", "void**", ROCZ_F_POINTER, 5, 1, NULL},
  {"sharedMemBytes", "unsigned int", ROCZ_F_UINT, 6, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_196[] = {
  {"launchParamsList", "hipLaunchParams*", ROCZ_F_POINTER, 0, 1, NULL},
  {"numDevices", "int", ROCZ_F_INT, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_197[] = {
  {"f", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"gridDim", "dim3", ROCZ_F_DIM3, 1, 2, NULL},
  {"blockDim", "dim3", ROCZ_F_DIM3, 3, 2, NULL},
  {"kernelParams", "void**", ROCZ_F_POINTER, 5, 1, NULL},
  {"sharedMemBytes", "uint32_t", ROCZ_F_UINT, 6, 1, NULL},
  {"hStream", "hipStream_t", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_198[] = {
  {"function_address", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"numBlocks", "dim3", ROCZ_F_DIM3, 1, 2, NULL},
  {"dimBlocks", "dim3", ROCZ_F_DIM3, 3, 2, NULL},
  {"args", "void**", ROCZ_F_POINTER, 5, 1, NULL},
  {"sharedMemBytes", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_199[] = {
  {"function_address", "uintptr_t", ROCZ_F_UINT, 0, 1, NULL},
  {"numBlocks", "const dim3*", ROCZ_F_POINTER, 1, 1, NULL},
  {"dimBlocks", "const dim3*", ROCZ_F_POINTER, 2, 1, NULL},
  {"sharedMemBytes", "uint32_t", ROCZ_F_UINT, 3, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 4, 1, NULL},
  {"kernarg", "void**", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_200[] = {
  {"function_address", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"numBlocks", "dim3", ROCZ_F_DIM3, 1, 2, NULL},
  {"dimBlocks", "dim3", ROCZ_F_DIM3, 3, 2, NULL},
  {"args", "void**", ROCZ_F_POINTER, 5, 1, NULL},
  {"sharedMemBytes", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_201[] = {
  {"ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_202[] = {
  {"pitchedDevPtr", "hipPitchedPtr*", ROCZ_F_POINTER, 0, 1, NULL},
  {"extent", "hipExtent", ROCZ_F_STRUCT, 1, 3, NULL},
};
static const collect_parameter parameters_203[] = {
  {"array", "hipArray**", ROCZ_F_POINTER, 0, 1, NULL},
  {"desc", "const struct hipChannelFormatDesc*", ROCZ_F_POINTER, 1, 1, NULL},
  {"extent", "struct hipExtent", ROCZ_F_STRUCT, 2, 3, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 5, 1, NULL},
};
static const collect_parameter parameters_204[] = {
  {"array", "hipArray**", ROCZ_F_POINTER, 0, 1, NULL},
  {"desc", "const hipChannelFormatDesc*", ROCZ_F_POINTER, 1, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_205[] = {
  {"dev_ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_206[] = {
  {"dev_ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_207[] = {
  {"ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_208[] = {
  {"dev_ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_209[] = {
  {"mipmappedArray", "hipMipmappedArray_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"desc", "const struct hipChannelFormatDesc*", ROCZ_F_POINTER, 1, 1, NULL},
  {"extent", "struct hipExtent", ROCZ_F_STRUCT, 2, 3, NULL},
  {"numLevels", "unsigned int", ROCZ_F_UINT, 5, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 6, 1, NULL},
};
static const collect_parameter parameters_210[] = {
  {"ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"pitch", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_211[] = {
  {"devPtr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_212[] = {
  {"ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"alignment", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"addr", "void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"flags", "unsigned long long", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_213[] = {
  {"dev_ptr", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"advice", "hipMemoryAdvise", ROCZ_F_ENUM, 2, 1, enum_hipMemoryAdvise},
  {"device", "int", ROCZ_F_INT, 3, 1, NULL},
};
static const collect_parameter parameters_214[] = {
  {"ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_215[] = {
  {"dptr", "hipDeviceptr_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pitch", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"widthInBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"elementSizeBytes", "unsigned int", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_216[] = {
  {"handle", "hipMemGenericAllocationHandle_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"prop", "const hipMemAllocationProp*", ROCZ_F_POINTER, 2, 1, NULL},
  {"flags", "unsigned long long", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_217[] = {
  {"shareableHandle", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"handle", "hipMemGenericAllocationHandle_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"handleType", "hipMemAllocationHandleType", ROCZ_F_ENUM, 2, 1, enum_hipMemAllocationHandleType},
  {"flags", "unsigned long long", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_218[] = {
  {"flags", "unsigned long long*", ROCZ_F_POINTER, 0, 1, NULL},
  {"location", "const hipMemLocation*", ROCZ_F_POINTER, 1, 1, NULL},
  {"ptr", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_219[] = {
  {"pbase", "hipDeviceptr_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"psize", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"dptr", "hipDeviceptr_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_220[] = {
  {"granularity", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"prop", "const hipMemAllocationProp*", ROCZ_F_POINTER, 1, 1, NULL},
  {"option", "hipMemAllocationGranularity_flags", ROCZ_F_ENUM, 2, 1, enum_hipMemAllocationGranularity_flags},
};
static const collect_parameter parameters_221[] = {
  {"prop", "hipMemAllocationProp*", ROCZ_F_POINTER, 0, 1, NULL},
  {"handle", "hipMemGenericAllocationHandle_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_222[] = {
  {"free", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"total", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_223[] = {
  {"handle", "hipMemGenericAllocationHandle_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"osHandle", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"shHandleType", "hipMemAllocationHandleType", ROCZ_F_ENUM, 2, 1, enum_hipMemAllocationHandleType},
};
static const collect_parameter parameters_224[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"handle", "hipMemGenericAllocationHandle_t", ROCZ_F_POINTER, 3, 1, NULL},
  {"flags", "unsigned long long", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_225[] = {
  {"mapInfoList", "hipArrayMapInfo*", ROCZ_F_POINTER, 0, 1, NULL},
  {"count", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_226[] = {
  {"mem_pool", "hipMemPool_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pool_props", "const hipMemPoolProps*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_227[] = {
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_228[] = {
  {"export_data", "hipMemPoolPtrExportData*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dev_ptr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_229[] = {
  {"shared_handle", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"handle_type", "hipMemAllocationHandleType", ROCZ_F_ENUM, 2, 1, enum_hipMemAllocationHandleType},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_230[] = {
  {"flags", "hipMemAccessFlags*", ROCZ_F_POINTER, 0, 1, NULL},
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"location", "hipMemLocation*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_231[] = {
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attr", "hipMemPoolAttr", ROCZ_F_ENUM, 1, 1, enum_hipMemPoolAttr},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_232[] = {
  {"mem_pool", "hipMemPool_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"shared_handle", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"handle_type", "hipMemAllocationHandleType", ROCZ_F_ENUM, 2, 1, enum_hipMemAllocationHandleType},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_233[] = {
  {"dev_ptr", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"export_data", "hipMemPoolPtrExportData*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_234[] = {
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"desc_list", "const hipMemAccessDesc*", ROCZ_F_POINTER, 1, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_235[] = {
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"attr", "hipMemPoolAttr", ROCZ_F_ENUM, 1, 1, enum_hipMemPoolAttr},
  {"value", "void*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_236[] = {
  {"mem_pool", "hipMemPool_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"min_bytes_to_hold", "size_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_237[] = {
  {"dev_ptr", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"device", "int", ROCZ_F_INT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_238[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_239[] = {
  {"data", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"data_size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"attribute", "hipMemRangeAttribute", ROCZ_F_ENUM, 2, 1, enum_hipMemRangeAttribute},
  {"dev_ptr", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_240[] = {
  {"data", "void**", ROCZ_F_POINTER, 0, 1, NULL},
  {"data_sizes", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"attributes", "hipMemRangeAttribute*", ROCZ_F_POINTER, 2, 1, NULL},
  {"num_attributes", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"dev_ptr", "const void*", ROCZ_F_POINTER, 4, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 5, 1, NULL},
};
static const collect_parameter parameters_241[] = {
  {"handle", "hipMemGenericAllocationHandle_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_242[] = {
  {"handle", "hipMemGenericAllocationHandle_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"addr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_243[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"desc", "const hipMemAccessDesc*", ROCZ_F_POINTER, 2, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_244[] = {
  {"ptr", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_245[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 3, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_246[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dpitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"spitch", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 6, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_247[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dpitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"spitch", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 6, 1, enum_hipMemcpyKind},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 7, 1, NULL},
};
static const collect_parameter parameters_248[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dpitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"src", "hipArray_const_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"wOffset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"hOffset", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 7, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_249[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dpitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"src", "hipArray_const_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"wOffset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"hOffset", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 7, 1, enum_hipMemcpyKind},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 8, 1, NULL},
};
static const collect_parameter parameters_250[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dpitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"src", "hipArray_const_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"wOffset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"hOffset", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 7, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_251[] = {
  {"dst", "hipArray*", ROCZ_F_POINTER, 0, 1, NULL},
  {"wOffset", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"hOffset", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"spitch", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 7, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_252[] = {
  {"dst", "hipArray*", ROCZ_F_POINTER, 0, 1, NULL},
  {"wOffset", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"hOffset", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"spitch", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 7, 1, enum_hipMemcpyKind},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 8, 1, NULL},
};
static const collect_parameter parameters_253[] = {
  {"dst", "hipArray*", ROCZ_F_POINTER, 0, 1, NULL},
  {"wOffset", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"hOffset", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"spitch", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 6, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 7, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_254[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dpitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"spitch", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 5, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 6, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_255[] = {
  {"p", "const struct hipMemcpy3DParms*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_256[] = {
  {"p", "const struct hipMemcpy3DParms*", ROCZ_F_POINTER, 0, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_257[] = {
  {"p", "const struct hipMemcpy3DParms*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_258[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 3, 1, enum_hipMemcpyKind},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_259[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 3, 1, enum_hipMemcpyKind},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_260[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"srcArray", "hipArray*", ROCZ_F_POINTER, 1, 1, NULL},
  {"srcOffset", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_261[] = {
  {"dst", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "hipDeviceptr_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_262[] = {
  {"dst", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "hipDeviceptr_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_263[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "hipDeviceptr_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_264[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "hipDeviceptr_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_265[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"srcArray", "hipArray_const_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"wOffset", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"hOffset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 5, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_266[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 4, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_267[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 4, 1, enum_hipMemcpyKind},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_268[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"symbol", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 4, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_269[] = {
  {"dstArray", "hipArray*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dstOffset", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"srcHost", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_270[] = {
  {"dst", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_271[] = {
  {"dst", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_272[] = {
  {"pCopy", "const hip_Memcpy2D*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_273[] = {
  {"pCopy", "const hip_Memcpy2D*", ROCZ_F_POINTER, 0, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_274[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dstDeviceId", "int", ROCZ_F_INT, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"srcDeviceId", "int", ROCZ_F_INT, 3, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_275[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dstDeviceId", "int", ROCZ_F_INT, 1, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"srcDevice", "int", ROCZ_F_INT, 3, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_276[] = {
  {"dst", "hipArray*", ROCZ_F_POINTER, 0, 1, NULL},
  {"wOffset", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"hOffset", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 3, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 5, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_277[] = {
  {"symbol", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 4, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_278[] = {
  {"symbol", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 4, 1, enum_hipMemcpyKind},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_279[] = {
  {"symbol", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 4, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_280[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 3, 1, enum_hipMemcpyKind},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_281[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"kind", "hipMemcpyKind", ROCZ_F_ENUM, 3, 1, enum_hipMemcpyKind},
};
static const collect_parameter parameters_282[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "int", ROCZ_F_INT, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_283[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"value", "int", ROCZ_F_INT, 2, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_284[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"value", "int", ROCZ_F_INT, 2, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 4, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_285[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pitch", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"value", "int", ROCZ_F_INT, 2, 1, NULL},
  {"width", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"height", "size_t", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_286[] = {
  {"pitchedDevPtr", "hipPitchedPtr", ROCZ_F_STRUCT, 0, 4, NULL},
  {"value", "int", ROCZ_F_INT, 4, 1, NULL},
  {"extent", "hipExtent", ROCZ_F_STRUCT, 5, 3, NULL},
};
static const collect_parameter parameters_287[] = {
  {"pitchedDevPtr", "hipPitchedPtr", ROCZ_F_STRUCT, 0, 4, NULL},
  {"value", "int", ROCZ_F_INT, 4, 1, NULL},
  {"extent", "hipExtent", ROCZ_F_STRUCT, 5, 3, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 8, 1, NULL},
};
static const collect_parameter parameters_288[] = {
  {"pitchedDevPtr", "hipPitchedPtr", ROCZ_F_STRUCT, 0, 4, NULL},
  {"value", "int", ROCZ_F_INT, 4, 1, NULL},
  {"extent", "hipExtent", ROCZ_F_STRUCT, 5, 3, NULL},
};
static const collect_parameter parameters_289[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "int", ROCZ_F_INT, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_290[] = {
  {"dest", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "unsigned short", ROCZ_F_UINT, 1, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_291[] = {
  {"dest", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "unsigned short", ROCZ_F_UINT, 1, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_292[] = {
  {"dest", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "int", ROCZ_F_INT, 1, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_293[] = {
  {"dst", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "int", ROCZ_F_INT, 1, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_294[] = {
  {"dest", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "unsigned char", ROCZ_F_UINT, 1, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_295[] = {
  {"dest", "hipDeviceptr_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "unsigned char", ROCZ_F_UINT, 1, 1, NULL},
  {"count", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_296[] = {
  {"dst", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"value", "int", ROCZ_F_INT, 1, 1, NULL},
  {"sizeBytes", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_297[] = {
  {"pHandle", "hipMipmappedArray_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pMipmappedArrayDesc", "HIP_ARRAY3D_DESCRIPTOR*", ROCZ_F_POINTER, 1, 1, NULL},
  {"numMipmapLevels", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_298[] = {
  {"hMipmappedArray", "hipMipmappedArray_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_299[] = {
  {"pLevelArray", "hipArray_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"hMipMappedArray", "hipMipmappedArray_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"level", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_300[] = {
  {"function", "hipFunction_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"module", "hipModule_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"kname", "const char*", ROCZ_F_STRING, 2, 1, NULL},
};
static const collect_parameter parameters_301[] = {
  {"dptr", "hipDeviceptr_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"bytes", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"hmod", "hipModule_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"name", "const char*", ROCZ_F_STRING, 3, 1, NULL},
};
static const collect_parameter parameters_302[] = {
  {"texRef", "textureReference**", ROCZ_F_POINTER, 0, 1, NULL},
  {"hmod", "hipModule_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"name", "const char*", ROCZ_F_STRING, 2, 1, NULL},
};
static const collect_parameter parameters_303[] = {
  {"f", "hipFunction_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"gridDimX", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
  {"gridDimY", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
  {"gridDimZ", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
  {"blockDimX", "unsigned int", ROCZ_F_UINT, 4, 1, NULL},
  {"blockDimY", "unsigned int", ROCZ_F_UINT, 5, 1, NULL},
  {"blockDimZ", "unsigned int", ROCZ_F_UINT, 6, 1, NULL},
  {"sharedMemBytes", "unsigned int", ROCZ_F_UINT, 7, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 8, 1, NULL},
  {"kernelParams", "void**", ROCZ_F_POINTER, 9, 1, NULL},
  {"extra", "void**", ROCZ_F_POINTER, 10, 1, NULL},
};
static const collect_parameter parameters_304[] = {
  {"module", "hipModule_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"fname", "const char*", ROCZ_F_STRING, 1, 1, NULL},
};
static const collect_parameter parameters_305[] = {
  {"module", "hipModule_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"image", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_306[] = {
  {"module", "hipModule_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"image", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"numOptions", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
  {"options", "hipJitOption*", ROCZ_F_POINTER, 3, 1, NULL},
  {"optionValues", "void**", ROCZ_F_POINTER, 4, 1, NULL},
};
static const collect_parameter parameters_307[] = {
  {"numBlocks", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"f", "hipFunction_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"blockSize", "int", ROCZ_F_INT, 2, 1, NULL},
  {"dynSharedMemPerBlk", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_308[] = {
  {"numBlocks", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"f", "hipFunction_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"blockSize", "int", ROCZ_F_INT, 2, 1, NULL},
  {"dynSharedMemPerBlk", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_309[] = {
  {"gridSize", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"blockSize", "int*", ROCZ_F_POINTER, 1, 1, NULL},
  {"f", "hipFunction_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"dynSharedMemPerBlk", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"blockSizeLimit", "int", ROCZ_F_INT, 4, 1, NULL},
};
static const collect_parameter parameters_310[] = {
  {"gridSize", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"blockSize", "int*", ROCZ_F_POINTER, 1, 1, NULL},
  {"f", "hipFunction_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"dynSharedMemPerBlk", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"blockSizeLimit", "int", ROCZ_F_INT, 4, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 5, 1, NULL},
};
static const collect_parameter parameters_311[] = {
  {"module", "hipModule_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_312[] = {
  {"numBlocks", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"f", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"blockSize", "int", ROCZ_F_INT, 2, 1, NULL},
  {"dynSharedMemPerBlk", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_313[] = {
  {"numBlocks", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"f", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"blockSize", "int", ROCZ_F_INT, 2, 1, NULL},
  {"dynSharedMemPerBlk", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_314[] = {
  {"gridSize", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"blockSize", "int*", ROCZ_F_POINTER, 1, 1, NULL},
  {"f", "const void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"dynSharedMemPerBlk", "size_t", ROCZ_F_UINT, 3, 1, NULL},
  {"blockSizeLimit", "int", ROCZ_F_INT, 4, 1, NULL},
};
static const collect_parameter parameters_316[] = {
  {"data", "void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"attribute", "hipPointer_attribute", ROCZ_F_ENUM, 1, 1, enum_hipPointer_attribute},
  {"ptr", "hipDeviceptr_t", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_317[] = {
  {"attributes", "hipPointerAttribute_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"ptr", "const void*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_320[] = {
  {"runtimeVersion", "int*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_321[] = {
  {"deviceId", "int", ROCZ_F_INT, 0, 1, NULL},
};
static const collect_parameter parameters_322[] = {
  {"flags", "unsigned", ROCZ_F_UINT, 0, 1, NULL},
};
static const collect_parameter parameters_323[] = {
  {"arg", "const void*", ROCZ_F_POINTER, 0, 1, NULL},
  {"size", "size_t", ROCZ_F_UINT, 1, 1, NULL},
  {"offset", "size_t", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_324[] = {
  {"extSemArray", "const hipExternalSemaphore_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"paramsArray", "const hipExternalSemaphoreSignalParams*", ROCZ_F_POINTER, 1, 1, NULL},
  {"numExtSems", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_325[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"callback", "hipStreamCallback_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"userData", "void*", ROCZ_F_POINTER, 2, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_326[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"dev_ptr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"length", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_327[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"mode", "hipStreamCaptureMode", ROCZ_F_ENUM, 1, 1, enum_hipStreamCaptureMode},
};
static const collect_parameter parameters_328[] = {
  {"stream", "hipStream_t*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_329[] = {
  {"stream", "hipStream_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_330[] = {
  {"stream", "hipStream_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
  {"priority", "int", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_331[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_332[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pGraph", "hipGraph_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_333[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pCaptureStatus", "hipStreamCaptureStatus*", ROCZ_F_POINTER, 1, 1, NULL},
  {"pId", "unsigned long long*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_334[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"captureStatus_out", "hipStreamCaptureStatus*", ROCZ_F_POINTER, 1, 1, NULL},
  {"id_out", "unsigned long long*", ROCZ_F_POINTER, 2, 1, NULL},
  {"graph_out", "hipGraph_t*", ROCZ_F_POINTER, 3, 1, NULL},
  {"dependencies_out", "const hipGraphNode_t**", ROCZ_F_POINTER, 4, 1, NULL},
  {"numDependencies_out", "size_t*", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_335[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"flags", "unsigned int*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_336[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"flags", "unsigned int*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_337[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"priority", "int*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_338[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"priority", "int*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_339[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"pCaptureStatus", "hipStreamCaptureStatus*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_340[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_341[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_342[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_343[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_344[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"dependencies", "hipGraphNode_t*", ROCZ_F_POINTER, 1, 1, NULL},
  {"numDependencies", "size_t", ROCZ_F_UINT, 2, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_345[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_346[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"event", "hipEvent_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_347[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"ptr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"value", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
  {"mask", "uint32_t", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_348[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"ptr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 2, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
  {"mask", "uint64_t", ROCZ_F_UINT, 4, 1, NULL},
};
static const collect_parameter parameters_349[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"ptr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"value", "uint32_t", ROCZ_F_UINT, 2, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_350[] = {
  {"stream", "hipStream_t", ROCZ_F_POINTER, 0, 1, NULL},
  {"ptr", "void*", ROCZ_F_POINTER, 1, 1, NULL},
  {"value", "uint64_t", ROCZ_F_UINT, 2, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_351[] = {
  {"pTexObject", "hipTextureObject_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pResDesc", "const HIP_RESOURCE_DESC*", ROCZ_F_POINTER, 1, 1, NULL},
  {"pTexDesc", "const HIP_TEXTURE_DESC*", ROCZ_F_POINTER, 2, 1, NULL},
  {"pResViewDesc", "const HIP_RESOURCE_VIEW_DESC*", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_352[] = {
  {"texObject", "hipTextureObject_t", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_353[] = {
  {"pResDesc", "HIP_RESOURCE_DESC*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texObject", "hipTextureObject_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_354[] = {
  {"pResViewDesc", "HIP_RESOURCE_VIEW_DESC*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texObject", "hipTextureObject_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_355[] = {
  {"pTexDesc", "HIP_TEXTURE_DESC*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texObject", "hipTextureObject_t", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_356[] = {
  {"dev_ptr", "hipDeviceptr_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_357[] = {
  {"pam", "enum hipTextureAddressMode*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
  {"dim", "int", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_358[] = {
  {"pfm", "enum hipTextureFilterMode*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_359[] = {
  {"pFlags", "unsigned int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_360[] = {
  {"pFormat", "hipArray_Format*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pNumChannels", "int*", ROCZ_F_POINTER, 1, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_361[] = {
  {"pmaxAnsio", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_362[] = {
  {"pfm", "enum hipTextureFilterMode*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_363[] = {
  {"pbias", "float*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_364[] = {
  {"pminMipmapLevelClamp", "float*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pmaxMipmapLevelClamp", "float*", ROCZ_F_POINTER, 1, 1, NULL},
  {"texRef", "const textureReference*", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_365[] = {
  {"ByteOffset", "size_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"texRef", "textureReference*", ROCZ_F_POINTER, 1, 1, NULL},
  {"dptr", "hipDeviceptr_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"bytes", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_366[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"desc", "const HIP_ARRAY_DESCRIPTOR*", ROCZ_F_POINTER, 1, 1, NULL},
  {"dptr", "hipDeviceptr_t", ROCZ_F_POINTER, 2, 1, NULL},
  {"Pitch", "size_t", ROCZ_F_UINT, 3, 1, NULL},
};
static const collect_parameter parameters_367[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"dim", "int", ROCZ_F_INT, 1, 1, NULL},
  {"am", "enum hipTextureAddressMode", ROCZ_F_ENUM, 2, 1, enum_hipTextureAddressMode},
};
static const collect_parameter parameters_368[] = {
  {"tex", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"array", "hipArray_const_t", ROCZ_F_POINTER, 1, 1, NULL},
  {"flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_369[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"pBorderColor", "float*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_370[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"fm", "enum hipTextureFilterMode", ROCZ_F_ENUM, 1, 1, enum_hipTextureFilterMode},
};
static const collect_parameter parameters_371[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"Flags", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_372[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"fmt", "hipArray_Format", ROCZ_F_ENUM, 1, 1, enum_hipArray_Format},
  {"NumPackedComponents", "int", ROCZ_F_INT, 2, 1, NULL},
};
static const collect_parameter parameters_373[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"maxAniso", "unsigned int", ROCZ_F_UINT, 1, 1, NULL},
};
static const collect_parameter parameters_374[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"fm", "enum hipTextureFilterMode", ROCZ_F_ENUM, 1, 1, enum_hipTextureFilterMode},
};
static const collect_parameter parameters_375[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"bias", "float", ROCZ_F_FLOAT, 1, 1, NULL},
};
static const collect_parameter parameters_376[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"minMipMapLevelClamp", "float", ROCZ_F_FLOAT, 1, 1, NULL},
  {"maxMipMapLevelClamp", "float", ROCZ_F_FLOAT, 2, 1, NULL},
};
static const collect_parameter parameters_377[] = {
  {"texRef", "textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
  {"mipmappedArray", "struct hipMipmappedArray*", ROCZ_F_POINTER, 1, 1, NULL},
  {"Flags", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
};
static const collect_parameter parameters_378[] = {
  {"mode", "hipStreamCaptureMode*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_379[] = {
  {"tex", "const textureReference*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_380[] = {
  {"extSemArray", "const hipExternalSemaphore_t*", ROCZ_F_POINTER, 0, 1, NULL},
  {"paramsArray", "const hipExternalSemaphoreWaitParams*", ROCZ_F_POINTER, 1, 1, NULL},
  {"numExtSems", "unsigned int", ROCZ_F_UINT, 2, 1, NULL},
  {"stream", "hipStream_t", ROCZ_F_POINTER, 3, 1, NULL},
};
static const collect_parameter parameters_381[] = {
  {"prog", "hiprtcProgram", ROCZ_F_POINTER, 0, 1, NULL},
  {"name_expression", "const char*", ROCZ_F_STRING, 1, 1, NULL},
};
static const collect_parameter parameters_382[] = {
  {"prog", "hiprtcProgram", ROCZ_F_POINTER, 0, 1, NULL},
  {"numOptions", "int", ROCZ_F_INT, 1, 1, NULL},
  {"options", "const char**", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_383[] = {
  {"prog", "hiprtcProgram*", ROCZ_F_POINTER, 0, 1, NULL},
  {"src", "const char*", ROCZ_F_STRING, 1, 1, NULL},
  {"name", "const char*", ROCZ_F_STRING, 2, 1, NULL},
  {"numHeaders", "int", ROCZ_F_INT, 3, 1, NULL},
  {"headers", "const char**", ROCZ_F_POINTER, 4, 1, NULL},
  {"includeNames", "const char**", ROCZ_F_POINTER, 5, 1, NULL},
};
static const collect_parameter parameters_384[] = {
  {"prog", "hiprtcProgram*", ROCZ_F_POINTER, 0, 1, NULL},
};
static const collect_parameter parameters_385[] = {
  {"prog", "hiprtcProgram", ROCZ_F_POINTER, 0, 1, NULL},
  {"code", "char*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_386[] = {
  {"prog", "hiprtcProgram", ROCZ_F_POINTER, 0, 1, NULL},
  {"codeSizeRet", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_387[] = {
  {"result_0", "hiprtcResult", ROCZ_F_ENUM, 0, 1, enum_hiprtcResult},
};
static const collect_parameter parameters_388[] = {
  {"prog", "hiprtcProgram", ROCZ_F_POINTER, 0, 1, NULL},
  {"name_expression", "const char*", ROCZ_F_STRING, 1, 1, NULL},
  {"lowered_name", "const char**", ROCZ_F_POINTER, 2, 1, NULL},
};
static const collect_parameter parameters_389[] = {
  {"prog", "hiprtcProgram", ROCZ_F_POINTER, 0, 1, NULL},
  {"log", "char*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_390[] = {
  {"prog", "hiprtcProgram", ROCZ_F_POINTER, 0, 1, NULL},
  {"logSizeRet", "size_t*", ROCZ_F_POINTER, 1, 1, NULL},
};
static const collect_parameter parameters_391[] = {
  {"major", "int*", ROCZ_F_POINTER, 0, 1, NULL},
  {"minor", "int*", ROCZ_F_POINTER, 1, 1, NULL},
};

collect_function collect_hip_function[392] = {
  {.generation = COLLECT_NEVER, .name = "__hipPopCallConfiguration", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_0, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "__hipPushCallConfiguration", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_1, .parameters = 4, .words = 6},
  {.generation = COLLECT_NEVER, .name = "__hipRegisterFatBinary", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_NOTHING], .parameter = parameters_2, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "__hipRegisterFunction", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_NOTHING], .parameter = parameters_3, .parameters = 10, .words = 10},
  {.generation = COLLECT_NEVER, .name = "__hipRegisterManagedVar", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_NOTHING], .parameter = parameters_4, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "__hipRegisterSurface", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_NOTHING], .parameter = parameters_5, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "__hipRegisterTexture", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_NOTHING], .parameter = parameters_6, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "__hipRegisterVar", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_NOTHING], .parameter = parameters_7, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "__hipUnregisterFatBinary", .category = "HIP_COMPILER_API_EXT", .api = &collect_hip_api[COLLECT_HIP_NOTHING], .parameter = parameters_8, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipArray3DCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_9, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipArrayCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_10, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipArrayDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_11, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipBindTexture", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_12, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipBindTexture2D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_13, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hipBindTextureToArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_14, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipBindTextureToMipmappedArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_15, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipChooseDevice", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_16, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipConfigureCall", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_17, .parameters = 4, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipCreateChannelDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_STRUCT], .parameter = parameters_18, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipCreateSurfaceObject", .symbol = "_Z22hipCreateSurfaceObjectPP13__hip_surfacePK15hipResourceDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_19, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipCreateTextureObject", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_20, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipCtxCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_21, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipCtxDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_22, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxDisablePeerAccess", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_23, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxEnablePeerAccess", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_24, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipCtxGetApiVersion", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_25, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipCtxGetCacheConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_26, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxGetCurrent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_27, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxGetDevice", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_28, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxGetFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_29, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxGetSharedMemConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_30, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxPopCurrent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_31, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxPushCurrent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_32, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxSetCacheConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_33, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxSetCurrent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_34, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxSetSharedMemConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_35, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipCtxSynchronize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR]},
  {.generation = COLLECT_NEVER, .name = "hipDestroyExternalMemory", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_37, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDestroyExternalSemaphore", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_38, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDestroySurfaceObject", .symbol = "_Z23hipDestroySurfaceObjectP13__hip_surface", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_39, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDestroyTextureObject", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_40, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDeviceCanAccessPeer", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_41, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipDeviceComputeCapability", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_42, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipDeviceDisablePeerAccess", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_43, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDeviceEnablePeerAccess", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_44, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGet", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_45, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetAttribute", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_46, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetByPCIBusId", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_47, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetCacheConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_48, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetDefaultMemPool", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_49, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetLimit", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_50, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetMemPool", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_51, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetName", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_52, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetP2PAttribute", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_53, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetPCIBusId", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_54, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetSharedMemConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_55, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetStreamPriorityRange", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_56, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceGetUuid", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_57, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDevicePrimaryCtxGetState", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_58, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipDevicePrimaryCtxRelease", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_59, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDevicePrimaryCtxReset", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_60, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDevicePrimaryCtxRetain", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_61, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDevicePrimaryCtxSetFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_62, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceReset", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR]},
  {.generation = COLLECT_NEVER, .name = "hipDeviceSetCacheConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_64, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDeviceSetMemPool", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_65, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDeviceSetSharedMemConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_66, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDeviceSynchronize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR]},
  {.generation = COLLECT_NEVER, .name = "hipDeviceTotalMem", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_68, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDriverGetVersion", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_69, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDrvMemcpy2DUnaligned", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_70, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDrvMemcpy3D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_71, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipDrvMemcpy3DAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_72, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipDrvPointerGetAttributes", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_73, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipEventCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_74, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipEventCreateWithFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_75, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipEventDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_76, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipEventElapsedTime", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_77, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipEventQuery", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_78, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipEventRecord", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_79, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipEventSynchronize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_80, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipExtGetLinkTypeAndHopCount", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_81, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipExtLaunchKernel", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_82, .parameters = 9, .words = 11},
  {.generation = COLLECT_NEVER, .name = "hipExtLaunchMultiKernelMultiDevice", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_83, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipExtMallocWithFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_84, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipExtModuleLaunchKernel", .symbol = "_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_85, .parameters = 14, .words = 14},
  {.generation = COLLECT_NEVER, .name = "hipExtStreamCreateWithCUMask", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_86, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipExtStreamGetCUMask", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_87, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipExternalMemoryGetMappedBuffer", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_88, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipFree", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_89, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipFreeArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_90, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipFreeAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_91, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipFreeHost", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_92, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipFreeMipmappedArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_93, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipFuncGetAttribute", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_94, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipFuncGetAttributes", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_95, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipFuncSetAttribute", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_96, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipFuncSetCacheConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_97, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipFuncSetSharedMemConfig", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_98, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGLGetDevices", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_99, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipGetChannelDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_100, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGetDevice", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_101, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipGetDeviceCount", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_102, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipGetDeviceFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_103, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipGetDeviceProperties", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_104, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGetErrorName", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_TEXT], .parameter = parameters_105, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipGetErrorString", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_TEXT], .parameter = parameters_106, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipGetLastError", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR]},
  {.generation = COLLECT_NEVER, .name = "hipGetMipmappedArrayLevel", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_108, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGetSymbolAddress", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_109, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGetSymbolSize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_110, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGetTextureAlignmentOffset", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_111, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGetTextureObjectResourceDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_112, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGetTextureObjectResourceViewDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_113, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGetTextureObjectTextureDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_114, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGetTextureReference", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_115, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddChildGraphNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_116, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddDependencies", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_117, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddEmptyNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_118, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddEventRecordNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_119, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddEventWaitNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_120, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddHostNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_121, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddKernelNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_122, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddMemcpyNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_123, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddMemcpyNode1D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_124, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddMemcpyNodeFromSymbol", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_125, .parameters = 9, .words = 9},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddMemcpyNodeToSymbol", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_126, .parameters = 9, .words = 9},
  {.generation = COLLECT_NEVER, .name = "hipGraphAddMemsetNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_127, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphChildGraphNodeGetGraph", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_128, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphClone", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_129, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_130, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_131, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipGraphDestroyNode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_132, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipGraphEventRecordNodeGetEvent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_133, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphEventRecordNodeSetEvent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_134, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphEventWaitNodeGetEvent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_135, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphEventWaitNodeSetEvent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_136, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecChildGraphNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_137, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_138, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecEventRecordNodeSetEvent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_139, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecEventWaitNodeSetEvent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_140, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecHostNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_141, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecKernelNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_142, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecMemcpyNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_143, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecMemcpyNodeSetParams1D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_144, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecMemcpyNodeSetParamsFromSymbol", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_145, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecMemcpyNodeSetParamsToSymbol", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_146, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecMemsetNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_147, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphExecUpdate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_148, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipGraphGetEdges", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_149, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipGraphGetNodes", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_150, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphGetRootNodes", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_151, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphHostNodeGetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_152, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphHostNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_153, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphInstantiate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_154, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphInstantiateWithFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_155, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphKernelNodeGetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_156, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphKernelNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_157, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphLaunch", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_158, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphMemcpyNodeGetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_159, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphMemcpyNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_160, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphMemcpyNodeSetParams1D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_161, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipGraphMemcpyNodeSetParamsFromSymbol", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_162, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipGraphMemcpyNodeSetParamsToSymbol", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_163, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipGraphMemsetNodeGetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_164, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphMemsetNodeSetParams", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_165, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphNodeFindInClone", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_166, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphNodeGetDependencies", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_167, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphNodeGetDependentNodes", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_168, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphNodeGetType", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_169, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipGraphRemoveDependencies", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_170, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipGraphicsGLRegisterBuffer", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_171, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphicsGLRegisterImage", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_172, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipGraphicsMapResources", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_173, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphicsResourceGetMappedPointer", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_174, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphicsSubResourceGetMappedArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_175, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipGraphicsUnmapResources", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_176, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipGraphicsUnregisterResource", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_177, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipHccModuleLaunchKernel", .symbol = "_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_178, .parameters = 13, .words = 13},
  {.generation = COLLECT_NEVER, .name = "hipHostAlloc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_179, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipHostFree", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_180, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipHostGetDevicePointer", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_181, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipHostGetFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_182, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipHostMalloc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_183, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipHostRegister", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_184, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipHostUnregister", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_185, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipImportExternalMemory", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_186, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipImportExternalSemaphore", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_187, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipInit", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_188, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipIpcCloseMemHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_189, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipIpcGetEventHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_190, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipIpcGetMemHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_191, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipIpcOpenEventHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_192, .parameters = 2, .words = 9},
  {.generation = COLLECT_NEVER, .name = "hipIpcOpenMemHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_193, .parameters = 3, .words = 10},
  {.generation = COLLECT_NEVER, .name = "hipLaunchByPtr", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_194, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipLaunchCooperativeKernel", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_195, .parameters = 6, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipLaunchCooperativeKernelMultiDevice", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_196, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipLaunchCooperativeKernel_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_197, .parameters = 6, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipLaunchKernel", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_198, .parameters = 6, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipLaunchKernelGGLImpl", .symbol = "_ZN8hip_impl22hipLaunchKernelGGLImplEmRK4dim3S2_jP12ihipStream_tPPv", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_NOTHING], .parameter = parameters_199, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipLaunchKernel_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_200, .parameters = 6, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipMalloc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_201, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMalloc3D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_202, .parameters = 2, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMalloc3DArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_203, .parameters = 4, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipMallocArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_204, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMallocAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_205, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMallocFromPoolAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_206, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMallocHost", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_207, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMallocManaged", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_208, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMallocMipmappedArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_209, .parameters = 5, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hipMallocPitch", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_210, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemAddressFree", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_211, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemAddressReserve", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_212, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemAdvise", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_213, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemAllocHost", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_214, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemAllocPitch", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_215, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_216, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemExportToShareableHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_217, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemGetAccess", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_218, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemGetAddressRange", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_219, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemGetAllocationGranularity", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_220, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemGetAllocationPropertiesFromHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_221, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemGetInfo", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_222, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemImportFromShareableHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_223, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemMap", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_224, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemMapArrayAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_225, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_226, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_227, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolExportPointer", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_228, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolExportToShareableHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_229, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolGetAccess", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_230, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolGetAttribute", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_231, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolImportFromShareableHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_232, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolImportPointer", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_233, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolSetAccess", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_234, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolSetAttribute", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_235, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemPoolTrimTo", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_236, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemPrefetchAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_237, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemPtrGetInfo", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_238, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemRangeGetAttribute", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_239, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemRangeGetAttributes", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_240, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipMemRelease", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_241, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipMemRetainAllocationHandle", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_242, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemSetAccess", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_243, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemUnmap", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_244, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_245, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_246, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2DAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_247, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2DFromArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_248, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2DFromArrayAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_249, .parameters = 9, .words = 9},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2DFromArray_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_250, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2DToArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_251, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2DToArrayAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_252, .parameters = 9, .words = 9},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2DToArray_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_253, .parameters = 8, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy2D_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_254, .parameters = 7, .words = 7},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy3D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_255, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy3DAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_256, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy3D_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_257, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_258, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyAsync_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_259, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyAtoH", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_260, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyDtoD", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_261, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyDtoDAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_262, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyDtoH", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_263, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyDtoHAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_264, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyFromArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_265, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyFromSymbol", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_266, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyFromSymbolAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_267, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyFromSymbol_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_268, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyHtoA", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_269, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyHtoD", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_270, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyHtoDAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_271, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyParam2D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_272, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyParam2DAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_273, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyPeer", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_274, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyPeerAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_275, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyToArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_276, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyToSymbol", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_277, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyToSymbolAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_278, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyToSymbol_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_279, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemcpyWithStream", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_280, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemcpy_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_281, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemset", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_282, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemset2D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_283, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemset2DAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_284, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipMemset2D_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_285, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipMemset3D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_286, .parameters = 3, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipMemset3DAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_287, .parameters = 4, .words = 9},
  {.generation = COLLECT_NEVER, .name = "hipMemset3D_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_288, .parameters = 3, .words = 8},
  {.generation = COLLECT_NEVER, .name = "hipMemsetAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_289, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemsetD16", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_290, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemsetD16Async", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_291, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemsetD32", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_292, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemsetD32Async", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_293, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemsetD8", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_294, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMemsetD8Async", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_295, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipMemset_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_296, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMipmappedArrayCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_297, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipMipmappedArrayDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_298, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipMipmappedArrayGetLevel", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_299, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipModuleGetFunction", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_300, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipModuleGetGlobal", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_301, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipModuleGetTexRef", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_302, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipModuleLaunchKernel", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_303, .parameters = 11, .words = 11},
  {.generation = COLLECT_NEVER, .name = "hipModuleLoad", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_304, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipModuleLoadData", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_305, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipModuleLoadDataEx", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_306, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_307, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_308, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipModuleOccupancyMaxPotentialBlockSize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_309, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipModuleOccupancyMaxPotentialBlockSizeWithFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_310, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipModuleUnload", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_311, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipOccupancyMaxActiveBlocksPerMultiprocessor", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_312, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_313, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipOccupancyMaxPotentialBlockSize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_314, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipPeekAtLastError", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR]},
  {.generation = COLLECT_NEVER, .name = "hipPointerGetAttribute", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_316, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipPointerGetAttributes", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_317, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipProfilerStart", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR]},
  {.generation = COLLECT_NEVER, .name = "hipProfilerStop", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR]},
  {.generation = COLLECT_NEVER, .name = "hipRuntimeGetVersion", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_320, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipSetDevice", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_321, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipSetDeviceFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_322, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipSetupArgument", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_323, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipSignalExternalSemaphoresAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_324, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipStreamAddCallback", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_325, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipStreamAttachMemAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_326, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipStreamBeginCapture", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_327, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipStreamCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_328, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipStreamCreateWithFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_329, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipStreamCreateWithPriority", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_330, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipStreamDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_331, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipStreamEndCapture", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_332, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipStreamGetCaptureInfo", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_333, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipStreamGetCaptureInfo_v2", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_334, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hipStreamGetFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_335, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipStreamGetFlags_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_336, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipStreamGetPriority", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_337, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipStreamGetPriority_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_338, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipStreamIsCapturing", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_339, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipStreamQuery", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_340, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipStreamQuery_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_341, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipStreamSynchronize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_342, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipStreamSynchronize_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_343, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipStreamUpdateCaptureDependencies", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_344, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipStreamWaitEvent", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_345, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipStreamWaitEvent_spt", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_346, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipStreamWaitValue32", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_347, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipStreamWaitValue64", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_348, .parameters = 5, .words = 5},
  {.generation = COLLECT_NEVER, .name = "hipStreamWriteValue32", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_349, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipStreamWriteValue64", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_350, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipTexObjectCreate", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_351, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipTexObjectDestroy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_352, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipTexObjectGetResourceDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_353, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexObjectGetResourceViewDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_354, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexObjectGetTextureDesc", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_355, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetAddress", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_356, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetAddressMode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_357, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetFilterMode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_358, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_359, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetFormat", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_360, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetMaxAnisotropy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_361, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetMipmapFilterMode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_362, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetMipmapLevelBias", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_363, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefGetMipmapLevelClamp", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_364, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetAddress", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_365, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetAddress2D", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_366, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetAddressMode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_367, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_368, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetBorderColor", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_369, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetFilterMode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_370, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetFlags", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_371, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetFormat", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_372, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetMaxAnisotropy", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_373, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetMipmapFilterMode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_374, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetMipmapLevelBias", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_375, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetMipmapLevelClamp", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_376, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipTexRefSetMipmappedArray", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_377, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hipThreadExchangeStreamCaptureMode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_378, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipUnbindTexture", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_379, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hipWaitExternalSemaphoresAsync", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_ERROR], .parameter = parameters_380, .parameters = 4, .words = 4},
  {.generation = COLLECT_NEVER, .name = "hiprtcAddNameExpression", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_381, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hiprtcCompileProgram", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_382, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hiprtcCreateProgram", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_383, .parameters = 6, .words = 6},
  {.generation = COLLECT_NEVER, .name = "hiprtcDestroyProgram", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_384, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hiprtcGetCode", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_385, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hiprtcGetCodeSize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_386, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hiprtcGetErrorString", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_TEXT], .parameter = parameters_387, .parameters = 1, .words = 1},
  {.generation = COLLECT_NEVER, .name = "hiprtcGetLoweredName", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_388, .parameters = 3, .words = 3},
  {.generation = COLLECT_NEVER, .name = "hiprtcGetProgramLog", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_389, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hiprtcGetProgramLogSize", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_390, .parameters = 2, .words = 2},
  {.generation = COLLECT_NEVER, .name = "hiprtcVersion", .category = "HIP_RUNTIME_API_EXT", .api = &collect_hip_api[COLLECT_HIP_RTC], .parameter = parameters_391, .parameters = 2, .words = 2},
};

COLLECT_EXPORT int __hipPopCallConfiguration(void *gridDim, void *blockDim, void *sharedMem, void *stream);
int __hipPopCallConfiguration(void *gridDim, void *blockDim, void *sharedMem, void *stream) {
  collect_function *self = &collect_hip_function[0];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)gridDim);
    collect_word(call, 1, (uintptr_t)blockDim);
    collect_word(call, 2, (uintptr_t)sharedMem);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, void *, void *))self->next)(gridDim, blockDim, sharedMem, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int __hipPushCallConfiguration(struct_dim3 gridDim, struct_dim3 blockDim, uint64_t sharedMem, void *stream);
int __hipPushCallConfiguration(struct_dim3 gridDim, struct_dim3 blockDim, uint64_t sharedMem, void *stream) {
  collect_function *self = &collect_hip_function[1];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_struct_words(call, 0, &gridDim, sizeof gridDim);
    collect_struct_words(call, 2, &blockDim, sizeof blockDim);
    collect_word(call, 4, sharedMem);
    collect_word(call, 5, (uintptr_t)stream);
  }
  int result = ((int (*)(struct_dim3, struct_dim3, uint64_t, void *))self->next)(gridDim, blockDim, sharedMem, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT void *__hipRegisterFatBinary(void *data);
void *__hipRegisterFatBinary(void *data) {
  collect_function *self = &collect_hip_function[2];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)data);
  }
  void *result = ((void *(*)(void *))self->next)(data);
  collect_end(self, COLLECT_HIP, call, 0);
  return result;
}

COLLECT_EXPORT void __hipRegisterFunction(void *modules, void *hostFunction, void *deviceFunction, const char *deviceName, uint32_t threadLimit, void *tid, void *bid, void *blockDim, void *gridDim, void *wSize);
void __hipRegisterFunction(void *modules, void *hostFunction, void *deviceFunction, const char *deviceName, uint32_t threadLimit, void *tid, void *bid, void *blockDim, void *gridDim, void *wSize) {
  collect_function *self = &collect_hip_function[3];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)modules);
    collect_word(call, 1, (uintptr_t)hostFunction);
    collect_word(call, 2, (uintptr_t)deviceFunction);
    collect_word(call, 3, collect_string_word(deviceName));
    collect_word(call, 4, threadLimit);
    collect_word(call, 5, (uintptr_t)tid);
    collect_word(call, 6, (uintptr_t)bid);
    collect_word(call, 7, (uintptr_t)blockDim);
    collect_word(call, 8, (uintptr_t)gridDim);
    collect_word(call, 9, (uintptr_t)wSize);
  }
  ((void (*)(void *, void *, void *, const char *, uint32_t, void *, void *, void *, void *, void *))self->next)(modules, hostFunction, deviceFunction, deviceName, threadLimit, tid, bid, blockDim, gridDim, wSize);
  collect_end(self, COLLECT_HIP, call, 0);
}

COLLECT_EXPORT void __hipRegisterManagedVar(void *hipModule, void *pointer, void *init_value, const char *name, uint64_t size, uint32_t align);
void __hipRegisterManagedVar(void *hipModule, void *pointer, void *init_value, const char *name, uint64_t size, uint32_t align) {
  collect_function *self = &collect_hip_function[4];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hipModule);
    collect_word(call, 1, (uintptr_t)pointer);
    collect_word(call, 2, (uintptr_t)init_value);
    collect_word(call, 3, collect_string_word(name));
    collect_word(call, 4, size);
    collect_word(call, 5, align);
  }
  ((void (*)(void *, void *, void *, const char *, uint64_t, uint32_t))self->next)(hipModule, pointer, init_value, name, size, align);
  collect_end(self, COLLECT_HIP, call, 0);
}

COLLECT_EXPORT void __hipRegisterSurface(void *modules, void *var, void *hostVar, void *deviceVar, int32_t type, int32_t ext);
void __hipRegisterSurface(void *modules, void *var, void *hostVar, void *deviceVar, int32_t type, int32_t ext) {
  collect_function *self = &collect_hip_function[5];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)modules);
    collect_word(call, 1, (uintptr_t)var);
    collect_word(call, 2, (uintptr_t)hostVar);
    collect_word(call, 3, (uintptr_t)deviceVar);
    collect_word(call, 4, (uint64_t)(int64_t)type);
    collect_word(call, 5, (uint64_t)(int64_t)ext);
  }
  ((void (*)(void *, void *, void *, void *, int32_t, int32_t))self->next)(modules, var, hostVar, deviceVar, type, ext);
  collect_end(self, COLLECT_HIP, call, 0);
}

COLLECT_EXPORT void __hipRegisterTexture(void *modules, void *var, void *hostVar, void *deviceVar, int32_t type, int32_t norm, int32_t ext);
void __hipRegisterTexture(void *modules, void *var, void *hostVar, void *deviceVar, int32_t type, int32_t norm, int32_t ext) {
  collect_function *self = &collect_hip_function[6];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)modules);
    collect_word(call, 1, (uintptr_t)var);
    collect_word(call, 2, (uintptr_t)hostVar);
    collect_word(call, 3, (uintptr_t)deviceVar);
    collect_word(call, 4, (uint64_t)(int64_t)type);
    collect_word(call, 5, (uint64_t)(int64_t)norm);
    collect_word(call, 6, (uint64_t)(int64_t)ext);
  }
  ((void (*)(void *, void *, void *, void *, int32_t, int32_t, int32_t))self->next)(modules, var, hostVar, deviceVar, type, norm, ext);
  collect_end(self, COLLECT_HIP, call, 0);
}

COLLECT_EXPORT void __hipRegisterVar(void *modules, void *var, void *hostVar, void *deviceVar, int32_t ext, uint64_t size, int32_t constant, int32_t global);
void __hipRegisterVar(void *modules, void *var, void *hostVar, void *deviceVar, int32_t ext, uint64_t size, int32_t constant, int32_t global) {
  collect_function *self = &collect_hip_function[7];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)modules);
    collect_word(call, 1, (uintptr_t)var);
    collect_word(call, 2, (uintptr_t)hostVar);
    collect_word(call, 3, (uintptr_t)deviceVar);
    collect_word(call, 4, (uint64_t)(int64_t)ext);
    collect_word(call, 5, size);
    collect_word(call, 6, (uint64_t)(int64_t)constant);
    collect_word(call, 7, (uint64_t)(int64_t)global);
  }
  ((void (*)(void *, void *, void *, void *, int32_t, uint64_t, int32_t, int32_t))self->next)(modules, var, hostVar, deviceVar, ext, size, constant, global);
  collect_end(self, COLLECT_HIP, call, 0);
}

COLLECT_EXPORT void __hipUnregisterFatBinary(void *modules);
void __hipUnregisterFatBinary(void *modules) {
  collect_function *self = &collect_hip_function[8];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)modules);
  }
  ((void (*)(void *))self->next)(modules);
  collect_end(self, COLLECT_HIP, call, 0);
}

COLLECT_EXPORT int hipArray3DCreate(void *array, void *pAllocateArray);
int hipArray3DCreate(void *array, void *pAllocateArray) {
  collect_function *self = &collect_hip_function[9];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)array);
    collect_word(call, 1, (uintptr_t)pAllocateArray);
  }
  int result = ((int (*)(void *, void *))self->next)(array, pAllocateArray);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipArrayCreate(void *pHandle, void *pAllocateArray);
int hipArrayCreate(void *pHandle, void *pAllocateArray) {
  collect_function *self = &collect_hip_function[10];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pHandle);
    collect_word(call, 1, (uintptr_t)pAllocateArray);
  }
  int result = ((int (*)(void *, void *))self->next)(pHandle, pAllocateArray);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipArrayDestroy(void *array);
int hipArrayDestroy(void *array) {
  collect_function *self = &collect_hip_function[11];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)array);
  }
  int result = ((int (*)(void *))self->next)(array);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipBindTexture(void *offset, void *tex, void *devPtr, void *desc, uint64_t size);
int hipBindTexture(void *offset, void *tex, void *devPtr, void *desc, uint64_t size) {
  collect_function *self = &collect_hip_function[12];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)offset);
    collect_word(call, 1, (uintptr_t)tex);
    collect_word(call, 2, (uintptr_t)devPtr);
    collect_word(call, 3, (uintptr_t)desc);
    collect_word(call, 4, size);
  }
  int result = ((int (*)(void *, void *, void *, void *, uint64_t))self->next)(offset, tex, devPtr, desc, size);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipBindTexture2D(void *offset, void *tex, void *devPtr, void *desc, uint64_t width, uint64_t height, uint64_t pitch);
int hipBindTexture2D(void *offset, void *tex, void *devPtr, void *desc, uint64_t width, uint64_t height, uint64_t pitch) {
  collect_function *self = &collect_hip_function[13];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)offset);
    collect_word(call, 1, (uintptr_t)tex);
    collect_word(call, 2, (uintptr_t)devPtr);
    collect_word(call, 3, (uintptr_t)desc);
    collect_word(call, 4, width);
    collect_word(call, 5, height);
    collect_word(call, 6, pitch);
  }
  int result = ((int (*)(void *, void *, void *, void *, uint64_t, uint64_t, uint64_t))self->next)(offset, tex, devPtr, desc, width, height, pitch);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipBindTextureToArray(void *tex, void *array, void *desc);
int hipBindTextureToArray(void *tex, void *array, void *desc) {
  collect_function *self = &collect_hip_function[14];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)tex);
    collect_word(call, 1, (uintptr_t)array);
    collect_word(call, 2, (uintptr_t)desc);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(tex, array, desc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipBindTextureToMipmappedArray(void *tex, void *mipmappedArray, void *desc);
int hipBindTextureToMipmappedArray(void *tex, void *mipmappedArray, void *desc) {
  collect_function *self = &collect_hip_function[15];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)tex);
    collect_word(call, 1, (uintptr_t)mipmappedArray);
    collect_word(call, 2, (uintptr_t)desc);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(tex, mipmappedArray, desc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipChooseDevice(void *device, void *prop);
int hipChooseDevice(void *device, void *prop) {
  collect_function *self = &collect_hip_function[16];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)device);
    collect_word(call, 1, (uintptr_t)prop);
  }
  int result = ((int (*)(void *, void *))self->next)(device, prop);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipConfigureCall(struct_dim3 gridDim, struct_dim3 blockDim, uint64_t sharedMem, void *stream);
int hipConfigureCall(struct_dim3 gridDim, struct_dim3 blockDim, uint64_t sharedMem, void *stream) {
  collect_function *self = &collect_hip_function[17];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_struct_words(call, 0, &gridDim, sizeof gridDim);
    collect_struct_words(call, 2, &blockDim, sizeof blockDim);
    collect_word(call, 4, sharedMem);
    collect_word(call, 5, (uintptr_t)stream);
  }
  int result = ((int (*)(struct_dim3, struct_dim3, uint64_t, void *))self->next)(gridDim, blockDim, sharedMem, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT struct_hipChannelFormatDesc hipCreateChannelDesc(int32_t x, int32_t y, int32_t z, int32_t w, int f);
struct_hipChannelFormatDesc hipCreateChannelDesc(int32_t x, int32_t y, int32_t z, int32_t w, int f) {
  collect_function *self = &collect_hip_function[18];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)x);
    collect_word(call, 1, (uint64_t)(int64_t)y);
    collect_word(call, 2, (uint64_t)(int64_t)z);
    collect_word(call, 3, (uint64_t)(int64_t)w);
    collect_word(call, 4, (uint64_t)(int64_t)f);
  }
  struct_hipChannelFormatDesc result = ((struct_hipChannelFormatDesc (*)(int32_t, int32_t, int32_t, int32_t, int))self->next)(x, y, z, w, f);
  collect_end(self, COLLECT_HIP, call, 0);
  return result;
}

COLLECT_EXPORT int collect_cxx_hipCreateSurfaceObject(void *pSurfObject, void *pResDesc) __asm__("_Z22hipCreateSurfaceObjectPP13__hip_surfacePK15hipResourceDesc");
int collect_cxx_hipCreateSurfaceObject(void *pSurfObject, void *pResDesc) {
  collect_function *self = &collect_hip_function[19];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pSurfObject);
    collect_word(call, 1, (uintptr_t)pResDesc);
  }
  int result = ((int (*)(void *, void *))self->next)(pSurfObject, pResDesc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCreateTextureObject(void *pTexObject, void *pResDesc, void *pTexDesc, void *pResViewDesc);
int hipCreateTextureObject(void *pTexObject, void *pResDesc, void *pTexDesc, void *pResViewDesc) {
  collect_function *self = &collect_hip_function[20];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pTexObject);
    collect_word(call, 1, (uintptr_t)pResDesc);
    collect_word(call, 2, (uintptr_t)pTexDesc);
    collect_word(call, 3, (uintptr_t)pResViewDesc);
  }
  int result = ((int (*)(void *, void *, void *, void *))self->next)(pTexObject, pResDesc, pTexDesc, pResViewDesc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxCreate(void *ctx, uint32_t flags, int32_t device);
int hipCtxCreate(void *ctx, uint32_t flags, int32_t device) {
  collect_function *self = &collect_hip_function[21];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ctx);
    collect_word(call, 1, flags);
    collect_word(call, 2, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, uint32_t, int32_t))self->next)(ctx, flags, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxDestroy(void *ctx);
int hipCtxDestroy(void *ctx) {
  collect_function *self = &collect_hip_function[22];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ctx);
  }
  int result = ((int (*)(void *))self->next)(ctx);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxDisablePeerAccess(void *peerCtx);
int hipCtxDisablePeerAccess(void *peerCtx) {
  collect_function *self = &collect_hip_function[23];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)peerCtx);
  }
  int result = ((int (*)(void *))self->next)(peerCtx);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxEnablePeerAccess(void *peerCtx, uint32_t flags);
int hipCtxEnablePeerAccess(void *peerCtx, uint32_t flags) {
  collect_function *self = &collect_hip_function[24];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)peerCtx);
    collect_word(call, 1, flags);
  }
  int result = ((int (*)(void *, uint32_t))self->next)(peerCtx, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxGetApiVersion(void *ctx, void *apiVersion);
int hipCtxGetApiVersion(void *ctx, void *apiVersion) {
  collect_function *self = &collect_hip_function[25];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ctx);
    collect_word(call, 1, (uintptr_t)apiVersion);
  }
  int result = ((int (*)(void *, void *))self->next)(ctx, apiVersion);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxGetCacheConfig(void *cacheConfig);
int hipCtxGetCacheConfig(void *cacheConfig) {
  collect_function *self = &collect_hip_function[26];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)cacheConfig);
  }
  int result = ((int (*)(void *))self->next)(cacheConfig);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxGetCurrent(void *ctx);
int hipCtxGetCurrent(void *ctx) {
  collect_function *self = &collect_hip_function[27];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ctx);
  }
  int result = ((int (*)(void *))self->next)(ctx);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxGetDevice(void *device);
int hipCtxGetDevice(void *device) {
  collect_function *self = &collect_hip_function[28];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)device);
  }
  int result = ((int (*)(void *))self->next)(device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxGetFlags(void *flags);
int hipCtxGetFlags(void *flags) {
  collect_function *self = &collect_hip_function[29];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)flags);
  }
  int result = ((int (*)(void *))self->next)(flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxGetSharedMemConfig(void *pConfig);
int hipCtxGetSharedMemConfig(void *pConfig) {
  collect_function *self = &collect_hip_function[30];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pConfig);
  }
  int result = ((int (*)(void *))self->next)(pConfig);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxPopCurrent(void *ctx);
int hipCtxPopCurrent(void *ctx) {
  collect_function *self = &collect_hip_function[31];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ctx);
  }
  int result = ((int (*)(void *))self->next)(ctx);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxPushCurrent(void *ctx);
int hipCtxPushCurrent(void *ctx) {
  collect_function *self = &collect_hip_function[32];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ctx);
  }
  int result = ((int (*)(void *))self->next)(ctx);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxSetCacheConfig(int cacheConfig);
int hipCtxSetCacheConfig(int cacheConfig) {
  collect_function *self = &collect_hip_function[33];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)cacheConfig);
  }
  int result = ((int (*)(int))self->next)(cacheConfig);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxSetCurrent(void *ctx);
int hipCtxSetCurrent(void *ctx) {
  collect_function *self = &collect_hip_function[34];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ctx);
  }
  int result = ((int (*)(void *))self->next)(ctx);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxSetSharedMemConfig(int config);
int hipCtxSetSharedMemConfig(int config) {
  collect_function *self = &collect_hip_function[35];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)config);
  }
  int result = ((int (*)(int))self->next)(config);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipCtxSynchronize(void);
int hipCtxSynchronize(void) {
  collect_function *self = &collect_hip_function[36];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDestroyExternalMemory(void *extMem);
int hipDestroyExternalMemory(void *extMem) {
  collect_function *self = &collect_hip_function[37];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)extMem);
  }
  int result = ((int (*)(void *))self->next)(extMem);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDestroyExternalSemaphore(void *extSem);
int hipDestroyExternalSemaphore(void *extSem) {
  collect_function *self = &collect_hip_function[38];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)extSem);
  }
  int result = ((int (*)(void *))self->next)(extSem);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int collect_cxx_hipDestroySurfaceObject(void *surfaceObject) __asm__("_Z23hipDestroySurfaceObjectP13__hip_surface");
int collect_cxx_hipDestroySurfaceObject(void *surfaceObject) {
  collect_function *self = &collect_hip_function[39];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)surfaceObject);
  }
  int result = ((int (*)(void *))self->next)(surfaceObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDestroyTextureObject(void *textureObject);
int hipDestroyTextureObject(void *textureObject) {
  collect_function *self = &collect_hip_function[40];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)textureObject);
  }
  int result = ((int (*)(void *))self->next)(textureObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceCanAccessPeer(void *canAccessPeer, int32_t deviceId, int32_t peerDeviceId);
int hipDeviceCanAccessPeer(void *canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
  collect_function *self = &collect_hip_function[41];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)canAccessPeer);
    collect_word(call, 1, (uint64_t)(int64_t)deviceId);
    collect_word(call, 2, (uint64_t)(int64_t)peerDeviceId);
  }
  int result = ((int (*)(void *, int32_t, int32_t))self->next)(canAccessPeer, deviceId, peerDeviceId);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceComputeCapability(void *major, void *minor, int32_t device);
int hipDeviceComputeCapability(void *major, void *minor, int32_t device) {
  collect_function *self = &collect_hip_function[42];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)major);
    collect_word(call, 1, (uintptr_t)minor);
    collect_word(call, 2, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, void *, int32_t))self->next)(major, minor, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceDisablePeerAccess(int32_t peerDeviceId);
int hipDeviceDisablePeerAccess(int32_t peerDeviceId) {
  collect_function *self = &collect_hip_function[43];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)peerDeviceId);
  }
  int result = ((int (*)(int32_t))self->next)(peerDeviceId);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);
int hipDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) {
  collect_function *self = &collect_hip_function[44];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)peerDeviceId);
    collect_word(call, 1, flags);
  }
  int result = ((int (*)(int32_t, uint32_t))self->next)(peerDeviceId, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGet(void *device, int32_t ordinal);
int hipDeviceGet(void *device, int32_t ordinal) {
  collect_function *self = &collect_hip_function[45];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)device);
    collect_word(call, 1, (uint64_t)(int64_t)ordinal);
  }
  int result = ((int (*)(void *, int32_t))self->next)(device, ordinal);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetAttribute(void *pi, int attr, int32_t deviceId);
int hipDeviceGetAttribute(void *pi, int attr, int32_t deviceId) {
  collect_function *self = &collect_hip_function[46];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pi);
    collect_word(call, 1, (uint64_t)(int64_t)attr);
    collect_word(call, 2, (uint64_t)(int64_t)deviceId);
  }
  int result = ((int (*)(void *, int, int32_t))self->next)(pi, attr, deviceId);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetByPCIBusId(void *device, const char *pciBusId);
int hipDeviceGetByPCIBusId(void *device, const char *pciBusId) {
  collect_function *self = &collect_hip_function[47];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)device);
    collect_word(call, 1, collect_string_word(pciBusId));
  }
  int result = ((int (*)(void *, const char *))self->next)(device, pciBusId);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetCacheConfig(void *cacheConfig);
int hipDeviceGetCacheConfig(void *cacheConfig) {
  collect_function *self = &collect_hip_function[48];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)cacheConfig);
  }
  int result = ((int (*)(void *))self->next)(cacheConfig);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetDefaultMemPool(void *mem_pool, int32_t device);
int hipDeviceGetDefaultMemPool(void *mem_pool, int32_t device) {
  collect_function *self = &collect_hip_function[49];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
    collect_word(call, 1, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, int32_t))self->next)(mem_pool, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetLimit(void *pValue, int limit);
int hipDeviceGetLimit(void *pValue, int limit) {
  collect_function *self = &collect_hip_function[50];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pValue);
    collect_word(call, 1, (uint64_t)(int64_t)limit);
  }
  int result = ((int (*)(void *, int))self->next)(pValue, limit);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetMemPool(void *mem_pool, int32_t device);
int hipDeviceGetMemPool(void *mem_pool, int32_t device) {
  collect_function *self = &collect_hip_function[51];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
    collect_word(call, 1, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, int32_t))self->next)(mem_pool, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetName(void *name, int32_t len, int32_t device);
int hipDeviceGetName(void *name, int32_t len, int32_t device) {
  collect_function *self = &collect_hip_function[52];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)name);
    collect_word(call, 1, (uint64_t)(int64_t)len);
    collect_word(call, 2, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, int32_t, int32_t))self->next)(name, len, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetP2PAttribute(void *value, int attr, int32_t srcDevice, int32_t dstDevice);
int hipDeviceGetP2PAttribute(void *value, int attr, int32_t srcDevice, int32_t dstDevice) {
  collect_function *self = &collect_hip_function[53];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)value);
    collect_word(call, 1, (uint64_t)(int64_t)attr);
    collect_word(call, 2, (uint64_t)(int64_t)srcDevice);
    collect_word(call, 3, (uint64_t)(int64_t)dstDevice);
  }
  int result = ((int (*)(void *, int, int32_t, int32_t))self->next)(value, attr, srcDevice, dstDevice);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetPCIBusId(void *pciBusId, int32_t len, int32_t device);
int hipDeviceGetPCIBusId(void *pciBusId, int32_t len, int32_t device) {
  collect_function *self = &collect_hip_function[54];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pciBusId);
    collect_word(call, 1, (uint64_t)(int64_t)len);
    collect_word(call, 2, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, int32_t, int32_t))self->next)(pciBusId, len, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetSharedMemConfig(void *pConfig);
int hipDeviceGetSharedMemConfig(void *pConfig) {
  collect_function *self = &collect_hip_function[55];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pConfig);
  }
  int result = ((int (*)(void *))self->next)(pConfig);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetStreamPriorityRange(void *leastPriority, void *greatestPriority);
int hipDeviceGetStreamPriorityRange(void *leastPriority, void *greatestPriority) {
  collect_function *self = &collect_hip_function[56];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)leastPriority);
    collect_word(call, 1, (uintptr_t)greatestPriority);
  }
  int result = ((int (*)(void *, void *))self->next)(leastPriority, greatestPriority);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceGetUuid(void *uuid, int32_t device);
int hipDeviceGetUuid(void *uuid, int32_t device) {
  collect_function *self = &collect_hip_function[57];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)uuid);
    collect_word(call, 1, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, int32_t))self->next)(uuid, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDevicePrimaryCtxGetState(int32_t dev, void *flags, void *active);
int hipDevicePrimaryCtxGetState(int32_t dev, void *flags, void *active) {
  collect_function *self = &collect_hip_function[58];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)dev);
    collect_word(call, 1, (uintptr_t)flags);
    collect_word(call, 2, (uintptr_t)active);
  }
  int result = ((int (*)(int32_t, void *, void *))self->next)(dev, flags, active);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDevicePrimaryCtxRelease(int32_t dev);
int hipDevicePrimaryCtxRelease(int32_t dev) {
  collect_function *self = &collect_hip_function[59];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)dev);
  }
  int result = ((int (*)(int32_t))self->next)(dev);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDevicePrimaryCtxReset(int32_t dev);
int hipDevicePrimaryCtxReset(int32_t dev) {
  collect_function *self = &collect_hip_function[60];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)dev);
  }
  int result = ((int (*)(int32_t))self->next)(dev);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDevicePrimaryCtxRetain(void *pctx, int32_t dev);
int hipDevicePrimaryCtxRetain(void *pctx, int32_t dev) {
  collect_function *self = &collect_hip_function[61];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pctx);
    collect_word(call, 1, (uint64_t)(int64_t)dev);
  }
  int result = ((int (*)(void *, int32_t))self->next)(pctx, dev);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDevicePrimaryCtxSetFlags(int32_t dev, uint32_t flags);
int hipDevicePrimaryCtxSetFlags(int32_t dev, uint32_t flags) {
  collect_function *self = &collect_hip_function[62];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)dev);
    collect_word(call, 1, flags);
  }
  int result = ((int (*)(int32_t, uint32_t))self->next)(dev, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceReset(void);
int hipDeviceReset(void) {
  collect_function *self = &collect_hip_function[63];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceSetCacheConfig(int cacheConfig);
int hipDeviceSetCacheConfig(int cacheConfig) {
  collect_function *self = &collect_hip_function[64];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)cacheConfig);
  }
  int result = ((int (*)(int))self->next)(cacheConfig);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceSetMemPool(int32_t device, void *mem_pool);
int hipDeviceSetMemPool(int32_t device, void *mem_pool) {
  collect_function *self = &collect_hip_function[65];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)device);
    collect_word(call, 1, (uintptr_t)mem_pool);
  }
  int result = ((int (*)(int32_t, void *))self->next)(device, mem_pool);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceSetSharedMemConfig(int config);
int hipDeviceSetSharedMemConfig(int config) {
  collect_function *self = &collect_hip_function[66];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)config);
  }
  int result = ((int (*)(int))self->next)(config);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceSynchronize(void);
int hipDeviceSynchronize(void) {
  collect_function *self = &collect_hip_function[67];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDeviceTotalMem(void *bytes, int32_t device);
int hipDeviceTotalMem(void *bytes, int32_t device) {
  collect_function *self = &collect_hip_function[68];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)bytes);
    collect_word(call, 1, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, int32_t))self->next)(bytes, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDriverGetVersion(void *driverVersion);
int hipDriverGetVersion(void *driverVersion) {
  collect_function *self = &collect_hip_function[69];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)driverVersion);
  }
  int result = ((int (*)(void *))self->next)(driverVersion);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDrvMemcpy2DUnaligned(void *pCopy);
int hipDrvMemcpy2DUnaligned(void *pCopy) {
  collect_function *self = &collect_hip_function[70];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pCopy);
  }
  int result = ((int (*)(void *))self->next)(pCopy);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDrvMemcpy3D(void *pCopy);
int hipDrvMemcpy3D(void *pCopy) {
  collect_function *self = &collect_hip_function[71];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pCopy);
  }
  int result = ((int (*)(void *))self->next)(pCopy);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDrvMemcpy3DAsync(void *pCopy, void *stream);
int hipDrvMemcpy3DAsync(void *pCopy, void *stream) {
  collect_function *self = &collect_hip_function[72];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pCopy);
    collect_word(call, 1, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *))self->next)(pCopy, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipDrvPointerGetAttributes(uint32_t numAttributes, void *attributes, void *data, void *ptr);
int hipDrvPointerGetAttributes(uint32_t numAttributes, void *attributes, void *data, void *ptr) {
  collect_function *self = &collect_hip_function[73];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, numAttributes);
    collect_word(call, 1, (uintptr_t)attributes);
    collect_word(call, 2, (uintptr_t)data);
    collect_word(call, 3, (uintptr_t)ptr);
  }
  int result = ((int (*)(uint32_t, void *, void *, void *))self->next)(numAttributes, attributes, data, ptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipEventCreate(void *event);
int hipEventCreate(void *event) {
  collect_function *self = &collect_hip_function[74];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)event);
  }
  int result = ((int (*)(void *))self->next)(event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipEventCreateWithFlags(void *event, uint32_t flags);
int hipEventCreateWithFlags(void *event, uint32_t flags) {
  collect_function *self = &collect_hip_function[75];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)event);
    collect_word(call, 1, flags);
  }
  int result = ((int (*)(void *, uint32_t))self->next)(event, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipEventDestroy(void *event);
int hipEventDestroy(void *event) {
  collect_function *self = &collect_hip_function[76];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)event);
  }
  int result = ((int (*)(void *))self->next)(event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipEventElapsedTime(void *ms, void *start, void *stop);
int hipEventElapsedTime(void *ms, void *start, void *stop) {
  collect_function *self = &collect_hip_function[77];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ms);
    collect_word(call, 1, (uintptr_t)start);
    collect_word(call, 2, (uintptr_t)stop);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(ms, start, stop);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipEventQuery(void *event);
int hipEventQuery(void *event) {
  collect_function *self = &collect_hip_function[78];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)event);
  }
  int result = ((int (*)(void *))self->next)(event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipEventRecord(void *event, void *stream);
int hipEventRecord(void *event, void *stream) {
  collect_function *self = &collect_hip_function[79];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)event);
    collect_word(call, 1, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *))self->next)(event, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipEventSynchronize(void *event);
int hipEventSynchronize(void *event) {
  collect_function *self = &collect_hip_function[80];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)event);
  }
  int result = ((int (*)(void *))self->next)(event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipExtGetLinkTypeAndHopCount(int32_t device1, int32_t device2, void *linktype, void *hopcount);
int hipExtGetLinkTypeAndHopCount(int32_t device1, int32_t device2, void *linktype, void *hopcount) {
  collect_function *self = &collect_hip_function[81];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)device1);
    collect_word(call, 1, (uint64_t)(int64_t)device2);
    collect_word(call, 2, (uintptr_t)linktype);
    collect_word(call, 3, (uintptr_t)hopcount);
  }
  int result = ((int (*)(int32_t, int32_t, void *, void *))self->next)(device1, device2, linktype, hopcount);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipExtLaunchKernel(void *function_address, struct_dim3 numBlocks, struct_dim3 dimBlocks, void *args, uint64_t sharedMemBytes, void *stream, void *startEvent, void *stopEvent, int32_t flags);
int hipExtLaunchKernel(void *function_address, struct_dim3 numBlocks, struct_dim3 dimBlocks, void *args, uint64_t sharedMemBytes, void *stream, void *startEvent, void *stopEvent, int32_t flags) {
  collect_function *self = &collect_hip_function[82];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)function_address);
    collect_struct_words(call, 1, &numBlocks, sizeof numBlocks);
    collect_struct_words(call, 3, &dimBlocks, sizeof dimBlocks);
    collect_word(call, 5, (uintptr_t)args);
    collect_word(call, 6, sharedMemBytes);
    collect_word(call, 7, (uintptr_t)stream);
    collect_word(call, 8, (uintptr_t)startEvent);
    collect_word(call, 9, (uintptr_t)stopEvent);
    collect_word(call, 10, (uint64_t)(int64_t)flags);
  }
  int result = ((int (*)(void *, struct_dim3, struct_dim3, void *, uint64_t, void *, void *, void *, int32_t))self->next)(function_address, numBlocks, dimBlocks, args, sharedMemBytes, stream, startEvent, stopEvent, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipExtLaunchMultiKernelMultiDevice(void *launchParamsList, int32_t numDevices, uint32_t flags);
int hipExtLaunchMultiKernelMultiDevice(void *launchParamsList, int32_t numDevices, uint32_t flags) {
  collect_function *self = &collect_hip_function[83];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)launchParamsList);
    collect_word(call, 1, (uint64_t)(int64_t)numDevices);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, int32_t, uint32_t))self->next)(launchParamsList, numDevices, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipExtMallocWithFlags(void *ptr, uint64_t sizeBytes, uint32_t flags);
int hipExtMallocWithFlags(void *ptr, uint64_t sizeBytes, uint32_t flags) {
  collect_function *self = &collect_hip_function[84];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, sizeBytes);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, uint64_t, uint32_t))self->next)(ptr, sizeBytes, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int collect_cxx_hipExtModuleLaunchKernel(void *f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, uint64_t sharedMemBytes, void *hStream, void *kernelParams, void *extra, void *startEvent, void *stopEvent, uint32_t flags) __asm__("_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j");
int collect_cxx_hipExtModuleLaunchKernel(void *f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, uint64_t sharedMemBytes, void *hStream, void *kernelParams, void *extra, void *startEvent, void *stopEvent, uint32_t flags) {
  collect_function *self = &collect_hip_function[85];
  collect_call call = collect_begin(self, COLLECT_HIP, hStream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)f);
    collect_word(call, 1, globalWorkSizeX);
    collect_word(call, 2, globalWorkSizeY);
    collect_word(call, 3, globalWorkSizeZ);
    collect_word(call, 4, localWorkSizeX);
    collect_word(call, 5, localWorkSizeY);
    collect_word(call, 6, localWorkSizeZ);
    collect_word(call, 7, sharedMemBytes);
    collect_word(call, 8, (uintptr_t)hStream);
    collect_word(call, 9, (uintptr_t)kernelParams);
    collect_word(call, 10, (uintptr_t)extra);
    collect_word(call, 11, (uintptr_t)startEvent);
    collect_word(call, 12, (uintptr_t)stopEvent);
    collect_word(call, 13, flags);
  }
  int result = ((int (*)(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint64_t, void *, void *, void *, void *, void *, uint32_t))self->next)(f, globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ, localWorkSizeX, localWorkSizeY, localWorkSizeZ, sharedMemBytes, hStream, kernelParams, extra, startEvent, stopEvent, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipExtStreamCreateWithCUMask(void *stream, uint32_t cuMaskSize, void *cuMask);
int hipExtStreamCreateWithCUMask(void *stream, uint32_t cuMaskSize, void *cuMask) {
  collect_function *self = &collect_hip_function[86];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, cuMaskSize);
    collect_word(call, 2, (uintptr_t)cuMask);
  }
  int result = ((int (*)(void *, uint32_t, void *))self->next)(stream, cuMaskSize, cuMask);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  collect_after_hipExtStreamCreateWithCUMask(result, stream, cuMaskSize, cuMask);
  return result;
}

COLLECT_EXPORT int hipExtStreamGetCUMask(void *stream, uint32_t cuMaskSize, void *cuMask);
int hipExtStreamGetCUMask(void *stream, uint32_t cuMaskSize, void *cuMask) {
  collect_function *self = &collect_hip_function[87];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, cuMaskSize);
    collect_word(call, 2, (uintptr_t)cuMask);
  }
  int result = ((int (*)(void *, uint32_t, void *))self->next)(stream, cuMaskSize, cuMask);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipExternalMemoryGetMappedBuffer(void *devPtr, void *extMem, void *bufferDesc);
int hipExternalMemoryGetMappedBuffer(void *devPtr, void *extMem, void *bufferDesc) {
  collect_function *self = &collect_hip_function[88];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)devPtr);
    collect_word(call, 1, (uintptr_t)extMem);
    collect_word(call, 2, (uintptr_t)bufferDesc);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(devPtr, extMem, bufferDesc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFree(void *ptr);
int hipFree(void *ptr) {
  collect_function *self = &collect_hip_function[89];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *))self->next)(ptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFreeArray(void *array);
int hipFreeArray(void *array) {
  collect_function *self = &collect_hip_function[90];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)array);
  }
  int result = ((int (*)(void *))self->next)(array);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFreeAsync(void *dev_ptr, void *stream);
int hipFreeAsync(void *dev_ptr, void *stream) {
  collect_function *self = &collect_hip_function[91];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dev_ptr);
    collect_word(call, 1, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *))self->next)(dev_ptr, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFreeHost(void *ptr);
int hipFreeHost(void *ptr) {
  collect_function *self = &collect_hip_function[92];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *))self->next)(ptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFreeMipmappedArray(void *mipmappedArray);
int hipFreeMipmappedArray(void *mipmappedArray) {
  collect_function *self = &collect_hip_function[93];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mipmappedArray);
  }
  int result = ((int (*)(void *))self->next)(mipmappedArray);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFuncGetAttribute(void *value, int attrib, void *hfunc);
int hipFuncGetAttribute(void *value, int attrib, void *hfunc) {
  collect_function *self = &collect_hip_function[94];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)value);
    collect_word(call, 1, (uint64_t)(int64_t)attrib);
    collect_word(call, 2, (uintptr_t)hfunc);
  }
  int result = ((int (*)(void *, int, void *))self->next)(value, attrib, hfunc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFuncGetAttributes(void *attr, void *func);
int hipFuncGetAttributes(void *attr, void *func) {
  collect_function *self = &collect_hip_function[95];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)attr);
    collect_word(call, 1, (uintptr_t)func);
  }
  int result = ((int (*)(void *, void *))self->next)(attr, func);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFuncSetAttribute(void *func, int attr, int32_t value);
int hipFuncSetAttribute(void *func, int attr, int32_t value) {
  collect_function *self = &collect_hip_function[96];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)func);
    collect_word(call, 1, (uint64_t)(int64_t)attr);
    collect_word(call, 2, (uint64_t)(int64_t)value);
  }
  int result = ((int (*)(void *, int, int32_t))self->next)(func, attr, value);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFuncSetCacheConfig(void *func, int config);
int hipFuncSetCacheConfig(void *func, int config) {
  collect_function *self = &collect_hip_function[97];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)func);
    collect_word(call, 1, (uint64_t)(int64_t)config);
  }
  int result = ((int (*)(void *, int))self->next)(func, config);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipFuncSetSharedMemConfig(void *func, int config);
int hipFuncSetSharedMemConfig(void *func, int config) {
  collect_function *self = &collect_hip_function[98];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)func);
    collect_word(call, 1, (uint64_t)(int64_t)config);
  }
  int result = ((int (*)(void *, int))self->next)(func, config);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGLGetDevices(void *pHipDeviceCount, void *pHipDevices, uint32_t hipDeviceCount, int deviceList);
int hipGLGetDevices(void *pHipDeviceCount, void *pHipDevices, uint32_t hipDeviceCount, int deviceList) {
  collect_function *self = &collect_hip_function[99];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pHipDeviceCount);
    collect_word(call, 1, (uintptr_t)pHipDevices);
    collect_word(call, 2, hipDeviceCount);
    collect_word(call, 3, (uint64_t)(int64_t)deviceList);
  }
  int result = ((int (*)(void *, void *, uint32_t, int))self->next)(pHipDeviceCount, pHipDevices, hipDeviceCount, deviceList);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetChannelDesc(void *desc, void *array);
int hipGetChannelDesc(void *desc, void *array) {
  collect_function *self = &collect_hip_function[100];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)desc);
    collect_word(call, 1, (uintptr_t)array);
  }
  int result = ((int (*)(void *, void *))self->next)(desc, array);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetDevice(void *deviceId);
int hipGetDevice(void *deviceId) {
  collect_function *self = &collect_hip_function[101];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)deviceId);
  }
  int result = ((int (*)(void *))self->next)(deviceId);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetDeviceCount(void *count);
int hipGetDeviceCount(void *count) {
  collect_function *self = &collect_hip_function[102];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)count);
  }
  int result = ((int (*)(void *))self->next)(count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetDeviceFlags(void *flags);
int hipGetDeviceFlags(void *flags) {
  collect_function *self = &collect_hip_function[103];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)flags);
  }
  int result = ((int (*)(void *))self->next)(flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetDeviceProperties(void *prop, int32_t deviceId);
int hipGetDeviceProperties(void *prop, int32_t deviceId) {
  collect_function *self = &collect_hip_function[104];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prop);
    collect_word(call, 1, (uint64_t)(int64_t)deviceId);
  }
  int result = ((int (*)(void *, int32_t))self->next)(prop, deviceId);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT const char *hipGetErrorName(int hip_error);
const char *hipGetErrorName(int hip_error) {
  collect_function *self = &collect_hip_function[105];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)hip_error);
  }
  const char *result = ((const char *(*)(int))self->next)(hip_error);
  collect_end(self, COLLECT_HIP, call, 0);
  return result;
}

COLLECT_EXPORT const char *hipGetErrorString(int hipError);
const char *hipGetErrorString(int hipError) {
  collect_function *self = &collect_hip_function[106];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)hipError);
  }
  const char *result = ((const char *(*)(int))self->next)(hipError);
  collect_end(self, COLLECT_HIP, call, 0);
  return result;
}

COLLECT_EXPORT int hipGetLastError(void);
int hipGetLastError(void) {
  collect_function *self = &collect_hip_function[107];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetMipmappedArrayLevel(void *levelArray, void *mipmappedArray, uint32_t level);
int hipGetMipmappedArrayLevel(void *levelArray, void *mipmappedArray, uint32_t level) {
  collect_function *self = &collect_hip_function[108];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)levelArray);
    collect_word(call, 1, (uintptr_t)mipmappedArray);
    collect_word(call, 2, level);
  }
  int result = ((int (*)(void *, void *, uint32_t))self->next)(levelArray, mipmappedArray, level);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetSymbolAddress(void *devPtr, void *symbol);
int hipGetSymbolAddress(void *devPtr, void *symbol) {
  collect_function *self = &collect_hip_function[109];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)devPtr);
    collect_word(call, 1, (uintptr_t)symbol);
  }
  int result = ((int (*)(void *, void *))self->next)(devPtr, symbol);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetSymbolSize(void *size, void *symbol);
int hipGetSymbolSize(void *size, void *symbol) {
  collect_function *self = &collect_hip_function[110];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)size);
    collect_word(call, 1, (uintptr_t)symbol);
  }
  int result = ((int (*)(void *, void *))self->next)(size, symbol);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetTextureAlignmentOffset(void *offset, void *texref);
int hipGetTextureAlignmentOffset(void *offset, void *texref) {
  collect_function *self = &collect_hip_function[111];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)offset);
    collect_word(call, 1, (uintptr_t)texref);
  }
  int result = ((int (*)(void *, void *))self->next)(offset, texref);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetTextureObjectResourceDesc(void *pResDesc, void *textureObject);
int hipGetTextureObjectResourceDesc(void *pResDesc, void *textureObject) {
  collect_function *self = &collect_hip_function[112];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pResDesc);
    collect_word(call, 1, (uintptr_t)textureObject);
  }
  int result = ((int (*)(void *, void *))self->next)(pResDesc, textureObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetTextureObjectResourceViewDesc(void *pResViewDesc, void *textureObject);
int hipGetTextureObjectResourceViewDesc(void *pResViewDesc, void *textureObject) {
  collect_function *self = &collect_hip_function[113];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pResViewDesc);
    collect_word(call, 1, (uintptr_t)textureObject);
  }
  int result = ((int (*)(void *, void *))self->next)(pResViewDesc, textureObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetTextureObjectTextureDesc(void *pTexDesc, void *textureObject);
int hipGetTextureObjectTextureDesc(void *pTexDesc, void *textureObject) {
  collect_function *self = &collect_hip_function[114];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pTexDesc);
    collect_word(call, 1, (uintptr_t)textureObject);
  }
  int result = ((int (*)(void *, void *))self->next)(pTexDesc, textureObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGetTextureReference(void *texref, void *symbol);
int hipGetTextureReference(void *texref, void *symbol) {
  collect_function *self = &collect_hip_function[115];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texref);
    collect_word(call, 1, (uintptr_t)symbol);
  }
  int result = ((int (*)(void *, void *))self->next)(texref, symbol);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddChildGraphNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *childGraph);
int hipGraphAddChildGraphNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *childGraph) {
  collect_function *self = &collect_hip_function[116];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)childGraph);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *))self->next)(pGraphNode, graph, pDependencies, numDependencies, childGraph);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddDependencies(void *graph, void *from, void *to, uint64_t numDependencies);
int hipGraphAddDependencies(void *graph, void *from, void *to, uint64_t numDependencies) {
  collect_function *self = &collect_hip_function[117];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)graph);
    collect_word(call, 1, (uintptr_t)from);
    collect_word(call, 2, (uintptr_t)to);
    collect_word(call, 3, numDependencies);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t))self->next)(graph, from, to, numDependencies);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddEmptyNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies);
int hipGraphAddEmptyNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies) {
  collect_function *self = &collect_hip_function[118];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t))self->next)(pGraphNode, graph, pDependencies, numDependencies);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddEventRecordNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *event);
int hipGraphAddEventRecordNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *event) {
  collect_function *self = &collect_hip_function[119];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)event);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *))self->next)(pGraphNode, graph, pDependencies, numDependencies, event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddEventWaitNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *event);
int hipGraphAddEventWaitNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *event) {
  collect_function *self = &collect_hip_function[120];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)event);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *))self->next)(pGraphNode, graph, pDependencies, numDependencies, event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddHostNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *pNodeParams);
int hipGraphAddHostNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *pNodeParams) {
  collect_function *self = &collect_hip_function[121];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *))self->next)(pGraphNode, graph, pDependencies, numDependencies, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddKernelNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *pNodeParams);
int hipGraphAddKernelNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *pNodeParams) {
  collect_function *self = &collect_hip_function[122];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *))self->next)(pGraphNode, graph, pDependencies, numDependencies, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddMemcpyNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *pCopyParams);
int hipGraphAddMemcpyNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *pCopyParams) {
  collect_function *self = &collect_hip_function[123];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)pCopyParams);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *))self->next)(pGraphNode, graph, pDependencies, numDependencies, pCopyParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddMemcpyNode1D(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *dst, void *src, uint64_t count, int kind);
int hipGraphAddMemcpyNode1D(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *dst, void *src, uint64_t count, int kind) {
  collect_function *self = &collect_hip_function[124];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)dst);
    collect_word(call, 5, (uintptr_t)src);
    collect_word(call, 6, count);
    collect_word(call, 7, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *, void *, uint64_t, int))self->next)(pGraphNode, graph, pDependencies, numDependencies, dst, src, count, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddMemcpyNodeFromSymbol(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *dst, void *symbol, uint64_t count, uint64_t offset, int kind);
int hipGraphAddMemcpyNodeFromSymbol(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *dst, void *symbol, uint64_t count, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[125];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)dst);
    collect_word(call, 5, (uintptr_t)symbol);
    collect_word(call, 6, count);
    collect_word(call, 7, offset);
    collect_word(call, 8, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *, void *, uint64_t, uint64_t, int))self->next)(pGraphNode, graph, pDependencies, numDependencies, dst, symbol, count, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddMemcpyNodeToSymbol(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *symbol, void *src, uint64_t count, uint64_t offset, int kind);
int hipGraphAddMemcpyNodeToSymbol(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *symbol, void *src, uint64_t count, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[126];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)symbol);
    collect_word(call, 5, (uintptr_t)src);
    collect_word(call, 6, count);
    collect_word(call, 7, offset);
    collect_word(call, 8, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *, void *, uint64_t, uint64_t, int))self->next)(pGraphNode, graph, pDependencies, numDependencies, symbol, src, count, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphAddMemsetNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *pMemsetParams);
int hipGraphAddMemsetNode(void *pGraphNode, void *graph, void *pDependencies, uint64_t numDependencies, void *pMemsetParams) {
  collect_function *self = &collect_hip_function[127];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphNode);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pDependencies);
    collect_word(call, 3, numDependencies);
    collect_word(call, 4, (uintptr_t)pMemsetParams);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *))self->next)(pGraphNode, graph, pDependencies, numDependencies, pMemsetParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphChildGraphNodeGetGraph(void *node, void *pGraph);
int hipGraphChildGraphNodeGetGraph(void *node, void *pGraph) {
  collect_function *self = &collect_hip_function[128];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pGraph);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pGraph);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphClone(void *pGraphClone, void *originalGraph);
int hipGraphClone(void *pGraphClone, void *originalGraph) {
  collect_function *self = &collect_hip_function[129];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphClone);
    collect_word(call, 1, (uintptr_t)originalGraph);
  }
  int result = ((int (*)(void *, void *))self->next)(pGraphClone, originalGraph);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphCreate(void *pGraph, uint32_t flags);
int hipGraphCreate(void *pGraph, uint32_t flags) {
  collect_function *self = &collect_hip_function[130];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraph);
    collect_word(call, 1, flags);
  }
  int result = ((int (*)(void *, uint32_t))self->next)(pGraph, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphDestroy(void *graph);
int hipGraphDestroy(void *graph) {
  collect_function *self = &collect_hip_function[131];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)graph);
  }
  int result = ((int (*)(void *))self->next)(graph);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphDestroyNode(void *node);
int hipGraphDestroyNode(void *node) {
  collect_function *self = &collect_hip_function[132];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
  }
  int result = ((int (*)(void *))self->next)(node);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphEventRecordNodeGetEvent(void *node, void *event_out);
int hipGraphEventRecordNodeGetEvent(void *node, void *event_out) {
  collect_function *self = &collect_hip_function[133];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)event_out);
  }
  int result = ((int (*)(void *, void *))self->next)(node, event_out);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphEventRecordNodeSetEvent(void *node, void *event);
int hipGraphEventRecordNodeSetEvent(void *node, void *event) {
  collect_function *self = &collect_hip_function[134];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)event);
  }
  int result = ((int (*)(void *, void *))self->next)(node, event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphEventWaitNodeGetEvent(void *node, void *event_out);
int hipGraphEventWaitNodeGetEvent(void *node, void *event_out) {
  collect_function *self = &collect_hip_function[135];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)event_out);
  }
  int result = ((int (*)(void *, void *))self->next)(node, event_out);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphEventWaitNodeSetEvent(void *node, void *event);
int hipGraphEventWaitNodeSetEvent(void *node, void *event) {
  collect_function *self = &collect_hip_function[136];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)event);
  }
  int result = ((int (*)(void *, void *))self->next)(node, event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecChildGraphNodeSetParams(void *hGraphExec, void *node, void *childGraph);
int hipGraphExecChildGraphNodeSetParams(void *hGraphExec, void *node, void *childGraph) {
  collect_function *self = &collect_hip_function[137];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)node);
    collect_word(call, 2, (uintptr_t)childGraph);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(hGraphExec, node, childGraph);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecDestroy(void *graphExec);
int hipGraphExecDestroy(void *graphExec) {
  collect_function *self = &collect_hip_function[138];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)graphExec);
  }
  int result = ((int (*)(void *))self->next)(graphExec);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecEventRecordNodeSetEvent(void *hGraphExec, void *hNode, void *event);
int hipGraphExecEventRecordNodeSetEvent(void *hGraphExec, void *hNode, void *event) {
  collect_function *self = &collect_hip_function[139];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)hNode);
    collect_word(call, 2, (uintptr_t)event);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(hGraphExec, hNode, event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecEventWaitNodeSetEvent(void *hGraphExec, void *hNode, void *event);
int hipGraphExecEventWaitNodeSetEvent(void *hGraphExec, void *hNode, void *event) {
  collect_function *self = &collect_hip_function[140];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)hNode);
    collect_word(call, 2, (uintptr_t)event);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(hGraphExec, hNode, event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecHostNodeSetParams(void *hGraphExec, void *node, void *pNodeParams);
int hipGraphExecHostNodeSetParams(void *hGraphExec, void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[141];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)node);
    collect_word(call, 2, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(hGraphExec, node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecKernelNodeSetParams(void *hGraphExec, void *node, void *pNodeParams);
int hipGraphExecKernelNodeSetParams(void *hGraphExec, void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[142];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)node);
    collect_word(call, 2, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(hGraphExec, node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecMemcpyNodeSetParams(void *hGraphExec, void *node, void *pNodeParams);
int hipGraphExecMemcpyNodeSetParams(void *hGraphExec, void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[143];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)node);
    collect_word(call, 2, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(hGraphExec, node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecMemcpyNodeSetParams1D(void *hGraphExec, void *node, void *dst, void *src, uint64_t count, int kind);
int hipGraphExecMemcpyNodeSetParams1D(void *hGraphExec, void *node, void *dst, void *src, uint64_t count, int kind) {
  collect_function *self = &collect_hip_function[144];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)node);
    collect_word(call, 2, (uintptr_t)dst);
    collect_word(call, 3, (uintptr_t)src);
    collect_word(call, 4, count);
    collect_word(call, 5, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, void *, uint64_t, int))self->next)(hGraphExec, node, dst, src, count, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecMemcpyNodeSetParamsFromSymbol(void *hGraphExec, void *node, void *dst, void *symbol, uint64_t count, uint64_t offset, int kind);
int hipGraphExecMemcpyNodeSetParamsFromSymbol(void *hGraphExec, void *node, void *dst, void *symbol, uint64_t count, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[145];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)node);
    collect_word(call, 2, (uintptr_t)dst);
    collect_word(call, 3, (uintptr_t)symbol);
    collect_word(call, 4, count);
    collect_word(call, 5, offset);
    collect_word(call, 6, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, void *, uint64_t, uint64_t, int))self->next)(hGraphExec, node, dst, symbol, count, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecMemcpyNodeSetParamsToSymbol(void *hGraphExec, void *node, void *symbol, void *src, uint64_t count, uint64_t offset, int kind);
int hipGraphExecMemcpyNodeSetParamsToSymbol(void *hGraphExec, void *node, void *symbol, void *src, uint64_t count, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[146];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)node);
    collect_word(call, 2, (uintptr_t)symbol);
    collect_word(call, 3, (uintptr_t)src);
    collect_word(call, 4, count);
    collect_word(call, 5, offset);
    collect_word(call, 6, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, void *, uint64_t, uint64_t, int))self->next)(hGraphExec, node, symbol, src, count, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecMemsetNodeSetParams(void *hGraphExec, void *node, void *pNodeParams);
int hipGraphExecMemsetNodeSetParams(void *hGraphExec, void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[147];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)node);
    collect_word(call, 2, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(hGraphExec, node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphExecUpdate(void *hGraphExec, void *hGraph, void *hErrorNode_out, void *updateResult_out);
int hipGraphExecUpdate(void *hGraphExec, void *hGraph, void *hErrorNode_out, void *updateResult_out) {
  collect_function *self = &collect_hip_function[148];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hGraphExec);
    collect_word(call, 1, (uintptr_t)hGraph);
    collect_word(call, 2, (uintptr_t)hErrorNode_out);
    collect_word(call, 3, (uintptr_t)updateResult_out);
  }
  int result = ((int (*)(void *, void *, void *, void *))self->next)(hGraphExec, hGraph, hErrorNode_out, updateResult_out);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphGetEdges(void *graph, void *from, void *to, void *numEdges);
int hipGraphGetEdges(void *graph, void *from, void *to, void *numEdges) {
  collect_function *self = &collect_hip_function[149];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)graph);
    collect_word(call, 1, (uintptr_t)from);
    collect_word(call, 2, (uintptr_t)to);
    collect_word(call, 3, (uintptr_t)numEdges);
  }
  int result = ((int (*)(void *, void *, void *, void *))self->next)(graph, from, to, numEdges);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphGetNodes(void *graph, void *nodes, void *numNodes);
int hipGraphGetNodes(void *graph, void *nodes, void *numNodes) {
  collect_function *self = &collect_hip_function[150];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)graph);
    collect_word(call, 1, (uintptr_t)nodes);
    collect_word(call, 2, (uintptr_t)numNodes);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(graph, nodes, numNodes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphGetRootNodes(void *graph, void *pRootNodes, void *pNumRootNodes);
int hipGraphGetRootNodes(void *graph, void *pRootNodes, void *pNumRootNodes) {
  collect_function *self = &collect_hip_function[151];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)graph);
    collect_word(call, 1, (uintptr_t)pRootNodes);
    collect_word(call, 2, (uintptr_t)pNumRootNodes);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(graph, pRootNodes, pNumRootNodes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphHostNodeGetParams(void *node, void *pNodeParams);
int hipGraphHostNodeGetParams(void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[152];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphHostNodeSetParams(void *node, void *pNodeParams);
int hipGraphHostNodeSetParams(void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[153];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphInstantiate(void *pGraphExec, void *graph, void *pErrorNode, void *pLogBuffer, uint64_t bufferSize);
int hipGraphInstantiate(void *pGraphExec, void *graph, void *pErrorNode, void *pLogBuffer, uint64_t bufferSize) {
  collect_function *self = &collect_hip_function[154];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphExec);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, (uintptr_t)pErrorNode);
    collect_word(call, 3, (uintptr_t)pLogBuffer);
    collect_word(call, 4, bufferSize);
  }
  int result = ((int (*)(void *, void *, void *, void *, uint64_t))self->next)(pGraphExec, graph, pErrorNode, pLogBuffer, bufferSize);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphInstantiateWithFlags(void *pGraphExec, void *graph, uint64_t flags);
int hipGraphInstantiateWithFlags(void *pGraphExec, void *graph, uint64_t flags) {
  collect_function *self = &collect_hip_function[155];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pGraphExec);
    collect_word(call, 1, (uintptr_t)graph);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, void *, uint64_t))self->next)(pGraphExec, graph, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphKernelNodeGetParams(void *node, void *pNodeParams);
int hipGraphKernelNodeGetParams(void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[156];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphKernelNodeSetParams(void *node, void *pNodeParams);
int hipGraphKernelNodeSetParams(void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[157];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphLaunch(void *graphExec, void *stream);
int hipGraphLaunch(void *graphExec, void *stream) {
  collect_function *self = &collect_hip_function[158];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)graphExec);
    collect_word(call, 1, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *))self->next)(graphExec, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphMemcpyNodeGetParams(void *node, void *pNodeParams);
int hipGraphMemcpyNodeGetParams(void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[159];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphMemcpyNodeSetParams(void *node, void *pNodeParams);
int hipGraphMemcpyNodeSetParams(void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[160];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphMemcpyNodeSetParams1D(void *node, void *dst, void *src, uint64_t count, int kind);
int hipGraphMemcpyNodeSetParams1D(void *node, void *dst, void *src, uint64_t count, int kind) {
  collect_function *self = &collect_hip_function[161];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)dst);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, count);
    collect_word(call, 4, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, int))self->next)(node, dst, src, count, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphMemcpyNodeSetParamsFromSymbol(void *node, void *dst, void *symbol, uint64_t count, uint64_t offset, int kind);
int hipGraphMemcpyNodeSetParamsFromSymbol(void *node, void *dst, void *symbol, uint64_t count, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[162];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)dst);
    collect_word(call, 2, (uintptr_t)symbol);
    collect_word(call, 3, count);
    collect_word(call, 4, offset);
    collect_word(call, 5, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, uint64_t, int))self->next)(node, dst, symbol, count, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphMemcpyNodeSetParamsToSymbol(void *node, void *symbol, void *src, uint64_t count, uint64_t offset, int kind);
int hipGraphMemcpyNodeSetParamsToSymbol(void *node, void *symbol, void *src, uint64_t count, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[163];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)symbol);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, count);
    collect_word(call, 4, offset);
    collect_word(call, 5, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, uint64_t, int))self->next)(node, symbol, src, count, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphMemsetNodeGetParams(void *node, void *pNodeParams);
int hipGraphMemsetNodeGetParams(void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[164];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphMemsetNodeSetParams(void *node, void *pNodeParams);
int hipGraphMemsetNodeSetParams(void *node, void *pNodeParams) {
  collect_function *self = &collect_hip_function[165];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pNodeParams);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pNodeParams);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphNodeFindInClone(void *pNode, void *originalNode, void *clonedGraph);
int hipGraphNodeFindInClone(void *pNode, void *originalNode, void *clonedGraph) {
  collect_function *self = &collect_hip_function[166];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pNode);
    collect_word(call, 1, (uintptr_t)originalNode);
    collect_word(call, 2, (uintptr_t)clonedGraph);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(pNode, originalNode, clonedGraph);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphNodeGetDependencies(void *node, void *pDependencies, void *pNumDependencies);
int hipGraphNodeGetDependencies(void *node, void *pDependencies, void *pNumDependencies) {
  collect_function *self = &collect_hip_function[167];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pDependencies);
    collect_word(call, 2, (uintptr_t)pNumDependencies);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(node, pDependencies, pNumDependencies);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphNodeGetDependentNodes(void *node, void *pDependentNodes, void *pNumDependentNodes);
int hipGraphNodeGetDependentNodes(void *node, void *pDependentNodes, void *pNumDependentNodes) {
  collect_function *self = &collect_hip_function[168];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pDependentNodes);
    collect_word(call, 2, (uintptr_t)pNumDependentNodes);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(node, pDependentNodes, pNumDependentNodes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphNodeGetType(void *node, void *pType);
int hipGraphNodeGetType(void *node, void *pType) {
  collect_function *self = &collect_hip_function[169];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)node);
    collect_word(call, 1, (uintptr_t)pType);
  }
  int result = ((int (*)(void *, void *))self->next)(node, pType);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphRemoveDependencies(void *graph, void *from, void *to, uint64_t numDependencies);
int hipGraphRemoveDependencies(void *graph, void *from, void *to, uint64_t numDependencies) {
  collect_function *self = &collect_hip_function[170];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)graph);
    collect_word(call, 1, (uintptr_t)from);
    collect_word(call, 2, (uintptr_t)to);
    collect_word(call, 3, numDependencies);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t))self->next)(graph, from, to, numDependencies);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphicsGLRegisterBuffer(void *resource, uint32_t buffer, uint32_t flags);
int hipGraphicsGLRegisterBuffer(void *resource, uint32_t buffer, uint32_t flags) {
  collect_function *self = &collect_hip_function[171];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)resource);
    collect_word(call, 1, buffer);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, uint32_t, uint32_t))self->next)(resource, buffer, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphicsGLRegisterImage(void *resource, uint32_t image, uint32_t target, uint32_t flags);
int hipGraphicsGLRegisterImage(void *resource, uint32_t image, uint32_t target, uint32_t flags) {
  collect_function *self = &collect_hip_function[172];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)resource);
    collect_word(call, 1, image);
    collect_word(call, 2, target);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, uint32_t, uint32_t, uint32_t))self->next)(resource, image, target, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphicsMapResources(int32_t count, void *resources, void *stream);
int hipGraphicsMapResources(int32_t count, void *resources, void *stream) {
  collect_function *self = &collect_hip_function[173];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)count);
    collect_word(call, 1, (uintptr_t)resources);
    collect_word(call, 2, (uintptr_t)stream);
  }
  int result = ((int (*)(int32_t, void *, void *))self->next)(count, resources, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphicsResourceGetMappedPointer(void *devPtr, void *size, void *resource);
int hipGraphicsResourceGetMappedPointer(void *devPtr, void *size, void *resource) {
  collect_function *self = &collect_hip_function[174];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)devPtr);
    collect_word(call, 1, (uintptr_t)size);
    collect_word(call, 2, (uintptr_t)resource);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(devPtr, size, resource);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphicsSubResourceGetMappedArray(void *array, void *resource, uint32_t arrayIndex, uint32_t mipLevel);
int hipGraphicsSubResourceGetMappedArray(void *array, void *resource, uint32_t arrayIndex, uint32_t mipLevel) {
  collect_function *self = &collect_hip_function[175];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)array);
    collect_word(call, 1, (uintptr_t)resource);
    collect_word(call, 2, arrayIndex);
    collect_word(call, 3, mipLevel);
  }
  int result = ((int (*)(void *, void *, uint32_t, uint32_t))self->next)(array, resource, arrayIndex, mipLevel);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphicsUnmapResources(int32_t count, void *resources, void *stream);
int hipGraphicsUnmapResources(int32_t count, void *resources, void *stream) {
  collect_function *self = &collect_hip_function[176];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)count);
    collect_word(call, 1, (uintptr_t)resources);
    collect_word(call, 2, (uintptr_t)stream);
  }
  int result = ((int (*)(int32_t, void *, void *))self->next)(count, resources, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipGraphicsUnregisterResource(void *resource);
int hipGraphicsUnregisterResource(void *resource) {
  collect_function *self = &collect_hip_function[177];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)resource);
  }
  int result = ((int (*)(void *))self->next)(resource);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int collect_cxx_hipHccModuleLaunchKernel(void *f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, uint64_t sharedMemBytes, void *hStream, void *kernelParams, void *extra, void *startEvent, void *stopEvent) __asm__("_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_");
int collect_cxx_hipHccModuleLaunchKernel(void *f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, uint64_t sharedMemBytes, void *hStream, void *kernelParams, void *extra, void *startEvent, void *stopEvent) {
  collect_function *self = &collect_hip_function[178];
  collect_call call = collect_begin(self, COLLECT_HIP, hStream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)f);
    collect_word(call, 1, globalWorkSizeX);
    collect_word(call, 2, globalWorkSizeY);
    collect_word(call, 3, globalWorkSizeZ);
    collect_word(call, 4, localWorkSizeX);
    collect_word(call, 5, localWorkSizeY);
    collect_word(call, 6, localWorkSizeZ);
    collect_word(call, 7, sharedMemBytes);
    collect_word(call, 8, (uintptr_t)hStream);
    collect_word(call, 9, (uintptr_t)kernelParams);
    collect_word(call, 10, (uintptr_t)extra);
    collect_word(call, 11, (uintptr_t)startEvent);
    collect_word(call, 12, (uintptr_t)stopEvent);
  }
  int result = ((int (*)(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint64_t, void *, void *, void *, void *, void *))self->next)(f, globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ, localWorkSizeX, localWorkSizeY, localWorkSizeZ, sharedMemBytes, hStream, kernelParams, extra, startEvent, stopEvent);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipHostAlloc(void *ptr, uint64_t size, uint32_t flags);
int hipHostAlloc(void *ptr, uint64_t size, uint32_t flags) {
  collect_function *self = &collect_hip_function[179];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, uint64_t, uint32_t))self->next)(ptr, size, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipHostFree(void *ptr);
int hipHostFree(void *ptr) {
  collect_function *self = &collect_hip_function[180];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *))self->next)(ptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipHostGetDevicePointer(void *devPtr, void *hstPtr, uint32_t flags);
int hipHostGetDevicePointer(void *devPtr, void *hstPtr, uint32_t flags) {
  collect_function *self = &collect_hip_function[181];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)devPtr);
    collect_word(call, 1, (uintptr_t)hstPtr);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, void *, uint32_t))self->next)(devPtr, hstPtr, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipHostGetFlags(void *flagsPtr, void *hostPtr);
int hipHostGetFlags(void *flagsPtr, void *hostPtr) {
  collect_function *self = &collect_hip_function[182];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)flagsPtr);
    collect_word(call, 1, (uintptr_t)hostPtr);
  }
  int result = ((int (*)(void *, void *))self->next)(flagsPtr, hostPtr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipHostMalloc(void *ptr, uint64_t size, uint32_t flags);
int hipHostMalloc(void *ptr, uint64_t size, uint32_t flags) {
  collect_function *self = &collect_hip_function[183];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, uint64_t, uint32_t))self->next)(ptr, size, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipHostRegister(void *hostPtr, uint64_t sizeBytes, uint32_t flags);
int hipHostRegister(void *hostPtr, uint64_t sizeBytes, uint32_t flags) {
  collect_function *self = &collect_hip_function[184];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hostPtr);
    collect_word(call, 1, sizeBytes);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, uint64_t, uint32_t))self->next)(hostPtr, sizeBytes, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipHostUnregister(void *hostPtr);
int hipHostUnregister(void *hostPtr) {
  collect_function *self = &collect_hip_function[185];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hostPtr);
  }
  int result = ((int (*)(void *))self->next)(hostPtr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipImportExternalMemory(void *extMem_out, void *memHandleDesc);
int hipImportExternalMemory(void *extMem_out, void *memHandleDesc) {
  collect_function *self = &collect_hip_function[186];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)extMem_out);
    collect_word(call, 1, (uintptr_t)memHandleDesc);
  }
  int result = ((int (*)(void *, void *))self->next)(extMem_out, memHandleDesc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipImportExternalSemaphore(void *extSem_out, void *semHandleDesc);
int hipImportExternalSemaphore(void *extSem_out, void *semHandleDesc) {
  collect_function *self = &collect_hip_function[187];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)extSem_out);
    collect_word(call, 1, (uintptr_t)semHandleDesc);
  }
  int result = ((int (*)(void *, void *))self->next)(extSem_out, semHandleDesc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipInit(uint32_t flags);
int hipInit(uint32_t flags) {
  collect_function *self = &collect_hip_function[188];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, flags);
  }
  int result = ((int (*)(uint32_t))self->next)(flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipIpcCloseMemHandle(void *devPtr);
int hipIpcCloseMemHandle(void *devPtr) {
  collect_function *self = &collect_hip_function[189];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)devPtr);
  }
  int result = ((int (*)(void *))self->next)(devPtr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipIpcGetEventHandle(void *handle, void *event);
int hipIpcGetEventHandle(void *handle, void *event) {
  collect_function *self = &collect_hip_function[190];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)handle);
    collect_word(call, 1, (uintptr_t)event);
  }
  int result = ((int (*)(void *, void *))self->next)(handle, event);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipIpcGetMemHandle(void *handle, void *devPtr);
int hipIpcGetMemHandle(void *handle, void *devPtr) {
  collect_function *self = &collect_hip_function[191];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)handle);
    collect_word(call, 1, (uintptr_t)devPtr);
  }
  int result = ((int (*)(void *, void *))self->next)(handle, devPtr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipIpcOpenEventHandle(void *event, struct_hipIpcEventHandle_t handle);
int hipIpcOpenEventHandle(void *event, struct_hipIpcEventHandle_t handle) {
  collect_function *self = &collect_hip_function[192];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)event);
    collect_struct_words(call, 1, &handle, sizeof handle);
  }
  int result = ((int (*)(void *, struct_hipIpcEventHandle_t))self->next)(event, handle);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipIpcOpenMemHandle(void *devPtr, struct_hipIpcMemHandle_t handle, uint32_t flags);
int hipIpcOpenMemHandle(void *devPtr, struct_hipIpcMemHandle_t handle, uint32_t flags) {
  collect_function *self = &collect_hip_function[193];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)devPtr);
    collect_struct_words(call, 1, &handle, sizeof handle);
    collect_word(call, 9, flags);
  }
  int result = ((int (*)(void *, struct_hipIpcMemHandle_t, uint32_t))self->next)(devPtr, handle, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipLaunchByPtr(void *func);
int hipLaunchByPtr(void *func) {
  collect_function *self = &collect_hip_function[194];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)func);
  }
  int result = ((int (*)(void *))self->next)(func);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipLaunchCooperativeKernel(void *f, struct_dim3 gridDim, struct_dim3 blockDimX, void *kernelParams, uint32_t sharedMemBytes, void *stream);
int hipLaunchCooperativeKernel(void *f, struct_dim3 gridDim, struct_dim3 blockDimX, void *kernelParams, uint32_t sharedMemBytes, void *stream) {
  collect_function *self = &collect_hip_function[195];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)f);
    collect_struct_words(call, 1, &gridDim, sizeof gridDim);
    collect_struct_words(call, 3, &blockDimX, sizeof blockDimX);
    collect_word(call, 5, (uintptr_t)kernelParams);
    collect_word(call, 6, sharedMemBytes);
    collect_word(call, 7, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, struct_dim3, struct_dim3, void *, uint32_t, void *))self->next)(f, gridDim, blockDimX, kernelParams, sharedMemBytes, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipLaunchCooperativeKernelMultiDevice(void *launchParamsList, int32_t numDevices, uint32_t flags);
int hipLaunchCooperativeKernelMultiDevice(void *launchParamsList, int32_t numDevices, uint32_t flags) {
  collect_function *self = &collect_hip_function[196];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)launchParamsList);
    collect_word(call, 1, (uint64_t)(int64_t)numDevices);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, int32_t, uint32_t))self->next)(launchParamsList, numDevices, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipLaunchCooperativeKernel_spt(void *f, struct_dim3 gridDim, struct_dim3 blockDim, void *kernelParams, uint32_t sharedMemBytes, void *hStream);
int hipLaunchCooperativeKernel_spt(void *f, struct_dim3 gridDim, struct_dim3 blockDim, void *kernelParams, uint32_t sharedMemBytes, void *hStream) {
  collect_function *self = &collect_hip_function[197];
  collect_call call = collect_begin(self, COLLECT_HIP, hStream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)f);
    collect_struct_words(call, 1, &gridDim, sizeof gridDim);
    collect_struct_words(call, 3, &blockDim, sizeof blockDim);
    collect_word(call, 5, (uintptr_t)kernelParams);
    collect_word(call, 6, sharedMemBytes);
    collect_word(call, 7, (uintptr_t)hStream);
  }
  int result = ((int (*)(void *, struct_dim3, struct_dim3, void *, uint32_t, void *))self->next)(f, gridDim, blockDim, kernelParams, sharedMemBytes, hStream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipLaunchKernel(void *function_address, struct_dim3 numBlocks, struct_dim3 dimBlocks, void *args, uint64_t sharedMemBytes, void *stream);
int hipLaunchKernel(void *function_address, struct_dim3 numBlocks, struct_dim3 dimBlocks, void *args, uint64_t sharedMemBytes, void *stream) {
  collect_function *self = &collect_hip_function[198];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)function_address);
    collect_struct_words(call, 1, &numBlocks, sizeof numBlocks);
    collect_struct_words(call, 3, &dimBlocks, sizeof dimBlocks);
    collect_word(call, 5, (uintptr_t)args);
    collect_word(call, 6, sharedMemBytes);
    collect_word(call, 7, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, struct_dim3, struct_dim3, void *, uint64_t, void *))self->next)(function_address, numBlocks, dimBlocks, args, sharedMemBytes, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT void collect_cxx_hipLaunchKernelGGLImpl(uint64_t function_address, void *numBlocks, void *dimBlocks, uint32_t sharedMemBytes, void *stream, void *kernarg) __asm__("_ZN8hip_impl22hipLaunchKernelGGLImplEmRK4dim3S2_jP12ihipStream_tPPv");
void collect_cxx_hipLaunchKernelGGLImpl(uint64_t function_address, void *numBlocks, void *dimBlocks, uint32_t sharedMemBytes, void *stream, void *kernarg) {
  collect_function *self = &collect_hip_function[199];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, function_address);
    collect_word(call, 1, (uintptr_t)numBlocks);
    collect_word(call, 2, (uintptr_t)dimBlocks);
    collect_word(call, 3, sharedMemBytes);
    collect_word(call, 4, (uintptr_t)stream);
    collect_word(call, 5, (uintptr_t)kernarg);
  }
  ((void (*)(uint64_t, void *, void *, uint32_t, void *, void *))self->next)(function_address, numBlocks, dimBlocks, sharedMemBytes, stream, kernarg);
  collect_end(self, COLLECT_HIP, call, 0);
}

COLLECT_EXPORT int hipLaunchKernel_spt(void *function_address, struct_dim3 numBlocks, struct_dim3 dimBlocks, void *args, uint64_t sharedMemBytes, void *stream);
int hipLaunchKernel_spt(void *function_address, struct_dim3 numBlocks, struct_dim3 dimBlocks, void *args, uint64_t sharedMemBytes, void *stream) {
  collect_function *self = &collect_hip_function[200];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)function_address);
    collect_struct_words(call, 1, &numBlocks, sizeof numBlocks);
    collect_struct_words(call, 3, &dimBlocks, sizeof dimBlocks);
    collect_word(call, 5, (uintptr_t)args);
    collect_word(call, 6, sharedMemBytes);
    collect_word(call, 7, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, struct_dim3, struct_dim3, void *, uint64_t, void *))self->next)(function_address, numBlocks, dimBlocks, args, sharedMemBytes, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMalloc(void *ptr, uint64_t size);
int hipMalloc(void *ptr, uint64_t size) {
  collect_function *self = &collect_hip_function[201];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
  }
  int result = ((int (*)(void *, uint64_t))self->next)(ptr, size);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMalloc3D(void *pitchedDevPtr, struct_hipExtent extent);
int hipMalloc3D(void *pitchedDevPtr, struct_hipExtent extent) {
  collect_function *self = &collect_hip_function[202];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pitchedDevPtr);
    collect_struct_words(call, 1, &extent, sizeof extent);
  }
  int result = ((int (*)(void *, struct_hipExtent))self->next)(pitchedDevPtr, extent);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMalloc3DArray(void *array, void *desc, struct_hipExtent extent, uint32_t flags);
int hipMalloc3DArray(void *array, void *desc, struct_hipExtent extent, uint32_t flags) {
  collect_function *self = &collect_hip_function[203];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)array);
    collect_word(call, 1, (uintptr_t)desc);
    collect_struct_words(call, 2, &extent, sizeof extent);
    collect_word(call, 5, flags);
  }
  int result = ((int (*)(void *, void *, struct_hipExtent, uint32_t))self->next)(array, desc, extent, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMallocArray(void *array, void *desc, uint64_t width, uint64_t height, uint32_t flags);
int hipMallocArray(void *array, void *desc, uint64_t width, uint64_t height, uint32_t flags) {
  collect_function *self = &collect_hip_function[204];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)array);
    collect_word(call, 1, (uintptr_t)desc);
    collect_word(call, 2, width);
    collect_word(call, 3, height);
    collect_word(call, 4, flags);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, uint32_t))self->next)(array, desc, width, height, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMallocAsync(void *dev_ptr, uint64_t size, void *stream);
int hipMallocAsync(void *dev_ptr, uint64_t size, void *stream) {
  collect_function *self = &collect_hip_function[205];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dev_ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint64_t, void *))self->next)(dev_ptr, size, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMallocFromPoolAsync(void *dev_ptr, uint64_t size, void *mem_pool, void *stream);
int hipMallocFromPoolAsync(void *dev_ptr, uint64_t size, void *mem_pool, void *stream) {
  collect_function *self = &collect_hip_function[206];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dev_ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)mem_pool);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint64_t, void *, void *))self->next)(dev_ptr, size, mem_pool, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMallocHost(void *ptr, uint64_t size);
int hipMallocHost(void *ptr, uint64_t size) {
  collect_function *self = &collect_hip_function[207];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
  }
  int result = ((int (*)(void *, uint64_t))self->next)(ptr, size);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMallocManaged(void *dev_ptr, uint64_t size, uint32_t flags);
int hipMallocManaged(void *dev_ptr, uint64_t size, uint32_t flags) {
  collect_function *self = &collect_hip_function[208];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dev_ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, uint64_t, uint32_t))self->next)(dev_ptr, size, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMallocMipmappedArray(void *mipmappedArray, void *desc, struct_hipExtent extent, uint32_t numLevels, uint32_t flags);
int hipMallocMipmappedArray(void *mipmappedArray, void *desc, struct_hipExtent extent, uint32_t numLevels, uint32_t flags) {
  collect_function *self = &collect_hip_function[209];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mipmappedArray);
    collect_word(call, 1, (uintptr_t)desc);
    collect_struct_words(call, 2, &extent, sizeof extent);
    collect_word(call, 5, numLevels);
    collect_word(call, 6, flags);
  }
  int result = ((int (*)(void *, void *, struct_hipExtent, uint32_t, uint32_t))self->next)(mipmappedArray, desc, extent, numLevels, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMallocPitch(void *ptr, void *pitch, uint64_t width, uint64_t height);
int hipMallocPitch(void *ptr, void *pitch, uint64_t width, uint64_t height) {
  collect_function *self = &collect_hip_function[210];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, (uintptr_t)pitch);
    collect_word(call, 2, width);
    collect_word(call, 3, height);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t))self->next)(ptr, pitch, width, height);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemAddressFree(void *devPtr, uint64_t size);
int hipMemAddressFree(void *devPtr, uint64_t size) {
  collect_function *self = &collect_hip_function[211];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)devPtr);
    collect_word(call, 1, size);
  }
  int result = ((int (*)(void *, uint64_t))self->next)(devPtr, size);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemAddressReserve(void *ptr, uint64_t size, uint64_t alignment, void *addr, uint64_t flags);
int hipMemAddressReserve(void *ptr, uint64_t size, uint64_t alignment, void *addr, uint64_t flags) {
  collect_function *self = &collect_hip_function[212];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, alignment);
    collect_word(call, 3, (uintptr_t)addr);
    collect_word(call, 4, flags);
  }
  int result = ((int (*)(void *, uint64_t, uint64_t, void *, uint64_t))self->next)(ptr, size, alignment, addr, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemAdvise(void *dev_ptr, uint64_t count, int advice, int32_t device);
int hipMemAdvise(void *dev_ptr, uint64_t count, int advice, int32_t device) {
  collect_function *self = &collect_hip_function[213];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dev_ptr);
    collect_word(call, 1, count);
    collect_word(call, 2, (uint64_t)(int64_t)advice);
    collect_word(call, 3, (uint64_t)(int64_t)device);
  }
  int result = ((int (*)(void *, uint64_t, int, int32_t))self->next)(dev_ptr, count, advice, device);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemAllocHost(void *ptr, uint64_t size);
int hipMemAllocHost(void *ptr, uint64_t size) {
  collect_function *self = &collect_hip_function[214];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
  }
  int result = ((int (*)(void *, uint64_t))self->next)(ptr, size);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemAllocPitch(void *dptr, void *pitch, uint64_t widthInBytes, uint64_t height, uint32_t elementSizeBytes);
int hipMemAllocPitch(void *dptr, void *pitch, uint64_t widthInBytes, uint64_t height, uint32_t elementSizeBytes) {
  collect_function *self = &collect_hip_function[215];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dptr);
    collect_word(call, 1, (uintptr_t)pitch);
    collect_word(call, 2, widthInBytes);
    collect_word(call, 3, height);
    collect_word(call, 4, elementSizeBytes);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, uint32_t))self->next)(dptr, pitch, widthInBytes, height, elementSizeBytes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemCreate(void *handle, uint64_t size, void *prop, uint64_t flags);
int hipMemCreate(void *handle, uint64_t size, void *prop, uint64_t flags) {
  collect_function *self = &collect_hip_function[216];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)handle);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)prop);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t))self->next)(handle, size, prop, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemExportToShareableHandle(void *shareableHandle, void *handle, int handleType, uint64_t flags);
int hipMemExportToShareableHandle(void *shareableHandle, void *handle, int handleType, uint64_t flags) {
  collect_function *self = &collect_hip_function[217];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)shareableHandle);
    collect_word(call, 1, (uintptr_t)handle);
    collect_word(call, 2, (uint64_t)(int64_t)handleType);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, void *, int, uint64_t))self->next)(shareableHandle, handle, handleType, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemGetAccess(void *flags, void *location, void *ptr);
int hipMemGetAccess(void *flags, void *location, void *ptr) {
  collect_function *self = &collect_hip_function[218];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)flags);
    collect_word(call, 1, (uintptr_t)location);
    collect_word(call, 2, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(flags, location, ptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemGetAddressRange(void *pbase, void *psize, void *dptr);
int hipMemGetAddressRange(void *pbase, void *psize, void *dptr) {
  collect_function *self = &collect_hip_function[219];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pbase);
    collect_word(call, 1, (uintptr_t)psize);
    collect_word(call, 2, (uintptr_t)dptr);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(pbase, psize, dptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemGetAllocationGranularity(void *granularity, void *prop, int option);
int hipMemGetAllocationGranularity(void *granularity, void *prop, int option) {
  collect_function *self = &collect_hip_function[220];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)granularity);
    collect_word(call, 1, (uintptr_t)prop);
    collect_word(call, 2, (uint64_t)(int64_t)option);
  }
  int result = ((int (*)(void *, void *, int))self->next)(granularity, prop, option);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemGetAllocationPropertiesFromHandle(void *prop, void *handle);
int hipMemGetAllocationPropertiesFromHandle(void *prop, void *handle) {
  collect_function *self = &collect_hip_function[221];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prop);
    collect_word(call, 1, (uintptr_t)handle);
  }
  int result = ((int (*)(void *, void *))self->next)(prop, handle);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemGetInfo(void *free, void *total);
int hipMemGetInfo(void *free, void *total) {
  collect_function *self = &collect_hip_function[222];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)free);
    collect_word(call, 1, (uintptr_t)total);
  }
  int result = ((int (*)(void *, void *))self->next)(free, total);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemImportFromShareableHandle(void *handle, void *osHandle, int shHandleType);
int hipMemImportFromShareableHandle(void *handle, void *osHandle, int shHandleType) {
  collect_function *self = &collect_hip_function[223];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)handle);
    collect_word(call, 1, (uintptr_t)osHandle);
    collect_word(call, 2, (uint64_t)(int64_t)shHandleType);
  }
  int result = ((int (*)(void *, void *, int))self->next)(handle, osHandle, shHandleType);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemMap(void *ptr, uint64_t size, uint64_t offset, void *handle, uint64_t flags);
int hipMemMap(void *ptr, uint64_t size, uint64_t offset, void *handle, uint64_t flags) {
  collect_function *self = &collect_hip_function[224];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, offset);
    collect_word(call, 3, (uintptr_t)handle);
    collect_word(call, 4, flags);
  }
  int result = ((int (*)(void *, uint64_t, uint64_t, void *, uint64_t))self->next)(ptr, size, offset, handle, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemMapArrayAsync(void *mapInfoList, uint32_t count, void *stream);
int hipMemMapArrayAsync(void *mapInfoList, uint32_t count, void *stream) {
  collect_function *self = &collect_hip_function[225];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mapInfoList);
    collect_word(call, 1, count);
    collect_word(call, 2, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint32_t, void *))self->next)(mapInfoList, count, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolCreate(void *mem_pool, void *pool_props);
int hipMemPoolCreate(void *mem_pool, void *pool_props) {
  collect_function *self = &collect_hip_function[226];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
    collect_word(call, 1, (uintptr_t)pool_props);
  }
  int result = ((int (*)(void *, void *))self->next)(mem_pool, pool_props);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolDestroy(void *mem_pool);
int hipMemPoolDestroy(void *mem_pool) {
  collect_function *self = &collect_hip_function[227];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
  }
  int result = ((int (*)(void *))self->next)(mem_pool);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolExportPointer(void *export_data, void *dev_ptr);
int hipMemPoolExportPointer(void *export_data, void *dev_ptr) {
  collect_function *self = &collect_hip_function[228];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)export_data);
    collect_word(call, 1, (uintptr_t)dev_ptr);
  }
  int result = ((int (*)(void *, void *))self->next)(export_data, dev_ptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolExportToShareableHandle(void *shared_handle, void *mem_pool, int handle_type, uint32_t flags);
int hipMemPoolExportToShareableHandle(void *shared_handle, void *mem_pool, int handle_type, uint32_t flags) {
  collect_function *self = &collect_hip_function[229];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)shared_handle);
    collect_word(call, 1, (uintptr_t)mem_pool);
    collect_word(call, 2, (uint64_t)(int64_t)handle_type);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, void *, int, uint32_t))self->next)(shared_handle, mem_pool, handle_type, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolGetAccess(void *flags, void *mem_pool, void *location);
int hipMemPoolGetAccess(void *flags, void *mem_pool, void *location) {
  collect_function *self = &collect_hip_function[230];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)flags);
    collect_word(call, 1, (uintptr_t)mem_pool);
    collect_word(call, 2, (uintptr_t)location);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(flags, mem_pool, location);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolGetAttribute(void *mem_pool, int attr, void *value);
int hipMemPoolGetAttribute(void *mem_pool, int attr, void *value) {
  collect_function *self = &collect_hip_function[231];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
    collect_word(call, 1, (uint64_t)(int64_t)attr);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(void *, int, void *))self->next)(mem_pool, attr, value);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolImportFromShareableHandle(void *mem_pool, void *shared_handle, int handle_type, uint32_t flags);
int hipMemPoolImportFromShareableHandle(void *mem_pool, void *shared_handle, int handle_type, uint32_t flags) {
  collect_function *self = &collect_hip_function[232];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
    collect_word(call, 1, (uintptr_t)shared_handle);
    collect_word(call, 2, (uint64_t)(int64_t)handle_type);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, void *, int, uint32_t))self->next)(mem_pool, shared_handle, handle_type, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolImportPointer(void *dev_ptr, void *mem_pool, void *export_data);
int hipMemPoolImportPointer(void *dev_ptr, void *mem_pool, void *export_data) {
  collect_function *self = &collect_hip_function[233];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dev_ptr);
    collect_word(call, 1, (uintptr_t)mem_pool);
    collect_word(call, 2, (uintptr_t)export_data);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(dev_ptr, mem_pool, export_data);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolSetAccess(void *mem_pool, void *desc_list, uint64_t count);
int hipMemPoolSetAccess(void *mem_pool, void *desc_list, uint64_t count) {
  collect_function *self = &collect_hip_function[234];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
    collect_word(call, 1, (uintptr_t)desc_list);
    collect_word(call, 2, count);
  }
  int result = ((int (*)(void *, void *, uint64_t))self->next)(mem_pool, desc_list, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolSetAttribute(void *mem_pool, int attr, void *value);
int hipMemPoolSetAttribute(void *mem_pool, int attr, void *value) {
  collect_function *self = &collect_hip_function[235];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
    collect_word(call, 1, (uint64_t)(int64_t)attr);
    collect_word(call, 2, (uintptr_t)value);
  }
  int result = ((int (*)(void *, int, void *))self->next)(mem_pool, attr, value);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPoolTrimTo(void *mem_pool, uint64_t min_bytes_to_hold);
int hipMemPoolTrimTo(void *mem_pool, uint64_t min_bytes_to_hold) {
  collect_function *self = &collect_hip_function[236];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mem_pool);
    collect_word(call, 1, min_bytes_to_hold);
  }
  int result = ((int (*)(void *, uint64_t))self->next)(mem_pool, min_bytes_to_hold);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPrefetchAsync(void *dev_ptr, uint64_t count, int32_t device, void *stream);
int hipMemPrefetchAsync(void *dev_ptr, uint64_t count, int32_t device, void *stream) {
  collect_function *self = &collect_hip_function[237];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dev_ptr);
    collect_word(call, 1, count);
    collect_word(call, 2, (uint64_t)(int64_t)device);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint64_t, int32_t, void *))self->next)(dev_ptr, count, device, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemPtrGetInfo(void *ptr, void *size);
int hipMemPtrGetInfo(void *ptr, void *size) {
  collect_function *self = &collect_hip_function[238];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, (uintptr_t)size);
  }
  int result = ((int (*)(void *, void *))self->next)(ptr, size);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemRangeGetAttribute(void *data, uint64_t data_size, int attribute, void *dev_ptr, uint64_t count);
int hipMemRangeGetAttribute(void *data, uint64_t data_size, int attribute, void *dev_ptr, uint64_t count) {
  collect_function *self = &collect_hip_function[239];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)data);
    collect_word(call, 1, data_size);
    collect_word(call, 2, (uint64_t)(int64_t)attribute);
    collect_word(call, 3, (uintptr_t)dev_ptr);
    collect_word(call, 4, count);
  }
  int result = ((int (*)(void *, uint64_t, int, void *, uint64_t))self->next)(data, data_size, attribute, dev_ptr, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemRangeGetAttributes(void *data, void *data_sizes, void *attributes, uint64_t num_attributes, void *dev_ptr, uint64_t count);
int hipMemRangeGetAttributes(void *data, void *data_sizes, void *attributes, uint64_t num_attributes, void *dev_ptr, uint64_t count) {
  collect_function *self = &collect_hip_function[240];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)data);
    collect_word(call, 1, (uintptr_t)data_sizes);
    collect_word(call, 2, (uintptr_t)attributes);
    collect_word(call, 3, num_attributes);
    collect_word(call, 4, (uintptr_t)dev_ptr);
    collect_word(call, 5, count);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, void *, uint64_t))self->next)(data, data_sizes, attributes, num_attributes, dev_ptr, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemRelease(void *handle);
int hipMemRelease(void *handle) {
  collect_function *self = &collect_hip_function[241];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)handle);
  }
  int result = ((int (*)(void *))self->next)(handle);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemRetainAllocationHandle(void *handle, void *addr);
int hipMemRetainAllocationHandle(void *handle, void *addr) {
  collect_function *self = &collect_hip_function[242];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)handle);
    collect_word(call, 1, (uintptr_t)addr);
  }
  int result = ((int (*)(void *, void *))self->next)(handle, addr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemSetAccess(void *ptr, uint64_t size, void *desc, uint64_t count);
int hipMemSetAccess(void *ptr, uint64_t size, void *desc, uint64_t count) {
  collect_function *self = &collect_hip_function[243];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
    collect_word(call, 2, (uintptr_t)desc);
    collect_word(call, 3, count);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t))self->next)(ptr, size, desc, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemUnmap(void *ptr, uint64_t size);
int hipMemUnmap(void *ptr, uint64_t size) {
  collect_function *self = &collect_hip_function[244];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ptr);
    collect_word(call, 1, size);
  }
  int result = ((int (*)(void *, uint64_t))self->next)(ptr, size);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy(void *dst, void *src, uint64_t sizeBytes, int kind);
int hipMemcpy(void *dst, void *src, uint64_t sizeBytes, int kind) {
  collect_function *self = &collect_hip_function[245];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, uint64_t, int))self->next)(dst, src, sizeBytes, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2D(void *dst, uint64_t dpitch, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind);
int hipMemcpy2D(void *dst, uint64_t dpitch, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind) {
  collect_function *self = &collect_hip_function[246];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, dpitch);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, spitch);
    collect_word(call, 4, width);
    collect_word(call, 5, height);
    collect_word(call, 6, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t, uint64_t, uint64_t, int))self->next)(dst, dpitch, src, spitch, width, height, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2DAsync(void *dst, uint64_t dpitch, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind, void *stream);
int hipMemcpy2DAsync(void *dst, uint64_t dpitch, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind, void *stream) {
  collect_function *self = &collect_hip_function[247];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, dpitch);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, spitch);
    collect_word(call, 4, width);
    collect_word(call, 5, height);
    collect_word(call, 6, (uint64_t)(int64_t)kind);
    collect_word(call, 7, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t, uint64_t, uint64_t, int, void *))self->next)(dst, dpitch, src, spitch, width, height, kind, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2DFromArray(void *dst, uint64_t dpitch, void *src, uint64_t wOffset, uint64_t hOffset, uint64_t width, uint64_t height, int kind);
int hipMemcpy2DFromArray(void *dst, uint64_t dpitch, void *src, uint64_t wOffset, uint64_t hOffset, uint64_t width, uint64_t height, int kind) {
  collect_function *self = &collect_hip_function[248];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, dpitch);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, wOffset);
    collect_word(call, 4, hOffset);
    collect_word(call, 5, width);
    collect_word(call, 6, height);
    collect_word(call, 7, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t, uint64_t, uint64_t, uint64_t, int))self->next)(dst, dpitch, src, wOffset, hOffset, width, height, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2DFromArrayAsync(void *dst, uint64_t dpitch, void *src, uint64_t wOffset, uint64_t hOffset, uint64_t width, uint64_t height, int kind, void *stream);
int hipMemcpy2DFromArrayAsync(void *dst, uint64_t dpitch, void *src, uint64_t wOffset, uint64_t hOffset, uint64_t width, uint64_t height, int kind, void *stream) {
  collect_function *self = &collect_hip_function[249];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, dpitch);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, wOffset);
    collect_word(call, 4, hOffset);
    collect_word(call, 5, width);
    collect_word(call, 6, height);
    collect_word(call, 7, (uint64_t)(int64_t)kind);
    collect_word(call, 8, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t, uint64_t, uint64_t, uint64_t, int, void *))self->next)(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2DFromArray_spt(void *dst, uint64_t dpitch, void *src, uint64_t wOffset, uint64_t hOffset, uint64_t width, uint64_t height, int kind);
int hipMemcpy2DFromArray_spt(void *dst, uint64_t dpitch, void *src, uint64_t wOffset, uint64_t hOffset, uint64_t width, uint64_t height, int kind) {
  collect_function *self = &collect_hip_function[250];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, dpitch);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, wOffset);
    collect_word(call, 4, hOffset);
    collect_word(call, 5, width);
    collect_word(call, 6, height);
    collect_word(call, 7, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t, uint64_t, uint64_t, uint64_t, int))self->next)(dst, dpitch, src, wOffset, hOffset, width, height, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2DToArray(void *dst, uint64_t wOffset, uint64_t hOffset, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind);
int hipMemcpy2DToArray(void *dst, uint64_t wOffset, uint64_t hOffset, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind) {
  collect_function *self = &collect_hip_function[251];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, wOffset);
    collect_word(call, 2, hOffset);
    collect_word(call, 3, (uintptr_t)src);
    collect_word(call, 4, spitch);
    collect_word(call, 5, width);
    collect_word(call, 6, height);
    collect_word(call, 7, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, uint64_t, uint64_t, void *, uint64_t, uint64_t, uint64_t, int))self->next)(dst, wOffset, hOffset, src, spitch, width, height, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2DToArrayAsync(void *dst, uint64_t wOffset, uint64_t hOffset, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind, void *stream);
int hipMemcpy2DToArrayAsync(void *dst, uint64_t wOffset, uint64_t hOffset, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind, void *stream) {
  collect_function *self = &collect_hip_function[252];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, wOffset);
    collect_word(call, 2, hOffset);
    collect_word(call, 3, (uintptr_t)src);
    collect_word(call, 4, spitch);
    collect_word(call, 5, width);
    collect_word(call, 6, height);
    collect_word(call, 7, (uint64_t)(int64_t)kind);
    collect_word(call, 8, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint64_t, uint64_t, void *, uint64_t, uint64_t, uint64_t, int, void *))self->next)(dst, wOffset, hOffset, src, spitch, width, height, kind, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2DToArray_spt(void *dst, uint64_t wOffset, uint64_t hOffset, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind);
int hipMemcpy2DToArray_spt(void *dst, uint64_t wOffset, uint64_t hOffset, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind) {
  collect_function *self = &collect_hip_function[253];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, wOffset);
    collect_word(call, 2, hOffset);
    collect_word(call, 3, (uintptr_t)src);
    collect_word(call, 4, spitch);
    collect_word(call, 5, width);
    collect_word(call, 6, height);
    collect_word(call, 7, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, uint64_t, uint64_t, void *, uint64_t, uint64_t, uint64_t, int))self->next)(dst, wOffset, hOffset, src, spitch, width, height, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy2D_spt(void *dst, uint64_t dpitch, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind);
int hipMemcpy2D_spt(void *dst, uint64_t dpitch, void *src, uint64_t spitch, uint64_t width, uint64_t height, int kind) {
  collect_function *self = &collect_hip_function[254];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, dpitch);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, spitch);
    collect_word(call, 4, width);
    collect_word(call, 5, height);
    collect_word(call, 6, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t, uint64_t, uint64_t, int))self->next)(dst, dpitch, src, spitch, width, height, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy3D(void *p);
int hipMemcpy3D(void *p) {
  collect_function *self = &collect_hip_function[255];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)p);
  }
  int result = ((int (*)(void *))self->next)(p);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy3DAsync(void *p, void *stream);
int hipMemcpy3DAsync(void *p, void *stream) {
  collect_function *self = &collect_hip_function[256];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)p);
    collect_word(call, 1, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *))self->next)(p, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy3D_spt(void *p);
int hipMemcpy3D_spt(void *p) {
  collect_function *self = &collect_hip_function[257];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)p);
  }
  int result = ((int (*)(void *))self->next)(p);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyAsync(void *dst, void *src, uint64_t sizeBytes, int kind, void *stream);
int hipMemcpyAsync(void *dst, void *src, uint64_t sizeBytes, int kind, void *stream) {
  collect_function *self = &collect_hip_function[258];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uint64_t)(int64_t)kind);
    collect_word(call, 4, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint64_t, int, void *))self->next)(dst, src, sizeBytes, kind, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyAsync_spt(void *dst, void *src, uint64_t sizeBytes, int kind, void *stream);
int hipMemcpyAsync_spt(void *dst, void *src, uint64_t sizeBytes, int kind, void *stream) {
  collect_function *self = &collect_hip_function[259];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uint64_t)(int64_t)kind);
    collect_word(call, 4, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint64_t, int, void *))self->next)(dst, src, sizeBytes, kind, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyAtoH(void *dst, void *srcArray, uint64_t srcOffset, uint64_t count);
int hipMemcpyAtoH(void *dst, void *srcArray, uint64_t srcOffset, uint64_t count) {
  collect_function *self = &collect_hip_function[260];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)srcArray);
    collect_word(call, 2, srcOffset);
    collect_word(call, 3, count);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t))self->next)(dst, srcArray, srcOffset, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyDtoD(void *dst, void *src, uint64_t sizeBytes);
int hipMemcpyDtoD(void *dst, void *src, uint64_t sizeBytes) {
  collect_function *self = &collect_hip_function[261];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
  }
  int result = ((int (*)(void *, void *, uint64_t))self->next)(dst, src, sizeBytes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyDtoDAsync(void *dst, void *src, uint64_t sizeBytes, void *stream);
int hipMemcpyDtoDAsync(void *dst, void *src, uint64_t sizeBytes, void *stream) {
  collect_function *self = &collect_hip_function[262];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint64_t, void *))self->next)(dst, src, sizeBytes, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyDtoH(void *dst, void *src, uint64_t sizeBytes);
int hipMemcpyDtoH(void *dst, void *src, uint64_t sizeBytes) {
  collect_function *self = &collect_hip_function[263];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
  }
  int result = ((int (*)(void *, void *, uint64_t))self->next)(dst, src, sizeBytes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyDtoHAsync(void *dst, void *src, uint64_t sizeBytes, void *stream);
int hipMemcpyDtoHAsync(void *dst, void *src, uint64_t sizeBytes, void *stream) {
  collect_function *self = &collect_hip_function[264];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint64_t, void *))self->next)(dst, src, sizeBytes, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyFromArray(void *dst, void *srcArray, uint64_t wOffset, uint64_t hOffset, uint64_t count, int kind);
int hipMemcpyFromArray(void *dst, void *srcArray, uint64_t wOffset, uint64_t hOffset, uint64_t count, int kind) {
  collect_function *self = &collect_hip_function[265];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)srcArray);
    collect_word(call, 2, wOffset);
    collect_word(call, 3, hOffset);
    collect_word(call, 4, count);
    collect_word(call, 5, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, uint64_t, int))self->next)(dst, srcArray, wOffset, hOffset, count, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyFromSymbol(void *dst, void *symbol, uint64_t sizeBytes, uint64_t offset, int kind);
int hipMemcpyFromSymbol(void *dst, void *symbol, uint64_t sizeBytes, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[266];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)symbol);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, offset);
    collect_word(call, 4, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, int))self->next)(dst, symbol, sizeBytes, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyFromSymbolAsync(void *dst, void *symbol, uint64_t sizeBytes, uint64_t offset, int kind, void *stream);
int hipMemcpyFromSymbolAsync(void *dst, void *symbol, uint64_t sizeBytes, uint64_t offset, int kind, void *stream) {
  collect_function *self = &collect_hip_function[267];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)symbol);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, offset);
    collect_word(call, 4, (uint64_t)(int64_t)kind);
    collect_word(call, 5, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, int, void *))self->next)(dst, symbol, sizeBytes, offset, kind, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyFromSymbol_spt(void *dst, void *symbol, uint64_t sizeBytes, uint64_t offset, int kind);
int hipMemcpyFromSymbol_spt(void *dst, void *symbol, uint64_t sizeBytes, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[268];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)symbol);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, offset);
    collect_word(call, 4, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, int))self->next)(dst, symbol, sizeBytes, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyHtoA(void *dstArray, uint64_t dstOffset, void *srcHost, uint64_t count);
int hipMemcpyHtoA(void *dstArray, uint64_t dstOffset, void *srcHost, uint64_t count) {
  collect_function *self = &collect_hip_function[269];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dstArray);
    collect_word(call, 1, dstOffset);
    collect_word(call, 2, (uintptr_t)srcHost);
    collect_word(call, 3, count);
  }
  int result = ((int (*)(void *, uint64_t, void *, uint64_t))self->next)(dstArray, dstOffset, srcHost, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyHtoD(void *dst, void *src, uint64_t sizeBytes);
int hipMemcpyHtoD(void *dst, void *src, uint64_t sizeBytes) {
  collect_function *self = &collect_hip_function[270];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
  }
  int result = ((int (*)(void *, void *, uint64_t))self->next)(dst, src, sizeBytes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyHtoDAsync(void *dst, void *src, uint64_t sizeBytes, void *stream);
int hipMemcpyHtoDAsync(void *dst, void *src, uint64_t sizeBytes, void *stream) {
  collect_function *self = &collect_hip_function[271];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint64_t, void *))self->next)(dst, src, sizeBytes, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyParam2D(void *pCopy);
int hipMemcpyParam2D(void *pCopy) {
  collect_function *self = &collect_hip_function[272];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pCopy);
  }
  int result = ((int (*)(void *))self->next)(pCopy);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyParam2DAsync(void *pCopy, void *stream);
int hipMemcpyParam2DAsync(void *pCopy, void *stream) {
  collect_function *self = &collect_hip_function[273];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pCopy);
    collect_word(call, 1, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *))self->next)(pCopy, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyPeer(void *dst, int32_t dstDeviceId, void *src, int32_t srcDeviceId, uint64_t sizeBytes);
int hipMemcpyPeer(void *dst, int32_t dstDeviceId, void *src, int32_t srcDeviceId, uint64_t sizeBytes) {
  collect_function *self = &collect_hip_function[274];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uint64_t)(int64_t)dstDeviceId);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, (uint64_t)(int64_t)srcDeviceId);
    collect_word(call, 4, sizeBytes);
  }
  int result = ((int (*)(void *, int32_t, void *, int32_t, uint64_t))self->next)(dst, dstDeviceId, src, srcDeviceId, sizeBytes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyPeerAsync(void *dst, int32_t dstDeviceId, void *src, int32_t srcDevice, uint64_t sizeBytes, void *stream);
int hipMemcpyPeerAsync(void *dst, int32_t dstDeviceId, void *src, int32_t srcDevice, uint64_t sizeBytes, void *stream) {
  collect_function *self = &collect_hip_function[275];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uint64_t)(int64_t)dstDeviceId);
    collect_word(call, 2, (uintptr_t)src);
    collect_word(call, 3, (uint64_t)(int64_t)srcDevice);
    collect_word(call, 4, sizeBytes);
    collect_word(call, 5, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, int32_t, void *, int32_t, uint64_t, void *))self->next)(dst, dstDeviceId, src, srcDevice, sizeBytes, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyToArray(void *dst, uint64_t wOffset, uint64_t hOffset, void *src, uint64_t count, int kind);
int hipMemcpyToArray(void *dst, uint64_t wOffset, uint64_t hOffset, void *src, uint64_t count, int kind) {
  collect_function *self = &collect_hip_function[276];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, wOffset);
    collect_word(call, 2, hOffset);
    collect_word(call, 3, (uintptr_t)src);
    collect_word(call, 4, count);
    collect_word(call, 5, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, uint64_t, uint64_t, void *, uint64_t, int))self->next)(dst, wOffset, hOffset, src, count, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyToSymbol(void *symbol, void *src, uint64_t sizeBytes, uint64_t offset, int kind);
int hipMemcpyToSymbol(void *symbol, void *src, uint64_t sizeBytes, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[277];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)symbol);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, offset);
    collect_word(call, 4, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, int))self->next)(symbol, src, sizeBytes, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyToSymbolAsync(void *symbol, void *src, uint64_t sizeBytes, uint64_t offset, int kind, void *stream);
int hipMemcpyToSymbolAsync(void *symbol, void *src, uint64_t sizeBytes, uint64_t offset, int kind, void *stream) {
  collect_function *self = &collect_hip_function[278];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)symbol);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, offset);
    collect_word(call, 4, (uint64_t)(int64_t)kind);
    collect_word(call, 5, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, int, void *))self->next)(symbol, src, sizeBytes, offset, kind, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyToSymbol_spt(void *symbol, void *src, uint64_t sizeBytes, uint64_t offset, int kind);
int hipMemcpyToSymbol_spt(void *symbol, void *src, uint64_t sizeBytes, uint64_t offset, int kind) {
  collect_function *self = &collect_hip_function[279];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)symbol);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, offset);
    collect_word(call, 4, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint64_t, int))self->next)(symbol, src, sizeBytes, offset, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpyWithStream(void *dst, void *src, uint64_t sizeBytes, int kind, void *stream);
int hipMemcpyWithStream(void *dst, void *src, uint64_t sizeBytes, int kind, void *stream) {
  collect_function *self = &collect_hip_function[280];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uint64_t)(int64_t)kind);
    collect_word(call, 4, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint64_t, int, void *))self->next)(dst, src, sizeBytes, kind, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemcpy_spt(void *dst, void *src, uint64_t sizeBytes, int kind);
int hipMemcpy_spt(void *dst, void *src, uint64_t sizeBytes, int kind) {
  collect_function *self = &collect_hip_function[281];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uintptr_t)src);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uint64_t)(int64_t)kind);
  }
  int result = ((int (*)(void *, void *, uint64_t, int))self->next)(dst, src, sizeBytes, kind);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemset(void *dst, int32_t value, uint64_t sizeBytes);
int hipMemset(void *dst, int32_t value, uint64_t sizeBytes) {
  collect_function *self = &collect_hip_function[282];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uint64_t)(int64_t)value);
    collect_word(call, 2, sizeBytes);
  }
  int result = ((int (*)(void *, int32_t, uint64_t))self->next)(dst, value, sizeBytes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemset2D(void *dst, uint64_t pitch, int32_t value, uint64_t width, uint64_t height);
int hipMemset2D(void *dst, uint64_t pitch, int32_t value, uint64_t width, uint64_t height) {
  collect_function *self = &collect_hip_function[283];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, pitch);
    collect_word(call, 2, (uint64_t)(int64_t)value);
    collect_word(call, 3, width);
    collect_word(call, 4, height);
  }
  int result = ((int (*)(void *, uint64_t, int32_t, uint64_t, uint64_t))self->next)(dst, pitch, value, width, height);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemset2DAsync(void *dst, uint64_t pitch, int32_t value, uint64_t width, uint64_t height, void *stream);
int hipMemset2DAsync(void *dst, uint64_t pitch, int32_t value, uint64_t width, uint64_t height, void *stream) {
  collect_function *self = &collect_hip_function[284];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, pitch);
    collect_word(call, 2, (uint64_t)(int64_t)value);
    collect_word(call, 3, width);
    collect_word(call, 4, height);
    collect_word(call, 5, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint64_t, int32_t, uint64_t, uint64_t, void *))self->next)(dst, pitch, value, width, height, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemset2D_spt(void *dst, uint64_t pitch, int32_t value, uint64_t width, uint64_t height);
int hipMemset2D_spt(void *dst, uint64_t pitch, int32_t value, uint64_t width, uint64_t height) {
  collect_function *self = &collect_hip_function[285];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, pitch);
    collect_word(call, 2, (uint64_t)(int64_t)value);
    collect_word(call, 3, width);
    collect_word(call, 4, height);
  }
  int result = ((int (*)(void *, uint64_t, int32_t, uint64_t, uint64_t))self->next)(dst, pitch, value, width, height);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemset3D(struct_hipPitchedPtr pitchedDevPtr, int32_t value, struct_hipExtent extent);
int hipMemset3D(struct_hipPitchedPtr pitchedDevPtr, int32_t value, struct_hipExtent extent) {
  collect_function *self = &collect_hip_function[286];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_struct_words(call, 0, &pitchedDevPtr, sizeof pitchedDevPtr);
    collect_word(call, 4, (uint64_t)(int64_t)value);
    collect_struct_words(call, 5, &extent, sizeof extent);
  }
  int result = ((int (*)(struct_hipPitchedPtr, int32_t, struct_hipExtent))self->next)(pitchedDevPtr, value, extent);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemset3DAsync(struct_hipPitchedPtr pitchedDevPtr, int32_t value, struct_hipExtent extent, void *stream);
int hipMemset3DAsync(struct_hipPitchedPtr pitchedDevPtr, int32_t value, struct_hipExtent extent, void *stream) {
  collect_function *self = &collect_hip_function[287];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_struct_words(call, 0, &pitchedDevPtr, sizeof pitchedDevPtr);
    collect_word(call, 4, (uint64_t)(int64_t)value);
    collect_struct_words(call, 5, &extent, sizeof extent);
    collect_word(call, 8, (uintptr_t)stream);
  }
  int result = ((int (*)(struct_hipPitchedPtr, int32_t, struct_hipExtent, void *))self->next)(pitchedDevPtr, value, extent, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemset3D_spt(struct_hipPitchedPtr pitchedDevPtr, int32_t value, struct_hipExtent extent);
int hipMemset3D_spt(struct_hipPitchedPtr pitchedDevPtr, int32_t value, struct_hipExtent extent) {
  collect_function *self = &collect_hip_function[288];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_struct_words(call, 0, &pitchedDevPtr, sizeof pitchedDevPtr);
    collect_word(call, 4, (uint64_t)(int64_t)value);
    collect_struct_words(call, 5, &extent, sizeof extent);
  }
  int result = ((int (*)(struct_hipPitchedPtr, int32_t, struct_hipExtent))self->next)(pitchedDevPtr, value, extent);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemsetAsync(void *dst, int32_t value, uint64_t sizeBytes, void *stream);
int hipMemsetAsync(void *dst, int32_t value, uint64_t sizeBytes, void *stream) {
  collect_function *self = &collect_hip_function[289];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uint64_t)(int64_t)value);
    collect_word(call, 2, sizeBytes);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, int32_t, uint64_t, void *))self->next)(dst, value, sizeBytes, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemsetD16(void *dest, uint16_t value, uint64_t count);
int hipMemsetD16(void *dest, uint16_t value, uint64_t count) {
  collect_function *self = &collect_hip_function[290];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dest);
    collect_word(call, 1, value);
    collect_word(call, 2, count);
  }
  int result = ((int (*)(void *, uint16_t, uint64_t))self->next)(dest, value, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemsetD16Async(void *dest, uint16_t value, uint64_t count, void *stream);
int hipMemsetD16Async(void *dest, uint16_t value, uint64_t count, void *stream) {
  collect_function *self = &collect_hip_function[291];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dest);
    collect_word(call, 1, value);
    collect_word(call, 2, count);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint16_t, uint64_t, void *))self->next)(dest, value, count, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemsetD32(void *dest, int32_t value, uint64_t count);
int hipMemsetD32(void *dest, int32_t value, uint64_t count) {
  collect_function *self = &collect_hip_function[292];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dest);
    collect_word(call, 1, (uint64_t)(int64_t)value);
    collect_word(call, 2, count);
  }
  int result = ((int (*)(void *, int32_t, uint64_t))self->next)(dest, value, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemsetD32Async(void *dst, int32_t value, uint64_t count, void *stream);
int hipMemsetD32Async(void *dst, int32_t value, uint64_t count, void *stream) {
  collect_function *self = &collect_hip_function[293];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uint64_t)(int64_t)value);
    collect_word(call, 2, count);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, int32_t, uint64_t, void *))self->next)(dst, value, count, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemsetD8(void *dest, uint8_t value, uint64_t count);
int hipMemsetD8(void *dest, uint8_t value, uint64_t count) {
  collect_function *self = &collect_hip_function[294];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dest);
    collect_word(call, 1, value);
    collect_word(call, 2, count);
  }
  int result = ((int (*)(void *, uint8_t, uint64_t))self->next)(dest, value, count);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemsetD8Async(void *dest, uint8_t value, uint64_t count, void *stream);
int hipMemsetD8Async(void *dest, uint8_t value, uint64_t count, void *stream) {
  collect_function *self = &collect_hip_function[295];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dest);
    collect_word(call, 1, value);
    collect_word(call, 2, count);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, uint8_t, uint64_t, void *))self->next)(dest, value, count, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMemset_spt(void *dst, int32_t value, uint64_t sizeBytes);
int hipMemset_spt(void *dst, int32_t value, uint64_t sizeBytes) {
  collect_function *self = &collect_hip_function[296];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dst);
    collect_word(call, 1, (uint64_t)(int64_t)value);
    collect_word(call, 2, sizeBytes);
  }
  int result = ((int (*)(void *, int32_t, uint64_t))self->next)(dst, value, sizeBytes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMipmappedArrayCreate(void *pHandle, void *pMipmappedArrayDesc, uint32_t numMipmapLevels);
int hipMipmappedArrayCreate(void *pHandle, void *pMipmappedArrayDesc, uint32_t numMipmapLevels) {
  collect_function *self = &collect_hip_function[297];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pHandle);
    collect_word(call, 1, (uintptr_t)pMipmappedArrayDesc);
    collect_word(call, 2, numMipmapLevels);
  }
  int result = ((int (*)(void *, void *, uint32_t))self->next)(pHandle, pMipmappedArrayDesc, numMipmapLevels);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMipmappedArrayDestroy(void *hMipmappedArray);
int hipMipmappedArrayDestroy(void *hMipmappedArray) {
  collect_function *self = &collect_hip_function[298];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)hMipmappedArray);
  }
  int result = ((int (*)(void *))self->next)(hMipmappedArray);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipMipmappedArrayGetLevel(void *pLevelArray, void *hMipMappedArray, uint32_t level);
int hipMipmappedArrayGetLevel(void *pLevelArray, void *hMipMappedArray, uint32_t level) {
  collect_function *self = &collect_hip_function[299];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pLevelArray);
    collect_word(call, 1, (uintptr_t)hMipMappedArray);
    collect_word(call, 2, level);
  }
  int result = ((int (*)(void *, void *, uint32_t))self->next)(pLevelArray, hMipMappedArray, level);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleGetFunction(void *function, void *module, const char *kname);
int hipModuleGetFunction(void *function, void *module, const char *kname) {
  collect_function *self = &collect_hip_function[300];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)function);
    collect_word(call, 1, (uintptr_t)module);
    collect_word(call, 2, collect_string_word(kname));
  }
  int result = ((int (*)(void *, void *, const char *))self->next)(function, module, kname);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleGetGlobal(void *dptr, void *bytes, void *hmod, const char *name);
int hipModuleGetGlobal(void *dptr, void *bytes, void *hmod, const char *name) {
  collect_function *self = &collect_hip_function[301];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dptr);
    collect_word(call, 1, (uintptr_t)bytes);
    collect_word(call, 2, (uintptr_t)hmod);
    collect_word(call, 3, collect_string_word(name));
  }
  int result = ((int (*)(void *, void *, void *, const char *))self->next)(dptr, bytes, hmod, name);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleGetTexRef(void *texRef, void *hmod, const char *name);
int hipModuleGetTexRef(void *texRef, void *hmod, const char *name) {
  collect_function *self = &collect_hip_function[302];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, (uintptr_t)hmod);
    collect_word(call, 2, collect_string_word(name));
  }
  int result = ((int (*)(void *, void *, const char *))self->next)(texRef, hmod, name);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleLaunchKernel(void *f, uint32_t gridDimX, uint32_t gridDimY, uint32_t gridDimZ, uint32_t blockDimX, uint32_t blockDimY, uint32_t blockDimZ, uint32_t sharedMemBytes, void *stream, void *kernelParams, void *extra);
int hipModuleLaunchKernel(void *f, uint32_t gridDimX, uint32_t gridDimY, uint32_t gridDimZ, uint32_t blockDimX, uint32_t blockDimY, uint32_t blockDimZ, uint32_t sharedMemBytes, void *stream, void *kernelParams, void *extra) {
  collect_function *self = &collect_hip_function[303];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)f);
    collect_word(call, 1, gridDimX);
    collect_word(call, 2, gridDimY);
    collect_word(call, 3, gridDimZ);
    collect_word(call, 4, blockDimX);
    collect_word(call, 5, blockDimY);
    collect_word(call, 6, blockDimZ);
    collect_word(call, 7, sharedMemBytes);
    collect_word(call, 8, (uintptr_t)stream);
    collect_word(call, 9, (uintptr_t)kernelParams);
    collect_word(call, 10, (uintptr_t)extra);
  }
  int result = ((int (*)(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, void *, void *, void *))self->next)(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, stream, kernelParams, extra);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleLoad(void *module, const char *fname);
int hipModuleLoad(void *module, const char *fname) {
  collect_function *self = &collect_hip_function[304];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)module);
    collect_word(call, 1, collect_string_word(fname));
  }
  int result = ((int (*)(void *, const char *))self->next)(module, fname);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleLoadData(void *module, void *image);
int hipModuleLoadData(void *module, void *image) {
  collect_function *self = &collect_hip_function[305];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)module);
    collect_word(call, 1, (uintptr_t)image);
  }
  int result = ((int (*)(void *, void *))self->next)(module, image);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleLoadDataEx(void *module, void *image, uint32_t numOptions, void *options, void *optionValues);
int hipModuleLoadDataEx(void *module, void *image, uint32_t numOptions, void *options, void *optionValues) {
  collect_function *self = &collect_hip_function[306];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)module);
    collect_word(call, 1, (uintptr_t)image);
    collect_word(call, 2, numOptions);
    collect_word(call, 3, (uintptr_t)options);
    collect_word(call, 4, (uintptr_t)optionValues);
  }
  int result = ((int (*)(void *, void *, uint32_t, void *, void *))self->next)(module, image, numOptions, options, optionValues);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(void *numBlocks, void *f, int32_t blockSize, uint64_t dynSharedMemPerBlk);
int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(void *numBlocks, void *f, int32_t blockSize, uint64_t dynSharedMemPerBlk) {
  collect_function *self = &collect_hip_function[307];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)numBlocks);
    collect_word(call, 1, (uintptr_t)f);
    collect_word(call, 2, (uint64_t)(int64_t)blockSize);
    collect_word(call, 3, dynSharedMemPerBlk);
  }
  int result = ((int (*)(void *, void *, int32_t, uint64_t))self->next)(numBlocks, f, blockSize, dynSharedMemPerBlk);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(void *numBlocks, void *f, int32_t blockSize, uint64_t dynSharedMemPerBlk, uint32_t flags);
int hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(void *numBlocks, void *f, int32_t blockSize, uint64_t dynSharedMemPerBlk, uint32_t flags) {
  collect_function *self = &collect_hip_function[308];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)numBlocks);
    collect_word(call, 1, (uintptr_t)f);
    collect_word(call, 2, (uint64_t)(int64_t)blockSize);
    collect_word(call, 3, dynSharedMemPerBlk);
    collect_word(call, 4, flags);
  }
  int result = ((int (*)(void *, void *, int32_t, uint64_t, uint32_t))self->next)(numBlocks, f, blockSize, dynSharedMemPerBlk, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleOccupancyMaxPotentialBlockSize(void *gridSize, void *blockSize, void *f, uint64_t dynSharedMemPerBlk, int32_t blockSizeLimit);
int hipModuleOccupancyMaxPotentialBlockSize(void *gridSize, void *blockSize, void *f, uint64_t dynSharedMemPerBlk, int32_t blockSizeLimit) {
  collect_function *self = &collect_hip_function[309];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)gridSize);
    collect_word(call, 1, (uintptr_t)blockSize);
    collect_word(call, 2, (uintptr_t)f);
    collect_word(call, 3, dynSharedMemPerBlk);
    collect_word(call, 4, (uint64_t)(int64_t)blockSizeLimit);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, int32_t))self->next)(gridSize, blockSize, f, dynSharedMemPerBlk, blockSizeLimit);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleOccupancyMaxPotentialBlockSizeWithFlags(void *gridSize, void *blockSize, void *f, uint64_t dynSharedMemPerBlk, int32_t blockSizeLimit, uint32_t flags);
int hipModuleOccupancyMaxPotentialBlockSizeWithFlags(void *gridSize, void *blockSize, void *f, uint64_t dynSharedMemPerBlk, int32_t blockSizeLimit, uint32_t flags) {
  collect_function *self = &collect_hip_function[310];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)gridSize);
    collect_word(call, 1, (uintptr_t)blockSize);
    collect_word(call, 2, (uintptr_t)f);
    collect_word(call, 3, dynSharedMemPerBlk);
    collect_word(call, 4, (uint64_t)(int64_t)blockSizeLimit);
    collect_word(call, 5, flags);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, int32_t, uint32_t))self->next)(gridSize, blockSize, f, dynSharedMemPerBlk, blockSizeLimit, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipModuleUnload(void *module);
int hipModuleUnload(void *module) {
  collect_function *self = &collect_hip_function[311];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)module);
  }
  int result = ((int (*)(void *))self->next)(module);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipOccupancyMaxActiveBlocksPerMultiprocessor(void *numBlocks, void *f, int32_t blockSize, uint64_t dynSharedMemPerBlk);
int hipOccupancyMaxActiveBlocksPerMultiprocessor(void *numBlocks, void *f, int32_t blockSize, uint64_t dynSharedMemPerBlk) {
  collect_function *self = &collect_hip_function[312];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)numBlocks);
    collect_word(call, 1, (uintptr_t)f);
    collect_word(call, 2, (uint64_t)(int64_t)blockSize);
    collect_word(call, 3, dynSharedMemPerBlk);
  }
  int result = ((int (*)(void *, void *, int32_t, uint64_t))self->next)(numBlocks, f, blockSize, dynSharedMemPerBlk);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(void *numBlocks, void *f, int32_t blockSize, uint64_t dynSharedMemPerBlk, uint32_t flags);
int hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(void *numBlocks, void *f, int32_t blockSize, uint64_t dynSharedMemPerBlk, uint32_t flags) {
  collect_function *self = &collect_hip_function[313];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)numBlocks);
    collect_word(call, 1, (uintptr_t)f);
    collect_word(call, 2, (uint64_t)(int64_t)blockSize);
    collect_word(call, 3, dynSharedMemPerBlk);
    collect_word(call, 4, flags);
  }
  int result = ((int (*)(void *, void *, int32_t, uint64_t, uint32_t))self->next)(numBlocks, f, blockSize, dynSharedMemPerBlk, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipOccupancyMaxPotentialBlockSize(void *gridSize, void *blockSize, void *f, uint64_t dynSharedMemPerBlk, int32_t blockSizeLimit);
int hipOccupancyMaxPotentialBlockSize(void *gridSize, void *blockSize, void *f, uint64_t dynSharedMemPerBlk, int32_t blockSizeLimit) {
  collect_function *self = &collect_hip_function[314];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)gridSize);
    collect_word(call, 1, (uintptr_t)blockSize);
    collect_word(call, 2, (uintptr_t)f);
    collect_word(call, 3, dynSharedMemPerBlk);
    collect_word(call, 4, (uint64_t)(int64_t)blockSizeLimit);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t, int32_t))self->next)(gridSize, blockSize, f, dynSharedMemPerBlk, blockSizeLimit);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipPeekAtLastError(void);
int hipPeekAtLastError(void) {
  collect_function *self = &collect_hip_function[315];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipPointerGetAttribute(void *data, int attribute, void *ptr);
int hipPointerGetAttribute(void *data, int attribute, void *ptr) {
  collect_function *self = &collect_hip_function[316];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)data);
    collect_word(call, 1, (uint64_t)(int64_t)attribute);
    collect_word(call, 2, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *, int, void *))self->next)(data, attribute, ptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipPointerGetAttributes(void *attributes, void *ptr);
int hipPointerGetAttributes(void *attributes, void *ptr) {
  collect_function *self = &collect_hip_function[317];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)attributes);
    collect_word(call, 1, (uintptr_t)ptr);
  }
  int result = ((int (*)(void *, void *))self->next)(attributes, ptr);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipProfilerStart(void);
int hipProfilerStart(void) {
  collect_function *self = &collect_hip_function[318];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipProfilerStop(void);
int hipProfilerStop(void) {
  collect_function *self = &collect_hip_function[319];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  int result = ((int (*)(void))self->next)();
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipRuntimeGetVersion(void *runtimeVersion);
int hipRuntimeGetVersion(void *runtimeVersion) {
  collect_function *self = &collect_hip_function[320];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)runtimeVersion);
  }
  int result = ((int (*)(void *))self->next)(runtimeVersion);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipSetDevice(int32_t deviceId);
int hipSetDevice(int32_t deviceId) {
  collect_function *self = &collect_hip_function[321];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)deviceId);
  }
  int result = ((int (*)(int32_t))self->next)(deviceId);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipSetDeviceFlags(uint32_t flags);
int hipSetDeviceFlags(uint32_t flags) {
  collect_function *self = &collect_hip_function[322];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, flags);
  }
  int result = ((int (*)(uint32_t))self->next)(flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipSetupArgument(void *arg, uint64_t size, uint64_t offset);
int hipSetupArgument(void *arg, uint64_t size, uint64_t offset) {
  collect_function *self = &collect_hip_function[323];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)arg);
    collect_word(call, 1, size);
    collect_word(call, 2, offset);
  }
  int result = ((int (*)(void *, uint64_t, uint64_t))self->next)(arg, size, offset);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipSignalExternalSemaphoresAsync(void *extSemArray, void *paramsArray, uint32_t numExtSems, void *stream);
int hipSignalExternalSemaphoresAsync(void *extSemArray, void *paramsArray, uint32_t numExtSems, void *stream) {
  collect_function *self = &collect_hip_function[324];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)extSemArray);
    collect_word(call, 1, (uintptr_t)paramsArray);
    collect_word(call, 2, numExtSems);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint32_t, void *))self->next)(extSemArray, paramsArray, numExtSems, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamAddCallback(void *stream, void *callback, void *userData, uint32_t flags);
int hipStreamAddCallback(void *stream, void *callback, void *userData, uint32_t flags) {
  collect_function *self = &collect_hip_function[325];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)callback);
    collect_word(call, 2, (uintptr_t)userData);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, void *, void *, uint32_t))self->next)(stream, callback, userData, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamAttachMemAsync(void *stream, void *dev_ptr, uint64_t length, uint32_t flags);
int hipStreamAttachMemAsync(void *stream, void *dev_ptr, uint64_t length, uint32_t flags) {
  collect_function *self = &collect_hip_function[326];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)dev_ptr);
    collect_word(call, 2, length);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint32_t))self->next)(stream, dev_ptr, length, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamBeginCapture(void *stream, int mode);
int hipStreamBeginCapture(void *stream, int mode) {
  collect_function *self = &collect_hip_function[327];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uint64_t)(int64_t)mode);
  }
  int result = ((int (*)(void *, int))self->next)(stream, mode);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamCreate(void *stream);
int hipStreamCreate(void *stream) {
  collect_function *self = &collect_hip_function[328];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
  }
  int result = ((int (*)(void *))self->next)(stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  collect_after_hipStreamCreate(result, stream);
  return result;
}

COLLECT_EXPORT int hipStreamCreateWithFlags(void *stream, uint32_t flags);
int hipStreamCreateWithFlags(void *stream, uint32_t flags) {
  collect_function *self = &collect_hip_function[329];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, flags);
  }
  int result = ((int (*)(void *, uint32_t))self->next)(stream, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  collect_after_hipStreamCreateWithFlags(result, stream, flags);
  return result;
}

COLLECT_EXPORT int hipStreamCreateWithPriority(void *stream, uint32_t flags, int32_t priority);
int hipStreamCreateWithPriority(void *stream, uint32_t flags, int32_t priority) {
  collect_function *self = &collect_hip_function[330];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, flags);
    collect_word(call, 2, (uint64_t)(int64_t)priority);
  }
  int result = ((int (*)(void *, uint32_t, int32_t))self->next)(stream, flags, priority);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  collect_after_hipStreamCreateWithPriority(result, stream, flags, priority);
  return result;
}

COLLECT_EXPORT int hipStreamDestroy(void *stream);
int hipStreamDestroy(void *stream) {
  collect_function *self = &collect_hip_function[331];
  uint64_t before = collect_before_hipStreamDestroy(stream);
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
  }
  int result = ((int (*)(void *))self->next)(stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  collect_after_hipStreamDestroy(result, before, stream);
  return result;
}

COLLECT_EXPORT int hipStreamEndCapture(void *stream, void *pGraph);
int hipStreamEndCapture(void *stream, void *pGraph) {
  collect_function *self = &collect_hip_function[332];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)pGraph);
  }
  int result = ((int (*)(void *, void *))self->next)(stream, pGraph);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamGetCaptureInfo(void *stream, void *pCaptureStatus, void *pId);
int hipStreamGetCaptureInfo(void *stream, void *pCaptureStatus, void *pId) {
  collect_function *self = &collect_hip_function[333];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)pCaptureStatus);
    collect_word(call, 2, (uintptr_t)pId);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(stream, pCaptureStatus, pId);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamGetCaptureInfo_v2(void *stream, void *captureStatus_out, void *id_out, void *graph_out, void *dependencies_out, void *numDependencies_out);
int hipStreamGetCaptureInfo_v2(void *stream, void *captureStatus_out, void *id_out, void *graph_out, void *dependencies_out, void *numDependencies_out) {
  collect_function *self = &collect_hip_function[334];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)captureStatus_out);
    collect_word(call, 2, (uintptr_t)id_out);
    collect_word(call, 3, (uintptr_t)graph_out);
    collect_word(call, 4, (uintptr_t)dependencies_out);
    collect_word(call, 5, (uintptr_t)numDependencies_out);
  }
  int result = ((int (*)(void *, void *, void *, void *, void *, void *))self->next)(stream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamGetFlags(void *stream, void *flags);
int hipStreamGetFlags(void *stream, void *flags) {
  collect_function *self = &collect_hip_function[335];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)flags);
  }
  int result = ((int (*)(void *, void *))self->next)(stream, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamGetFlags_spt(void *stream, void *flags);
int hipStreamGetFlags_spt(void *stream, void *flags) {
  collect_function *self = &collect_hip_function[336];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)flags);
  }
  int result = ((int (*)(void *, void *))self->next)(stream, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamGetPriority(void *stream, void *priority);
int hipStreamGetPriority(void *stream, void *priority) {
  collect_function *self = &collect_hip_function[337];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)priority);
  }
  int result = ((int (*)(void *, void *))self->next)(stream, priority);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamGetPriority_spt(void *stream, void *priority);
int hipStreamGetPriority_spt(void *stream, void *priority) {
  collect_function *self = &collect_hip_function[338];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)priority);
  }
  int result = ((int (*)(void *, void *))self->next)(stream, priority);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamIsCapturing(void *stream, void *pCaptureStatus);
int hipStreamIsCapturing(void *stream, void *pCaptureStatus) {
  collect_function *self = &collect_hip_function[339];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)pCaptureStatus);
  }
  int result = ((int (*)(void *, void *))self->next)(stream, pCaptureStatus);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamQuery(void *stream);
int hipStreamQuery(void *stream) {
  collect_function *self = &collect_hip_function[340];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
  }
  int result = ((int (*)(void *))self->next)(stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamQuery_spt(void *stream);
int hipStreamQuery_spt(void *stream) {
  collect_function *self = &collect_hip_function[341];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
  }
  int result = ((int (*)(void *))self->next)(stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamSynchronize(void *stream);
int hipStreamSynchronize(void *stream) {
  collect_function *self = &collect_hip_function[342];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
  }
  int result = ((int (*)(void *))self->next)(stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamSynchronize_spt(void *stream);
int hipStreamSynchronize_spt(void *stream) {
  collect_function *self = &collect_hip_function[343];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
  }
  int result = ((int (*)(void *))self->next)(stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamUpdateCaptureDependencies(void *stream, void *dependencies, uint64_t numDependencies, uint32_t flags);
int hipStreamUpdateCaptureDependencies(void *stream, void *dependencies, uint64_t numDependencies, uint32_t flags) {
  collect_function *self = &collect_hip_function[344];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)dependencies);
    collect_word(call, 2, numDependencies);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint32_t))self->next)(stream, dependencies, numDependencies, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamWaitEvent(void *stream, void *event, uint32_t flags);
int hipStreamWaitEvent(void *stream, void *event, uint32_t flags) {
  collect_function *self = &collect_hip_function[345];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)event);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, void *, uint32_t))self->next)(stream, event, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamWaitEvent_spt(void *stream, void *event, uint32_t flags);
int hipStreamWaitEvent_spt(void *stream, void *event, uint32_t flags) {
  collect_function *self = &collect_hip_function[346];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)event);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, void *, uint32_t))self->next)(stream, event, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamWaitValue32(void *stream, void *ptr, uint32_t value, uint32_t flags, uint32_t mask);
int hipStreamWaitValue32(void *stream, void *ptr, uint32_t value, uint32_t flags, uint32_t mask) {
  collect_function *self = &collect_hip_function[347];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)ptr);
    collect_word(call, 2, value);
    collect_word(call, 3, flags);
    collect_word(call, 4, mask);
  }
  int result = ((int (*)(void *, void *, uint32_t, uint32_t, uint32_t))self->next)(stream, ptr, value, flags, mask);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamWaitValue64(void *stream, void *ptr, uint64_t value, uint32_t flags, uint64_t mask);
int hipStreamWaitValue64(void *stream, void *ptr, uint64_t value, uint32_t flags, uint64_t mask) {
  collect_function *self = &collect_hip_function[348];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)ptr);
    collect_word(call, 2, value);
    collect_word(call, 3, flags);
    collect_word(call, 4, mask);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint32_t, uint64_t))self->next)(stream, ptr, value, flags, mask);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamWriteValue32(void *stream, void *ptr, uint32_t value, uint32_t flags);
int hipStreamWriteValue32(void *stream, void *ptr, uint32_t value, uint32_t flags) {
  collect_function *self = &collect_hip_function[349];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)ptr);
    collect_word(call, 2, value);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, void *, uint32_t, uint32_t))self->next)(stream, ptr, value, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipStreamWriteValue64(void *stream, void *ptr, uint64_t value, uint32_t flags);
int hipStreamWriteValue64(void *stream, void *ptr, uint64_t value, uint32_t flags) {
  collect_function *self = &collect_hip_function[350];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)stream);
    collect_word(call, 1, (uintptr_t)ptr);
    collect_word(call, 2, value);
    collect_word(call, 3, flags);
  }
  int result = ((int (*)(void *, void *, uint64_t, uint32_t))self->next)(stream, ptr, value, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexObjectCreate(void *pTexObject, void *pResDesc, void *pTexDesc, void *pResViewDesc);
int hipTexObjectCreate(void *pTexObject, void *pResDesc, void *pTexDesc, void *pResViewDesc) {
  collect_function *self = &collect_hip_function[351];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pTexObject);
    collect_word(call, 1, (uintptr_t)pResDesc);
    collect_word(call, 2, (uintptr_t)pTexDesc);
    collect_word(call, 3, (uintptr_t)pResViewDesc);
  }
  int result = ((int (*)(void *, void *, void *, void *))self->next)(pTexObject, pResDesc, pTexDesc, pResViewDesc);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexObjectDestroy(void *texObject);
int hipTexObjectDestroy(void *texObject) {
  collect_function *self = &collect_hip_function[352];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texObject);
  }
  int result = ((int (*)(void *))self->next)(texObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexObjectGetResourceDesc(void *pResDesc, void *texObject);
int hipTexObjectGetResourceDesc(void *pResDesc, void *texObject) {
  collect_function *self = &collect_hip_function[353];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pResDesc);
    collect_word(call, 1, (uintptr_t)texObject);
  }
  int result = ((int (*)(void *, void *))self->next)(pResDesc, texObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexObjectGetResourceViewDesc(void *pResViewDesc, void *texObject);
int hipTexObjectGetResourceViewDesc(void *pResViewDesc, void *texObject) {
  collect_function *self = &collect_hip_function[354];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pResViewDesc);
    collect_word(call, 1, (uintptr_t)texObject);
  }
  int result = ((int (*)(void *, void *))self->next)(pResViewDesc, texObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexObjectGetTextureDesc(void *pTexDesc, void *texObject);
int hipTexObjectGetTextureDesc(void *pTexDesc, void *texObject) {
  collect_function *self = &collect_hip_function[355];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pTexDesc);
    collect_word(call, 1, (uintptr_t)texObject);
  }
  int result = ((int (*)(void *, void *))self->next)(pTexDesc, texObject);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetAddress(void *dev_ptr, void *texRef);
int hipTexRefGetAddress(void *dev_ptr, void *texRef) {
  collect_function *self = &collect_hip_function[356];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)dev_ptr);
    collect_word(call, 1, (uintptr_t)texRef);
  }
  int result = ((int (*)(void *, void *))self->next)(dev_ptr, texRef);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetAddressMode(void *pam, void *texRef, int32_t dim);
int hipTexRefGetAddressMode(void *pam, void *texRef, int32_t dim) {
  collect_function *self = &collect_hip_function[357];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pam);
    collect_word(call, 1, (uintptr_t)texRef);
    collect_word(call, 2, (uint64_t)(int64_t)dim);
  }
  int result = ((int (*)(void *, void *, int32_t))self->next)(pam, texRef, dim);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetFilterMode(void *pfm, void *texRef);
int hipTexRefGetFilterMode(void *pfm, void *texRef) {
  collect_function *self = &collect_hip_function[358];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pfm);
    collect_word(call, 1, (uintptr_t)texRef);
  }
  int result = ((int (*)(void *, void *))self->next)(pfm, texRef);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetFlags(void *pFlags, void *texRef);
int hipTexRefGetFlags(void *pFlags, void *texRef) {
  collect_function *self = &collect_hip_function[359];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pFlags);
    collect_word(call, 1, (uintptr_t)texRef);
  }
  int result = ((int (*)(void *, void *))self->next)(pFlags, texRef);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetFormat(void *pFormat, void *pNumChannels, void *texRef);
int hipTexRefGetFormat(void *pFormat, void *pNumChannels, void *texRef) {
  collect_function *self = &collect_hip_function[360];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pFormat);
    collect_word(call, 1, (uintptr_t)pNumChannels);
    collect_word(call, 2, (uintptr_t)texRef);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(pFormat, pNumChannels, texRef);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetMaxAnisotropy(void *pmaxAnsio, void *texRef);
int hipTexRefGetMaxAnisotropy(void *pmaxAnsio, void *texRef) {
  collect_function *self = &collect_hip_function[361];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pmaxAnsio);
    collect_word(call, 1, (uintptr_t)texRef);
  }
  int result = ((int (*)(void *, void *))self->next)(pmaxAnsio, texRef);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetMipmapFilterMode(void *pfm, void *texRef);
int hipTexRefGetMipmapFilterMode(void *pfm, void *texRef) {
  collect_function *self = &collect_hip_function[362];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pfm);
    collect_word(call, 1, (uintptr_t)texRef);
  }
  int result = ((int (*)(void *, void *))self->next)(pfm, texRef);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetMipmapLevelBias(void *pbias, void *texRef);
int hipTexRefGetMipmapLevelBias(void *pbias, void *texRef) {
  collect_function *self = &collect_hip_function[363];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pbias);
    collect_word(call, 1, (uintptr_t)texRef);
  }
  int result = ((int (*)(void *, void *))self->next)(pbias, texRef);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefGetMipmapLevelClamp(void *pminMipmapLevelClamp, void *pmaxMipmapLevelClamp, void *texRef);
int hipTexRefGetMipmapLevelClamp(void *pminMipmapLevelClamp, void *pmaxMipmapLevelClamp, void *texRef) {
  collect_function *self = &collect_hip_function[364];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)pminMipmapLevelClamp);
    collect_word(call, 1, (uintptr_t)pmaxMipmapLevelClamp);
    collect_word(call, 2, (uintptr_t)texRef);
  }
  int result = ((int (*)(void *, void *, void *))self->next)(pminMipmapLevelClamp, pmaxMipmapLevelClamp, texRef);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetAddress(void *ByteOffset, void *texRef, void *dptr, uint64_t bytes);
int hipTexRefSetAddress(void *ByteOffset, void *texRef, void *dptr, uint64_t bytes) {
  collect_function *self = &collect_hip_function[365];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)ByteOffset);
    collect_word(call, 1, (uintptr_t)texRef);
    collect_word(call, 2, (uintptr_t)dptr);
    collect_word(call, 3, bytes);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t))self->next)(ByteOffset, texRef, dptr, bytes);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetAddress2D(void *texRef, void *desc, void *dptr, uint64_t Pitch);
int hipTexRefSetAddress2D(void *texRef, void *desc, void *dptr, uint64_t Pitch) {
  collect_function *self = &collect_hip_function[366];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, (uintptr_t)desc);
    collect_word(call, 2, (uintptr_t)dptr);
    collect_word(call, 3, Pitch);
  }
  int result = ((int (*)(void *, void *, void *, uint64_t))self->next)(texRef, desc, dptr, Pitch);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetAddressMode(void *texRef, int32_t dim, int am);
int hipTexRefSetAddressMode(void *texRef, int32_t dim, int am) {
  collect_function *self = &collect_hip_function[367];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, (uint64_t)(int64_t)dim);
    collect_word(call, 2, (uint64_t)(int64_t)am);
  }
  int result = ((int (*)(void *, int32_t, int))self->next)(texRef, dim, am);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetArray(void *tex, void *array, uint32_t flags);
int hipTexRefSetArray(void *tex, void *array, uint32_t flags) {
  collect_function *self = &collect_hip_function[368];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)tex);
    collect_word(call, 1, (uintptr_t)array);
    collect_word(call, 2, flags);
  }
  int result = ((int (*)(void *, void *, uint32_t))self->next)(tex, array, flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetBorderColor(void *texRef, void *pBorderColor);
int hipTexRefSetBorderColor(void *texRef, void *pBorderColor) {
  collect_function *self = &collect_hip_function[369];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, (uintptr_t)pBorderColor);
  }
  int result = ((int (*)(void *, void *))self->next)(texRef, pBorderColor);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetFilterMode(void *texRef, int fm);
int hipTexRefSetFilterMode(void *texRef, int fm) {
  collect_function *self = &collect_hip_function[370];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, (uint64_t)(int64_t)fm);
  }
  int result = ((int (*)(void *, int))self->next)(texRef, fm);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetFlags(void *texRef, uint32_t Flags);
int hipTexRefSetFlags(void *texRef, uint32_t Flags) {
  collect_function *self = &collect_hip_function[371];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, Flags);
  }
  int result = ((int (*)(void *, uint32_t))self->next)(texRef, Flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetFormat(void *texRef, int fmt, int32_t NumPackedComponents);
int hipTexRefSetFormat(void *texRef, int fmt, int32_t NumPackedComponents) {
  collect_function *self = &collect_hip_function[372];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, (uint64_t)(int64_t)fmt);
    collect_word(call, 2, (uint64_t)(int64_t)NumPackedComponents);
  }
  int result = ((int (*)(void *, int, int32_t))self->next)(texRef, fmt, NumPackedComponents);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetMaxAnisotropy(void *texRef, uint32_t maxAniso);
int hipTexRefSetMaxAnisotropy(void *texRef, uint32_t maxAniso) {
  collect_function *self = &collect_hip_function[373];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, maxAniso);
  }
  int result = ((int (*)(void *, uint32_t))self->next)(texRef, maxAniso);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetMipmapFilterMode(void *texRef, int fm);
int hipTexRefSetMipmapFilterMode(void *texRef, int fm) {
  collect_function *self = &collect_hip_function[374];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, (uint64_t)(int64_t)fm);
  }
  int result = ((int (*)(void *, int))self->next)(texRef, fm);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetMipmapLevelBias(void *texRef, float bias);
int hipTexRefSetMipmapLevelBias(void *texRef, float bias) {
  collect_function *self = &collect_hip_function[375];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_struct_words(call, 1, &bias, sizeof bias);
  }
  int result = ((int (*)(void *, float))self->next)(texRef, bias);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetMipmapLevelClamp(void *texRef, float minMipMapLevelClamp, float maxMipMapLevelClamp);
int hipTexRefSetMipmapLevelClamp(void *texRef, float minMipMapLevelClamp, float maxMipMapLevelClamp) {
  collect_function *self = &collect_hip_function[376];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_struct_words(call, 1, &minMipMapLevelClamp, sizeof minMipMapLevelClamp);
    collect_struct_words(call, 2, &maxMipMapLevelClamp, sizeof maxMipMapLevelClamp);
  }
  int result = ((int (*)(void *, float, float))self->next)(texRef, minMipMapLevelClamp, maxMipMapLevelClamp);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipTexRefSetMipmappedArray(void *texRef, void *mipmappedArray, uint32_t Flags);
int hipTexRefSetMipmappedArray(void *texRef, void *mipmappedArray, uint32_t Flags) {
  collect_function *self = &collect_hip_function[377];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)texRef);
    collect_word(call, 1, (uintptr_t)mipmappedArray);
    collect_word(call, 2, Flags);
  }
  int result = ((int (*)(void *, void *, uint32_t))self->next)(texRef, mipmappedArray, Flags);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipThreadExchangeStreamCaptureMode(void *mode);
int hipThreadExchangeStreamCaptureMode(void *mode) {
  collect_function *self = &collect_hip_function[378];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)mode);
  }
  int result = ((int (*)(void *))self->next)(mode);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipUnbindTexture(void *tex);
int hipUnbindTexture(void *tex) {
  collect_function *self = &collect_hip_function[379];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)tex);
  }
  int result = ((int (*)(void *))self->next)(tex);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hipWaitExternalSemaphoresAsync(void *extSemArray, void *paramsArray, uint32_t numExtSems, void *stream);
int hipWaitExternalSemaphoresAsync(void *extSemArray, void *paramsArray, uint32_t numExtSems, void *stream) {
  collect_function *self = &collect_hip_function[380];
  collect_call call = collect_begin(self, COLLECT_HIP, stream);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)extSemArray);
    collect_word(call, 1, (uintptr_t)paramsArray);
    collect_word(call, 2, numExtSems);
    collect_word(call, 3, (uintptr_t)stream);
  }
  int result = ((int (*)(void *, void *, uint32_t, void *))self->next)(extSemArray, paramsArray, numExtSems, stream);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcAddNameExpression(void *prog, const char *name_expression);
int hiprtcAddNameExpression(void *prog, const char *name_expression) {
  collect_function *self = &collect_hip_function[381];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
    collect_word(call, 1, collect_string_word(name_expression));
  }
  int result = ((int (*)(void *, const char *))self->next)(prog, name_expression);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcCompileProgram(void *prog, int32_t numOptions, void *options);
int hiprtcCompileProgram(void *prog, int32_t numOptions, void *options) {
  collect_function *self = &collect_hip_function[382];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
    collect_word(call, 1, (uint64_t)(int64_t)numOptions);
    collect_word(call, 2, (uintptr_t)options);
  }
  int result = ((int (*)(void *, int32_t, void *))self->next)(prog, numOptions, options);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcCreateProgram(void *prog, const char *src, const char *name, int32_t numHeaders, void *headers, void *includeNames);
int hiprtcCreateProgram(void *prog, const char *src, const char *name, int32_t numHeaders, void *headers, void *includeNames) {
  collect_function *self = &collect_hip_function[383];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
    collect_word(call, 1, collect_string_word(src));
    collect_word(call, 2, collect_string_word(name));
    collect_word(call, 3, (uint64_t)(int64_t)numHeaders);
    collect_word(call, 4, (uintptr_t)headers);
    collect_word(call, 5, (uintptr_t)includeNames);
  }
  int result = ((int (*)(void *, const char *, const char *, int32_t, void *, void *))self->next)(prog, src, name, numHeaders, headers, includeNames);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcDestroyProgram(void *prog);
int hiprtcDestroyProgram(void *prog) {
  collect_function *self = &collect_hip_function[384];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
  }
  int result = ((int (*)(void *))self->next)(prog);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcGetCode(void *prog, void *code);
int hiprtcGetCode(void *prog, void *code) {
  collect_function *self = &collect_hip_function[385];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
    collect_word(call, 1, (uintptr_t)code);
  }
  int result = ((int (*)(void *, void *))self->next)(prog, code);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcGetCodeSize(void *prog, void *codeSizeRet);
int hiprtcGetCodeSize(void *prog, void *codeSizeRet) {
  collect_function *self = &collect_hip_function[386];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
    collect_word(call, 1, (uintptr_t)codeSizeRet);
  }
  int result = ((int (*)(void *, void *))self->next)(prog, codeSizeRet);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT const char *hiprtcGetErrorString(int result_0);
const char *hiprtcGetErrorString(int result_0) {
  collect_function *self = &collect_hip_function[387];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uint64_t)(int64_t)result_0);
  }
  const char *result = ((const char *(*)(int))self->next)(result_0);
  collect_end(self, COLLECT_HIP, call, 0);
  return result;
}

COLLECT_EXPORT int hiprtcGetLoweredName(void *prog, const char *name_expression, void *lowered_name);
int hiprtcGetLoweredName(void *prog, const char *name_expression, void *lowered_name) {
  collect_function *self = &collect_hip_function[388];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
    collect_word(call, 1, collect_string_word(name_expression));
    collect_word(call, 2, (uintptr_t)lowered_name);
  }
  int result = ((int (*)(void *, const char *, void *))self->next)(prog, name_expression, lowered_name);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcGetProgramLog(void *prog, void *log);
int hiprtcGetProgramLog(void *prog, void *log) {
  collect_function *self = &collect_hip_function[389];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
    collect_word(call, 1, (uintptr_t)log);
  }
  int result = ((int (*)(void *, void *))self->next)(prog, log);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcGetProgramLogSize(void *prog, void *logSizeRet);
int hiprtcGetProgramLogSize(void *prog, void *logSizeRet) {
  collect_function *self = &collect_hip_function[390];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)prog);
    collect_word(call, 1, (uintptr_t)logSizeRet);
  }
  int result = ((int (*)(void *, void *))self->next)(prog, logSizeRet);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}

COLLECT_EXPORT int hiprtcVersion(void *major, void *minor);
int hiprtcVersion(void *major, void *minor) {
  collect_function *self = &collect_hip_function[391];
  collect_call call = collect_begin(self, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(self, COLLECT_HIP, call)) {
    collect_word(call, 0, (uintptr_t)major);
    collect_word(call, 1, (uintptr_t)minor);
  }
  int result = ((int (*)(void *, void *))self->next)(major, minor);
  collect_end(self, COLLECT_HIP, call, (int32_t)result);
  return result;
}
