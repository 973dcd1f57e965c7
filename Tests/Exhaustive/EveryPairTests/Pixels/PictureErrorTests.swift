import Foundation
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures

/// Error measures, compared with scikit-image and with their definitions.
@Suite struct PictureErrorTests {
  private typealias Picture = ReferenceDifference.Picture

  /// A textured picture and a noisy copy, the same as scikit-image was given.
  private static func pictures(
    _ width: Int, _ height: Int, isGrey: Bool = false, isTranslucent: Bool = false
  ) -> (Picture, Picture) {
    var (before, after) = ([[Double]](), [[Double]]())
    for y in 0..<height {
      for x in 0..<width {
        let alpha = isTranslucent ? 255 - x * y % 200 : 255
        let colors = (0..<3).map { isGrey ? 0 : $0 }
        let codes = colors.map { (x * 7 + y * 13 + $0 * 50 + x * y % 11 * 9) % 256 }
        let noise = zip(codes, colors).map {
          min(max($0 + (x * 5 + y * 3 + $1 * 7) % 17 - 8, 0), 255)
        }
        before.append((codes + [alpha]).map(Double.init))
        after.append((noise + [alpha]).map(Double.init))
      }
    }
    return (
      Picture(width: width, height: height, pixels: before),
      Picture(width: width, height: height, pixels: after)
    )
  }

  private static func errors(
    _ before: any PictureSource, _ after: any PictureSource, ignoring areas: [PixelRect] = []
  ) throws -> PictureErrors? {
    try PictureDifference(
      from: (before, before.header()), to: (after, after.header()), by: ComparisonRule(),
      ignoring: IgnoredAreas(areas: areas)
    ).counts(measuringSimilarity: true).errors
  }

  @Test("The memory counted for structural similarity covers its windows and two more rows")
  func memory() {
    // Eleven rows over each of two backgrounds, the moments of a row, and their sums; twelve floats
    // for each pixel.
    #expect(PictureErrors.heldBytes(width: 1000) == (2 * 11 + 2) * 12 * 4 * 1000)
  }

  // scikit-image 0.26: peak_signal_noise_ratio and mean_squared_error; structural_similarity with
  // gaussian_weights=True, sigma=1.5, use_sample_covariance=False, channel_axis=-1. NumPy's mean of
  // the absolute differences. For translucent pictures, the worse of the values over black and over
  // white.
  @Test(
    "Error measures match those of scikit-image",
    arguments: [
      (32, 24, false, false, 34.415956, 0.01901964, 0.01637051, 0.994326),
      (32, 24, true, false, 34.391823, 0.01907255, 0.01642157, 0.994929),
      (11, 11, false, false, 34.428533, 0.01899211, 0.01631286, 0.995071),
      (10, 40, false, false, 34.429375, 0.01899027, 0.01634641, nil),
      (32, 24, false, true, 37.081619, 0.01399326, 0.01139025, 0.996100),
    ] as [(Int, Int, Bool, Bool, Double, Double, Double, Double?)])
  func values(
    width: Int, height: Int, isGrey: Bool, isTranslucent: Bool, psnr: Double, rmse: Double,
    mae: Double, ssim: Double?
  ) throws {
    let (before, after) = Self.pictures(
      width, height, isGrey: isGrey, isTranslucent: isTranslucent)
    for (one, other) in [(before, after), (after, before)] {
      let errors = try #require(try Self.errors(one.source, other.source))
      #expect(abs(errors.psnr - psnr) < 1e-5, "\(errors.psnr)")
      #expect(abs(errors.rmse - rmse) < 1e-7 && abs(errors.mae - mae) < 1e-7, "\(errors)")
      #expect((errors.ssim == nil) == (ssim == nil), "\(errors)")
      #expect(abs((errors.ssim ?? 0) - (ssim ?? 0)) < 2e-6, "\(errors)")
    }
  }

  @Test(
    "The similarity of a picture to its negative is -0.8082, as in scikit-image; a copy has no error"
  )
  func extremes() throws {
    let (picture, _) = Self.pictures(32, 24)
    var negative = picture
    negative.pixels = picture.pixels.map { [255 - $0[0], 255 - $0[1], 255 - $0[2], 255] }
    let errors = try #require(try Self.errors(picture.source, negative.source))
    #expect(abs((errors.ssim ?? 0) + 0.808222) < 2e-6 && abs(errors.rmse - 0.5810469) < 1e-7)
    let none = try #require(try Self.errors(picture.source, picture.source))
    #expect(none == PictureErrors(mae: 0, rmse: 0, ssim: 1) && none.psnr == .infinity)
    let (wider, _) = Self.pictures(33, 24)
    #expect(try Self.errors(picture.source, wider.source) == nil)
  }

  @Test(
    "Error measures match their definitions at each vector level, even with ignored parts"
  )
  func reference() throws {
    var numbers = SeededGenerator(seed: 63)
    for round in 0..<12 {
      let (width, height) = (8 + numbers.number(below: 20), 8 + numbers.number(below: 16))
      let before = PictureDifferenceTests.random(
        width, height, translucent: round % 3 == 0, &numbers)
      let after = PictureDifferenceTests.changed(before, &numbers)
      let area =
        round % 2 == 0
        ? nil : PixelRect(x: 3, y: 2, width: numbers.number(below: 5) + 1, height: 4)
      let expected = Reference(before, after, ignoring: area)
      for errors in try resultsAtEachVectorLevel({
        Result { try Self.errors(before.source, after.source, ignoring: [area].compactMap(\.self)) }
      }).map({ try $0.get() }) {
        let errors = try #require(errors)
        #expect(abs(errors.mae - expected.mae) < 1e-9, "round \(round)")
        #expect(abs(errors.rmse - expected.rmse) < 1e-9, "round \(round)")
        #expect((errors.ssim == nil) == (expected.ssim == nil), "round \(round)")
        #expect(abs((errors.ssim ?? 0) - (expected.ssim ?? 0)) < 1e-5, "round \(round)")
      }
    }
  }
}

/// Errors by their definitions, window by window.
private struct Reference {
  var (mae, rmse) = (0.0, 0.0)
  var ssim: Double?

  init(
    _ before: ReferenceDifference.Picture, _ after: ReferenceDifference.Picture,
    ignoring area: PixelRect?
  ) {
    let (width, height) = (before.width, before.height)
    func isIgnored(_ x: Int, _ y: Int) -> Bool {
      area.map { ($0.x..<$0.maxX).contains(x) && ($0.y..<$0.maxY).contains(y) } ?? false
    }
    for background in [0.0, 255] {
      func sample(_ picture: ReferenceDifference.Picture, _ x: Int, _ y: Int, _ c: Int) -> Double {
        let pixel = picture[x, y]
        return ((pixel[c] * pixel[3] + background * (255 - pixel[3])) / 255).rounded()
      }
      func samples(_ x: Int, _ y: Int, _ c: Int) -> (Double, Double) {
        let old = sample(before, x, y, c)
        return (old, isIgnored(x, y) ? old : sample(after, x, y, c))
      }
      let places = (0..<height).flatMap { y in (0..<width).map { x in (x, y) } }
      let compared = places.filter { !isIgnored($0.0, $0.1) }
      let errors = compared.flatMap { x, y in
        (0..<3).map { c in
          let (one, other) = samples(x, y, c)
          return abs(one - other) / 255
        }
      }
      mae = max(mae, errors.reduce(0, +) / Double(errors.count))
      rmse = max(rmse, (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot())
      let centers = compared.filter {
        $0.0 >= 5 && $0.0 < width - 5 && $0.1 >= 5 && $0.1 < height - 5
      }
      if centers.isEmpty { continue }
      var sum = 0.0
      for (x, y) in centers {
        for c in 0..<3 {
          var (total, a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
          for dy in -5...5 {
            for dx in -5...5 {
              let weight = exp(-Double(dx * dx + dy * dy) / 4.5)
              let (one, other) = samples(x + dx, y + dy, c)
              (total, a, b) = (total + weight, a + weight * one, b + weight * other)
              (aa, bb) = (aa + weight * one * one, bb + weight * other * other)
              ab += weight * one * other
            }
          }
          (a, b, aa, bb, ab) = (a / total, b / total, aa / total, bb / total, ab / total)
          let (c1, c2) = (6.5025, 58.5225)
          sum +=
            (2 * a * b + c1) * (2 * (ab - a * b) + c2)
            / ((a * a + b * b + c1) * (aa - a * a + bb - b * b + c2))
        }
      }
      ssim = min(ssim ?? 1, sum / Double(3 * centers.count))
    }
  }
}
