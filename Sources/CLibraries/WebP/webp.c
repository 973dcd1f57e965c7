#include "libwebp.h"

#if __has_include(<webp/decode.h>)
#include <dlfcn.h>
#include <stdlib.h>

#include <webp/decode.h>

// The functions of the library, named as in webp/decode.h without `WebP`.
#define FUNCTIONS(F) \
  F(InitDecoderConfigInternal) F(IDecode) F(IUpdate) F(IDecGetRGB) F(IDelete)

#define FIELD(name) __typeof__(&WebP##name) name;

struct cwebp_library {
  FUNCTIONS(FIELD)
};

#define FIND(name) \
  &&(library->name = (__typeof__(&WebP##name))dlsym(handle, "WebP" #name)) != NULL

bool cwebp_is_built(void) { return true; }

const cwebp_library *cwebp_library_find(void *handle) {
  cwebp_library *library = malloc(sizeof *library);
  WebPDecoderConfig config;
  if (library != NULL FUNCTIONS(FIND) &&
      library->InitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) {
    return library;
  }
  free(library);
  return NULL;
}

static cwebp_status status_of(VP8StatusCode code) {
  switch (code) {
    case VP8_STATUS_OK: return cwebp_status_ok;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return cwebp_status_ended;
    case VP8_STATUS_OUT_OF_MEMORY: return cwebp_status_exhausted;
    default: return cwebp_status_malformed;
  }
}

// Uses the incremental decoder, with all data at once: it reports the number of decoded rows.
cwebp_status cwebp_decode(const cwebp_library *library, const uint8_t *data, size_t count,
                          cwebp_rows rows, uint32_t *known) {
  *known = 0;
  WebPDecoderConfig config;
  if (!library->InitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) {
    return cwebp_status_malformed;
  }
  config.options.use_scaling = rows.is_reduced;
  config.options.scaled_width = (int)rows.width;
  config.options.scaled_height = (int)rows.height;
  size_t row_bytes = (size_t)rows.width * (rows.has_alpha ? 4 : 3);
  config.output.colorspace = rows.has_alpha ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = rows.bytes;
  config.output.u.RGBA.stride = (int)row_bytes;
  config.output.u.RGBA.size = row_bytes * rows.height;
  WebPIDecoder *decoder = library->IDecode(NULL, 0, &config);
  if (decoder == NULL) return cwebp_status_exhausted;
  cwebp_status status = status_of(library->IUpdate(decoder, data, count));
  int last = 0;
  if (library->IDecGetRGB(decoder, &last, NULL, NULL, NULL) != NULL && last > 0) {
    *known = (uint32_t)last;
  }
  library->IDelete(decoder);
  bool has_all = *known == rows.height;
  return status == cwebp_status_ok && !has_all ? cwebp_status_malformed : status;
}

#else
#include "../packages.h"

bool cwebp_is_built(void) { return false; }

const cwebp_library *cwebp_library_find(void *handle) {
  (void)handle;
  return NULL;
}

cwebp_status cwebp_decode(const cwebp_library *library, const uint8_t *data, size_t count,
                          cwebp_rows rows, uint32_t *known) {
  (void)library, (void)data, (void)count, (void)rows;
  *known = 0;
  return cwebp_status_malformed;
}

#endif
