/// A colour profile as it stands in an iCCP chunk, read as far as a sheet needs it.
///
/// Read are profiles of RGB and grey displays, scanners, printers and working
/// spaces, of versions 2 and 4, that describe a picture by curves and three
/// primaries or by one grey curve. Profiles that hold tables instead are only
/// recognised; see ``Model/tables(otherwise:)``.
///
/// Source: ICC.1:2022, chapters 7 to 10.
public struct ICCProfile: Hashable, Sendable {
  /// What a profile says by itself, without a colour management system.
  public enum Model: Hashable, Sendable {
    /// All that the profile says.
    case curves(ColorSpace)
    /// The profile's own words are tables (`A2B0` and others), which come first
    /// where a profile has both (ICC.1:2022, 8.10). The space is what it says
    /// besides: close as a rule, good enough where nothing can read the tables.
    case tables(otherwise: ColorSpace?)
  }

  /// Whether the profile is for grey pictures; otherwise it is for RGB ones.
  public let isGray: Bool

  /// What the samples mean.
  public let model: Model

  /// Reads a profile.
  ///
  /// Takes no more memory than twice the profile's size, whatever its numbers say.
  ///
  /// - Throws: ``ICCProfileError`` for what is damaged or not for pictures in RGB
  ///   or grey.
  public init(_ bytes: [UInt8]) throws(ICCProfileError) {
    let tags = try ICCTags(bytes)
    switch tags.colorSpace {
    case "RGB ": isGray = false
    case "GRAY": isGray = true
    default: throw .unsupported(field: "colour space", value: tags.colorSpace)
    }
    guard tags.contains("A2B0") || tags.contains("A2B1") else {
      model = .curves(isGray ? try tags.graySpace() : try tags.matrixSpace())
      return
    }
    if isGray, let space = try? tags.graySpace() {
      model = .curves(space)
    } else {
      model = .tables(otherwise: isGray ? nil : try? tags.matrixSpace())
    }
  }
}

/// Why a profile cannot be used.
public enum ICCProfileError: Error, Equatable, Sendable {
  /// There are not as many bytes as the header says, or not even a header.
  case truncated
  /// The mark of a profile, `acsp`, is not there.
  case notAProfile
  /// A field of the header has a value that is of no use here.
  case unsupported(field: String, value: String)
  /// The tag table holds more entries than any profile needs.
  case tooManyTags(Int)
  /// A tag is needed and not there.
  case missing(tag: String)
  /// A tag lies outside the profile, has an unknown type or impossible numbers.
  case damaged(tag: String)
}

extension ICCProfileError: CustomStringConvertible {
  /// A fragment that reads after "the colour profile cannot be used".
  public var description: String {
    switch self {
    case .truncated: "it is cut short"
    case .notAProfile: "it is not an ICC profile"
    case .unsupported(let field, let value): "its \(field) '\(value)' is not supported"
    case .tooManyTags(let count): "it says that it has \(count) tags"
    case .missing(let tag): "its tag '\(tag)' is missing"
    case .damaged(let tag): "its tag '\(tag)' is damaged"
    }
  }
}
