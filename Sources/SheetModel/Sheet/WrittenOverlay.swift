package import SheetImaging

/// An overlay as written in an option: a folder or a file, optionally with its colour and its
/// opacity, as in `masks=green,40%`.
package struct WrittenOverlay: Equatable, Sendable {
  /// The path of the folder or file.
  package let path: String
  /// The colour in which masks are drawn; nil for their own colours.
  package let color: Color?
  /// The opacity in per cent.
  package let percentage: Double

  /// The maximum number of overlays of a picture, whose decoders are open at the same time.
  package static let most = 16

  /// The opacity in per cent if none is given.
  private static let usualPercentage = 50.0

  /// Splits a string at its last equals sign if that is followed by a colour, by a percentage, or by
  /// both with a comma between them.
  package init(_ text: String) {
    if let sign = text.lastIndex(of: "=") {
      let style = text[text.index(after: sign)...]
      let comma = style.lastIndex(of: ",")
      let color = Color(opaque: style[..<(comma ?? style.endIndex)])
      let percentage = Self.percentage(
        style[(comma.map(style.index(after:)) ?? style.startIndex)...])
      let isStyle =
        comma == nil
        ? color != nil || percentage != nil : color != nil && percentage != nil
      if isStyle {
        (path, self.color) = (String(text[..<sign]), color)
        self.percentage = percentage ?? Self.usualPercentage
        return
      }
    }
    (path, color, percentage) = (text, nil, Self.usualPercentage)
  }

  private static func percentage(_ text: Substring) -> Double? {
    let text = text.drop { $0 == " " }
    return text.last == "%" ? Double(decimal: String(text.dropLast())) : nil
  }

  /// Parses an overlay, and checks its path and its opacity.
  ///
  /// - Throws: An error that names the remedy if there is no path, or if the opacity is not 0 to
  ///   100 per cent.
  package init(parsing text: String) throws {
    self.init(text)
    if path.isEmpty { throw OverlayError.noPath }
    guard 0...100 ~= percentage else { throw OverlayError.opacity }
  }
}

/// What is wrong with an overlay as it is written.
private enum OverlayError: Error, CustomStringConvertible {
  case noPath
  case opacity

  var description: String {
    switch self {
    case .noPath: "it names no folder or file; write masks, or masks=40%"
    case .opacity: "the opacity is not from 0% to 100%; write masks=40%"
    }
  }
}
