package import SheetFiles
package import SheetLayout
package import SheetModel
internal import SheetPictures
internal import SystemPackage

/// A value for some pictures: extra room, a shown part, or a focus.
package struct PictureRule<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The pictures that have the value.
  package let pictures: PictureSelector
  /// The value.
  package let value: Value
}

extension PictureRule {
  /// The text before the last equals sign of a rule, and the value after it.
  ///
  /// Nil if either is missing, or if the value is malformed.
  static func parts(
    of text: String, reading read: (Substring) -> Value?
  ) -> (pictures: String, value: Value)? {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let value = read(text[text.index(after: sign)...])
    else { return nil }
    return (String(text[..<sign]), value)
  }

  /// Creates a rule for pictures by a pattern or a condition.
  fileprivate init?(
    _ text: String, reading read: (Substring) -> Value?
  ) throws(TemplateError) {
    guard let parts = Self.parts(of: text, reading: read) else { return nil }
    self.init(pictures: try PictureSelector(parts.pictures), value: parts.value)
  }
}

/// The extra room of some pictures.
package typealias PictureSpan = PictureRule<PictureRoom>

extension PictureSpan {
  /// Creates a span from a text such as `IMG_12*=2x2`, or with a condition, `{rating} >= 5=row`.
  ///
  /// - Throws: `TemplateError` if there is a brace before the room and the text is not a condition.
  /// - Returns: Nil if the text is malformed.
  package init?(parsing text: String) throws(TemplateError) {
    try self.init(text) { PictureRoom(parsing: $0) }
  }
}

/// The part of some pictures that is shown, in pixels as they are shown, or as fractions.
package typealias PictureCrop = PictureRule<PictureArea>

extension PictureCrop {
  /// Creates a crop from a text such as `hall*=420,180,96,64`, or with a condition,
  /// `{rating} >= 5=25%,25%,50%,50%`.
  ///
  /// - Throws: `TemplateError` if there is a brace before the part and the text is not a condition.
  /// - Returns: Nil if the text is malformed.
  package init?(parsing text: String) throws(TemplateError) {
    try self.init(text) { PictureArea(parsing: $0) }
  }
}

/// The point that crops of some pictures are centred on.
package typealias PictureFocus = PictureRule<Focus>

extension PictureFocus {
  /// Creates a focus from a text such as `IMG_12*=0.3,0.4`; nil if it is malformed.
  package init?(parsing text: String) {
    guard let parts = Self.parts(of: text, reading: { Focus(parsing: String($0)) }),
      !parts.pictures.contains("{")
    else { return nil }
    self.init(pictures: .pattern(Glob(parts.pictures)), value: parts.value)
  }
}

extension Focus {
  /// Creates a focus from fractions of the width and the height, such as `0.3,0.4`; nil if
  /// malformed.
  ///
  /// A space may take the place of the comma.
  init?(parsing text: String) {
    let parts = text.split { $0 == "," || $0 == " " }
    guard parts.count == 2, let x = Double(decimal: String(parts[0])),
      let y = Double(decimal: String(parts[1]))
    else { return nil }
    self.init(x: x, y: y)
  }
}

/// The room of a picture on a sheet.
package enum PictureRoom: Equatable, Sendable {
  /// Some columns and rows of a grid.
  case cells(CellSpan)
  /// A row of its own.
  case row

  /// The valid numbers of columns and rows.
  package static let range = 1...20

  /// Creates a room from a text such as `2x2` or `row`; nil if it is malformed.
  package init?(parsing text: some StringProtocol) {
    if text == "row" {
      self = .row
      return
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let columns = sides[0], let rows = sides[1],
      Self.range.contains(columns), Self.range.contains(rows)
    else { return nil }
    self = .cells(CellSpan(columns: columns, rows: rows))
  }

  /// The columns and rows of a grid; a row of its own is as wide as any grid.
  var cells: CellSpan {
    switch self {
    case .cells(let span): span
    case .row: CellSpan(columns: .max, rows: 1)
    }
  }
}

/// The pictures that a rule is for.
package enum PictureSelector: Equatable, Sendable {
  /// The pictures whose names, or ends of paths, match a pattern.
  case pattern(Glob)
  /// The pictures that meet a condition.
  case condition(Condition)

  /// Selects by a pattern, or by a condition if the text has a brace.
  ///
  /// - Throws: `TemplateError` if there is a brace, and the text is not a condition.
  init(_ text: String) throws(TemplateError) {
    self = text.contains("{") ? .condition(try Condition(text)) : .pattern(Glob(text))
  }
}

/// Values for pictures, with the conditions of their rules resolved.
package struct PictureRules<Value: Equatable & Sendable>: Sendable {
  private let rules: [(holds: @Sendable (PictureFacts) -> Bool, value: Value)]
  /// The facts that the conditions need.
  package let keys: [FactKey]

  /// Resolves the conditions of rules among the known facts.
  ///
  /// - Throws: ``PlanningError/condition(_:_:)`` for the first that names none.
  init(_ rules: [PictureRule<Value>], _ names: FactNames) throws(PlanningError) {
    var keys: [FactKey] = []
    self.rules = try rules.map { (rule) throws(PlanningError) in
      switch rule.pictures {
      case .pattern(let pattern):
        return ({ pattern.matches(FilePath($0.picture.source.name)) }, rule.value)
      case .condition(let condition):
        let resolved = try ResolvedCondition(condition, names)
        keys += resolved.keys
        return ({ resolved.holds(for: $0) == true }, rule.value)
      }
    }
    self.keys = keys
  }

  /// The value of the last rule that holds for a picture; nil if none does.
  func value(of picture: PictureFacts) -> Value? { rules.last { $0.holds(picture) }?.value }
}
