#define _GNU_SOURCE
#include "include/CJPEGOracle.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cjpeg_oracle_free(cjpeg_oracle_bytes bytes) { free(bytes.bytes); }

#if __has_include(<jpeglib.h>)
#include <jpeglib.h>

static void *library(void) {
  return dlopen(JPEG_LIB_VERSION >= 80 ? "libjpeg.so.8" : "libjpeg.so.62", RTLD_NOW);
}

#define CALL(name) ((__typeof__(&name))dlsym(library(), #name))

bool cjpeg_oracle_is_available(void) { return library() != NULL; }

const char *cjpeg_oracle_path(void) {
  Dl_info info;
  void *function = library() == NULL ? NULL : dlsym(library(), "jpeg_std_error");
  return function != NULL && dladdr(function, &info) != 0 ? info.dli_fname : NULL;
}

typedef struct failure {
  struct jpeg_error_mgr errors;
  jmp_buf target;
} failure;

static void on_error(j_common_ptr cinfo) { longjmp(((failure *)cinfo->err)->target, 1); }
static void on_message(j_common_ptr cinfo, int level) {
  (void)cinfo;
  (void)level;
}

static struct jpeg_error_mgr *prepared(failure *failure) {
  CALL(jpeg_std_error)(&failure->errors);
  failure->errors.error_exit = on_error;
  failure->errors.emit_message = on_message;
  return &failure->errors;
}

static void encode(struct jpeg_compress_struct *cinfo, cjpeg_oracle_options options,
                   const uint8_t *rows) {
  J_COLOR_SPACE space = (J_COLOR_SPACE)options.color_space;
  cinfo->image_width = options.width;
  cinfo->image_height = options.height;
  cinfo->in_color_space = space == JCS_YCbCr ? JCS_RGB : space == JCS_YCCK ? JCS_CMYK : space;
  cinfo->input_components = space == JCS_GRAYSCALE ? 1 : space >= JCS_CMYK ? 4 : 3;
  CALL(jpeg_set_defaults)(cinfo);
  CALL(jpeg_set_colorspace)(cinfo, space);
  CALL(jpeg_set_quality)(cinfo, options.quality, TRUE);
  for (int index = 0; index < cinfo->num_components; index++) {
    // In YCCK, black is sampled as finely as luma.
    bool is_fine = index == 0 || (space == JCS_YCCK && index == 3);
    cinfo->comp_info[index].h_samp_factor = is_fine ? options.across : 1;
    cinfo->comp_info[index].v_samp_factor = is_fine ? options.down : 1;
  }
  cinfo->restart_interval = (unsigned)options.restart_interval;
  cinfo->arith_code = options.is_arithmetic;
  cinfo->write_JFIF_header = options.has_jfif_marker;
  cinfo->write_Adobe_marker = options.has_adobe_marker;
  cinfo->density_unit = (UINT8)options.density_unit;
  cinfo->X_density = (UINT16)options.density_x;
  cinfo->Y_density = (UINT16)options.density_y;
  if (options.is_progressive) CALL(jpeg_simple_progression)(cinfo);
  CALL(jpeg_start_compress)(cinfo, TRUE);
  for (size_t place = 0; place + 4 <= options.markers_count;) {
    const uint8_t *marker = options.markers + place;
    unsigned count = (unsigned)marker[2] << 8 | marker[3];
    CALL(jpeg_write_marker)(cinfo, marker[1], marker + 4, count - 2);
    place += 2 + count;
  }
  size_t row_bytes = (size_t)options.width * (size_t)cinfo->input_components;
  while (cinfo->next_scanline < cinfo->image_height) {
    JSAMPROW row = (JSAMPROW)(rows + row_bytes * cinfo->next_scanline);
    CALL(jpeg_write_scanlines)(cinfo, &row, 1);
  }
  CALL(jpeg_finish_compress)(cinfo);
}

cjpeg_oracle_bytes cjpeg_oracle_encode(cjpeg_oracle_options options, const uint8_t *rows) {
  cjpeg_oracle_bytes result = {0};
  failure failure;
  struct jpeg_compress_struct cinfo = {.err = prepared(&failure)};
  unsigned char *bytes = NULL;
  unsigned long count = 0;
  if (setjmp(failure.target) != 0) return result;
  CALL(jpeg_CreateCompress)(&cinfo, JPEG_LIB_VERSION, sizeof cinfo);
  CALL(jpeg_mem_dest)(&cinfo, &bytes, &count);
  encode(&cinfo, options, rows);
  CALL(jpeg_destroy_compress)(&cinfo);
  result.bytes = bytes;
  result.count = count;
  return result;
}

cjpeg_oracle_bytes cjpeg_oracle_decode(const uint8_t *file, size_t count, int divisor) {
  cjpeg_oracle_bytes result = {0};
  failure failure;
  struct jpeg_decompress_struct cinfo = {.err = prepared(&failure)};
  if (setjmp(failure.target) != 0) return (cjpeg_oracle_bytes){0};
  CALL(jpeg_CreateDecompress)(&cinfo, JPEG_LIB_VERSION, sizeof cinfo);
  CALL(jpeg_mem_src)(&cinfo, (unsigned char *)file, count);
  CALL(jpeg_read_header)(&cinfo, TRUE);
  cinfo.scale_num = 1;
  cinfo.scale_denom = (unsigned)divisor;
  if (cinfo.num_components == 4) cinfo.out_color_space = JCS_CMYK;
  CALL(jpeg_start_decompress)(&cinfo);
  result.width = cinfo.output_width;
  result.height = cinfo.output_height;
  result.channels = (uint32_t)cinfo.output_components;
  size_t row_bytes = (size_t)result.width * result.channels;
  result.count = row_bytes * result.height;
  result.bytes = malloc(result.count);
  while (cinfo.output_scanline < cinfo.output_height) {
    JSAMPROW row = result.bytes + row_bytes * cinfo.output_scanline;
    CALL(jpeg_read_scanlines)(&cinfo, &row, 1);
  }
  CALL(jpeg_finish_decompress)(&cinfo);
  CALL(jpeg_destroy_decompress)(&cinfo);
  return result;
}

typedef struct counted_arrays {
  jvirt_barray_ptr (*request)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION);
  size_t bytes;
} counted_arrays;

static jvirt_barray_ptr count_array(j_common_ptr cinfo, int pool, boolean is_zeroed,
                                    JDIMENSION across, JDIMENSION down, JDIMENSION accessed) {
  counted_arrays *counted = cinfo->client_data;
  counted->bytes += (size_t)across * down * sizeof(JBLOCK);
  return counted->request(cinfo, pool, is_zeroed, across, down, accessed);
}

size_t cjpeg_oracle_coefficient_bytes(const uint8_t *file, size_t count, int divisor) {
  counted_arrays counted = {0};
  failure failure;
  struct jpeg_decompress_struct cinfo = {.err = prepared(&failure)};
  if (setjmp(failure.target) != 0) return 0;
  cinfo.client_data = &counted;
  CALL(jpeg_CreateDecompress)(&cinfo, JPEG_LIB_VERSION, sizeof cinfo);
  counted.request = cinfo.mem->request_virt_barray;
  cinfo.mem->request_virt_barray = count_array;
  CALL(jpeg_mem_src)(&cinfo, (unsigned char *)file, count);
  CALL(jpeg_read_header)(&cinfo, TRUE);
  cinfo.scale_num = 1;
  cinfo.scale_denom = (unsigned)divisor;
  CALL(jpeg_start_decompress)(&cinfo);
  CALL(jpeg_destroy_decompress)(&cinfo);
  return counted.bytes;
}

#else

bool cjpeg_oracle_is_available(void) { return false; }
const char *cjpeg_oracle_path(void) { return NULL; }
cjpeg_oracle_bytes cjpeg_oracle_encode(cjpeg_oracle_options options, const uint8_t *rows) {
  (void)options;
  (void)rows;
  return (cjpeg_oracle_bytes){0};
}
cjpeg_oracle_bytes cjpeg_oracle_decode(const uint8_t *file, size_t count, int divisor) {
  (void)file;
  (void)count;
  (void)divisor;
  return (cjpeg_oracle_bytes){0};
}
size_t cjpeg_oracle_coefficient_bytes(const uint8_t *file, size_t count, int divisor) {
  (void)file;
  (void)count;
  (void)divisor;
  return 0;
}

#endif
