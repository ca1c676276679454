/* What babeltrace2 finds in the plugin. */
#include "component.h"
#include "api.h"

BT_PLUGIN_MODULE();
BT_PLUGIN(rocpd);
BT_PLUGIN_DESCRIPTION("Traces of AMD GPUs: chunk files, databases of rocprofv3 and RPD, texts of rtg_tracer");
BT_PLUGIN_LICENSE("MIT");

static bt_plugin_initialize_func_status initialize(bt_self_plugin *self) {
  return rocpd_api_begin() ? BT_PLUGIN_INITIALIZE_FUNC_STATUS_OK : BT_PLUGIN_INITIALIZE_FUNC_STATUS_MEMORY_ERROR;
}
BT_PLUGIN_INITIALIZE_FUNC(initialize);

BT_PLUGIN_SOURCE_COMPONENT_CLASS(trace, rocpd_iterator_next);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_DESCRIPTION(trace, "Read traces of AMD GPUs.");
BT_PLUGIN_SOURCE_COMPONENT_CLASS_HELP(
  trace,
  "Parameters: `inputs` (array of paths; so is `db-path`, a path), and the options of rocpd_export_ctf: `start`, `end`, "
  "`categories`, `names`, `agents`, `processes`, `ranks`, `min_duration_ns`, `args`, `kernel_names`, `group_by`, `agent_index`. See `rocpd help babeltrace`.");
BT_PLUGIN_SOURCE_COMPONENT_CLASS_INITIALIZE_METHOD(trace, rocpd_component_init);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_FINALIZE_METHOD(trace, rocpd_component_finalize);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_QUERY_METHOD(trace, rocpd_component_query);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD(trace, rocpd_iterator_init);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_FINALIZE_METHOD(trace, rocpd_iterator_finalize);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_SEEK_BEGINNING_METHODS(trace, rocpd_iterator_seek_beginning, rocpd_iterator_can_seek_beginning);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_SEEK_NS_FROM_ORIGIN_METHODS(trace, rocpd_iterator_seek_ns, rocpd_iterator_can_seek_ns);
