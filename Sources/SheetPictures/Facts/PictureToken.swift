package import SheetModel

/// A template that is filled in for each picture, such as a label.
package typealias PictureTemplate = TextTemplate<PictureTokens>

/// The tokens of labels and of all other uses of pictures' facts.
package enum PictureTokens: TemplateTokens {
  /// The tokens of all pictures; tables and parts of names add more.
  package static let all = PictureToken.all.map(\.token)

  /// Whether a column or a part of names may have a name.
  ///
  /// It may if no token has the name, or only a recent one.
  package static func isFree(_ name: String) -> Bool {
    PictureToken.named(name)?.token.isRecent ?? true
  }
}

extension FactKey {
  // Facts that rules ask for, without a template.
  package static let camera = FactKey("camera")
  static let position = FactKey("position")
  package static let rating = FactKey("rating")
  package static let taken = FactKey("taken")
}

/// A token of pictures: its name, and the origin of its fact.
///
/// To add one, add a line to a list of tokens of its kind.
struct PictureToken: Sendable {
  /// The origin of facts.
  enum Origin: Sendable {
    /// A fact of the path, the file, the header, or examined pixels.
    case picture(@Sendable (SheetPicture) -> Fact?)
    /// The metadata of a file, which are read only if they are requested.
    case metadata(needs: @Sendable (_ parameter: String) -> MetadataNeeds, MetadataFact)
    /// The picture's place on the sheet, which is not a fact of its own.
    case place
    /// A column of a table.
    case table
  }

  /// The name, and the parameter that may follow it.
  let token: TemplateToken
  let origin: Origin

  init(
    _ name: String, _ parameter: TemplateToken.Parameter = .none, isRecent: Bool = false,
    _ origin: Origin
  ) {
    token = TemplateToken(name, parameter, isRecent: isRecent)
    self.origin = origin
  }

  /// A token of the path, the file or the header.
  init(
    _ name: String, _ parameter: TemplateToken.Parameter = .none,
    _ fact: @escaping @Sendable (SheetPicture) -> Fact?
  ) {
    self.init(name, parameter, .picture(fact))
  }

  /// All tokens, in the order in which messages list them.
  static let all: [PictureToken] =
    ofPath + ofPlace + ofHeader + ofFile + ofTexts + ofExif + ofNotes + ofGenerators + ofPixels + [
      PictureToken("column", .optionalKeyword, .table)
    ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.token.name, $0) })

  /// The token of a name; nil if the name is free for a table or for parts of names.
  static func named(_ name: String) -> PictureToken? { byName[name] }

  /// The position among the pictures, from 1; the number of pictures; the number of the page, from 1.
  private static let ofPlace = ["index", "count", "page"].map { PictureToken($0, .digits, .place) }
}

extension FactKey {
  /// Whether the key is for a picture's position on the sheet, which is not a fact of the picture
  /// itself.
  var isOfPlace: Bool {
    if case .place = PictureToken.named(name)?.origin { true } else { false }
  }
}
