// The declarations from gif_lib.h that we use, so that no header has to be installed.
//
// Source: gif_lib.h of giflib 5.1 and 5.2, whose libraries are called libgif.so.7.
#ifndef GIF_DECLARATIONS_H
#define GIF_DECLARATIONS_H

#include <stdbool.h>

typedef unsigned char GifByteType;
typedef unsigned char GifPixelType;
typedef int GifWord;
typedef struct ColorMapObject ColorMapObject;
typedef struct SavedImage SavedImage;
typedef struct ExtensionBlock ExtensionBlock;

typedef struct GifImageDesc {
  GifWord Left, Top, Width, Height;
  bool Interlace;
  ColorMapObject *ColorMap;
} GifImageDesc;

typedef struct GifFileType {
  GifWord SWidth, SHeight;
  GifWord SColorResolution;
  GifWord SBackGroundColor;
  GifByteType AspectByte;
  ColorMapObject *SColorMap;
  int ImageCount;
  GifImageDesc Image;
  SavedImage *SavedImages;
  int ExtensionBlockCount;
  ExtensionBlock *ExtensionBlocks;
  int Error;
  void *UserData;
  void *Private;
} GifFileType;

typedef enum {
  UNDEFINED_RECORD_TYPE,
  SCREEN_DESC_RECORD_TYPE,
  IMAGE_DESC_RECORD_TYPE,
  EXTENSION_RECORD_TYPE,
  TERMINATE_RECORD_TYPE
} GifRecordType;

typedef int (*InputFunc)(GifFileType *file, GifByteType *bytes, int count);

GifFileType *DGifOpen(void *user_data, InputFunc read, int *error);
int DGifCloseFile(GifFileType *file, int *error);
int DGifGetRecordType(GifFileType *file, GifRecordType *type);
int DGifGetImageDesc(GifFileType *file);
int DGifGetLine(GifFileType *file, GifPixelType *line, int length);

enum { GIF_ERROR = 0, GIF_OK = 1 };
enum { D_GIF_ERR_NOT_ENOUGH_MEM = 109, D_GIF_ERR_EOF_TOO_SOON = 113 };

#endif
