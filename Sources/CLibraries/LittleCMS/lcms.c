#include "liblcms.h"

#include <stdlib.h>

#include "../libraries.h"
#include "declarations.h"

// The functions of the library, named as in lcms2.h without `cms`.
#define FUNCTIONS(F)                                                                           \
  F(OpenProfileFromMem) F(Create_sRGBProfile) F(CreateGrayProfile) F(CloseProfile)             \
  F(BuildParametricToneCurve) F(FreeToneCurve) F(CreateTransform) F(DeleteTransform)           \
  F(DoTransform)

#define FIELD(name) __typeof__(&cms##name) name;
#define ROW(name) {"cms" #name, &lcms.name},

static struct {
  FUNCTIONS(FIELD)
} lcms;

static const clibrary_function functions[] = {FUNCTIONS(ROW)};
static const char *const files[] = {"liblcms2.so.2", NULL};

const clibrary_table lcms_table = {files, functions, COUNT(functions), NULL};

// A grey profile with the sRGB transfer curve; NULL if memory runs out.
static cmsHPROFILE create_gray_profile(void) {
  // The D50 white point of profiles.
  static const cmsCIExyY white = {0.3457, 0.3585, 1};
  // (a x + b)^g from d on, and c x below, in the order g, a, b, c, d.
  static const double numbers[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *curve = lcms.BuildParametricToneCurve(NULL, 4, numbers);
  cmsHPROFILE profile = lcms.CreateGrayProfile(&white, curve);
  lcms.FreeToneCurve(curve);
  return profile;
}

static uint32_t format_of(clcms_samples samples) {
  int space = samples.colors == 1 ? PT_GRAY : samples.colors == 3 ? PT_RGB : PT_CMYK;
  return COLORSPACE_SH(space) | FLAVOR_SH(samples.is_inverted) | ENDIAN16_SH(samples.is_deep) |
         EXTRA_SH(samples.has_alpha) | CHANNELS_SH(samples.colors) |
         BYTES_SH(samples.is_deep ? 2 : 1);
}

clcms_transform *clcms_transform_create(const uint8_t *bytes, size_t count, clcms_samples samples,
                                        bool is_tabulated) {
  cmsHPROFILE profile = lcms.OpenProfileFromMem(bytes, (uint32_t)count);
  if (profile == NULL) return NULL;
  bool is_gray = samples.colors == 1;
  cmsHPROFILE target = is_gray ? create_gray_profile() : lcms.Create_sRGBProfile();
  cmsHTRANSFORM transform = NULL;
  if (target != NULL) {
    clcms_samples converted = {is_gray ? 1 : 3, false, samples.has_alpha, true};
    transform = lcms.CreateTransform(
        profile, format_of(samples), target, format_of(converted), INTENT_RELATIVE_COLORIMETRIC,
        (samples.has_alpha ? cmsFLAGS_COPY_ALPHA : 0) |
            (is_tabulated ? cmsFLAGS_HIGHRESPRECALC : cmsFLAGS_NOOPTIMIZE));
    lcms.CloseProfile(target);
  }
  lcms.CloseProfile(profile);
  return transform;
}

void clcms_transform_destroy(clcms_transform *transform) { lcms.DeleteTransform(transform); }

void clcms_convert(const clcms_transform *transform, const void *pixels, void *converted,
                   size_t count) {
  lcms.DoTransform((cmsHTRANSFORM)transform, pixels, converted, (uint32_t)count);
}
