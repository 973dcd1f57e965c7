internal import CKernels
private import Glibc

/// The errors of one picture relative to another, over the red, green and blue samples of all
/// compared pixels.
///
/// Samples are 8-bit encoded sRGB, scaled to 0 to 1. Translucent pixels are composited over black
/// and over white, and the larger error is used. Neither the tolerance nor the treatment of
/// antialiasing affects the errors.
package struct PictureErrors: Equatable, Sendable {
  /// The mean absolute error.
  package var mae: Double
  /// The root mean square error.
  package var rmse: Double
  /// The structural similarity, from -1 to 1; nil if it was not measured.
  ///
  /// It is the mean over the three channels and the complete windows that are not centred on an
  /// ignored pixel. A window has 11 x 11 pixels, weighted by a Gaussian with a standard deviation
  /// of 1.5. Pictures with a side shorter than 11 pixels have no window.
  ///
  /// Source: Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment", 2004.
  package var ssim: Double?

  /// The ratio of the maximum possible error to ``rmse`` in decibels; infinite if there is no
  /// error.
  package var psnr: Double { rmse == 0 ? .infinity : -20 * log10(rmse) }

  /// The number of bytes needed to measure ``ssim`` at a given width.
  package static func heldBytes(width: Int) -> Int {
    // The rows of a window over each of two backgrounds, then the moments of the row that is being
    // added, and their sums along the row.
    2 * (StructuralSimilarity.side + 1) * ckernels_moments_values * 4 * width
  }

  /// The errors of identical pictures.
  package static let none = PictureErrors(mae: 0, rmse: 0, ssim: 1)

  package init(mae: Double, rmse: Double, ssim: Double? = nil) {
    (self.mae, self.rmse, self.ssim) = (mae, rmse, ssim)
  }
}

/// Sums of sample errors, over black and over white.
struct ErrorSums {
  /// The number of compared pixels, including equal ones.
  var pixels = 0
  /// The number of compared pixels that differ at all.
  private(set) var differing = 0
  private var amounts = (black: 0, white: 0)
  private var squares = (black: 0, white: 0)

  /// Adds the errors of pixels that differ.
  mutating func add(_ pixels: PixelDistances) {
    differing += pixels.count
    let (earlier, later) = (pixels.before.span, pixels.after.span)
    for index in 0..<pixels.count {
      let (before, after) = (earlier[index], later[index])
      let isOpaque = (before & after) >> 24 == 255
      var shift: UInt32 = 0
      while shift < 24 {
        // The background makes no difference to opaque pixels.
        let opaque = Int(after >> shift & 255) - Int(before >> shift & 255)
        let black = isOpaque ? opaque : Self.error(before, after, shift, over: .black)
        let white = isOpaque ? opaque : Self.error(before, after, shift, over: .white)
        amounts = (amounts.black + abs(black), amounts.white + abs(white))
        squares = (squares.black + black * black, squares.white + white * white)
        shift += 8
      }
    }
  }

  @inline(__always)
  private static func error(
    _ before: UInt32, _ after: UInt32, _ shift: UInt32, over background: PixelDistances.Background
  ) -> Int {
    func mixed(_ pixel: UInt32) -> Int {
      let (sample, alpha) = (pixel >> shift & 255, pixel >> 24)
      return Int((sample * alpha + UInt32(background.rawValue) * (255 - alpha) + 127) / 255)
    }
    return mixed(after) - mixed(before)
  }

  /// The errors over all pixels, with the structural similarity if it was measured.
  func errors(_ ssim: Double?) -> PictureErrors {
    let samples = Double(max(1, 3 * pixels))
    return PictureErrors(
      mae: Double(max(amounts.black, amounts.white)) / samples / 255,
      rmse: (Double(max(squares.black, squares.white)) / samples).squareRoot() / 255, ssim: ssim)
  }
}

/// The structural similarity of two pictures, computed row by row; see ``PictureErrors/ssim``.
///
/// It holds eleven rows of moments. Ignored pixels count as equal, and no window is centred on
/// them.
struct StructuralSimilarity {
  fileprivate static let side = ckernels_window

  /// The Gaussian weights of a window along one axis.
  private static let weights: [Float] = {
    let weights = (0..<side).map { exp(-Double(($0 - side / 2) * ($0 - side / 2)) / 4.5) }
    return weights.map { Float($0 / weights.reduce(0, +)) }
  }()

  /// The moments over one background.
  private struct Moments {
    let background: UInt8
    /// Rows of moments summed along the row, in a ring buffer indexed by row number.
    var rows: [Float] = []
    var sum = 0.0
  }

  private var backgrounds: [Moments]
  private var ignored = [[Bool]](repeating: [], count: side)
  private var rowCount = 0
  private var windowCount = 0

  /// Starts measuring; `isOpaque` is false if pixels may be translucent.
  init(isOpaque: Bool) {
    let backgrounds: [PixelDistances.Background] = isOpaque ? [.white] : [.black, .white]
    self.backgrounds = backgrounds.map { Moments(background: $0.rawValue) }
  }

  /// The mean similarity over all rows; nil if no window is complete.
  var mean: Double? {
    guard windowCount > 0, let least = backgrounds.map(\.sum).min() else { return nil }
    return (least / Double(windowCount) * 1e6).rounded() / 1e6
  }

  /// Adds a row of both pictures, some of whose columns are ignored.
  mutating func add(_ before: [UInt32], _ after: [UInt32], ignoring ignored: [Bool]) {
    let columns = before.count - Self.side + 1
    guard columns > 0 else { return }
    var after = after
    for x in ignored.indices.prefix(after.count) where ignored[x] { after[x] = before[x] }
    let (slot, length) = (rowCount % Self.side, columns * ckernels_moments_values)
    self.ignored[slot] = ignored
    rowCount += 1
    var moments = [Float](repeating: 0, count: before.count * ckernels_moments_values)
    var row = [Float](repeating: 0, count: length)
    let isWhole = rowCount >= Self.side
    let centers = isWhole ? ignoredCenters(columns) : []
    windowCount += centers.count { !$0 }
    // The weights are rotated so that the oldest row gets the first one.
    let turned = (0..<Self.side).map {
      Self.weights[($0 - rowCount % Self.side + Self.side) % Self.side]
    }
    for index in backgrounds.indices {
      unsafe ckernels_moments(&moments, before, after, before.count, backgrounds[index].background)
      unsafe ckernels_weigh_window(
        &row, moments, ckernels_moments_values, length, Self.weights)
      if backgrounds[index].rows.isEmpty {
        backgrounds[index].rows = [Float](repeating: 0, count: Self.side * length)
      }
      backgrounds[index].rows.replaceSubrange(slot * length..<(slot + 1) * length, with: row)
      guard isWhole else { continue }
      unsafe ckernels_weigh_window(&row, backgrounds[index].rows, length, length, turned)
      backgrounds[index].sum += unsafe ckernels_similarity(row, columns, centers)
    }
  }

  /// For each window that ends at the row added last, whether its centre is ignored.
  private func ignoredCenters(_ columns: Int) -> [Bool] {
    let reach = Self.side / 2
    let ignored = ignored[(rowCount - 1 - reach) % Self.side]
    return (reach..<reach + columns).map { $0 < ignored.count && ignored[$0] }
  }
}
