import Glibc

/// Converts the light of PQ and HLG pixels to light of an sRGB display.
///
/// Works on source pixels, before resampling. So a lamp of 1000 cd/m² outshines its surroundings no
/// more than it does on the display. Averages of the light itself would spread it over its neighbours.
/// The three steps need all channels of a pixel, with straight alpha:
///
/// 1. The light of the display, which for HLG depends on the luminance of the pixel.
/// 2. The primaries of sRGB. A colour outside them, with negative light, is mixed with the grey
///    of its own luminance until it is inside. Mixing keeps the luminance and nearly keeps the
///    hue: over the colours of BT.2020, CIELAB hues turn by 2° on average and 6° at the 95th
///    percentile. Clamping turns them by 6° and 17°; OKLab chroma reduction, which takes an
///    iteration, by 3° and 16°.
/// 3. The ``ToneCurve`` of the largest channel, by which all three are scaled. It comes last.
///    So it compresses no more than the shown light, and its result fits into sRGB.
struct ToneMapper: Sendable {
  let matrix: LightMatrix

  /// Linear light relative to reference white, for PQ by light and for HLG by scene light.
  let scale: Float

  /// For HLG, the luminances of the primaries, and the factor of the OOTF by the luminance of the
  /// scene's light.
  let scene: (luminance: LightMatrix.Row, factor: OctaveTable)?

  let luminance = LightMatrix.Row(ColorSpace.luminanceWeights)
  let curve: OctaveTable

  /// A mapper for pictures in `space`; nil if it is neither PQ nor HLG.
  init?(_ space: ColorSpace) {
    guard let range = space.highDynamicRange else { return nil }
    matrix = LightMatrix(space.matrixToSRGB ?? .identity)
    let curve = ToneCurve(peak: range.peak)
    // From below the knee to above the maximum of PQ.
    self.curve = OctaveTable(-1...6) { curve.shown($0) }
    switch range.rendering {
    case .absolute:
      scale = Float(PerceptualQuantizer.maximum / HighDynamicRange.referenceWhite)
      scene = nil
    case .scene(let weights):
      scale = Float(HighDynamicRange.nominalPeak / HighDynamicRange.referenceWhite)
      // Source: ITU-R BT.2100-2, table 5 (OOTF). Light under 2⁻²⁴ is black anyway.
      let factor = OctaveTable(-24...0) { pow($0, HybridLogGamma.systemGamma - 1) }
      scene = (LightMatrix.Row(weights), factor)
    }
  }

  /// The light that is shown for decoded grey samples.
  func shown(grays: [Float]) -> [Float] {
    var row = grays.flatMap { [$0, $0, $0] }
    var span = row.mutableSpan
    map(&span, .rgb)
    return stride(from: 0, to: row.count, by: 3).map { row[$0] }
  }
}
