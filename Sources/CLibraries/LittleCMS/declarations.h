// The declarations from lcms2.h that we use, so that no header has to be installed.
//
// Source: lcms2.h of Little CMS 2.8, the first version with a flag to copy alpha.
#ifndef LCMS_DECLARATIONS_H
#define LCMS_DECLARATIONS_H

#include <stdint.h>

typedef void *cmsHPROFILE;
typedef void *cmsHTRANSFORM;
typedef struct _cmsContext_struct *cmsContext;
typedef struct _cms_curve_struct cmsToneCurve;

typedef struct {
  double x, y, Y;
} cmsCIExyY;

cmsHPROFILE cmsOpenProfileFromMem(const void *bytes, uint32_t count);
cmsHPROFILE cmsCreate_sRGBProfile(void);
cmsHPROFILE cmsCreateGrayProfile(const cmsCIExyY *white, const cmsToneCurve *curve);
int cmsCloseProfile(cmsHPROFILE profile);

cmsToneCurve *cmsBuildParametricToneCurve(cmsContext context, int32_t type, const double *numbers);
void cmsFreeToneCurve(cmsToneCurve *curve);

cmsHTRANSFORM cmsCreateTransform(cmsHPROFILE input, uint32_t input_format, cmsHPROFILE output,
                                 uint32_t output_format, uint32_t intent, uint32_t flags);
void cmsDeleteTransform(cmsHTRANSFORM transform);
void cmsDoTransform(cmsHTRANSFORM transform, const void *input, void *output, uint32_t count);

// A pixel format. 16-bit samples are little endian on the processors we support, unless swapped.
#define COLORSPACE_SH(space) ((uint32_t)(space) << 16)
#define FLAVOR_SH(is_inverted) ((uint32_t)(is_inverted) << 13)
#define ENDIAN16_SH(is_swapped) ((uint32_t)(is_swapped) << 11)
#define EXTRA_SH(count) ((uint32_t)(count) << 7)
#define CHANNELS_SH(count) ((uint32_t)(count) << 3)
#define BYTES_SH(count) ((uint32_t)(count))

enum { PT_GRAY = 3, PT_RGB = 4, PT_CMYK = 6 };
enum { INTENT_RELATIVE_COLORIMETRIC = 1 };
enum {
  cmsFLAGS_NOOPTIMIZE = 0x0100,
  cmsFLAGS_HIGHRESPRECALC = 0x0400,
  cmsFLAGS_COPY_ALPHA = 0x04000000
};

#endif
