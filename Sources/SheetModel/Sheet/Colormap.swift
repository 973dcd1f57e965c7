public import SheetImaging

extension Sheet {
  /// The colours in which grey samples are shown.
  ///
  /// Maps with a name have 256 colours. Except for ``turbo``, ``coolwarm`` and ``rdBu``, they get
  /// lighter from the first colour to the last, so that they can also be read in greyscale.
  public struct Colormap: Hashable, Sendable {
    /// Where the colours come from.
    package enum Palette: Hashable, Sendable {
      case gray, viridis, magma, inferno, plasma, cividis, turbo, coolwarm, rdBu
      case color(Color)
    }

    package var palette: Palette
    package private(set) var isReversed = false

    private init(_ palette: Palette) { self.palette = palette }

    /// Shades of grey.
    public static let gray = Self(.gray)
    /// Dark violet, blue, green and yellow.
    public static let viridis = Self(.viridis)
    /// Black, violet, pink and pale yellow.
    public static let magma = Self(.magma)
    /// Black, violet, orange and pale yellow.
    public static let inferno = Self(.inferno)
    /// Blue, violet, orange and yellow.
    public static let plasma = Self(.plasma)
    /// Dark blue, grey and yellow, which look much the same to people with and without red-green
    /// colour blindness.
    public static let cividis = Self(.cividis)
    /// The colours of the rainbow, from dark blue to dark red, which make small differences visible.
    public static let turbo = Self(.turbo)
    /// Blue, light grey and red, for samples below and above 0.
    public static let coolwarm = Self(.coolwarm)
    /// Dark red, white and dark blue, for samples below and above 0.
    public static let rdBu = Self(.rdBu)

    /// From black to an opaque colour.
    public static func color(_ color: Color) -> Self { Self(.color(color)) }

    /// The map with its colours in the opposite order.
    public var reversed: Self {
      var map = self
      map.isReversed.toggle()
      return map
    }

    /// Whether the colour in the middle stands for 0 if there are samples below 0.
    package var isDiverging: Bool { palette == .coolwarm || palette == .rdBu }
  }
}

extension Sheet.Colormap: LosslessStringConvertible {
  /// The maps that have a name.
  package static let named: [(name: String, map: Sheet.Colormap)] = [
    ("gray", .gray), ("viridis", .viridis), ("magma", .magma), ("inferno", .inferno),
    ("plasma", .plasma), ("cividis", .cividis), ("turbo", .turbo), ("coolwarm", .coolwarm),
    ("RdBu", .rdBu),
  ]

  /// What ``init(_:)`` accepts, for messages.
  package static let form = (named.map(\.name) + ["an opaque colour"]).listed("or")

  private static let reversal = "_r"

  /// Parses a name such as `viridis`, or an opaque colour such as `#4060ff`, ignoring case; nil for
  /// anything else.
  ///
  /// `_r` after a name or a colour reverses the map, as in Matplotlib. `green` is `#00ff00`, as in
  /// microscopy, and not the darker green of CSS.
  public init?(_ text: String) {
    let word = text.lowercased()
    let isReversed = word.hasSuffix(Self.reversal)
    let name = isReversed ? String(word.dropLast(Self.reversal.count)) : word
    if let map = Self.named.first(where: { $0.name.lowercased() == name })?.map {
      self = map
    } else if name == "grey" || word == "none" {
      self = .gray
    } else if let color = Color(opaque: name) {
      self = .color(color)
    } else {
      return nil
    }
    self.isReversed = isReversed
  }

  /// The text that ``init(_:)`` parses, such as `viridis` or `#4060ff`.
  public var description: String {
    var name = ""
    if case .color(let color) = palette {
      name = String(color.hexadecimal.prefix(7))
    } else {
      name = Self.named.first { $0.map.palette == palette }?.name ?? ""
    }
    return isReversed ? name + Self.reversal : name
  }
}

extension Color {
  /// Parses an opaque colour, ignoring case; nil for anything else.
  ///
  /// `green` is `#00ff00`, as in microscopy, and not the darker green of CSS.
  init?(opaque text: some StringProtocol) {
    if text.lowercased() == "green" {
      self.init(red: 0, green: 1, blue: 0)
    } else if let color = Color(String(text)), color.isOpaque {
      self = color
    } else {
      return nil
    }
  }
}
