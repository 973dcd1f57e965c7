/// Which font text is set in, and how large.
///
/// It is written as `auto`, `builtin` or a family, with or without a size in points:
/// `auto 14`, `builtin 10`, `Noto Sans`, `DejaVu Serif Bold 11.5`.
public struct FontChoice: Hashable, Sendable {
  /// Where glyphs come from.
  public enum Source: Hashable, Sendable {
    /// The project's own face where it has all characters of a text, else Pango's fonts.
    case auto
    /// The project's own face, which needs nothing installed.
    case builtin
    /// The font of that description, as Pango takes it.
    case family(String)
  }

  /// Where glyphs come from.
  public let source: Source
  /// The em in points, above 0 and up to ``largestSize``; nil where none was given.
  public let size: Double?

  /// The largest size in points.
  public static let largestSize = 1000.0

  /// The own face where it suffices, in the usual size.
  public static let auto = FontChoice(source: .auto, size: nil)
  /// The own face in the usual size.
  public static let builtin = FontChoice(source: .builtin, size: nil)

  private init(source: Source, size: Double?) {
    self.source = source
    self.size = size
  }
}

extension FontChoice: LosslessStringConvertible {
  /// Parses a choice; nil where there is no font, where the size is 0 or over
  /// ``largestSize``, and where there are control characters.
  ///
  /// A number at the end is the size. `auto` and `builtin` may be written in any case.
  public init?(_ text: String) {
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    var words = text.split(separator: " ")
    var size: Double?
    if let last = words.last, let number = Self.number(last) {
      guard number > 0, number <= Self.largestSize else { return nil }
      size = number
      words.removeLast()
    }
    guard !words.isEmpty else { return nil }
    let name = words.joined(separator: " ")
    let source: Source =
      switch name.lowercased() {
      case "auto": .auto
      case "builtin": .builtin
      default: .family(name)
      }
    self.init(source: source, size: size)
  }

  /// The choice as ``init(_:)`` parses it.
  public var description: String {
    let name =
      switch source {
      case .auto: "auto"
      case .builtin: "builtin"
      case .family(let family): family
      }
    guard let size else { return name }
    let isWhole = size == size.rounded()
    return isWhole ? "\(name) \(Int(size))" : "\(name) \(size)"
  }

  /// Digits with or without a point, and nothing else that Swift would take for a number.
  private static func number(_ word: Substring) -> Double? {
    word.allSatisfy { "0"..."9" ~= $0 || $0 == "." } ? Double(word) : nil
  }
}
