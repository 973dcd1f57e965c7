internal import FoundationEssentials
internal import SheetLayout

/// A picture on a page of HTML: a file beside the page, or embedded in it.
enum PageImage: Sendable {
  case beside(HTML, size: PixelSize)
  case inside(EmbeddedPicture)

  /// The size of the picture itself, as it is shown.
  var size: PixelSize {
    switch self {
    case .beside(_, let size): size
    case .inside(let picture): picture.size
    }
  }

  /// The address of a file beside the page; nil if the picture is embedded.
  var link: HTML? { if case .beside(let link, _) = self { link } else { nil } }

  /// Whether the picture is embedded with fewer pixels.
  var isReduced: Bool { if case .inside(let picture) = self { picture.isReduced } else { false } }

  /// The element of the picture with its size, piece by piece.
  ///
  /// - Parameter attributes: Further attributes, each after a space.
  /// - Returns: The pieces of the element.
  func tag(_ attributes: HTML) -> AnySequence<ArraySlice<UInt8>> {
    let beginning: HTML = "<img src=\""
    let end: HTML = "\" width=\"\(size.width)\" height=\"\(size.height)\"\(attributes)>\n"
    let address =
      switch self {
      case .beside(let link, _): [link].pieces(of: 1)
      case .inside(let picture): picture.address
      }
    return HTML.pieces(beginning, address, end: end)
  }
}

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
