import PNGFixtures
import SheetImaging
import SheetLayout

/// A single-coloured reddish picture.
package func red(_ name: String, width: Int, height: Int) -> MemoryPicture {
  MemoryPicture(
    name: name, size: PixelSize(width: width, height: height), format: PixelFormat(.rgb, .eight),
    bytes: (0..<width * height).flatMap { _ in [250, 100, 100] as [UInt8] })
}

/// A PNG file with a coloured pattern.
package func pictureFile(_ width: Int, _ height: Int) -> [UInt8] {
  PNGFixture(
    width: width, height: height, colorType: .rgb,
    samples: (0..<3 * width * height).map { UInt16($0 * 7 % 256) }
  ).encoded()
}
