import PNGFixtures
import TestSupport

/// What the tests of comparisons share.
package enum ComparedFolders {
  /// The arguments that compare the folder `after` with `before`.
  package static let arguments = ["after", "--compare", "before", "-o", "s.png"]

  /// A light picture with one black pixel.
  package static func dotted(_ width: Int, _ height: Int, x: Int, y: Int) -> [UInt8] {
    var picture = PNGFixture.plain(width: width, height: height, color: [240, 240, 240])
    for channel in 0..<3 { picture.samples[3 * (y * width + x) + channel] = 0 }
    return picture.encoded()
  }
}
