#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "internal.h"

// libpng checks these chunks against each other and drops some in silence, by rules that differ
// from the specification and from version to version. So it hands them over as if it did not
// know them, and SheetPNG reads them.

static const png_byte names[cpng_color_chunk_count][5] = {
    [cpng_color_chunk_cicp] = "cICP", [cpng_color_chunk_iccp] = "iCCP",
    [cpng_color_chunk_srgb] = "sRGB", [cpng_color_chunk_gama] = "gAMA",
    [cpng_color_chunk_chrm] = "cHRM", [cpng_color_chunk_mdcv] = "mDCV",
    [cpng_color_chunk_clli] = "cLLI"};

// libpng warns of a wrong checksum, and hands out the chunk all the same.
static bool has_right_checksum(const cpng_reader *reader, const png_unknown_chunk *chunk) {
  uLong checksum = crc32_z(0, chunk->name, 4);
  // Without bytes, crc32_z() would return its initial value.
  if (chunk->size > 0) checksum = crc32_z(checksum, chunk->data, chunk->size);
  return checksum == png_get_uint_32(reader->chunk_checksum);
}

// Of the types kept, only iCCP may be longer; a longer chunk of another type is invalid.
enum { longest_but_profile = 32 };

// The place of chunks of a type; NULL for a type that says nothing of colours.
static cpng_chunk *kept_chunk(cpng_reader *reader, const png_byte *name) {
  for (int index = 0; index < cpng_color_chunk_count; index++) {
    if (memcmp(name, names[index], 4) == 0) return &reader->color_chunks[index];
  }
  return NULL;
}

static void keep(cpng_reader *reader, cpng_chunk *kept, const png_unknown_chunk *chunk) {
  if (kept->state != cpng_chunk_absent) {
    // The first counts, even if it is damaged.
    kept->is_repeated = true;
    return;
  }
  bool is_behind_palette = (chunk->location & PNG_HAVE_PLTE) != 0;
  kept->state = !has_right_checksum(reader, chunk) ? cpng_chunk_damaged
                : is_behind_palette                ? cpng_chunk_misplaced
                                                   : cpng_chunk_sound;
  kept->count = chunk->size;
  bool is_profile = kept == &reader->color_chunks[cpng_color_chunk_iccp];
  if (chunk->size == 0 || (!is_profile && chunk->size > longest_but_profile)) return;
  uint8_t *bytes = malloc(chunk->size);
  if (bytes == NULL) {
    cpng_failure_raise(&reader->failure, cpng_status_exhausted, "not enough memory");
  }
  kept->bytes = memcpy(bytes, chunk->data, chunk->size);
}

static int take_chunk(png_structp png, png_unknown_chunkp chunk) {
  cpng_reader *reader = png_get_user_chunk_ptr(png);
  cpng_chunk *kept = kept_chunk(reader, chunk->name);
  // As libpng does with chunks that it knows.
  bool is_known = kept != NULL || cpng_is_text(chunk->name);
  if (is_known && (chunk->location & PNG_HAVE_IHDR) == 0) png_chunk_error(png, "missing IHDR");
  if (kept != NULL) keep(reader, kept, chunk);
  // This chunk needs nothing more, nor does any other that is ancillary (5.4: its first letter is
  // lower case). libpng refuses the rest.
  bool is_ancillary = (chunk->name[0] & 0x20) != 0;
  return is_ancillary;
}

void cpng_color_chunks_note_head(cpng_reader *reader) {
  uint32_t count = png_get_uint_32(reader->chunk_head);
  if (count <= cpng_maximum_chunk) return;
  cpng_chunk *kept = kept_chunk(reader, reader->chunk_head + 4);
  if (kept != NULL && kept->state == cpng_chunk_absent) {
    *kept = (cpng_chunk){.state = cpng_chunk_oversized, .count = count};
  }
}

void cpng_color_chunks_request(cpng_reader *reader) {
  png_byte list[cpng_color_chunk_count * 5];
  memcpy(list, names, sizeof list);
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_ALWAYS, list, cpng_color_chunk_count);
  png_set_read_user_chunk_fn(reader->png, reader, take_chunk);
}

void cpng_color_chunks_end(cpng_reader *reader) {
  png_set_read_user_chunk_fn(reader->png, NULL, NULL);
}

void cpng_color_chunks_free(cpng_reader *reader) {
  for (int index = 0; index < cpng_color_chunk_count; index++) {
    free((void *)reader->color_chunks[index].bytes);
  }
}

cpng_chunk cpng_reader_get_color_chunk(const cpng_reader *reader, cpng_color_chunk type) {
  return reader->color_chunks[type];
}

cpng_unfolding cpng_unfold(const uint8_t *folded, size_t folded_count, uint8_t *bytes,
                           size_t count) {
  z_stream stream = {.next_in = (uint8_t *)folded, .avail_in = (uInt)folded_count};
  if (inflateInit(&stream) != Z_OK) return cpng_unfolding_exhausted;
  stream.next_out = bytes;
  stream.avail_out = (uInt)count;
  int status = inflate(&stream, Z_SYNC_FLUSH);
  inflateEnd(&stream);
  if (stream.avail_out == 0) return cpng_unfolding_ok;
  switch (status) {
    case Z_MEM_ERROR: return cpng_unfolding_exhausted;
    case Z_DATA_ERROR:
    case Z_NEED_DICT: return cpng_unfolding_broken;
    default: return cpng_unfolding_short;
  }
}
