// Decodes the primary pictures of HEIF files to interleaved RGB with libheif, in this thread, and keeps nothing.
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>

static int decode(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END)) return 1;
  size_t size = (size_t)ftell(file);
  rewind(file);
  void *bytes = malloc(size);
  if (bytes == NULL || fread(bytes, 1, size, file) != size) return 1;
  fclose(file);
  struct heif_context *context = heif_context_alloc();
  heif_context_set_max_decoding_threads(context, 0);
  struct heif_image_handle *handle = NULL;
  struct heif_image *image = NULL;
  int failed = heif_context_read_from_memory_without_copy(context, bytes, size, NULL).code ||
               heif_context_get_primary_image_handle(context, &handle).code ||
               heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, NULL).code;
  heif_image_release(image);
  heif_image_handle_release(handle);
  heif_context_free(context);
  free(bytes);
  return failed;
}

int main(int count, char **paths) {
  for (int index = 1; index < count; index++) {
    if (decode(paths[index])) return fprintf(stderr, "cannot decode %s\n", paths[index]), 1;
  }
  return 0;
}
