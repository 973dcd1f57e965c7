#include "libgif.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../libraries.h"
#include "declarations.h"

// The functions of the library, named as in gif_lib.h without the prefix `DGif`.
#define FUNCTIONS(F) F(Open) F(CloseFile) F(GetRecordType) F(GetImageDesc) F(GetLine)

#define FIELD(name) __typeof__(&DGif##name) name;
#define ROW(name) {"DGif" #name, &giflib.name},

static struct {
  FUNCTIONS(FIELD)
} giflib;

static const clibrary_function functions[] = {FUNCTIONS(ROW)};
static const char *const files[] = {"libgif.so.7", NULL};

const clibrary_table gif_table = {files, functions, COUNT(functions), NULL};

// The start of the file that giflib sees: its header, and the description of its only image, which
// has no colour table and is not interlaced. (GIF89a specification, 17, 18 and 20.)
enum { head_size = 23, buffer_size = 4096, largest_code_size = 8 };

struct cgif_reader {
  GifFileType *gif;
  cgif_source source;
  uint8_t head[head_size];
  size_t head_taken;
  uint8_t buffer[buffer_size];
  size_t buffered, taken;
  uint64_t position;      // in the file, after what is buffered
  bool has_code_size;     // the LZW code size has been read, so that blocks follow
  size_t block_left;      // how many bytes of the block have not been read
  bool has_ended;         // the file has ended, or the last block has
  uint8_t *indices;       // a row
};

// Reads from the file. Returns fewer bytes than asked for if the file ends or cannot be read.
static size_t take(cgif_reader *reader, uint8_t *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    if (reader->taken == reader->buffered) {
      uint64_t rest = reader->source.file_size - reader->position;
      size_t most = rest < buffer_size ? (size_t)rest : buffer_size;
      ssize_t read;
      do {
        read = pread(reader->source.descriptor, reader->buffer, most, (off_t)reader->position);
      } while (read < 0 && errno == EINTR);
      if (read <= 0) break;
      reader->position += (uint64_t)read;
      reader->buffered = (size_t)read;
      reader->taken = 0;
    }
    size_t part = reader->buffered - reader->taken;
    if (part > count - done) part = count - done;
    memcpy(bytes + done, reader->buffer + reader->taken, part);
    reader->taken += part;
    done += part;
  }
  return done;
}

// The length of the next block, but no more than is left of the file; 0 at the end of the file, as
// for the empty block that ends the data of an image.
static uint8_t block_length(cgif_reader *reader) {
  uint8_t length = 0;
  uint64_t rest = 0;
  if (take(reader, &length, 1) == 1) {
    rest = reader->source.file_size - reader->position + reader->buffered - reader->taken;
  }
  if (length > rest) length = (uint8_t)rest;
  reader->has_ended = reader->has_ended || length == 0;
  return length;
}

// The callback of giflib, which asks for the length of each block and then for its data.
static int read_bytes(GifFileType *gif, GifByteType *bytes, int count) {
  cgif_reader *reader = (cgif_reader *)gif->UserData;
  size_t done = 0, wanted = (size_t)count;
  if (reader->head_taken < head_size) {
    done = head_size - reader->head_taken;
    if (done > wanted) done = wanted;
    memcpy(bytes, reader->head + reader->head_taken, done);
    reader->head_taken += done;
  } else if (!reader->has_code_size) {
    done = take(reader, bytes, 1);
    reader->has_code_size = true;
    // Older versions of giflib do not check the LZW code size.
    if (done == 0) reader->has_ended = true;
    if (done == 1 && (bytes[0] == 0 || bytes[0] > largest_code_size)) done = 0;
  } else if (reader->block_left == 0) {
    bytes[0] = block_length(reader);
    reader->block_left = bytes[0];
    done = 1;
  } else {
    if (wanted > reader->block_left) wanted = reader->block_left;
    done = take(reader, bytes, wanted);
    reader->block_left -= done;
    if (done < wanted) reader->has_ended = true;
  }
  return (int)done;
}

static void set_head(cgif_reader *reader) {
  uint8_t *head = reader->head;
  const uint8_t size[] = {(uint8_t)reader->source.width, (uint8_t)(reader->source.width >> 8),
                          (uint8_t)reader->source.height, (uint8_t)(reader->source.height >> 8)};
  memcpy(head, "GIF89a", 6);
  memcpy(head + 6, size, 4);
  head[13] = ',';
  memcpy(head + 18, size, 4);
}

static cgif_status failure(const cgif_reader *reader) {
  int error = reader->gif->Error;
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return cgif_status_exhausted;
  if (reader->has_ended || error == D_GIF_ERR_EOF_TOO_SOON) return cgif_status_ended;
  return cgif_status_malformed;
}

cgif_reader *cgif_open(cgif_source source, cgif_status *status) {
  *status = cgif_status_exhausted;
  cgif_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->source = source;
  reader->position = source.offset < source.file_size ? source.offset : source.file_size;
  set_head(reader);
  reader->indices = malloc(source.width);
  int error = 0;
  if (reader->indices != NULL) reader->gif = giflib.Open(reader, read_bytes, &error);
  if (reader->gif != NULL) {
    GifRecordType type;
    if (giflib.GetRecordType(reader->gif, &type) == GIF_OK && type == IMAGE_DESC_RECORD_TYPE &&
        giflib.GetImageDesc(reader->gif) == GIF_OK) {
      *status = cgif_status_ok;
      return reader;
    }
    *status = failure(reader);
  }
  cgif_close(reader);
  return NULL;
}

void cgif_close(cgif_reader *reader) {
  int error;
  if (reader->gif != NULL) giflib.CloseFile(reader->gif, &error);
  free(reader->indices);
  free(reader);
}

cgif_status cgif_draw_row(cgif_reader *reader, const uint8_t *colors, uint8_t *pixels,
                          size_t count) {
  int width = reader->source.width;
  if (giflib.GetLine(reader->gif, reader->indices, width) != GIF_OK) return failure(reader);
  for (size_t x = 0; x < count; x++) {
    const uint8_t *color = colors + 4 * (size_t)reader->indices[x];
    if (color[3] != 0) memcpy(pixels + 4 * x, color, 4);
  }
  return cgif_status_ok;
}
