private import Glibc

/// The errors of a picture against another, over the red, green and blue samples of all compared
/// pixels.
///
/// Samples are encoded sRGB of 8 bits, from 0 to 1. Translucent pixels are laid over black and over
/// white, and the larger error is used. The tolerance and the smoothing of edges change no error.
package struct PictureErrors: Equatable, Sendable {
  /// The mean of the absolute errors.
  package var mae: Double
  /// The root of the mean of the squared errors.
  package var rmse: Double
  /// The structural similarity, from -1 to 1; nil if it was not measured.
  ///
  /// It is the mean over colours and whole windows. A window has 11 x 11 pixels with Gaussian weights
  /// of deviation 1.5. Pictures with a shorter side have none.
  ///
  /// Source: Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment", 2004.
  package var ssim: Double?

  /// The ratio of the largest possible error to ``rmse`` in decibels; infinite without an error.
  package var psnr: Double { rmse == 0 ? .infinity : -20 * log10(rmse) }

  /// The bytes that are held to measure ``ssim`` of pictures of a width.
  package static func heldBytes(width: Int) -> Int {
    StructuralSimilarity.heldBytes(width: width)
  }

  /// The errors of equal pictures.
  package static let none = PictureErrors(mae: 0, rmse: 0, ssim: 1)

  package init(mae: Double, rmse: Double, ssim: Double? = nil) {
    (self.mae, self.rmse, self.ssim) = (mae, rmse, ssim)
  }
}

/// Sums of errors of samples, over black and over white.
struct ErrorSums {
  /// The number of compared pixels, equal ones too.
  var pixels = 0
  private var amounts = (black: 0, white: 0)
  private var squares = (black: 0, white: 0)

  /// Adds the errors of a pixel.
  @inline(__always)
  mutating func add(_ before: UInt32, _ after: UInt32) {
    let isOpaque = (before & after) >> 24 == 255
    var shift: UInt32 = 0
    while shift < 24 {
      let white = Self.error(before, after, shift, over: .white)
      let black = isOpaque ? white : Self.error(before, after, shift, over: .black)
      amounts = (amounts.black + abs(black), amounts.white + abs(white))
      squares = (squares.black + black * black, squares.white + white * white)
      shift += 8
    }
  }

  @inline(__always)
  private static func error(
    _ before: UInt32, _ after: UInt32, _ shift: UInt32, over ground: PixelDistances.Ground
  ) -> Int {
    func mixed(_ pixel: UInt32) -> Int {
      let (sample, alpha) = (pixel >> shift & 255, pixel >> 24)
      return Int((sample * alpha + UInt32(ground.rawValue) * (255 - alpha) + 127) / 255)
    }
    return mixed(after) - mixed(before)
  }

  /// The errors of all pixels, with their similarity if it was measured.
  func errors(_ ssim: Double?) -> PictureErrors {
    let samples = Double(max(1, 3 * pixels))
    return PictureErrors(
      mae: Double(max(amounts.black, amounts.white)) / samples / 255,
      rmse: (Double(max(squares.black, squares.white)) / samples).squareRoot() / 255, ssim: ssim)
  }
}
