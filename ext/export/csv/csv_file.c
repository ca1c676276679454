/* Files of the folder, and text for them. */
#include "csv.h"
#include "export.h"

int rocpd_csv_open_file(rocpd_export *x, const char *name, rocpd_output *out, rocpd_error *err) {
  const char *prefix = x->option.name ? x->option.name : "out";
  char *whole = sqlite3_mprintf("%s%s%s.csv", prefix, *prefix ? "_" : "", name);
  int rc = whole ? rocpd_folder_file(&x->folder, &x->progress, whole, out, err) : rocpd_no_memory(err);
  sqlite3_free(whole);
  return rc;
}

int rocpd_csv_write_text(rocpd_output *file, const rocpd_csv_text *text, rocpd_error *err) {
  rocpd_buffer b = {.file = file};
  int rc = rocpd_buffer_add(&b, (const uint8_t *)text->at, text->used, err);
  if (!rc) rc = rocpd_buffer_flush(&b, err);
  sqlite3_free(b.bytes);
  return rc;
}

int rocpd_csv_write_file(rocpd_export *x, const char *name, const rocpd_csv_text *text, rocpd_error *err) {
  rocpd_output file = {0};
  int rc = rocpd_csv_open_file(x, name, &file, err);
  if (!rc) rc = rocpd_csv_write_text(&file, text, err);
  if (!rc) rc = rocpd_output_finish(&file, err);
  rocpd_output_close(&file);
  return rc;
}
