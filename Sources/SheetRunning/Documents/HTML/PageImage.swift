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
