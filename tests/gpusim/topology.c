/* The machine as the runtime sees it: node 0 is the CPU, nodes 1.. are the GPUs,
** each linked to the CPU by PCIe and to the others by XGMI. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "gpusim.h"

#define LDS_BASE 0x1000000000000ull
#define SCRATCH_BASE 0x2000000000000ull

int gpusim_topology_gpu(uint32_t node) {
  return node >= 1 && node <= (uint32_t)gpusim_setting.gpus ? (int)node - 1 : -1;
}

static bool is_node(uint32_t node) { return node <= (uint32_t)gpusim_setting.gpus; }

/* The driver's interface has names of 16-bit characters. */
static void set_name(HsaNodeProperties *p, const char *name) {
  for (size_t i = 0; name[i] && i + 1 < HSA_PUBLIC_NAME_SIZE; i++)
    p->MarketingName[i] = (uint8_t)name[i];
}

HSAKMT_STATUS hsaKmtAcquireSystemProperties(HsaSystemProperties *properties) {
  if (!gpusim_driver_open())
    return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
  memset(properties, 0, sizeof *properties);
  properties->NumNodes = 1 + (uint32_t)gpusim_setting.gpus;
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtReleaseSystemProperties(void) { return HSAKMT_STATUS_SUCCESS; }

static void cpu_properties(HsaNodeProperties *p) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  p->NumCPUCores = cores > 0 ? (uint32_t)cores : 1;
  p->NumMemoryBanks = 1;
  p->NumCaches = 1;
  p->NumIOLinks = (uint32_t)gpusim_setting.gpus;
  p->MaxEngineClockMhzCCompute = 2000;
  set_name(p, "CPU");
}

static void gpu_properties(int gpu, HsaNodeProperties *p) {
  bool wave32 = gpusim_setting.gfx_major >= 10;
  p->NumSIMDPerCU = wave32 ? 2 : 4;
  p->NumFComputeCores = 104 * p->NumSIMDPerCU;
  p->NumMemoryBanks = 4;
  p->NumCaches = 2;
  p->NumIOLinks = (uint32_t)gpusim_setting.gpus;
  p->FComputeIdLo = 0x80000000u + (uint32_t)gpu * 1024;
  p->Capability.ui32.DoorbellType = 2; /* such doorbells take AQL packet indexes */
  p->Capability.ui32.SRAM_EDCSupport = gpusim_setting.gfx_major == 9;
  p->Capability.ui32.SVMAPISupported = 1;
  p->Capability.ui32.CoherentHostAccess = 0;
  p->MaxWavesPerSIMD = wave32 ? 16 : 8;
  p->LDSSizeInKB = 64;
  p->WaveFrontSize = wave32 ? 32 : 64;
  p->NumShaderBanks = 8;
  p->NumArrays = 1;
  p->NumCUPerArray = 13;
  p->MaxSlotsScratchCU = 32;
  p->EngineId.ui32.uCode = 68;
  p->EngineId.ui32.Major = gpusim_setting.gfx_major;
  p->EngineId.ui32.Minor = (uint8_t)gpusim_setting.gfx_minor;
  p->EngineId.ui32.Stepping = (uint8_t)gpusim_setting.gfx_stepping;
  p->VendorId = 0x1002;
  p->DeviceId = gpusim_setting.gfx == 0x90a ? 0x740f : gpusim_setting.gfx == 0x908 ? 0x738c
              : gpusim_setting.gfx == 0x906 ? 0x66a1 : 0x73bf;
  p->LocationId = (uint32_t)(0x0300 + gpu * 0x100);
  p->LocalMemSize = 0; /* the banks state it */
  p->MaxEngineClockMhzFCompute = 1700;
  p->DrmRenderMinor = 128 + gpu;
  snprintf((char *)p->AMDName, sizeof p->AMDName, "gfx%x", gpusim_setting.gfx);
  set_name(p, "Software GPU (gpusim)");
  p->uCodeEngineVersions.uCodeSDMA = 8;
  p->HiveID = gpusim_setting.gpus > 1 ? 0x6770757369 : 0;
  p->NumSdmaEngines = 2;
  p->NumSdmaXgmiEngines = gpusim_setting.gpus > 1 ? 3 : 0;
  p->NumSdmaQueuesPerEngine = 8;
  p->NumCpQueues = 24;
  p->NumGws = 64;
  p->UniqueID = 0x6770757300000000ull + (uint64_t)gpu;
  p->VGPRSizePerCU = 512 * 1024;
  p->SGPRSizePerCU = 12800;
}

HSAKMT_STATUS hsaKmtGetNodeProperties(HSAuint32 node, HsaNodeProperties *properties) {
  if (!is_node(node))
    return HSAKMT_STATUS_INVALID_NODE_UNIT;
  memset(properties, 0, sizeof *properties);
  int gpu = gpusim_topology_gpu(node);
  if (gpu < 0)
    cpu_properties(properties);
  else
    gpu_properties(gpu, properties);
  return HSAKMT_STATUS_SUCCESS;
}

/* To flush its memory path, the host writes to two registers of the GPU, which are here. */
static void *flush_registers(void) {
  static _Atomic(void *) page;
  void *p = atomic_load(&page);
  if (p)
    return p;
  p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return NULL;
  void *none = NULL;
  if (!atomic_compare_exchange_strong(&page, &none, p)) {
    munmap(p, 4096);
    p = none;
  }
  return p;
}

HSAKMT_STATUS hsaKmtGetNodeMemoryProperties(HSAuint32 node, HSAuint32 banks, HsaMemoryProperties *bank) {
  if (!is_node(node))
    return HSAKMT_STATUS_INVALID_NODE_UNIT;
  memset(bank, 0, banks * sizeof *bank);
  if (gpusim_topology_gpu(node) < 0) {
    if (banks > 0) {
      bank[0].HeapType = HSA_HEAPTYPE_SYSTEM;
      bank[0].SizeInBytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
      bank[0].Width = 64;
      bank[0].MemoryClockMax = 1600;
    }
    return HSAKMT_STATUS_SUCCESS;
  }
  for (uint32_t i = 0; i < banks && i < 4; i++) {
    static const HSA_HEAPTYPE type[4] = {HSA_HEAPTYPE_FRAME_BUFFER_PRIVATE, HSA_HEAPTYPE_GPU_LDS,
                                         HSA_HEAPTYPE_GPU_SCRATCH, HSA_HEAPTYPE_MMIO_REMAP};
    const uint64_t size[4] = {gpusim_memory_vram_bytes(), 64 << 10, 4ull << 30, 4096};
    const uint64_t base[4] = {0, LDS_BASE, SCRATCH_BASE, (uintptr_t)flush_registers()};
    bank[i].HeapType = type[i];
    bank[i].SizeInBytes = size[i];
    bank[i].VirtualBaseAddress = base[i];
  }
  if (banks > 0) {
    if (gpusim_setting.large_bar)
      bank[0].HeapType = HSA_HEAPTYPE_FRAME_BUFFER_PUBLIC;
    bank[0].Width = 4096;
    bank[0].MemoryClockMax = 1600;
  }
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtGetNodeCacheProperties(HSAuint32 node, HSAuint32 processor, HSAuint32 caches, HsaCacheProperties *cache) {
  if (!is_node(node))
    return HSAKMT_STATUS_INVALID_NODE_UNIT;
  bool gpu = gpusim_topology_gpu(node) >= 0;
  memset(cache, 0, caches * sizeof *cache);
  for (uint32_t i = 0; i < caches; i++) {
    cache[i].ProcessorIdLow = processor;
    cache[i].CacheLevel = i + 1;
    cache[i].CacheSize = gpu ? (i ? 8192 : 16) : 32; /* KB */
    cache[i].CacheLineSize = gpu ? 128 : 64;
    cache[i].CacheLinesPerTag = 1;
    cache[i].CacheAssociativity = 16;
    cache[i].CacheType.ui32.Data = 1;
    cache[i].CacheType.ui32.CPU = !gpu;
    cache[i].CacheType.ui32.HSACU = gpu;
  }
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtGetNodeIoLinkProperties(HSAuint32 node, HSAuint32 links, HsaIoLinkProperties *link) {
  if (!is_node(node))
    return HSAKMT_STATUS_INVALID_NODE_UNIT;
  memset(link, 0, links * sizeof *link);
  uint32_t to = 0;
  for (uint32_t i = 0; i < links; i++, to++) {
    if (to == node)
      to++;
    bool xgmi = node && to;
    link[i].IoLinkType = xgmi ? HSA_IOLINK_TYPE_XGMI : HSA_IOLINKTYPE_PCIEXPRESS;
    link[i].VersionMajor = xgmi ? 0 : 4;
    link[i].NodeFrom = node;
    link[i].NodeTo = to;
    link[i].Weight = xgmi ? 15 : 20;
    link[i].MinimumBandwidth = link[i].MaximumBandwidth = xgmi ? 50000 : 32000;
  }
  return HSAKMT_STATUS_SUCCESS;
}
