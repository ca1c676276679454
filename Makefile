# libcollect.so (collector), rocpd.so (SQLite extension), their tests and demo.
# `make help` lists the targets. Everything built goes to $(BUILD).

BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
CC      ?= gcc
CXX     ?= g++
HIPCC   ?= hipcc
VERSION := 0.1.0

# Prints one short line for each file; V=1 shows the commands instead. Uses all cores unless -j says otherwise.
V       ?=
ifeq ($(V),)
.SILENT:
endif
silent  := $(findstring s,$(firstword -$(MAKEFLAGS)))
say      = $(if $(V)$(silent),,@printf '%-5s %s\n' $(1) $(patsubst $(CURDIR)/%,%,$(or $(2),$@)))
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

WARN    := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wno-unused-parameter
OPT     ?= -O2 -g
SAN     ?=
# gcc 8 compiles both libraries: what C got later is an error, where the compiler can tell.
OLD_C   := $(shell $(CC) -Werror -Wc11-c2x-compat -E -x c /dev/null >/dev/null 2>&1 && echo -Werror=c11-c2x-compat)
CFLAGS  += -std=gnu11 $(OPT) $(WARN) $(if $(filter ext/% collector/%,$<),$(OLD_C)) -fPIC -fvisibility=hidden -MMD -MP $(SAN) -DROCPD_VERSION='"$(VERSION)"'

# Layers: the files of a folder can include only headers of that folder and of those that it may use. (tests/layers checks the
# objects' symbols, too.) base <- model <- {source/*, symbol, trace}; symbol <- trace; trace <- derive; trace <- analysis <- table, export.
INC_format/list := -Iext/format/list# the lists that both libraries read
INC_format   := -Iext/format $(INC_format/list)
INC_base     := -Iext/base
INC_model    := -Iext/model $(INC_base) $(INC_format/list)
INC_source/common := -Iext/source/common $(INC_model)
$(foreach kind,$(filter-out common,$(notdir $(wildcard ext/source/*))),$(eval INC_source/$(kind) := -Iext/source/$(kind) $(INC_source/common)))
INC_source/rocz += $(INC_format)
INC_symbol   := -Iext/symbol $(INC_model)
INC_trace    := -Iext/trace $(INC_symbol)
INC_derive   := -Iext/derive $(INC_trace)
INC_analysis := -Iext/analysis $(INC_trace)
INC_table    := -Iext/table $(INC_analysis)
INC_command  := -Iext/command -Iext/table -Iext/export $(INC_analysis) $(INC_format)
INC_export   := -Iext/export $(INC_analysis) $(INC_format)
INC_babeltrace = -Iext/babeltrace -Iext/command -Iext/export/ctf $(INC_export) $(BT2_CFLAGS)
$(foreach format,$(notdir $(patsubst %/,%,$(wildcard ext/export/*/))),$(eval INC_export/$(format) := $(INC_export)))
INC_ext      := $(patsubst %,-I%,$(sort $(wildcard ext/*/ ext/format/*/ ext/source/*/ ext/export/*/))) # for tests
# The collector's layers: core <- unwind <- sample <- hsa <- device <- api. The core also uses the file format, and layers.def (see LAYERS).
INC_core     := -Icollector/core $(INC_format) -I$(BUILD)
INC_unwind   := -Icollector/unwind $(INC_core)
INC_sample   := -Icollector/sample $(INC_unwind)
INC_hsa      := -Icollector/hsa $(INC_sample)
INC_device   := -Icollector/device $(INC_hsa)
INC_api      := $(INC_device)
# Tests may include every header.
INC_collector := $(patsubst %,-I%,$(sort $(wildcard collector/*/ collector/api/*/))) $(INC_format) -I$(BUILD)

FORMAT_SRC := $(sort $(wildcard ext/format/*.c ext/format/*/*.c))
PLUGIN_SRC := $(sort $(wildcard ext/babeltrace/*.c))
COMMAND_SRC := $(sort $(wildcard ext/command/*.c))
EXT_SRC    := $(filter-out $(PLUGIN_SRC) $(COMMAND_SRC),$(sort $(wildcard ext/*/*.c ext/*/*/*.c)))
COLLECTOR_COMMAND_SRC := $(sort $(wildcard collector/command/*.c))
COL_SRC    := $(filter-out $(COLLECTOR_COMMAND_SRC),$(sort $(wildcard collector/*/*.c collector/*/*/*.c))) $(FORMAT_SRC)
SQL_SRC    := $(sort $(wildcard sql/*.sql))
HELP_SRC   := $(sort $(wildcard ext/help/*.md ext/help/*/*.md))
SCRIPT_SRC := $(sort $(wildcard ext/export/svg/*.js))
REPORT_SRC := $(sort $(wildcard ext/export/html/*.html ext/export/html/*.css ext/export/html/*.js ext/export/html/compare/*.sql ext/export/html/tables/*.sql))

EXT_OBJ  := $(EXT_SRC:%.c=$(BUILD)/%.o) $(BUILD)/sql.o $(BUILD)/help.o $(BUILD)/scripts.o $(BUILD)/report.o
COL_OBJ  := $(COL_SRC:%.c=$(BUILD)/%.o)
# The same for programs that contain the extension beside other things (ext/command/api.h): the functions of the system's glibc.
SYSTEM_SRC := $(filter %/old_glibc.c %/old_glibc_dlopen.c,$(EXT_SRC))
IN_OBJ := $(filter-out $(SYSTEM_SRC:%.c=$(BUILD)/%.o),$(EXT_OBJ)) $(SYSTEM_SRC:%.c=$(BUILD)/core/%.o) $(BUILD)/ext/command/api.o
inc = $(INC_$(patsubst ext/%/,%,$(dir $(1))))
col_inc = $(INC_$(word 2,$(subst /, ,$(1)))) -I$(dir $(1))
# Lists of the objects to link. A list's file changes only if the list does, so libraries are linked again when a source file was
# added, however old it is, or removed.
$(shell mkdir -p $(BUILD) 2>/dev/null)
changed = $(shell printf '%s\n' $(2) | cmp -s - $(1) || printf '%s\n' $(2) > $(1))$(1)
EXT_LIST := $(call changed,$(BUILD)/ext.list,$(EXT_SRC) $(SQL_SRC) $(HELP_SRC) $(SCRIPT_SRC) $(REPORT_SRC))
COL_LIST := $(call changed,$(BUILD)/collector.list,$(COL_SRC))
# The collector's API files that say COLLECT_LAYER(name) get a bit each: see collector/core/domain.h.
LAYERS := $(shell rows=$$(sed -n 's/^COLLECT_LAYER(\([a-z_0-9]*\)).*/COLLECT_LAYER_ROW(\1)/p' $(COL_SRC)); f=$(BUILD)/layers.def; \
  printf '%s\n' "$$rows" | cmp -s - $$f || printf '%s\n' "$$rows" > $$f)

.SECONDARY: # make deletes no objects, although it takes some for intermediate files
.PHONY: all ext collector command plugin docs gpusim programs tests deps demo test quick mutants soak bench asan tsan fuzz install install-ext uninstall clean help
all: ext collector plugin docs ## build/rocpd.so, the command build/rocpd and build/libcollect.so, and manual pages
ext: $(BUILD)/rocpd.so $(BUILD)/rocpd ## the SQLite extension and the command only (needs no ROCm)
collector: $(BUILD)/libcollect.so $(BUILD)/rocpd-record ## the collector only

# ---- libraries

ZSTD := -Wl,-Bstatic -lzstd -Wl,-Bdynamic
ZLIB := -Wl,-Bstatic -lz -Wl,-Bdynamic
# Libraries that are parts of libc.so.6 since glibc 2.34. They are linked by name, since otherwise the files made here would not
# refer to them, and older systems need that (ext/format/old_glibc.c). The collector does without libdl: each library costs 40 us
# at every process's start.
comma := ,
old_parts = $(if $(SAN),,-Wl$(comma)--push-state$(comma)--no-as-needed $(addprefix -l:,$(1)) -Wl$(comma)--pop-state)
# What nothing refers to is left out: of static libraries (the collector only compresses), and functions that only tests call. Sections of
# registered things stay, since the linker defines where they begin and end. (Sanitizers have sections of their own.)
GC := $(if $(SAN),,-Wl$(comma)--gc-sections)
# For the extension also: blocks that fail (ROCPD_COLD) are behind their function. Parts of functions would each have an entry for unwinding.
EXT_CFLAGS := $(if $(SAN),,-ffunction-sections -fdata-sections) -fno-reorder-blocks-and-partition
# A mistake in a table of sql/, a name that two files define and a help page that is missing or wrong would only be noticed by users, so the new library
# is checked. (Not a sanitized one, which no
# plain program can load.) CHECK_EXT= turns the check off.
CHECK_EXT ?= $(if $(SAN),,$(BUILD)/check_ext)
$(BUILD)/check_ext: scripts/check_ext.c
	$(call say,LINK)
	$(CC) -std=gnu11 -O1 $(WARN) -o $@ $< -lsqlite3
$(BUILD)/rocpd.so: $(EXT_OBJ) ext/rocpd.map $(EXT_LIST) $(CHECK_EXT)
	$(call say,LINK)
	$(CC) -shared $(SAN) -o $@ $(EXT_OBJ) $(GC) -Wl,-soname,rocpd.so -Wl,--version-script=ext/rocpd.map -Wl,--exclude-libs,ALL -Wl,-z,nodelete $(ZSTD) $(ZLIB) -lstdc++ -lm $(call old_parts,libpthread.so.0 libdl.so.2) -pthread
	$(if $(CHECK_EXT),$(CHECK_EXT) $(abspath $@) $(SQL_SRC) $(EXT_SRC) || { rm -f $@; exit 1; })

# babeltrace2's source component class, which contains the extension. It is built if babeltrace2's headers are installed.
BT2_CFLAGS ?= $(shell pkg-config --cflags babeltrace2 2>/dev/null)
BT2_LIBS   ?= $(shell pkg-config --libs babeltrace2 2>/dev/null)
PLUGIN_NAME := babeltrace-plugin-rocpd.so
PLUGIN     := $(if $(BT2_LIBS),$(BUILD)/$(PLUGIN_NAME))
PLUGIN_OBJ := $(PLUGIN_SRC:%.c=$(BUILD)/%.o)
PLUGIN_LIST := $(call changed,$(BUILD)/plugin.list,$(PLUGIN_SRC))
plugin: $(PLUGIN) ## babeltrace2's component class source.rocpd.trace
	@[ -n "$(PLUGIN)" ] || echo "babeltrace2's headers (libbabeltrace2-dev) are missing: source.rocpd.trace is not built"
$(BUILD)/$(PLUGIN_NAME): $(PLUGIN_OBJ) $(IN_OBJ) ext/babeltrace/plugin.map $(EXT_LIST) $(PLUGIN_LIST)
	$(call say,LINK)
	$(CC) -shared $(SAN) -o $@ $(PLUGIN_OBJ) $(IN_OBJ) $(GC) -Wl,--version-script=ext/babeltrace/plugin.map -Wl,--exclude-libs,ALL -Wl,-z,nodelete \
	  $(BT2_LIBS) -lsqlite3 $(ZSTD) $(ZLIB) -lstdc++ -lm $(call old_parts,libpthread.so.0 libdl.so.2) -pthread -ldl
$(PLUGIN_OBJ): CFLAGS += -fno-plt # saves a jump in each of the two calls that a field of an event takes
$(BUILD)/ext/babeltrace/plugin.o: CFLAGS += -fvisibility=default -Wno-missing-prototypes # babeltrace2's macros define functions without prototypes

# The command rocpd contains the extension: it is linked with the objects of rocpd.so (ext/command/api.h). It uses the system's
# libsqlite3, or a copy in ../lib/rocpd.
COMMAND_OBJ := $(COMMAND_SRC:%.c=$(BUILD)/%.o) $(BUILD)/reports.o
$(BUILD)/ext/base/old_glibc_dlopen.o $(BUILD)/core/ext/base/old_glibc_dlopen.o: CFLAGS += -Iext/format # old_glibc.h belongs to no layer
COMMAND_SQL := $(sort $(wildcard ext/command/report/*.sql))
COMMAND_NAMES := rocpd-query rocpd-export
COMMAND_LIST := $(call changed,$(BUILD)/command.list,$(COMMAND_SRC) $(COMMAND_SQL))
command: $(BUILD)/rocpd ## the command rocpd
$(BUILD)/rocpd: $(COMMAND_OBJ) $(EXT_OBJ) $(EXT_LIST) $(COMMAND_LIST)
	$(CC) $(SAN) -o $@ $(COMMAND_OBJ) $(EXT_OBJ) $(GC) -Wl,-z,now -Wl,-rpath,'$$ORIGIN/../lib/rocpd' -lsqlite3 $(ZSTD) $(ZLIB) -lstdc++ -lm $(call old_parts,libpthread.so.0 libdl.so.2) -pthread
	for n in $(COMMAND_NAMES); do ln -sf rocpd $(BUILD)/$$n || exit 1; done
$(BUILD)/reports.c: scripts/embed.sh $(COMMAND_SQL) $(COMMAND_LIST)
	sh scripts/embed.sh rocpd_reports ext/command/report $(COMMAND_SQL) > $@

# What the library exports: collector/exports.list, from which the linker's version script is made. CHECK_EXPORTS= turns off the
# comparison of the library with the list. (Not with sanitizers, which may export more.)
CHECK_EXPORTS ?= $(if $(SAN),,sh scripts/exports.sh check collector/exports.list)
$(BUILD)/collect.map: collector/exports.list scripts/exports.sh
	sh scripts/exports.sh map $< > $@
# The linker sorts the variables of all files by alignment. So the small ones share a few pages, and a process that is not traced
# touches only these.
$(BUILD)/libcollect.so: $(COL_OBJ) $(BUILD)/collect.map $(COL_LIST)
	$(call say,LINK)
	$(CC) -shared $(SAN) -o $@ $(COL_OBJ) $(GC) -Wl,-soname,libcollect.so -Wl,--version-script=$(BUILD)/collect.map -Wl,--exclude-libs,ALL \
	  -Wl,-z,nodelete,-z,now -Wl,--sort-section=alignment $(if $(SAN),,-Wl$(comma)-z$(comma)defs) $(ZSTD) $(call old_parts,libpthread.so.0) -pthread
	$(if $(CHECK_EXPORTS),$(CHECK_EXPORTS) $@ || { rm -f $@; exit 1; })

# rocpd-record, rocpd-ctl and rocpd-doctor are one program, which behaves according to the name it is called by. It contains the
# collector's tables of names, and no SQLite.
RECORD_NAMES := rocpd-record rocpd-ctl rocpd-doctor
RECORD_OBJ := $(COLLECTOR_COMMAND_SRC:%.c=$(BUILD)/%.o) $(addprefix $(BUILD)/,ext/format/nearest.o ext/format/list/domains.o ext/format/list/launcher.o ext/format/old_glibc.o \
  ext/command/old_glibc_start.o collector/device/counter_known.o)
RECORD_LIST := $(call changed,$(BUILD)/record.list,$(COLLECTOR_COMMAND_SRC))
$(BUILD)/rocpd-record: $(RECORD_OBJ) $(RECORD_LIST)
	$(call say,LINK)
	$(CC) $(SAN) -o $@ $(RECORD_OBJ) $(GC) -Wl,-z,now $(call old_parts,libpthread.so.0) -pthread
	for n in $(filter-out rocpd-record,$(RECORD_NAMES)); do ln -sf rocpd-record $(BUILD)/$$n || exit 1; done
	ln -sf "$(abspath scripts/user/rocpd-python)" $(BUILD)/rocpd-python
$(BUILD)/collector/command/%.o: collector/command/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(CC) $(CFLAGS) -D_GNU_SOURCE -Icollector/command $(INC_device) -c -o $@ $<
# Where the compiler checks the address of a thread-local variable for NULL, it reads the flags of an addition, which the linker may replace by an instruction
# that sets none. (AddressSanitizer finds what is NULL, too.)
NO_NULL := $(if $(findstring undefined,$(SAN)),-fno-sanitize=null)
$(BUILD)/collector/%.o: collector/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(CC) $(CFLAGS) $(NO_NULL) -fdata-sections -D_GNU_SOURCE -ftls-model=initial-exec $(call col_inc,$<) -D__HIP_PLATFORM_AMD__ -c -o $@ $<
$(BUILD)/ext/%.o: ext/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(CC) $(CFLAGS) $(EXT_CFLAGS) $(call inc,$<) -c -o $@ $<
# Calls SQLite's functions by their names, not by the table that SQLite gives to extensions.
$(BUILD)/core/ext/%.o: ext/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(CC) $(CFLAGS) $(EXT_CFLAGS) -DSQLITE_CORE $(call inc,$<) -c -o $@ $<

# sql/*.sql, ext/help, the scripts of pictures and the pages of reports become strings in rocpd.so.
$(BUILD)/sql.c: scripts/embed.sh $(SQL_SRC) $(EXT_LIST)
	$(call say,EMBED)
	sh scripts/embed.sh rocpd_sql sql $(SQL_SRC) > $@
$(BUILD)/help.c: scripts/embed.sh $(HELP_SRC) $(EXT_LIST)
	$(call say,EMBED)
	sh scripts/embed.sh rocpd_help_pages ext/help $(HELP_SRC) > $@
$(BUILD)/scripts.c: scripts/embed.sh $(SCRIPT_SRC) $(EXT_LIST)
	$(call say,EMBED)
	sh scripts/embed.sh rocpd_scripts ext/export/svg $(SCRIPT_SRC) > $@
$(BUILD)/report.c: scripts/embed.sh $(REPORT_SRC) $(EXT_LIST)
	$(call say,EMBED)
	sh scripts/embed.sh rocpd_html_files ext/export/html $(REPORT_SRC) > $@
$(BUILD)/%.o: $(BUILD)/%.c
	$(call say,CC,$<)
	$(CC) $(CFLAGS) -c -o $@ $<

# ---- manual pages and a page of reference, made from what `rocpd help` and the commands' --help print

docs: $(BUILD)/man/pages $(BUILD)/man/command $(BUILD)/man/record ## manual pages and build/reference.md
TOPICS := $(filter-out tables,$(patsubst ext/help/topics/%.md,%,$(wildcard ext/help/topics/*.md)))
page = awk -v name=$(1) -v section=$(2) -v version=$(VERSION) -v summary=$(3) -f scripts/man.awk
about_query := the sqlite3 shell with the extension and a trace
about_export := writes a trace in another format
about_record := runs a program and records what its GPUs do
about_ctl := starts and stops the recording of a running process
about_doctor := says what stands in the way of a recording
about_python := runs a Python program and records it, with its functions
$(BUILD)/man/pages: scripts/man.awk $(HELP_SRC) $(EXT_LIST)
	@mkdir -p $(@D)
	@rm -f $(@D)/*.7
	$(call page,rocpd-tables,7,"the tables and their columns") ext/help/topics/tables.md ext/help/columns.md $(filter ext/help/tables/%,$(HELP_SRC)) >$(@D)/rocpd-tables.7
	$(call page,rocpd-functions,7,"the SQL functions") $(filter ext/help/functions/%,$(HELP_SRC)) >$(@D)/rocpd-functions.7
	for t in $(TOPICS); do $(call page,rocpd-$$t,7,"$$(sed -n '1s/^[^:]*: //p' ext/help/topics/$$t.md)") ext/help/topics/$$t.md >$(@D)/rocpd-$$t.7 || exit 1; done
	{ echo '# rocpd: reference'; for f in ext/help/topics/tables.md ext/help/columns.md $(filter ext/help/tables/% ext/help/functions/%,$(HELP_SRC)) $(TOPICS:%=ext/help/topics/%.md); do echo; sed 's/^#/##/' $$f; done; } >$(BUILD)/reference.md
	@touch $@
$(BUILD)/man/command: scripts/man.awk $(BUILD)/rocpd $(wildcard $(BUILD)/rocpd-record) # rocpd --help lists rocpd-record if that is there
	@mkdir -p $(@D)
	{ $(BUILD)/rocpd --help; echo; for c in $$($(BUILD)/rocpd --complete commands); do echo "@@ $$c"; $(BUILD)/rocpd $$c --help || exit 1; done; } | $(call page,rocpd,1,"what a GPU trace says") -v plain=1 >$(@D)/rocpd.1
	$(foreach c,query export,$(BUILD)/rocpd-$(c) --help | $(call page,rocpd-$(c),1,"$(about_$(c))") -v plain=1 >$(@D)/rocpd-$(c).1 &&) :
	@touch $@
$(BUILD)/man/record: scripts/man.awk $(BUILD)/rocpd-record scripts/user/rocpd-python
	@mkdir -p $(@D)
	$(foreach c,record ctl doctor,$(BUILD)/rocpd-$(c) --help | $(call page,rocpd-$(c),1,"$(about_$(c))") -v plain=1 >$(@D)/rocpd-$(c).1 &&) :
	sh scripts/user/rocpd-python --help | $(call page,rocpd-python,1,"$(about_python)") -v plain=1 >$(@D)/rocpd-python.1
	@touch $@

# ---- the software GPU and test programs

# If ROCm's compiler library is installed, one of the same name stands before it and caches its results (tests/gpusim/compiler).
# It links to ROCm's by path.
COMGR := $(if $(wildcard /usr/include/amd_comgr.h),$(firstword $(wildcard $(addsuffix /libamd_comgr.so.2,/usr/lib/x86_64-linux-gnu /usr/lib64 /usr/lib /opt/rocm/lib))))
KEPT := $(if $(COMGR),$(BUILD)/gpusim/libamd_comgr.so.2)
gpusim: $(BUILD)/gpusim/libhsakmt.so.1 $(KEPT) ## the simulated GPU driver (tests/gpusim)
# Built without sanitizers, since it also runs under programs without them.
GPUSIM_OBJ := $(patsubst tests/%.c,$(BUILD)/%.o,$(sort $(wildcard tests/gpusim/*.c)))
$(BUILD)/gpusim/libhsakmt.so.1: $(GPUSIM_OBJ) tests/gpusim/libhsakmt.map
	$(call say,LINK)
	$(CC) -shared -o $@ $(GPUSIM_OBJ) -Wl,-soname,libhsakmt.so.1 -Wl,--version-script=tests/gpusim/libhsakmt.map -Wl,-z,nodelete,-z,defs -pthread
$(BUILD)/gpusim/libamd_comgr.so.2: tests/gpusim/compiler/kept.c
	@mkdir -p $(BUILD)/gpusim/by_path
	$(call say,LINK)
	$(CC) -shared -x c /dev/null -Wl,-soname,$(COMGR) -o $(BUILD)/gpusim/by_path/libcomgr.so
	$(CC) $(filter-out $(SAN) -MMD -MP,$(CFLAGS)) -shared -o $@ $< -Wl,-soname,libcompiler_kept.so -Wl,--no-as-needed $(BUILD)/gpusim/by_path/libcomgr.so
$(BUILD)/gpusim/%.o: tests/gpusim/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(CC) $(filter-out $(SAN),$(CFLAGS)) -Itests/gpusim -c -o $@ $<

# tests/programs: hipcc compiles NAME.hip. NAME.c and NAME.cpp are plain programs, linked to the runtimes that they use.
# plugin/NAME.c are libraries, linked to HIP.
PROGRAMS := $(patsubst tests/programs/%.hip,$(BUILD)/programs/%,$(wildcard tests/programs/*.hip)) \
            $(patsubst tests/programs/%.c,$(BUILD)/programs/%,$(wildcard tests/programs/*.c)) \
            $(patsubst tests/programs/%.cpp,$(BUILD)/programs/%,$(wildcard tests/programs/*.cpp)) \
            $(patsubst tests/programs/plugin/%.c,$(BUILD)/programs/lib%.so,$(wildcard tests/programs/plugin/*.c))
programs: $(PROGRAMS)
$(BUILD)/programs/%: tests/programs/%.hip $(wildcard tests/programs/*.h)
	@mkdir -p $(@D)
	$(call say,HIPCC)
	$(HIPCC) -std=c++17 -O2 --offload-arch=gfx90a -rdynamic -Itests/programs -o $@ $< -lhsa-runtime64 -pthread -ldl
$(BUILD)/programs/lib%.so: tests/programs/plugin/%.c
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) -std=gnu11 -O2 -g -Wall -fPIC -shared -D__HIP_PLATFORM_AMD__ -o $@ $< -lamdhip64
$(BUILD)/programs/%: tests/programs/%.c $(wildcard tests/programs/*.h)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) -std=gnu11 -O2 -g -Wall -D__HIP_PLATFORM_AMD__ -Itests/programs -Iext/format -o $@ $< -Wl,--as-needed -lamdhip64 -lhsa-runtime64 -pthread -ldl
$(BUILD)/programs/%: tests/programs/%.cpp $(wildcard tests/programs/*.h)
	@mkdir -p $(@D)
	$(call say,CXX)
	$(CXX) -std=c++17 -O2 -g -Wall -D__HIP_PLATFORM_AMD__ -DAMD_INTERNAL_BUILD -I/usr/include/hsa -Itests/programs $(INC_collector) -o $@ $< -Wl,--as-needed -lamdhip64 -lhsa-runtime64 -pthread -ldl

# ---- tests. tests/unit/test_*.c are linked with the extension's objects; tests/*/test_*.sh are scripts.

UNIT := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test_*.c))
BENCH := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(filter-out tests/bench/fake_%,$(wildcard tests/bench/*.c)))
FUZZ := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
# Symbols for debuggers take most of the time of linking so many programs: builds for debugging and sanitizers have them.
TEST_LINK := $(if $(SAN)$(findstring -O0,$(OPT)),,-Wl,-S)
# Helpers that unit tests, fuzzers and benchmarks share.
HELPER_OBJ := $(patsubst tests/helper/%.c,$(BUILD)/helper/%.o,$(wildcard tests/helper/*.c))
tests: all gpusim programs $(UNIT) $(BENCH) $(FUZZ) inside $(if $(SAN),,race)
$(BUILD)/helper/%.o: tests/helper/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(CC) $(CFLAGS) -DSQLITE_CORE -Itests/helper $(INC_ext) -c -o $@ $<
$(BUILD)/unit/%: tests/unit/%.c $(IN_OBJ) $(HELPER_OBJ) $(EXT_LIST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) $(CFLAGS) -Wno-missing-prototypes -DSQLITE_CORE -Itests -Itests/helper $(INC_ext) $(TEST_LINK) -MF $@.d -o $@ $< $(HELPER_OBJ) $(IN_OBJ) -lsqlite3 -lzstd -lz -lstdc++ -lm -pthread -ldl
$(BUILD)/bench/%: tests/bench/%.c $(IN_OBJ) $(HELPER_OBJ) $(EXT_LIST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) $(CFLAGS) -Wno-missing-prototypes -DSQLITE_CORE -Itests -Itests/helper $(INC_collector) $(INC_ext) $(TEST_LINK) -MF $@.d -o $@ $< $(HELPER_OBJ) $(IN_OBJ) -lsqlite3 -lzstd -lz -lstdc++ -lm -pthread -ldl
# Fuzz targets, linked with the replay driver; `make fuzz` builds them with libFuzzer. These are all objects of rocpd-record and
# libcollect.so that targets need.
FUZZED_OBJ := $(patsubst %,$(BUILD)/collector/%.o,command/elf_file command/text unwind/eh unwind/eh_entry unwind/eh_open api/metrics/gpu_metrics)
$(BUILD)/fuzz/%: tests/fuzz/%.c tests/fuzz/replay.c $(IN_OBJ) $(HELPER_OBJ) $(FUZZED_OBJ) $(EXT_LIST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) $(CFLAGS) -Wno-missing-prototypes -DSQLITE_CORE -Itests -Itests/helper -Icollector/command -Icollector/unwind -Icollector/api/metrics $(INC_ext) $(TEST_LINK) -MF $@.d -o $@ $< tests/fuzz/replay.c $(FUZZED_OBJ) $(HELPER_OBJ) $(IN_OBJ) -lsqlite3 -lzstd -lz -lstdc++ -lm -pthread -ldl

# The same, for `make fuzz`: linked with libFuzzer's main (tests/fuzz/run.sh sets CC and SAN).
$(BUILD)/fuzzer/%: tests/fuzz/%.c $(IN_OBJ) $(HELPER_OBJ) $(FUZZED_OBJ) $(EXT_LIST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) $(CFLAGS) -Wno-missing-prototypes -DSQLITE_CORE -Itests -Itests/helper -Icollector/command -Icollector/unwind -Icollector/api/metrics $(INC_ext) -MF $@.d -fsanitize=fuzzer -o $@ $< $(FUZZED_OBJ) $(HELPER_OBJ) $(IN_OBJ) -lsqlite3 -lzstd -lz -lstdc++ -lm -pthread -ldl

# Programs that contain the collector without the traced APIs. A library stands in for HSA's runtime: it cannot be part of the
# program, where the collector would take its functions for its own.
INSIDE_OBJ := $(filter-out $(BUILD)/collector/api/%,$(COL_OBJ))
INSIDE := $(patsubst tests/inside/%.c,$(BUILD)/inside/%,$(filter-out tests/inside/fake_hsa.c,$(wildcard tests/inside/*.c)))
$(BUILD)/inside/libfake_hsa.so: tests/inside/fake_hsa.c
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) $(CFLAGS) -D_GNU_SOURCE $(INC_collector) -shared -MF $@.d -o $@ $< -pthread
$(BUILD)/inside/%: tests/inside/%.c $(BUILD)/inside/libfake_hsa.so $(INSIDE_OBJ) $(COL_LIST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) $(CFLAGS) -Wno-missing-prototypes -D_GNU_SOURCE -ftls-model=initial-exec -Itests/inside $(INC_collector) $(TEST_LINK) $(NO_NULL) -MF $@.d -o $@ $< $(BUILD)/inside/libfake_hsa.so -Wl,-rpath,'$$ORIGIN' $(INSIDE_OBJ) -lzstd -pthread -ldl
# Benchmarks of the collector's objects.
$(BUILD)/bench/bench_unwind $(BUILD)/bench/sampled_rows: $(BUILD)/bench/%: tests/bench/%.c $(INSIDE_OBJ) $(COL_LIST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) $(CFLAGS) -Wno-missing-prototypes -D_GNU_SOURCE -ftls-model=initial-exec $(INC_collector) -MF $@.d -o $@ $< $(INSIDE_OBJ) -lzstd -pthread -ldl
$(BUILD)/inside/unwind: CFLAGS += -rdynamic -fexceptions # it looks its functions up by name, and has cleanups
# The whole collector, with a test's functions.
$(BUILD)/inside/libframes.so: tests/python/frames.c $(COL_OBJ) $(BUILD)/collect.map $(COL_LIST)
	@mkdir -p $(@D)
	$(call say,LINK)
	sed 's/^COLLECT {/& global: frames_*;/' $(BUILD)/collect.map >$(BUILD)/inside/frames.map
	$(CC) $(CFLAGS) -Wno-missing-prototypes -D_GNU_SOURCE -ftls-model=initial-exec $(INC_collector) -shared -MF $@.d -o $@ $< $(COL_OBJ) -Wl,--version-script=$(BUILD)/inside/frames.map -Wl,-z,nodelete -lzstd -pthread
.PHONY: inside
inside: $(INSIDE) $(BUILD)/inside/libframes.so

# `make test` also looks for races (tests/race): these programs of a few objects are built with ThreadSanitizer if the compiler
# has it.
RACE := $(BUILD)/race/model $(BUILD)/inside/race $(BUILD)/inside/device $(BUILD)/inside/control $(BUILD)/inside/handler $(BUILD)/inside/nest $(BUILD)/inside/sampled $(BUILD)/inside/checks
MODEL_OBJ := $(patsubst %.c,$(BUILD)/core/%.o,$(filter ext/base/% ext/model/% ext/format/list/%,$(EXT_SRC)))
$(BUILD)/race/%: tests/race/%.c $(MODEL_OBJ) $(EXT_LIST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(CC) $(CFLAGS) -Wno-missing-prototypes -DSQLITE_CORE $(INC_model) -MF $@.d -o $@ $< $(MODEL_OBJ) -lsqlite3 -lstdc++ -lm -pthread -ldl
TSAN_FLAGS := OPT="-O1 -g -DCOLLECT_DEBUG" SAN="-fsanitize=thread -Wno-tsan"
.PHONY: race race-programs
race-programs: $(RACE)
race:
	@if echo 'int main(void) { return 0; }' | $(CC) -fsanitize=thread -x c -o $(BUILD)/has_tsan - 2>/dev/null; then $(MAKE) BUILD=$(BUILD)/tsan $(TSAN_FLAGS) race-programs; fi

# Targets that run tests run one at a time: in parallel, they would disturb each other's measurements and time-outs.
T_FILES = $(wildcard tests/*/test_*$(T)*.sh) $(patsubst tests/unit/%.c,$(abspath $(BUILD))/unit/%,$(wildcard tests/unit/test_*$(T)*.c))
# What they need: unit tests and scripts about the extension what they name (quick.sh --build), other scripts all libraries and programs.
T_NEEDS = $(if $(filter-out tests/sql/% tests/export/% tests/database/% tests/load/% $(abspath $(BUILD))/unit/%,$(T_FILES)),all gpusim programs inside $(BENCH) $(FUZZ)) \
          $(if $(filter tests/race/%,$(T_FILES)),race)
test: ## install what tests need (not with ROCPD_NO_DEPS=1), and run all tests, in under 10 minutes; ends with "N passed, M failed". make test T=gaps: only tests whose name contains gaps
	$(if $(strip $(T_FILES)),,$(error no test has a name with '$(T)': tests/*/test_*$(T)*.sh, tests/unit/test_*$(T)*.c))
	sh scripts/deps.sh test
	$(MAKE) $(if $(T),$(T_NEEDS) $$(sh tests/quick.sh --build $(T_FILES:$(abspath $(BUILD))/%=build/%) | sed 's|^build/|$(BUILD)/|'),tests)
	unset MAKEFLAGS MAKELEVEL; BUILD=$(abspath $(BUILD)) sh tests/run.sh $(if $(T),$(T_FILES))
# Tests refer to files in $(BUILD) as build/... . Tests for which there is no time left are listed, for `make test`.
quick: ## tests of what changed since the last commit, in under a minute (tests/README.md says which)
	tests=$$(sh tests/quick.sh) && [ -n "$$tests" ] || { echo "no test is near to what changed"; exit 0; }; \
	  $(MAKE) -s $$(sh tests/quick.sh --build $$tests | sed 's|^build/|$(BUILD)/|') && unset MAKEFLAGS MAKELEVEL && \
	  BUILD=$(abspath $(BUILD)) BEGIN_WITHIN=40 TEST_TIMEOUT=60 sh tests/run.sh $$(printf '%s\n' $$tests | sed 's|^build/|$(abspath $(BUILD))/|')
mutants: tests ## put deliberate faults into the code, and list those that the nearest tests do not notice (tests/mutants)
	unset MAKEFLAGS MAKELEVEL; BUILD=$(abspath $(BUILD)) python3 tests/mutants/run.py
soak: tests ## the long forms of the tests, while `make mutants` runs in the background
	unset MAKEFLAGS MAKELEVEL; export BUILD=$(abspath $(BUILD)); nice -n 19 python3 tests/mutants/run.py >$$BUILD/mutants.log 2>&1 & faults=$$!; \
	  SOAK=1 sh tests/run.sh; result=$$?; wait $$faults || result=1; grep -v '^found' $$BUILD/mutants.log; exit $$result
bench: tests ## measure this project, the floor below it, and the peers that are installed
	BUILD=$(abspath $(BUILD)) sh tests/bench/run.sh
asan: ## run the tests with everything built with AddressSanitizer and UBSan
	$(MAKE) BUILD=$(BUILD)/asan OPT="-O1 -g -DCOLLECT_DEBUG" SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer" tests
	BUILD=$(abspath $(BUILD))/asan SANITIZER=asan sh tests/run.sh
# What tests/tsan/test_*.sh need.
TSAN_UNIT := $(filter $(UNIT),$(patsubst tests/tsan/test_%.sh,$(BUILD)/unit/test_%,$(wildcard tests/tsan/test_*.sh)))
.PHONY: tsan-tests
tsan-tests: $(TSAN_UNIT) $(RACE) $(BUILD)/bench/rocz_dump $(BUILD)/libcollect.so $(BUILD)/rocpd.so
tsan: ## run the concurrent parts with ThreadSanitizer
	$(MAKE) BUILD=$(BUILD)/tsan $(TSAN_FLAGS) tsan-tests
	BUILD=$(abspath $(BUILD))/tsan SANITIZER=tsan sh tests/run.sh tests/tsan tests/race
fuzz: ## fuzz every parser for FUZZ_SECONDS (60) each, with libFuzzer
	sh tests/fuzz/run.sh
# (The build is a make of its own, since the Makefile must look again for what was just installed.)
demo: ## install what it needs, build, record a real HIP program, and show what its GPU did
	sh scripts/deps.sh demo
	echo "== building to $(BUILD) (a minute)"
	$(MAKE) -s ext collector gpusim $(BUILD)/programs/demo
	BUILD=$(abspath $(BUILD)) sh scripts/demo.sh
deps: ## install what is missing to build and test (apt)
	sh scripts/deps.sh test

# ---- install. The linker's cache takes only lib*.so*, while `.load rocpd` opens rocpd.so. So the file is librocpd.so, with
# rocpd.so as its SONAME and as a second name: the cache, LD_LIBRARY_PATH and a path all lead to it.

LIBDIR  ?= $(PREFIX)/lib
# babeltrace2 looks beside its own plugins and in ~/.local/lib. An installation for all users puts the plugin there, too.
PLUGINS ?= $(LIBDIR)/babeltrace2/plugins
BT2_OWN  = $(shell pkg-config --variable=libdir babeltrace2 2>/dev/null)/babeltrace2/plugins
PLUGIN_PLACES = $(if $(call of_ext,$(PLUGIN)),"$(DESTDIR)$(PLUGINS)" $(if $(DESTDIR),,$(if $(filter /usr /usr/local,$(PREFIX)),"$(BT2_OWN)")))
BINDIR  ?= $(PREFIX)/bin
INCDIR  ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
# Brings up to date and installs the libraries that have been built, each with its commands; if none has been built, all.
LIBRARIES := $(or $(wildcard $(BUILD)/rocpd.so $(BUILD)/libcollect.so),$(BUILD)/rocpd.so $(BUILD)/libcollect.so)
of_ext = $(if $(filter %/rocpd.so,$(LIBRARIES)),$(1))
of_collector = $(if $(filter %/libcollect.so,$(LIBRARIES)),$(1))
SCRIPTS := scripts/user/rocpd-python
PACKAGE := $(sort $(wildcard scripts/python/rocpdsys/*.py scripts/python/rocpdsys/*/*.py))
# Only root may refresh the cache; a user's PATH has no ldconfig.
LDCONFIG := PATH="$$PATH:/usr/sbin:/sbin" ldconfig
REFRESH := [ "$$(id -u)" -ne 0 ] || $(LDCONFIG) || echo "ldconfig failed: the linker's cache is not refreshed"
CACHED  = [ "$$($(LDCONFIG) -p 2>/dev/null | sed -n 's/^[[:blank:]]*$(or $(call of_ext,rocpd),libcollect)[.]so .*=> //p' | head -n 1)" -ef "$(LIBDIR)/$(or $(call of_ext,librocpd),libcollect).so" ]
# Manual pages that belong to the collector; all others belong to the extension.
COLLECTOR_PAGES := rocpd-record.1 rocpd-ctl.1 rocpd-doctor.1 rocpd-python.1 rocpd-profiling.7 rocpd-sampling.7 rocpd-settings.7 rocpd-filters.7 rocpd-when.7 rocpd-counters.7 rocpd-collect.7
COMPLETIONS := bash-completion/completions/rocpd zsh/site-functions/_rocpd fish/vendor_completions.d/rocpd.fish
# Installs without symbols, which take most of a file. DEBUG=1 installs them where gdb finds them: FOLDER/.debug/NAME.debug.
DEBUG   ?=
STRIP   ?= $(shell command -v strip)
OBJCOPY ?= objcopy
put = install -m 755 $(1) "$(2)$(3)"$(if $(STRIP), && $(STRIP) --strip-unneeded "$(2)$(3)")$(if $(DEBUG), && install -d "$(2).debug" \
  && $(OBJCOPY) --only-keep-debug $(1) "$(2).debug/$(3).debug" && $(OBJCOPY) --add-gnu-debuglink="$(2).debug/$(3).debug" "$(2)$(3)")
install: $(LIBRARIES) $(BUILD)/man/pages $(call of_collector,$(BUILD)/rocpd-record $(BUILD)/man/record) $(call of_ext,$(BUILD)/rocpd $(PLUGIN) $(BUILD)/man/command) ## install what has been built (or everything, if nothing has) to PREFIX (/usr/local), below DESTDIR
install-ext: LIBRARIES = $(BUILD)/rocpd.so
install-ext: ext $(PLUGIN) $(BUILD)/man/pages $(BUILD)/man/command ## install the extension only (needs no ROCm)
install install-ext:
	install -d "$(DESTDIR)$(LIBDIR)" "$(DESTDIR)$(BINDIR)" $(call of_collector,"$(DESTDIR)$(INCDIR)")
	$(call of_collector,install -m 644 collector/include/collect.h "$(DESTDIR)$(INCDIR)/collect.h")
	$(call of_collector,$(call put,$(BUILD)/libcollect.so,$(DESTDIR)$(LIBDIR)/,libcollect.so))
	$(call of_ext,$(call put,$(BUILD)/rocpd.so,$(DESTDIR)$(LIBDIR)/,librocpd.so))
	$(call of_ext,ln -sf librocpd.so "$(DESTDIR)$(LIBDIR)/rocpd.so")
	for d in $(PLUGIN_PLACES); do install -d "$$d" && $(call put,$(PLUGIN),$$d/,$(PLUGIN_NAME)) || exit 1; done
	$(call of_ext,install -d "$(DESTDIR)$(DATADIR)/rocpd" && install -m 644 ext/export/ctf/trace-compass.xml "$(DESTDIR)$(DATADIR)/rocpd")
	for s in 1 7; do install -d "$(DESTDIR)$(DATADIR)/man/man$$s" || exit 1; for f in $(BUILD)/man/*.$$s; do case " $(call of_ext,ext) $(call of_collector,$(COLLECTOR_PAGES)) " in \
	  *" $${f##*/} "*) ;; *" ext "*) case $${f##*/} in rocpd-record.1|rocpd-ctl.1|rocpd-doctor.1|rocpd-python.1) continue ;; esac ;; *) continue ;; esac; install -m 644 $$f "$(DESTDIR)$(DATADIR)/man/man$$s" || exit 1; done; done
	install -d "$(DESTDIR)$(DATADIR)/doc/rocpd" "$(DESTDIR)$(LIBDIR)/pkgconfig" && install -m 644 LICENSE $(call of_ext,$(BUILD)/reference.md) "$(DESTDIR)$(DATADIR)/doc/rocpd"
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$(INCDIR)' $(call of_ext,'extension=$${libdir}/rocpd.so') $(call of_collector,'collector=$${libdir}/libcollect.so') '' \
	  'Name: rocpd' 'Description: recorder and SQLite extension for AMD GPU programs' 'Version: $(VERSION)' $(call of_collector,'Cflags: -I$${includedir}') >"$(DESTDIR)$(LIBDIR)/pkgconfig/rocpd.pc"
	for f in $(COMPLETIONS); do install -d "$(DESTDIR)$(DATADIR)/$${f%/*}" && install -m 644 scripts/completion/$$(case $$f in bash*) echo rocpd.bash ;; *) echo $${f##*/} ;; esac) "$(DESTDIR)$(DATADIR)/$$f" || exit 1; done
	$(call of_ext,$(call put,$(BUILD)/rocpd,$(DESTDIR)$(BINDIR)/,rocpd))
	$(call of_ext,for n in $(COMMAND_NAMES); do ln -sf rocpd "$(DESTDIR)$(BINDIR)/$$n" || exit 1; done)
	$(call of_collector,$(call put,$(BUILD)/rocpd-record,$(DESTDIR)$(BINDIR)/,rocpd-record))
	$(call of_collector,for n in $(filter-out rocpd-record,$(RECORD_NAMES)); do ln -sf rocpd-record "$(DESTDIR)$(BINDIR)/$$n" || exit 1; done)
	$(call of_collector,[ -e "$(DESTDIR)$(BINDIR)/rocpd" ] || ln -sf rocpd-record "$(DESTDIR)$(BINDIR)/rocpd")
	$(if $(filter $(PREFIX)/lib,$(LIBDIR)),,install -d "$(DESTDIR)$(DATADIR)/rocpd" && echo "$(LIBDIR)" >"$(DESTDIR)$(DATADIR)/rocpd/libdir")
	for s in $(call of_collector,$(SCRIPTS)); do to="$(DESTDIR)$(BINDIR)/$${s##*/}"; sed 's|@LIBDIR@|$(LIBDIR)|g; s|@DATADIR@|$(DATADIR)|g; s|@VERSION@|$(VERSION)|g' $$s > "$$to" && chmod 755 "$$to" || exit 1; done
	for f in $(PACKAGE); do to="$(DESTDIR)$(DATADIR)/rocpd/$${f#scripts/}"; install -d "$${to%/*}" && sed 's|@LIBDIR@|$(LIBDIR)|g; s|@BINDIR@|$(BINDIR)|g; s|@VERSION@|$(VERSION)|g' $$f > "$$to" && chmod 644 "$$to" || exit 1; done
	$(if $(DESTDIR),,@$(REFRESH); $(CACHED) || printf '%s\n' "The dynamic linker does not look in $(LIBDIR). So that programs find what is there, set" \
	  '  export PATH="$(BINDIR):$$PATH" LD_LIBRARY_PATH="$(LIBDIR)$${LD_LIBRARY_PATH:+:$$LD_LIBRARY_PATH}"')
uninstall: ## remove what install has installed
	rm -f "$(DESTDIR)$(LIBDIR)/libcollect.so" "$(DESTDIR)$(LIBDIR)/librocpd.so" "$(DESTDIR)$(LIBDIR)/rocpd.so" "$(DESTDIR)$(INCDIR)/collect.h" "$(DESTDIR)$(LIBDIR)/pkgconfig/rocpd.pc"
	for f in $(LIBDIR)/.debug/libcollect.so $(LIBDIR)/.debug/librocpd.so $(BINDIR)/.debug/rocpd $(BINDIR)/.debug/rocpd-record $(PLUGINS)/.debug/$(PLUGIN_NAME); do rm -f "$(DESTDIR)$$f.debug"; done
	rm -f "$(DESTDIR)$(PLUGINS)/$(PLUGIN_NAME)" $(if $(DESTDIR),,$(if $(filter /usr /usr/local,$(PREFIX)),"$(BT2_OWN)/$(PLUGIN_NAME)"))
	rm -rf "$(DESTDIR)$(DATADIR)/rocpd" "$(DESTDIR)$(DATADIR)/doc/rocpd" "$(DESTDIR)$(DATADIR)"/man/man1/rocpd.1 "$(DESTDIR)$(DATADIR)"/man/man[17]/rocpd-*.[17]
	for f in $(COMPLETIONS); do rm -f "$(DESTDIR)$(DATADIR)/$$f"; done
	for s in rocpd $(COMMAND_NAMES) $(RECORD_NAMES) $(SCRIPTS); do rm -f "$(DESTDIR)$(BINDIR)/$${s##*/}"; done
	$(if $(DESTDIR),,@$(REFRESH))
clean: ## remove build/
	rm -rf $(BUILD)
help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 \t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

# (Thousands of lines, which targets that compile nothing do without.)
ifneq ($(or $(filter-out help clean uninstall,$(MAKECMDGOALS)),$(if $(MAKECMDGOALS),,all)),)
-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
endif
