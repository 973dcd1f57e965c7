public import SheetLayout
internal import SheetText

/// A sheet of paper: `A4`, `letter`, `A3-landscape`, `10x15cm`.
public struct Paper: Equatable, Sendable {
  /// A paper format.
  public enum Format: String, CaseIterable, Sendable {
    /// 841 × 1189 mm.
    case a0 = "A0"
    /// 594 × 841 mm.
    case a1 = "A1"
    /// 420 × 594 mm.
    case a2 = "A2"
    /// 297 × 420 mm.
    case a3 = "A3"
    /// 210 × 297 mm.
    case a4 = "A4"
    /// 148 × 210 mm.
    case a5 = "A5"
    /// 105 × 148 mm.
    case a6 = "A6"
    /// 250 × 353 mm: the ISO B series, not the larger JIS one.
    case b4 = "B4"
    /// 176 × 250 mm: the ISO B series, not the larger JIS one.
    case b5 = "B5"
    /// 8.5 × 11 inches.
    case letter
    /// 8.5 × 14 inches.
    case legal
    /// 11 × 17 inches.
    case tabloid
  }

  /// Which side of the paper is vertical.
  public enum Orientation: String, CaseIterable, Sendable {
    /// The longer one.
    case portrait
    /// The shorter one.
    case landscape
  }

  /// The size in millimetres: whole ones for ISO formats, converted exactly from inches for the
  /// others.
  public let millimetres: Size
  /// The format, or the size, as it is written.
  private let name: String

  /// Creates paper.
  public init(_ format: Format, _ orientation: Orientation = .portrait) {
    let (short, long) = format.millimetres
    self.init(Size(width: short, height: long), orientation, format.rawValue)
  }

  /// Creates paper of an upright size, or turns it.
  private init(_ size: Size, _ orientation: Orientation, _ name: String) {
    let isPortrait = orientation == .portrait
    millimetres = isPortrait ? size : Size(width: size.height, height: size.width)
    self.name = isPortrait ? name : "\(name)-\(orientation.rawValue)"
  }

  /// The size in pixels, each side rounded to the nearest.
  ///
  /// - Precondition: `pixelsPerInch` is positive.
  public func pixels(perInch pixelsPerInch: Int) -> PixelSize {
    precondition(pixelsPerInch > 0, "an inch has at least one pixel")
    func pixels(_ millimetres: Double) -> Int {
      max(1, Int(min(millimetres * Double(pixelsPerInch) / 25.4 + 0.5, 9e15)))
    }
    return PixelSize(width: pixels(millimetres.width), height: pixels(millimetres.height))
  }
}

extension Paper {
  /// The paper that has so many pixels at a density; nil if there is none.
  package init?(ofPixels pixels: PixelSize, perInch pixelsPerInch: Int) {
    let all = Format.allCases.flatMap { format in Orientation.allCases.map { Paper(format, $0) } }
    guard let paper = all.first(where: { $0.pixels(perInch: pixelsPerInch) == pixels }) else {
      return nil
    }
    self = paper
  }
}

extension Paper.Format {
  /// The shorter and the longer side.
  ///
  /// Source: ISO 216:2007 for the A and B series; ANSI/ASME Y14.1, sizes A and B, for letter
  /// and tabloid. Legal has no standard, and one size everywhere.
  fileprivate var millimetres: (short: Double, long: Double) {
    switch self {
    case .a0: (841, 1189)
    case .a1: (594, 841)
    case .a2: (420, 594)
    case .a3: (297, 420)
    case .a4: (210, 297)
    case .a5: (148, 210)
    case .a6: (105, 148)
    case .b4: (250, 353)
    case .b5: (176, 250)
    case .letter: (8.5 * 25.4, 11 * 25.4)
    case .legal: (8.5 * 25.4, 14 * 25.4)
    case .tabloid: (11 * 25.4, 17 * 25.4)
    }
  }
}

extension Paper: LosslessStringConvertible {
  /// Parses the name of a format, optionally followed by `-landscape` or `-portrait`, in any case, or
  /// a width and a height such as `10x15cm` or `4inx6in`, up to 5 metres.
  ///
  /// - Throws: ``PaperError/unknown(_:)`` for anything else.
  public init(parsing text: String) throws(PaperError) {
    if let size = Self.size(text) {
      self.init(size, .portrait, text)
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let name = parts[0].lowercased()
    guard parts.count <= 2, let format = Format.allCases.first(where: { "\($0)" == name })
    else { throw .unknown(text) }
    var orientation = Orientation.portrait
    if parts.count == 2 {
      guard let named = Orientation(rawValue: parts[1].lowercased()) else { throw .unknown(text) }
      orientation = named
    }
    self.init(format, orientation)
  }

  /// Parses what ``init(parsing:)`` does; nil for anything else.
  public init?(_ text: String) {
    try? self.init(parsing: text)
  }

  /// The name, with the orientation where it is landscape, or the size.
  public var description: String { name }

  /// A width and a height on paper, in millimetres.
  private static func size(_ text: String) -> Size? {
    guard let (width, rest) = text[...].firstLength, rest.first?.isTimes == true,
      let (height, end) = rest.dropFirst().firstLength, end.isEmpty,
      let width = width.millimetres, let height = height.millimetres, 1...5000 ~= width,
      1...5000 ~= height
    else { return nil }
    return Size(width: width, height: height)
  }
}

/// The reason why a text names no paper.
public enum PaperError: Error, Equatable, Sendable {
  /// The text names no known format.
  case unknown(String)
}

extension PaperError: CustomStringConvertible {
  /// A sentence fragment that quotes the text and lists the formats.
  public var description: String {
    switch self {
    case .unknown(let text):
      "'\(text.shortPrintable)' is not a paper size; use one of "
        + Paper.Format.allCases.map(\.rawValue).joined(separator: ", ")
        + ", optionally followed by -landscape, or a size such as 10x15cm"
    }
  }
}
