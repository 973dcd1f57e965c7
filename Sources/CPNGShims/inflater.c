#include "cpng_inflater.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "cpng_isal.h"

struct cpng_inflater {
  const cpng_isal *isal;  // NULL: zlib
  z_stream zlib;
  cpng_isal_state *state;
};

// Deflate data look back up to 32 KiB. The minus sign is zlib's for raw data.
enum { raw_window_bits = -15 };

cpng_inflater *cpng_inflater_create(bool uses_isal) {
  cpng_inflater *inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return NULL;
  inflater->isal = uses_isal ? cpng_isal_load() : NULL;
  if (inflater->isal != NULL) {
    inflater->state = malloc(cpng_isal_state_count);
    if (inflater->state != NULL) {
      inflater->isal->inflate_init(inflater->state);
      return inflater;
    }
  } else if (inflateInit2(&inflater->zlib, raw_window_bits) == Z_OK) {
    return inflater;
  }
  free(inflater);
  return NULL;
}

void cpng_inflater_destroy(cpng_inflater *inflater) {
  if (inflater->isal == NULL) inflateEnd(&inflater->zlib);
  free(inflater->state);
  free(inflater);
}

// ---- zlib ----

static size_t run_zlib(z_stream *zlib, cpng_span *input, uint8_t *output, size_t count,
                       cpng_inflation *inflation) {
  zlib->next_in = (uint8_t *)input->bytes;
  zlib->avail_in = (uInt)input->count;
  zlib->next_out = output;
  zlib->avail_out = (uInt)count;
  int status = inflate(zlib, Z_NO_FLUSH);
  if (status == Z_STREAM_END) {
    *inflation = cpng_inflation_ended;
  } else if (status == Z_OK || status == Z_BUF_ERROR) {
    *inflation = cpng_inflation_going;
  } else {
    *inflation = cpng_inflation_broken;
  }
  *input = (cpng_span){zlib->next_in, zlib->avail_in};
  return count - zlib->avail_out;
}

static bool end_zlib(z_stream *zlib, cpng_span input, uint8_t *surplus, size_t *surplus_count) {
  uint8_t unwanted;
  cpng_inflation inflation;
  if (run_zlib(zlib, &input, &unwanted, sizeof unwanted, &inflation) != 0) return false;
  if (inflation != cpng_inflation_ended) return false;
  memcpy(surplus, input.bytes, input.count);
  *surplus_count = input.count;
  return true;
}

// ---- ISA-L ----

static size_t run_isal(const cpng_inflater *inflater, cpng_span *input, uint8_t *output,
                       size_t count, cpng_inflation *inflation) {
  cpng_isal_state *state = inflater->state;
  state->next_in = input->bytes;
  state->avail_in = (uint32_t)input->count;
  state->next_out = output;
  state->avail_out = (uint32_t)count;
  *inflation =
      inflater->isal->inflate(state) == 0 ? cpng_inflation_going : cpng_inflation_broken;
  *input = (cpng_span){state->next_in, state->avail_in};
  return count - state->avail_out;
}

// Data that have ended take no more bytes, whatever these are; data that have
// not take some of as many as the longest code with its extra bits has.
static bool has_isal_ended(const cpng_inflater *inflater) {
  static const uint8_t anything[16];
  cpng_span input = {anything, sizeof anything};
  int32_t bits_before = inflater->state->read_in_length;
  uint8_t unwanted;
  cpng_inflation inflation;
  size_t count = run_isal(inflater, &input, &unwanted, sizeof unwanted, &inflation);
  return count == 0 && inflation == cpng_inflation_going && input.count == sizeof anything &&
         inflater->state->read_in_length == bits_before;
}

static bool end_isal(const cpng_inflater *inflater, cpng_span input, uint8_t *surplus,
                     size_t *surplus_count) {
  uint8_t unwanted;
  cpng_inflation inflation;
  if (run_isal(inflater, &input, &unwanted, sizeof unwanted, &inflation) != 0) return false;
  if (inflation == cpng_inflation_broken || !has_isal_ended(inflater)) return false;
  // What was taken from the input and not used: whole bytes above the bits that
  // fill the last byte of the data.
  int32_t bits = inflater->state->read_in_length;
  uint64_t unused = inflater->state->read_in >> (bits % CHAR_BIT);
  size_t count = 0;
  for (; bits >= CHAR_BIT; bits -= CHAR_BIT) {
    surplus[count++] = (uint8_t)unused;
    unused >>= CHAR_BIT;
  }
  memcpy(surplus + count, input.bytes, input.count);
  *surplus_count = count + input.count;
  return true;
}

// ---- Either ----

size_t cpng_inflater_run(cpng_inflater *inflater, cpng_span *input, uint8_t *output, size_t count,
                         cpng_inflation *inflation) {
  if (inflater->isal == NULL) return run_zlib(&inflater->zlib, input, output, count, inflation);
  return run_isal(inflater, input, output, count, inflation);
}

bool cpng_inflater_end(cpng_inflater *inflater, cpng_span input, uint8_t *surplus,
                       size_t *surplus_count) {
  if (inflater->isal == NULL) return end_zlib(&inflater->zlib, input, surplus, surplus_count);
  return end_isal(inflater, input, surplus, surplus_count);
}

uint32_t cpng_inflater_crc32(const cpng_inflater *inflater, uint32_t crc, cpng_span span) {
  if (inflater->isal != NULL) return inflater->isal->crc32(crc, span.bytes, span.count);
  return (uint32_t)crc32_z(crc, span.bytes, span.count);
}

uint32_t cpng_inflater_adler32(const cpng_inflater *inflater, uint32_t adler, cpng_span span) {
  if (inflater->isal != NULL) return inflater->isal->adler32(adler, span.bytes, span.count);
  return (uint32_t)adler32_z(adler, span.bytes, span.count);
}
