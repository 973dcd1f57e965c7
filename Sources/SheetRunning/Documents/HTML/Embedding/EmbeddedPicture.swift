internal import FoundationEssentials
internal import SheetFiles
internal import SheetLayout

/// A picture inside a page of HTML, whose bytes wait in a temporary file.
///
/// So the page has the pixels that were rendered, even if the picture's file changes meanwhile. No
/// picture is held in memory.
struct EmbeddedPicture: Sendable {
  /// The media type.
  let mediaType: String
  /// The size of the picture itself, as it is shown.
  let size: PixelSize
  /// Whether it is embedded with fewer pixels.
  let isReduced: Bool
  /// The range of its bytes in the file.
  let bytes: Range<Int64>
  let file: TemporaryFile

  /// The bytes that are read at once.
  ///
  /// It is a multiple of 3, so that the base64 texts of all blocks join to one.
  private static let blockSize = 3 << 14

  /// The number of base64 characters for a number of bytes.
  static func characters(for bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

  /// The number of base64 characters for its bytes.
  var characterCount: Int { Self.characters(for: bytes.count) }

  /// The data address of the picture, piece by piece.
  var address: AnySequence<ArraySlice<UInt8>> {
    let beginning: HTML = "data:\(mediaType);base64,"
    return AnySequence([[beginning].pieces(of: 1), AnySequence(blocks)].joined())
  }

  private var blocks: some Sequence<ArraySlice<UInt8>> {
    stride(from: bytes.lowerBound, to: bytes.upperBound, by: Self.blockSize).lazy.map { offset in
      let end = min(offset + Int64(Self.blockSize), bytes.upperBound)
      return Array(Data(file.contents(of: offset..<end)).base64EncodedData())[...]
    }
  }
}
