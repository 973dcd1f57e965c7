#include <CLibraries.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "internal.h"

// ---- ISA-L ----

// Whether ISA-L has been loaded, to read pixels.
static atomic_bool is_isal_loaded;

bool codec_isal_is_present(void) {
  return is_isal_loaded = clibrary_load(clibrary_isal) == clibrary_state_ready;
}

// Loading the library takes longer than computing one checksum with zlib.
uint32_t codec_crc32(uint32_t before, const uint8_t *bytes, size_t count) {
  if (is_isal_loaded) return cisal.crc32(before, bytes, count);
  return (uint32_t)crc32_z(before, bytes, count);
}

uint32_t codec_adler32(uint32_t before, const uint8_t *bytes, size_t count) {
  // zlib would start a new checksum if there were no bytes.
  if (count == 0) return before;
  if (is_isal_loaded) return cisal.adler32(before, bytes, count);
  return (uint32_t)adler32_z(before, bytes, count);
}

uint32_t codec_adler32_joined(uint32_t before, uint32_t after, size_t count) {
  return (uint32_t)adler32_combine(before, after, (z_off_t)count);
}

static size_t run_isal(cisal_state *state, codec_span *input, uint8_t *output, size_t count,
                       codec_inflation *inflation) {
  state->next_in = input->bytes;
  state->avail_in = (uint32_t)input->count;
  state->next_out = output;
  state->avail_out = (uint32_t)count;
  *inflation = cisal.inflate(state) == 0 ? codec_inflation_going : codec_inflation_broken;
  *input = (codec_span){state->next_in, state->avail_in};
  return count - state->avail_out;
}

// ISA-L does not report the end of the data. It is therefore offered more bytes than the longest
// code with its extra bits: past the end it takes none of them, and before the end it takes some.
static bool has_isal_ended(cisal_state *state) {
  static const uint8_t anything[16];
  codec_span input = {anything, sizeof anything};
  int32_t bits_before = state->read_in_length;
  uint8_t unwanted;
  codec_inflation inflation;
  size_t count = run_isal(state, &input, &unwanted, sizeof unwanted, &inflation);
  return count == 0 && inflation == codec_inflation_going && input.count == sizeof anything &&
         state->read_in_length == bits_before;
}

// ---- zlib ----

// Deflate data refers back up to 32 KiB. The minus sign means raw data to zlib.
enum { raw_window_bits = -15 };

static size_t run_zlib(z_stream *zlib, codec_span *input, uint8_t *output, size_t count,
                       codec_inflation *inflation) {
  zlib->next_in = (uint8_t *)input->bytes;
  zlib->avail_in = (uInt)input->count;
  zlib->next_out = output;
  zlib->avail_out = (uInt)count;
  int status = inflate(zlib, Z_NO_FLUSH);
  if (status == Z_STREAM_END) {
    *inflation = codec_inflation_ended;
  } else if (status == Z_OK || status == Z_BUF_ERROR) {
    *inflation = codec_inflation_going;
  } else {
    *inflation = codec_inflation_broken;
  }
  *input = (codec_span){zlib->next_in, zlib->avail_in};
  return count - zlib->avail_out;
}

// ---- ISA-L or zlib ----

struct codec_inflater {
  cisal_state *isal;  // NULL: zlib
  z_stream zlib;
};

codec_inflater *codec_inflater_create(bool uses_isal) {
  codec_inflater *inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return NULL;
  if (uses_isal && codec_isal_is_present()) {
    inflater->isal = malloc(cisal_state_size);
    if (inflater->isal != NULL) {
      cisal.inflate_init(inflater->isal);
      return inflater;
    }
  } else if (inflateInit2(&inflater->zlib, raw_window_bits) == Z_OK) {
    return inflater;
  }
  free(inflater);
  return NULL;
}

void codec_inflater_destroy(codec_inflater *inflater) {
  if (inflater->isal == NULL) inflateEnd(&inflater->zlib);
  free(inflater->isal);
  free(inflater);
}

size_t codec_inflater_run(codec_inflater *inflater, codec_span *input, uint8_t *output,
                          size_t count, codec_inflation *inflation) {
  if (inflater->isal == NULL) return run_zlib(&inflater->zlib, input, output, count, inflation);
  return run_isal(inflater->isal, input, output, count, inflation);
}

bool codec_inflater_end(codec_inflater *inflater, codec_span input, uint8_t *surplus,
                        size_t *surplus_count) {
  uint8_t unwanted;
  codec_inflation inflation;
  if (codec_inflater_run(inflater, &input, &unwanted, sizeof unwanted, &inflation) != 0) {
    return false;
  }
  *surplus_count = 0;
  cisal_state *state = inflater->isal;
  if (state == NULL) {
    if (inflation != codec_inflation_ended) return false;
  } else {
    if (inflation == codec_inflation_broken || !has_isal_ended(state)) return false;
    // Input that was taken but not used: the whole bytes beyond the bits that pad the last byte of
    // the data.
    uint64_t unused = state->read_in >> (state->read_in_length % CHAR_BIT);
    for (int32_t bits = state->read_in_length; bits >= CHAR_BIT; bits -= CHAR_BIT) {
      surplus[(*surplus_count)++] = (uint8_t)unused;
      unused >>= CHAR_BIT;
    }
  }
  memcpy(surplus + *surplus_count, input.bytes, input.count);
  *surplus_count += input.count;
  return true;
}
