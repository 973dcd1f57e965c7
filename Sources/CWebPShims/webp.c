#include "CWebPShims.h"

#if __has_include(<webp/decode.h>)
#include <dlfcn.h>

#include <webp/decode.h>

// A function of the library, cast to its type in webp/decode.h.
#define CALL(library, name) ((__typeof__(&WebP##name))(library)->name)

bool cwebp_is_built(void) { return true; }

#define FIND(name) ((library->name = (cwebp_function)dlsym(handle, "WebP" #name)) != NULL)

bool cwebp_find_functions(void *handle, cwebp_library *library) {
  bool has_all = FIND(InitDecoderConfigInternal) && FIND(IDecode) && FIND(IUpdate) &&
                 FIND(IDecGetRGB) && FIND(IDelete);
  WebPDecoderConfig config;
  return has_all && CALL(library, InitDecoderConfigInternal)(&config, WEBP_DECODER_ABI_VERSION);
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
  if (!CALL(library, InitDecoderConfigInternal)(&config, WEBP_DECODER_ABI_VERSION)) {
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
  WebPIDecoder *decoder = CALL(library, IDecode)(NULL, 0, &config);
  if (decoder == NULL) return cwebp_status_exhausted;
  cwebp_status status = status_of(CALL(library, IUpdate)(decoder, data, count));
  int last = 0;
  if (CALL(library, IDecGetRGB)(decoder, &last, NULL, NULL, NULL) != NULL && last > 0) {
    *known = (uint32_t)last;
  }
  CALL(library, IDelete)(decoder);
  bool has_all = *known == rows.height;
  return status == cwebp_status_ok && !has_all ? cwebp_status_malformed : status;
}

#else
#include "../CJPEGShims/packages.h"

bool cwebp_is_built(void) { return false; }

bool cwebp_find_functions(void *handle, cwebp_library *library) {
  (void)handle, (void)library;
  return false;
}

cwebp_status cwebp_decode(const cwebp_library *library, const uint8_t *data, size_t count,
                          cwebp_rows rows, uint32_t *known) {
  (void)library, (void)data, (void)count, (void)rows;
  *known = 0;
  return cwebp_status_malformed;
}

#endif
