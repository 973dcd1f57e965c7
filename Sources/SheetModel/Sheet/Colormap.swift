public import SheetImaging

extension Sheet {
  /// The colours in which grey samples are shown.
  ///
  /// Maps with a name have 256 colours, and get lighter from the first colour to the last, so that
  /// they can also be read in greyscale.
  public enum Colormap: Hashable, Sendable {
    /// Shades of grey.
    case gray
    /// Dark violet, blue, green and yellow.
    case viridis
    /// Black, violet, pink and pale yellow.
    case magma
    /// Black, violet, orange and pale yellow.
    case inferno
    /// Blue, violet, orange and yellow.
    case plasma
    /// Dark blue, grey and yellow, which look much the same to people with and without red-green
    /// colour blindness.
    case cividis
    /// From black to an opaque colour.
    case color(Color)
  }
}

extension Sheet.Colormap: LosslessStringConvertible {
  /// The maps that have a name.
  package static let named: [(name: String, map: Sheet.Colormap)] = [
    ("gray", .gray), ("viridis", .viridis), ("magma", .magma), ("inferno", .inferno),
    ("plasma", .plasma), ("cividis", .cividis),
  ]

  /// What ``init(_:)`` accepts, for messages.
  package static let form = (named.map(\.name) + ["an opaque colour"]).listed("or")

  /// Parses a name such as `viridis`, or an opaque colour such as `#4060ff`, ignoring case; nil for
  /// anything else.
  ///
  /// `green` is `#00ff00`, as in microscopy, and not the darker green of CSS.
  public init?(_ text: String) {
    let word = text.lowercased()
    if let map = Self.named.first(where: { $0.name == word })?.map {
      self = map
    } else if word == "grey" || word == "none" {
      self = .gray
    } else if word == "green" {
      self = .color(Color(red: 0, green: 1, blue: 0))
    } else if let color = Color(word), color.isOpaque {
      self = .color(color)
    } else {
      return nil
    }
  }

  /// The text that ``init(_:)`` parses, such as `viridis` or `#4060ff`.
  public var description: String {
    if case .color(let color) = self { return String(color.hexadecimal.prefix(7)) }
    return Self.named.first { $0.map == self }?.name ?? ""
  }
}
