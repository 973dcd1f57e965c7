extension Sheet {
  /// A bar on a picture that shows how long something is in it, such as 50 µm in a micrograph.
  ///
  /// It is written as a length, followed by the width of a pixel unless the picture's file or a
  /// table contains that: `50 µm at 0.32 µm`. The units are nm, µm, mm, cm, m, km, and px for the
  /// pixels of the picture. With `, no text` at the end, the length is not written.
  public struct ScaleBar: Hashable, Sendable {
    /// The length that the bar stands for.
    package let length: DepictedLength
    /// The width of a pixel; nil to use the one in the picture's file or in the table.
    package let pixelSize: DepictedLength?
    /// Whether the length is written above the bar.
    package let showsLength: Bool

    /// Creates a bar; nil if only one of the lengths is in pixels.
    package init?(
      _ length: DepictedLength, pixelSize: DepictedLength? = nil, showsLength: Bool = true
    ) {
      if let pixelSize, length.ratio(to: pixelSize) == nil { return nil }
      (self.length, self.pixelSize, self.showsLength) = (length, pixelSize, showsLength)
    }
  }
}

extension Sheet.ScaleBar: LosslessStringConvertible {
  /// Parses a length, or a length and the width of a pixel, such as `50 µm at 0.32 µm`; `no text` or
  /// `without text` may follow, with or without a comma.
  public init?(_ text: String) {
    let parts = text.split { $0.isWhitespace || $0 == "," }
    let showsLength = !Self.wordsForNoText.contains(Array(parts.suffix(2)))
    let lengths =
      showsLength ? text[...] : text[..<(parts.dropLast(2).last?.endIndex ?? text.startIndex)]
    let words = lengths.split(whereSeparator: \.isWhitespace)
    guard let divider = words.firstIndex(of: "at") else {
      guard let length = DepictedLength(words.joined(separator: " ")) else { return nil }
      self.init(length, showsLength: showsLength)
      return
    }
    guard let length = DepictedLength(words[..<divider].joined(separator: " ")),
      let pixelSize = DepictedLength(words[(divider + 1)...].joined(separator: " "))
    else { return nil }
    self.init(length, pixelSize: pixelSize, showsLength: showsLength)
  }

  private static let wordsForNoText: [[Substring]] = [["no", "text"], ["without", "text"]]

  /// The text that ``init(_:)`` parses, such as `50 µm at 0.32 µm`.
  public var description: String {
    (pixelSize.map { "\(length) at \($0)" } ?? "\(length)") + (showsLength ? "" : ", no text")
  }

  /// The text above the bar; empty if there is none.
  package var text: String { showsLength ? "\(length)" : "" }
}
