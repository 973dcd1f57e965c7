package import SheetImaging
package import SheetLayout
package import SheetPictures

/// A picture with a size but no pixels, or a broken one without a size.
package struct StubPicture: PictureSource, Equatable {
  package var name = "stub.png"
  package let size: PixelSize?
  package var channels = PixelFormat.Channels.rgb
  package var orientation = Orientation.upright
  package var pixelRatio = PixelRatio.square
  package var isReducible = false

  struct Broken: Error, CustomStringConvertible {
    let description = "it is broken"
  }

  package init(
    name: String = "stub.png", size: PixelSize?, channels: PixelFormat.Channels = .rgb,
    orientation: Orientation = .upright, pixelRatio: PixelRatio = .square,
    isReducible: Bool = false
  ) {
    self.name = name
    self.size = size
    self.channels = channels
    self.orientation = orientation
    self.pixelRatio = pixelRatio
    self.isReducible = isReducible
  }

  package func header() throws -> PictureHeader {
    guard let size else { throw Broken() }
    var header = PictureHeader(
      size: size, format: PixelFormat(channels, .eight), orientation: orientation,
      pixelRatio: pixelRatio)
    header.isReducible = isReducible
    return header
  }

  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
    throw Broken()
  }
}

extension SheetPicture {
  package static func stub(_ width: Int, _ height: Int) -> SheetPicture {
    SheetPicture(StubPicture(size: PixelSize(width: width, height: height)))
  }

  package static let broken = SheetPicture(StubPicture(size: nil))

  /// Pictures of many shapes; every eleventh is broken.
  package static func stubs(_ count: Int) -> [SheetPicture] {
    (0..<count).map { number in
      number % 11 == 10 ? .broken : .stub(1 + number * 37 % 900, 1 + number * 91 % 700)
    }
  }
}
