import SheetImaging
import SheetLayout
import SystemPackage

@testable import ContactSheet

/// A picture with a size but no pixels, or a broken one without a size.
struct StubPicture: TileSource, Equatable {
  var name = "stub.png"
  let size: PixelSize?
  var channels = PixelFormat.Channels.rgb
  var orientation = Orientation.upright

  struct Broken: Error, CustomStringConvertible {
    let description = "it is broken"
  }

  func header() throws -> PictureHeader {
    guard let size else { throw Broken() }
    return PictureHeader(
      size: size, format: PixelFormat(channels, .eight), orientation: orientation)
  }

  func rows(as header: PictureHeader) throws -> sending any PictureRows {
    throw Broken()
  }
}

extension SheetPicture {
  static func stub(_ width: Int, _ height: Int) -> SheetPicture {
    SheetPicture(StubPicture(size: PixelSize(width: width, height: height)))
  }

  static let broken = SheetPicture(StubPicture(size: nil))

  /// Pictures of many shapes; every eleventh is broken.
  static func stubs(_ count: Int) -> [SheetPicture] {
    (0..<count).map { number in
      number % 11 == 10 ? .broken : .stub(1 + number * 37 % 900, 1 + number * 91 % 700)
    }
  }
}

extension Extent {
  /// An extent of a width, and perhaps of a height.
  static func pixels(_ width: Int, _ height: Int? = nil) -> Extent {
    guard let extent = Extent(width: width, height: height) else {
      preconditionFailure("a side is not positive")
    }
    return extent
  }
}

extension SheetPlanner {
  init(
    _ layout: any Layout, style: TileStyle = TileStyle(), gap: Spacing = .standard,
    margin: Spacing = .standard, paging: Paging = Paging(), output: SheetOutput = .file("s.png"),
    maximumPixels: PixelCount = PixelCount(2_000_000_000),
    policy: UnreadablePolicy = .placeholder
  ) throws {
    var job = SheetJob(sources: [], output: output)
    job.layout = layout
    job.style = style
    (job.gap, job.margin, job.paging) = (gap, margin, paging)
    job.maximumPixels = maximumPixels
    job.unreadablePolicy = policy
    try self.init(job)
  }
}
