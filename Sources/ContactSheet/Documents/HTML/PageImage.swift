internal import FoundationEssentials
internal import SheetLayout

/// A picture on an HTML page: a file next to the page, or embedded in it.
enum PageImage: Sendable {
  case beside(String, size: PixelSize)
  case inside(EmbeddedPicture)

  /// The size of the picture itself, as shown.
  var size: PixelSize {
    switch self {
    case .beside(_, let size): size
    case .inside(let picture): picture.size
    }
  }

  /// The address of a file next to the page; nil if the picture is embedded.
  var link: String? { if case .beside(let link, _) = self { link } else { nil } }

  /// Whether the picture is embedded with fewer pixels.
  var isReduced: Bool { if case .inside(let picture) = self { picture.isReduced } else { false } }

  /// When a browser loads a picture.
  enum Loading {
    case withPage
    /// When the picture comes into view.
    case lazily
    /// When the picture comes into view; other parts of the page are shown in the meantime.
    case lazilyAside
  }

  /// Writes the picture's element with its size and description.
  func write(loading: Loading, description: String, to html: HTMLWriter) {
    let address: HTMLWriter.Value =
      switch self {
      case .beside(let link, _): .address(link)
      case .inside(let picture): .pieces(picture.address)
      }
    html.line(
      .img,
      [
        "src": address, "width": "\(size.width)", "height": "\(size.height)",
        "loading": loading == .withPage ? nil : "lazy",
        "decoding": loading == .lazilyAside ? "async" : nil, "alt": .text(description),
      ])
  }
}

/// A picture that is embedded in an HTML page; its bytes are kept in a temporary file.
///
/// This way, no picture is held in memory, and the page shows the pixels that were rendered, even
/// if the picture's file changes in the meantime.
struct EmbeddedPicture: Sendable {
  let mediaType: String
  /// The size of the picture itself, as shown.
  let size: PixelSize
  /// Whether the picture is embedded with fewer pixels than it has.
  let isReduced: Bool
  /// The range of the picture's bytes in the file.
  let bytes: Range<Int64>
  let file: TemporaryFile

  /// The number of bytes read at a time.
  ///
  /// It is a multiple of 3, so that the base64 of all blocks can be joined.
  private static let blockSize = 3 << 14

  /// The number of base64 characters for a number of bytes.
  static func characters(for bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

  /// The number of base64 characters for the picture's bytes.
  var characterCount: Int { Self.characters(for: bytes.count) }

  /// The data URL of the picture, piece by piece.
  var address: AnySequence<ArraySlice<UInt8>> {
    let beginning = Array("data:\(mediaType);base64,".utf8)
    return AnySequence([AnySequence([beginning[...]]), AnySequence(blocks)].joined())
  }

  private var blocks: some Sequence<ArraySlice<UInt8>> {
    stride(from: bytes.lowerBound, to: bytes.upperBound, by: Self.blockSize).lazy.map { offset in
      let end = min(offset + Int64(Self.blockSize), bytes.upperBound)
      return Array(Data(file.contents(of: offset..<end)).base64EncodedData())[...]
    }
  }
}
