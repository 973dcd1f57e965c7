// Compresses the rows of PNG files in contactsheet's bands, and as a whole with zlib.
//
// usage: deflate REPEATS FILE... -- CODEC... (z6 zlib, r6 zlib with Z_RLE, d6 libdeflate, c6
// our deflate; d only if built with LIBDEFLATE)
//
// Each row gets the filter with the smallest sum of magnitudes. Prints bytes and CPU seconds for each
// file and codec, and both relative to the first codec. Seconds are the least of REPEATS runs, in
// which the codecs take turns. zlib decompresses the output, and the result is compared.
#include <deflate.h>
#include <CPNGCodec.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>
#ifdef LIBDEFLATE
#include <libdeflate.h>
#endif

typedef struct stream {
  uint8_t *bytes;
  size_t count;
  size_t row;  // bytes in a row, including its filter type
  size_t height;
} stream;

static double cpu_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static stream filtered(const char *path) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, path)) {
    fprintf(stderr, "%s: %s\n", path, image.message);
    exit(1);
  }
  image.format &= PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA;
  size_t pixel = PNG_IMAGE_PIXEL_SIZE(image.format);
  size_t width = pixel * image.width;
  uint8_t *rows = calloc(image.height + 1, width);
  if (rows == NULL || !png_image_finish_read(&image, NULL, rows + width, 0, NULL)) exit(1);
  stream stream = {malloc((width + 1) * image.height), (width + 1) * image.height, width + 1,
                   image.height};
  for (size_t y = 0; y < image.height; y++) {
    codec_filter_row(rows + (y + 1) * width, rows + y * width, width, pixel,
                     stream.bytes + y * stream.row);
  }
  free(rows);
  return stream;
}

static size_t by_zlib(stream stream, int level, int strategy, uint8_t *output, size_t capacity) {
  z_stream state = {0};
  deflateInit2(&state, level, Z_DEFLATED, -15, 8, strategy);
  state.next_in = stream.bytes;
  state.avail_in = (uInt)stream.count;
  state.next_out = output;
  state.avail_out = (uInt)capacity;
  deflate(&state, Z_FINISH);
  deflateEnd(&state);
  return state.total_out;
}

// Divided like the bands of PNGBandEncoder.
static size_t rows_of_band(stream stream, int level) {
  size_t large = stream.height / 512 > 16 ? stream.height / 512 : 16;
  if (large > (2 << 20) / stream.row) large = (2 << 20) / stream.row;
  size_t rows = ((level == 9 ? 512 : 128) << 10) / stream.row;
  if (rows < large) rows = large;
  return rows < 1 ? 1 : rows;
}

static size_t by_bands(stream stream, int level, uint8_t *output) {
  size_t rows = rows_of_band(stream, level);
  size_t total = 0;
  for (size_t y = 0; y < stream.height; y += rows) {
    size_t count = stream.height - y < rows ? stream.height - y : rows;
    total += deflate_encode((deflate_input){.bytes = stream.bytes + y * stream.row,
                                            .count = count * stream.row,
                                            .ahead = y * stream.row,
                                            .level = level,
                                            .is_last = y + count == stream.height},
                            output + total);
  }
  return total;
}

static size_t compressed(const char *codec, stream stream, uint8_t *output, size_t capacity) {
  int level = atoi(codec + 1);
  switch (codec[0]) {
    case 'z': return by_zlib(stream, level, Z_DEFAULT_STRATEGY, output, capacity);
    case 'r': return by_zlib(stream, level, Z_RLE, output, capacity);
    case 'c': return by_bands(stream, level, output);
#ifdef LIBDEFLATE
    case 'd': {
      struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
      size_t count =
          libdeflate_deflate_compress(compressor, stream.bytes, stream.count, output, capacity);
      libdeflate_free_compressor(compressor);
      return count;
    }
#endif
    default: fprintf(stderr, "no such codec: %s\n", codec); exit(64);
  }
}

static void check(const char *codec, stream stream, uint8_t *output, size_t count) {
  uint8_t *back = malloc(stream.count + 1);
  z_stream state = {0};
  inflateInit2(&state, -15);
  state.next_in = output;
  state.avail_in = (uInt)count;
  state.next_out = back;
  state.avail_out = (uInt)stream.count + 1;
  int status = inflate(&state, Z_FINISH);
  if (status != Z_STREAM_END || state.total_out != stream.count ||
      memcmp(back, stream.bytes, stream.count) != 0) {
    fprintf(stderr, "%s: the stream is wrong\n", codec);
    exit(1);
  }
  inflateEnd(&state);
  free(back);
}

int main(int count, char **arguments) {
  int repeats = count > 1 ? atoi(arguments[1]) : 0;
  int first = 2;
  while (first < count && strcmp(arguments[first], "--") != 0) first++;
  int codecs = count - ++first;
  if (repeats < 1 || codecs < 1 || codecs > 32) return 64;
  for (int file = 2; file < first - 1; file++) {
    stream stream = filtered(arguments[file]);
    size_t capacity = stream.count + stream.count / 4 + (1 << 20);
    uint8_t *output = calloc(1, capacity);
    size_t bytes[32];
    double seconds[32];
    for (int run = 0; run < repeats; run++) {
      for (int codec = 0; codec < codecs; codec++) {
        const char *name = arguments[first + codec];
        double start = cpu_seconds();
        bytes[codec] = compressed(name, stream, output, capacity);
        double taken = cpu_seconds() - start;
        if (run == 0 || taken < seconds[codec]) seconds[codec] = taken;
        if (run == 0) check(name, stream, output, bytes[codec]);
      }
    }
    printf("%s, %zu bytes\n", arguments[file], stream.count);
    for (int codec = 0; codec < codecs; codec++) {
      printf("  %-4s %11zu %7.4f %9.3f s %6.2f\n", arguments[first + codec], bytes[codec],
             (double)bytes[codec] / (double)bytes[0], seconds[codec],
             seconds[codec] / seconds[0]);
    }
    fflush(stdout);
    free(output);
    free(stream.bytes);
  }
  return 0;
}
