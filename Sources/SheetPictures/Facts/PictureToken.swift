package import SheetModel

/// A template that is filled in for each picture, such as a label.
package typealias PictureTemplate = TextTemplate<PictureTokens>

/// The tokens of labels, and of everything else that uses facts about pictures.
package enum PictureTokens: TemplateTokens {
  /// The tokens available for all pictures; columns of tables and parts of names add more.
  package static let all = PictureToken.all.map(\.token)

  /// Whether a column or a part of names may use this name.
  ///
  /// It may if no token has the name, or if the token was introduced after columns and parts could
  /// already use its name.
  package static func isFree(_ name: String) -> Bool {
    PictureToken.named(name)?.token.isRecent ?? true
  }

  /// The name of the fact that a word stands for, here or in other programs; nil if there is no
  /// such fact, or if the fact needs a keyword.
  package static func name(meantBy word: String) -> String? {
    PictureToken.all.first { other in
      guard case .place = other.origin else {
        return other.token.name == (TemplateError.synonym(of: word) ?? word)
          && ![.keyword, .optionalKeyword].contains(other.token.parameter)
      }
      return false
    }?.token.name
  }
}

extension FactKey {
  // Keys of facts that are needed even if no template contains them.
  package static let camera = FactKey("camera")
  package static let pixelSize = FactKey("pixel-size")
  package static let pixelsPerInch = FactKey("ppi")
  static let position = FactKey("position")
  package static let rating = FactKey("rating")
  package static let taken = FactKey("taken")
}

/// A token for a fact about pictures: its name, and where the fact comes from.
///
/// To add one, add a line to the list for its kind.
struct PictureToken: Sendable {
  /// Where facts come from.
  enum Origin: Sendable {
    /// A fact about the path, the file, the header, or analysed pixels.
    case picture(@Sendable (SheetPicture) -> Fact?)
    /// The metadata of a file, read only if requested.
    case metadata(needs: @Sendable (_ parameter: String) -> MetadataNeeds, MetadataFact)
    /// The picture's position on the sheet, which is not a fact about the picture itself.
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

  /// A token about the path, the file or the header.
  init(
    _ name: String, _ parameter: TemplateToken.Parameter = .none,
    _ fact: @escaping @Sendable (SheetPicture) -> Fact?
  ) {
    self.init(name, parameter, .picture(fact))
  }

  /// All tokens, in the order in which messages list them.
  static let all: [PictureToken] =
    ofPath + ofPlace + ofHeader + ofFile + ofTexts + ofExif + ofNotes + ofMicrographs
    + ofScans + ofGenerators + ofPixels + [PictureToken("column", .optionalKeyword, .table)]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.token.name, $0) })

  /// The token with this name; nil if the name is free for a table or for parts of names.
  static func named(_ name: String) -> PictureToken? { byName[name] }

  /// The position among the pictures, from 1; the number of pictures; the page number, from 1.
  private static let ofPlace = ["index", "count", "page"].map { PictureToken($0, .digits, .place) }
}

extension FactKey {
  /// Whether the key is for a picture's position on the sheet, which is not a fact about the
  /// picture itself.
  package var isOfPlace: Bool {
    if case .place = PictureToken.named(name)?.origin { true } else { false }
  }
}
