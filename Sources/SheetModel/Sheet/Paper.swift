package import SheetLayout

extension Sheet {
  /// A sheet of paper: `A4`, `letter`, `A3-landscape`, `10x15cm`.
  public struct Paper: Hashable, Sendable {
    /// The formats, with the shorter and the longer side in millimetres.
    ///
    /// Sources: ISO 216:2007 for the A and B series (the B series of JIS is larger); ANSI/ASME
    /// Y14.1, sizes A and B, for letter and tabloid. Legal has no standard, but is the same size
    /// everywhere.
    package static let formats: [(name: String, short: Double, long: Double)] = [
      ("A0", 841, 1189), ("A1", 594, 841), ("A2", 420, 594), ("A3", 297, 420), ("A4", 210, 297),
      ("A5", 148, 210), ("A6", 105, 148), ("B4", 250, 353), ("B5", 176, 250),
      ("letter", 8.5 * 25.4, 11 * 25.4), ("legal", 8.5 * 25.4, 14 * 25.4),
      ("tabloid", 11 * 25.4, 17 * 25.4),
    ]
    /// An orientation, as it is written after a format or a size.
    private enum Orientation: String, CaseIterable {
      case landscape = "-landscape"
      case portrait = "-portrait"
    }

    /// The size in millimetres; sizes in other units are converted without rounding.
    package let millimetres: Size
    /// The format or size as written, without its orientation.
    private let name: String
    /// The orientation as written; nil if none is.
    private let orientation: Orientation?

    private static func known(_ name: String) -> Paper {
      guard let format = formats.first(where: { $0.name == name }) else {
        preconditionFailure("no paper is called \(name)")
      }
      return Paper(format.name, format.short, format.long)
    }

    /// Creates paper of a size, turned if the orientation as written requires it.
    private init(
      _ name: String, _ width: Double, _ height: Double, _ orientation: Orientation? = nil
    ) {
      let (short, long) = (min(width, height), max(width, height))
      millimetres =
        switch orientation {
        case .landscape: Size(width: long, height: short)
        case .portrait: Size(width: short, height: long)
        case nil: Size(width: width, height: height)
        }
      (self.name, self.orientation) = (name, orientation)
    }

    /// ISO A2.
    public static let a2 = known("A2")
    /// ISO A3.
    public static let a3 = known("A3")
    /// ISO A4.
    public static let a4 = known("A4")
    /// ISO A5.
    public static let a5 = known("A5")
    /// 8.5 by 11 inches.
    public static let letter = known("letter")
    /// 8.5 by 14 inches.
    public static let legal = known("legal")

    /// The paper, turned so that its longer side is horizontal.
    public var landscape: Paper {
      Paper(name, millimetres.width, millimetres.height, .landscape)
    }

    /// The size in pixels, with each side rounded.
    ///
    /// - Precondition: `pixelsPerInch` is positive.
    package func pixels(perInch pixelsPerInch: Int) -> PixelSize {
      precondition(pixelsPerInch > 0, "an inch has at least one pixel")
      func pixels(_ millimetres: Double) -> Int {
        let exact = Sheet.Length.millimetres(millimetres).fractionalPixels(perInch: pixelsPerInch)
        return max(1, Int(min(exact + 0.5, 9e15)))
      }
      return PixelSize(width: pixels(millimetres.width), height: pixels(millimetres.height))
    }
  }
}

extension Sheet.Paper {
  /// The paper with this size in pixels at a density; nil if there is none.
  package init?(ofPixels pixels: PixelSize, perInch pixelsPerInch: Int) {
    let all = Self.formats.flatMap { name, short, long in
      [nil, Orientation.landscape].map { Sheet.Paper(name, short, long, $0) }
    }
    guard let paper = all.first(where: { $0.pixels(perInch: pixelsPerInch) == pixels }) else {
      return nil
    }
    self = paper
  }
}

extension Sheet.Paper: LosslessStringConvertible {
  /// Parses the name of a format, or a width and a height such as `10x15cm` or `4inx6in`.
  ///
  /// Both may be followed by `-landscape` or `-portrait`. A name may be preceded by `DIN` or `ISO`,
  /// in any case. Sides are at most 5 metres.
  ///
  /// - Throws: ``PaperError`` for anything else.
  package init(parsing written: String) throws(PaperError) {
    let text = written.lowercased().replacing(/^(din|iso)[ -]?(?=[ab][0-9])/, with: "")
      .replacing(" ", with: "-")
    let orientation = Orientation.allCases.first { text.hasSuffix($0.rawValue) }
    let ending = orientation?.rawValue.count ?? 0
    let sides = String(written.dropLast(ending))
    if let size = Self.size(sides) {
      self.init(sides, size.width, size.height, orientation)
      return
    }
    let name = text.dropLast(ending)
    guard let format = Self.formats.first(where: { $0.name.lowercased() == name }) else {
      throw PaperError(text: written)
    }
    self.init(format.name, format.short, format.long, orientation)
  }

  /// Creates paper from a name such as `A0`, `B5-landscape` or `tabloid`, or a size such as
  /// `10x15cm`; nil for anything else.
  public init?(_ text: String) {
    try? self.init(parsing: text)
  }

  /// The unit of the size as written; millimetres for named formats.
  package var unit: Sheet.Length.Unit {
    Sheet.Length.Unit.allCases.first {
      name.lowercased().hasSuffix($0.rawValue) && name.contains(where: \.isDigit)
    } ?? .millimetres
  }

  /// The name or the size as written, followed by the orientation if that was written.
  public var description: String { name + (orientation?.rawValue ?? "") }

  /// Parses a width and a height on paper, in millimetres.
  private static func size(_ text: String) -> Size? {
    guard let (width, rest) = text[...].firstLength, rest.first?.isTimes == true,
      let (height, end) = rest.dropFirst().firstLength, end.isEmpty,
      let width = width.millimetres, let height = height.millimetres, 1...5000 ~= width,
      1...5000 ~= height
    else { return nil }
    return Size(width: width, height: height)
  }
}

extension Sheet.Paper {
  /// Whether the orientation is written; if not, it is the usual one of the format or size.
  package var statesOrientation: Bool { orientation != nil }

  /// The word for the orientation.
  package var orientationName: String {
    millimetres.width > millimetres.height ? "landscape" : "portrait"
  }

  /// The same paper, with its orientation written.
  package var statingOrientation: Sheet.Paper {
    Sheet.Paper(
      name, millimetres.width, millimetres.height,
      millimetres.width > millimetres.height ? .landscape : .portrait)
  }

  /// The paper turned by 90°: `A4-landscape` for `A4`, and `6x4in` for `4x6in`.
  package var turned: Sheet.Paper {
    let (width, height) = (millimetres.height, millimetres.width)
    if orientation == nil, let name = nameOfTurnedSize { return Sheet.Paper(name, width, height) }
    return Sheet.Paper(name, width, height, width > height ? .landscape : .portrait)
  }

  /// The size as written, with its sides exchanged; nil for a format.
  private var nameOfTurnedSize: String? {
    guard Self.size(name) != nil, let times = name.firstIndex(where: \.isTimes) else { return nil }
    let (first, second) = (name[..<times], name[name.index(after: times)...])
    // A unit at the end applies to both sides.
    if first.contains(where: \.isLetter) { return "\(second)\(name[times])\(first)" }
    let unit = second.drop(while: \.isOfNumber)
    return "\(second.dropLast(unit.count))\(name[times])\(first)\(unit)"
  }
}

/// Why a string does not describe paper.
package struct PaperError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text that was given.
  package let text: String

  /// A sentence fragment that quotes the text and lists the formats.
  package var description: String {
    "'\(text.shortPrintable)' is not a paper size; use one of "
      + Sheet.Paper.formats.map(\.name).joined(separator: ", ")
      + ", or a size such as 10x15cm, optionally followed by -landscape or -portrait"
  }
}

// Defaults for pages on paper.

extension Sheet.Paper {
  /// The density of pages, in pixels per inch.
  package static let pixelsPerInch = 300
  /// The default gap in millimetres, wide enough to separate pictures at reading distance.
  package static let gap = 3
  /// The minimum gap in millimetres between cells that are cut out; narrower gaps are hard to cut
  /// along.
  package static let leastGap = 1
  /// The minimum margin in millimetres, which printers need.
  package static let leastMargin = 4

  /// The margin of a page in millimetres.
  ///
  /// It is 1/21 of the page's shorter side, but no less than printers need and no more than 15 mm.
  package static func margin(of page: PixelSize, perInch density: Int) -> Int {
    let side = Double(min(page.width, page.height)) * 25.4 / Double(density)
    return min(max(leastMargin, Int((side / 21).rounded())), 15)
  }

  /// Whether the area of a page is at most the area of A6, as it is for prints of 10 by 15 cm and 4
  /// by 6 in.
  package static func isSmall(_ page: PixelSize, perInch density: Int) -> Bool {
    let inches = Double(page.width) / Double(density) * Double(page.height) / Double(density)
    // Sides are rounded to whole pixels.
    return inches * 25.4 * 25.4 <= 105 * 148 * 1.01
  }

  /// Whether a page has a larger area than A3, as posters do.
  package static func isLarge(_ page: PixelSize, perInch density: Int) -> Bool {
    let inches = Double(page.width) / Double(density) * Double(page.height) / Double(density)
    return inches * 25.4 * 25.4 > 297 * 420 * 1.01
  }

  /// The minimum length in millimetres of the longer side of pictures.
  ///
  /// A page holds as many pictures as this minimum allows. Usually, the minimum is the length of a
  /// frame on a contact print of 35 mm film.
  package static func minimumPictureSide(inCollage: Bool) -> Int { inCollage ? 20 : 35 }
}
