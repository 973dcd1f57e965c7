/// An overlay as written in an option: a folder or a file, optionally with its opacity, as in
/// `masks=40%`.
package struct WrittenOverlay: Equatable, Sendable {
  /// The path of the folder or file.
  package let path: String
  /// The opacity in per cent.
  package let percentage: Double

  /// The opacity in per cent if none is given.
  private static let usualPercentage = 50.0

  /// Splits a string at its last equals sign if that is followed by a percentage.
  package init(_ text: String) {
    guard text.last == "%", let sign = text.lastIndex(of: "="),
      let percentage = Double(decimal: String(text[text.index(after: sign)...].dropLast()))
    else {
      (path, percentage) = (text, Self.usualPercentage)
      return
    }
    (path, self.percentage) = (String(text[..<sign]), percentage)
  }

  /// Reads a string.
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
    case .opacity: "the opacity is not 0% to 100%; write masks=40%"
    }
  }
}
