#include "libwebp.h"

#include "../libraries.h"

static const char *const files[] = {"libwebp.so.7", NULL};

#if __has_include(<webp/decode.h>)
#include <webp/decode.h>

// The functions of the library, named as in webp/decode.h without `WebP`.
#define FUNCTIONS(F) \
  F(InitDecoderConfigInternal) F(IDecode) F(IUpdate) F(IDecGetRGB) F(IDelete)

#define FIELD(name) __typeof__(&WebP##name) name;
#define ROW(name) {"WebP" #name, &webp.name},

static struct {
  FUNCTIONS(FIELD)
} webp;

static const clibrary_function functions[] = {FUNCTIONS(ROW)};

// Whether the structures match the header's.
static bool fits(void) {
  WebPDecoderConfig config;
  return webp.InitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION);
}

const clibrary_table webp_table = {files, functions, COUNT(functions), fits};

static cwebp_status status_of(VP8StatusCode code) {
  switch (code) {
    case VP8_STATUS_OK: return cwebp_status_ok;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return cwebp_status_ended;
    case VP8_STATUS_OUT_OF_MEMORY: return cwebp_status_exhausted;
    default: return cwebp_status_malformed;
  }
}

// Uses the incremental decoder, with all data at once, because it reports the number of decoded
// rows.
cwebp_status cwebp_decode(const uint8_t *data, size_t count, cwebp_rows rows, uint32_t *known) {
  *known = 0;
  WebPDecoderConfig config;
  if (!webp.InitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) {
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
  WebPIDecoder *decoder = webp.IDecode(NULL, 0, &config);
  if (decoder == NULL) return cwebp_status_exhausted;
  cwebp_status status = status_of(webp.IUpdate(decoder, data, count));
  int last = 0;
  if (webp.IDecGetRGB(decoder, &last, NULL, NULL, NULL) != NULL && last > 0) {
    *known = (uint32_t)last;
  }
  webp.IDelete(decoder);
  bool has_all = *known == rows.height;
  return status == cwebp_status_ok && !has_all ? cwebp_status_malformed : status;
}

#else
#include "../packages.h"

const clibrary_table webp_table = {files, NULL, 0, NULL};

cwebp_status cwebp_decode(const uint8_t *data, size_t count, cwebp_rows rows, uint32_t *known) {
  (void)data, (void)count, (void)rows;
  *known = 0;
  return cwebp_status_malformed;
}

#endif
