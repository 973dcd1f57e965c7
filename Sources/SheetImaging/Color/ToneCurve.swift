/// Compresses the highlights of a picture so that its peak becomes white.
///
/// Light is relative to reference white, and is meant to be the largest of the red, green and
/// blue light of a pixel, all of which are then scaled alike. This keeps the chromaticity: a
/// curve for each channel would turn orange highlights yellow.
///
/// Up to the knee, at four fifths of reference white or 162 cd/m², light is left unchanged. Above
/// it this is the curve of Reinhard and others with a maximum luminance ("Photographic tone
/// reproduction for digital images", SIGGRAPH 2002, equation 4), applied to PQ samples because
/// equal steps of these look about equal. Its slope is 1 at the knee.
///
/// The curve of ITU-R BT.2390 (5.4.1, EETF), a Hermite spline in PQ, is not used because its knee
/// depends on the peak: 88 cd/m² for a peak of 1000 but 41 for one of 4000, so that the same face
/// would be shown darker next to a brighter lamp. On a sheet, pictures stand side by side. In
/// 8-bit sRGB codes, for peaks of 1000 and 4000 cd/m²:
///
///     cd/m²               100  152  203  400  1000 | 100  152  203  400  1000  4000
///     this curve          186  224  243  251   255 | 186  224  243  251   253   255
///     the same on light   186  224  244  252   255 | 186  224  243  252   254   255
///     EETF of BT.2390     186  214  229  250   255 | 174  195  208  232   250   255
///
/// A lower knee would separate highlights more, and change more of the colours inside sRGB: with
/// this one their mean change is 0.25 ΔE00 over the codes of sRGB, with one of 0.6 it is 1.2.
struct ToneCurve {
  /// The light up to which nothing changes.
  static let knee = 0.8

  private static let kneeSample = sample(for: knee)

  /// The room above the knee, in PQ.
  private static let room = sample(for: 1) - kneeSample

  /// The room that the picture takes above the knee, in units of the room there is; at least 1.
  private let largest: Double

  /// A curve that takes `peak`, in cd/m² and not under reference white, to 1.
  init(peak: Double) {
    let light = peak / HighDynamicRange.referenceWhite
    largest = (Self.sample(for: light) - Self.kneeSample) / Self.room
  }

  /// The light that is shown for `light`, above 1 for light above the peak.
  func shown(_ light: Double) -> Double {
    guard light > Self.knee else { return light }
    let excess = (Self.sample(for: light) - Self.kneeSample) / Self.room
    let compressed = excess * (1 + excess / (largest * largest)) / (1 + excess)
    return Self.light(of: Self.kneeSample + Self.room * compressed)
  }

  private static let scale = PerceptualQuantizer.maximum / HighDynamicRange.referenceWhite

  private static func sample(for light: Double) -> Double {
    PerceptualQuantizer.sample(for: light / scale)
  }

  private static func light(of sample: Double) -> Double {
    PerceptualQuantizer.light(of: sample) * scale
  }
}
