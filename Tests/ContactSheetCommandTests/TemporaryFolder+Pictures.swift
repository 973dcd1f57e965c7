import PNGFixtures
import TestSupport

extension TemporaryFolder {
  /// Writes a picture of one colour.
  func writePicture(
    _ name: String, width: Int = 32, height: Int = 24, color: [UInt16] = [200, 30, 30]
  ) throws {
    try write(
      PNGFixture.plain(width: width, height: height, color: color).encoded(), to: name)
  }
}

extension PNGFixture {
  /// An RGB picture of one colour.
  static func plain(width: Int, height: Int, color: [UInt16]) -> PNGFixture {
    PNGFixture(
      width: width, height: height, colorType: color.count == 4 ? .rgba : .rgb,
      samples: Array(repeating: color, count: width * height).flatMap { $0 })
  }
}
