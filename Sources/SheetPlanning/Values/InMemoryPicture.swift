internal import SheetImaging
internal import SheetLayout
package import SheetModel
package import SheetPictures

extension [Sheet.Picture] {
  /// The sources of the pictures, each with a unique identifier.
  ///
  /// If several pictures have the same identifier, the first keeps it, and each of the others gets
  /// a number that makes its identifier unique.
  package var sources: [any PictureSource] {
    let own = Set(map(\.baseID))
    var counts: [String: Int] = [:]
    return map { picture in
      let baseID = picture.baseID
      var count = counts[baseID, default: 0] + 1
      func id(_ count: Int) -> String { count == 1 ? baseID : "\(baseID) (\(count))" }
      while count > 1, own.contains(id(count)) { count += 1 }
      counts[baseID] = count
      let id = id(count)
      return switch picture.content {
      case .encoded(let bytes):
        EncodedPicture(picture.name, id: id, bytes, facts: picture.suppliedFacts)
      case .rows(let size, let channels, let open):
        InMemoryPicture(
          name: picture.name, suppliedID: id, suppliedFacts: picture.suppliedFacts, size: size,
          channels: channels, open: open)
      }
    }
  }
}

extension Sheet.Picture {
  /// The picture's identifier, which other pictures may have too.
  fileprivate var baseID: String { id ?? name }

  fileprivate var suppliedFacts: [String: Fact] { facts.compactMapValues { Fact($0) } }

  /// Checks that the picture's facts can be used.
  ///
  /// - Throws: ``ContactSheetError`` for a name that no template can use, an empty value, and a
  ///   time or a position that does not exist.
  func checkFacts() throws(ContactSheetError) {
    for (key, value) in facts.sorted(by: { $0.key < $1.key }) {
      guard key.isFactName else {
        throw ContactSheetError(
          .invalidValue,
          "cannot use the fact '\(key.shortPrintable)' of '\(name.shortPrintable)': a name "
            + "consists of letters, digits, - and _, and begins with a letter")
      }
      if Fact(value) == nil {
        throw ContactSheetError(
          .invalidValue,
          "cannot use the fact '\(key)' of '\(name.shortPrintable)': \(value) is not a valid value")
      }
    }
  }
}

/// A caller-supplied picture given as rows.
package struct InMemoryPicture: PictureSource {
  package let name: String
  package let suppliedID: String?
  package let suppliedFacts: [String: Fact]
  fileprivate let size: PixelSize
  fileprivate let channels: Sheet.Picture.Channels
  fileprivate let open: @Sendable () throws -> sending Sheet.Picture.NextRow

  package func header() throws -> PictureHeader {
    let limit = 1...Int(LayoutError.maximumLength)
    guard limit ~= size.width, limit ~= size.height else { throw WrongSize() }
    guard let channels = PixelFormat.Channels(rawValue: channels.rawValue) else {
      preconditionFailure("all channels are known")
    }
    return PictureHeader(size: size, format: PixelFormat(channels, .eight))
  }

  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
    Rows(try open(), count: header.size.width * header.format.bytesPerPixel)
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

/// The error for a caller-supplied picture whose width or height is out of range.
private struct WrongSize: Error, CustomStringConvertible {
  let description = "each side must have 1 to \(Int(LayoutError.maximumLength)) pixels"
}
