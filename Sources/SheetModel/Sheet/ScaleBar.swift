extension Sheet {
  /// A bar on a picture that shows how long something is in it, such as 50 µm in a micrograph.
  ///
  /// It is written as a length, followed by the width of a pixel unless the picture's file or a
  /// table contains that: `50 µm at 0.32 µm`. The units are nm, µm, mm, cm, m, km, and px for the
  /// pixels of the picture.
  public struct ScaleBar: Hashable, Sendable {
    /// The length that the bar stands for.
    package let length: DepictedLength
    /// The width of a pixel; nil to use the one in the picture's file or in the table.
    package let pixelSize: DepictedLength?

    /// Creates a bar; nil if only one of the lengths is in pixels.
    package init?(_ length: DepictedLength, pixelSize: DepictedLength? = nil) {
      if let pixelSize, length.ratio(to: pixelSize) == nil { return nil }
      (self.length, self.pixelSize) = (length, pixelSize)
    }
  }
}

extension Sheet.ScaleBar: LosslessStringConvertible {
  /// Parses a length, or a length and the width of a pixel, such as `50 µm at 0.32 µm`.
  public init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let divider = words.firstIndex(of: "at") else {
      guard let length = DepictedLength(text) else { return nil }
      self.init(length)
      return
    }
    guard let length = DepictedLength(words[..<divider].joined(separator: " ")),
      let pixelSize = DepictedLength(words[(divider + 1)...].joined(separator: " "))
    else { return nil }
    self.init(length, pixelSize: pixelSize)
  }

  /// The text that ``init(_:)`` parses, such as `50 µm at 0.32 µm`.
  public var description: String {
    pixelSize.map { "\(length) at \($0)" } ?? "\(length)"
  }
}
