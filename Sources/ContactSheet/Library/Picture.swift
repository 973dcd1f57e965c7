internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

extension Sheet {
  /// A picture that is not a file: pixels in memory, or rows that are made when a sheet needs them.
  ///
  /// Samples are sRGB of 8 bits, with straight alpha. A wrong number of bytes, or an error, makes
  /// the picture unreadable.
  public struct Picture: Sendable {
    /// The samples of a pixel.
    public enum Channels: Int, CaseIterable, Sendable {
      /// One sample of grey.
      case gray = 1
      /// Grey and alpha.
      case grayAlpha = 2
      /// Red, green and blue.
      case rgb = 3
      /// Red, green, blue and alpha.
      case rgba = 4
    }

    /// A function that gives the next row of samples, from top to bottom.
    public typealias NextRow = () throws -> [UInt8]

    /// The name in labels, messages and plans.
    public let name: String
    fileprivate let size: PixelSize
    fileprivate let channels: Channels
    fileprivate let open: @Sendable () throws -> sending NextRow

    /// Creates a picture of rows that are made on demand.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - width: The number of pixels in a row, at least 1.
    ///   - height: The number of rows, at least 1.
    ///   - channels: The samples of a pixel.
    ///   - open: Begins to read the rows, once or twice for a sheet, on a thread of the run.
    public init(
      name: String, width: Int, height: Int, channels: Channels = .rgba,
      rows open: @escaping @Sendable () throws -> sending NextRow
    ) {
      (self.name, self.channels, self.open) = (name, channels, open)
      size = PixelSize(width: width, height: height)
    }

    /// Creates a picture of pixels in memory, row by row without padding.
    public init(
      name: String, width: Int, height: Int, channels: Channels = .rgba, pixels: [UInt8]
    ) {
      self.init(name: name, width: width, height: height, channels: channels) {
        var start = 0
        return {
          let end = start + width * channels.rawValue
          guard end <= pixels.count else { throw WrongRow(count: pixels.count - start) }
          defer { start = end }
          return Array(pixels[start..<end])
        }
      }
    }
  }
}

/// A picture that a program supplies, as a source of rows.
struct InMemoryPicture: PictureSource {
  let picture: Sheet.Picture
  var name: String { picture.name }

  init(_ picture: Sheet.Picture) { self.picture = picture }

  func header() throws -> PictureHeader {
    let limit = 1...Int(LayoutError.maximumLength)
    guard limit ~= picture.size.width, limit ~= picture.size.height else { throw WrongSize() }
    guard let channels = PixelFormat.Channels(rawValue: picture.channels.rawValue) else {
      preconditionFailure("all channels are known")
    }
    return PictureHeader(size: picture.size, format: PixelFormat(channels, .eight))
  }

  func rows(as header: PictureHeader) throws -> sending any PictureRows {
    Rows(try picture.open(), count: header.size.width * header.format.bytesPerPixel)
  }

  private final class Rows: PictureRows {
    private let nextRow: Sheet.Picture.NextRow
    private let count: Int

    init(_ nextRow: @escaping Sheet.Picture.NextRow, count: Int) {
      (self.nextRow, self.count) = (nextRow, count)
    }

    func next(_ body: (Span<UInt8>) -> Void) throws {
      let row = try nextRow()
      guard row.count == count else { throw WrongRow(count: row.count) }
      body(row.span)
    }
  }
}

/// A row of a picture that a program supplies has a wrong number of bytes.
private struct WrongRow: Error, CustomStringConvertible {
  let count: Int
  var description: String { "a row has \(count) bytes, not those of its pixels" }
}

/// A side of a picture that a program supplies is out of range.
private struct WrongSize: Error, CustomStringConvertible {
  let description = "a side is not 1 to \(Int(LayoutError.maximumLength)) pixels"
}
