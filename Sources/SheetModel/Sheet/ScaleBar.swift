extension Sheet {
  /// A bar on a picture that shows how long something is in it, such as 50 µm in a micrograph.
  ///
  /// It is written as a length, followed by the width of a pixel unless the picture's file or a
  /// table states that width: `50 µm at 0.32 µm`. The units are nm, µm, mm, cm, m, km, and px for
  /// the pixels of the picture. For a scan, a resolution takes the place of the width: `1 cm at 600
  /// ppi`, or `1 cm at ppi` for the resolution that its file states. With `, no text` at the end,
  /// the length is not written; with `, black`, bar and text are black instead of white.
  public struct ScaleBar: Hashable, Sendable {
    /// How the width of a pixel is determined.
    package enum Pixel: Hashable, Sendable {
      /// A fact of the picture's file or of a table.
      case recorded
      /// The width of a pixel, as written.
      case size(DepictedLength)
      /// This number of pixels per inch, as written.
      case perInch(Double, String)
      /// The resolution that the picture's file states.
      case stated
    }

    /// The colours of bars and their text, each with an outline in the other colour.
    package enum Ink: String, CaseIterable, Sendable {
      case white, black
    }

    /// The length that the bar stands for.
    package let length: DepictedLength
    /// How the width of a pixel is determined.
    package let pixel: Pixel
    /// Whether the length is written above the bar.
    package let showsLength: Bool
    /// The colour of the bar and its text.
    package let ink: Ink

    /// Creates a bar; nil if only one of the lengths is in pixels.
    package init?(
      _ length: DepictedLength, pixel: Pixel = .recorded, showsLength: Bool = true,
      ink: Ink = .white
    ) {
      switch pixel {
      case .recorded: break
      case .size(let size): if length.ratio(to: size) == nil { return nil }
      case .perInch, .stated: if length.unit == .pixels { return nil }
      }
      (self.length, self.pixel, self.showsLength, self.ink) = (length, pixel, showsLength, ink)
    }

    /// What follows the length: ` at 0.32 µm, black, no text`.
    package var ending: String {
      let pixel =
        switch pixel {
        case .recorded: ""
        case .size(let size): " at \(size)"
        case .perInch(_, let number): " at \(number) ppi"
        case .stated: " at ppi"
        }
      return pixel + (ink == .white ? "" : ", \(ink.rawValue)") + (showsLength ? "" : ", no text")
    }
  }
}

extension Sheet.ScaleBar.Pixel {
  /// Parses the width of a pixel, a resolution such as `600 ppi`, or `ppi`.
  fileprivate init?(_ text: String) {
    if let size = DepictedLength(text) {
      self = .size(size)
      return
    }
    guard let unit = ["ppi", "dpi"].first(where: text.hasSuffix) else { return nil }
    let number = String(text.dropLast(unit.count).filter { !$0.isWhitespace })
    if number.isEmpty {
      self = .stated
    } else if number.allSatisfy({ $0.isNumber || $0 == "." }), let value = Double(decimal: number),
      0.01...1e7 ~= value
    {
      self = .perInch(value, number)
    } else {
      return nil
    }
  }
}

extension Sheet.ScaleBar: LosslessStringConvertible {
  /// Parses a length, or a length and the width of a pixel, such as `50 µm at 0.32 µm`; `black` or
  /// `white`, and `no text` or `without text`, may follow, with or without commas.
  public init?(_ text: String) {
    var parts = text.split { $0.isWhitespace || $0 == "," }
    let partCount = parts.count
    var (ink, showsLength) = (Ink?.none, true)
    while let last = parts.last {
      if ink == nil, let color = Ink(rawValue: last.lowercased()) {
        ink = color
        parts.removeLast()
      } else if showsLength, Self.wordsForNoText.contains(Array(parts.suffix(2))) {
        showsLength = false
        parts.removeLast(2)
      } else {
        break
      }
    }
    let lengths =
      parts.count == partCount ? text[...] : text[..<(parts.last?.endIndex ?? text.startIndex)]
    let words = lengths.split(whereSeparator: \.isWhitespace)
    guard let divider = words.firstIndex(of: "at") else {
      guard let length = DepictedLength(words.joined(separator: " ")) else { return nil }
      self.init(length, showsLength: showsLength, ink: ink ?? .white)
      return
    }
    guard let length = DepictedLength(words[..<divider].joined(separator: " ")),
      let pixel = Pixel(words[(divider + 1)...].joined(separator: " "))
    else { return nil }
    self.init(length, pixel: pixel, showsLength: showsLength, ink: ink ?? .white)
  }

  private static let wordsForNoText: [[Substring]] = [["no", "text"], ["without", "text"]]

  /// The text that ``init(_:)`` parses, such as `50 µm at 0.32 µm`.
  public var description: String { "\(length)\(ending)" }

  /// The text above the bar; empty if there is none.
  package var text: String { showsLength ? "\(length)" : "" }
}
