internal import SheetImaging
internal import SheetLayout
package import SheetModel
package import SheetPictures

/// A picture that a program supplies, as a source of rows.
package struct InMemoryPicture: PictureSource {
  let picture: Sheet.Picture
  package var name: String { picture.name }
  package let suppliedID: String?

  private init(_ picture: Sheet.Picture, id: String) { (self.picture, suppliedID) = (picture, id) }

  /// The sources of pictures, each with an identifier of its own.
  package static func all(_ pictures: [Sheet.Picture]) -> [InMemoryPicture] {
    var counts: [String: Int] = [:]
    return pictures.map { picture in
      let id = picture.id ?? picture.name
      let count = counts[id, default: 0] + 1
      counts[id] = count
      return InMemoryPicture(picture, id: count == 1 ? id : "\(id) (\(count))")
    }
  }

  package func header() throws -> PictureHeader {
    let limit = 1...Int(LayoutError.maximumLength)
    guard limit ~= picture.size.width, limit ~= picture.size.height else { throw WrongSize() }
    guard let channels = PixelFormat.Channels(rawValue: picture.channels.rawValue) else {
      preconditionFailure("all channels are known")
    }
    return PictureHeader(size: picture.size, format: PixelFormat(channels, .eight))
  }

  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
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

/// A side of a picture that a program supplies is out of range.
private struct WrongSize: Error, CustomStringConvertible {
  let description = "a side is not 1 to \(Int(LayoutError.maximumLength)) pixels"
}
