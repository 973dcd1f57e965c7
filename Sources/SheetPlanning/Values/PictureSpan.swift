public import SheetFiles
public import SheetLayout
internal import SheetPictures
public import SheetText
internal import SystemPackage

/// The extra room of some pictures.
public struct PictureSpan: Equatable, Sendable {
  /// Room on a sheet.
  public enum Room: Equatable, Sendable {
    /// Some columns and rows of a grid.
    case cells(CellSpan)
    /// A row of its own.
    case row

    /// The largest numbers of columns and rows.
    public static let range = 1...20

    /// Creates a room from a text such as `2x2` or `row`; nil if it is malformed.
    public init?(parsing text: some StringProtocol) {
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

  /// The pictures that have the room.
  public enum Pictures: Equatable, Sendable {
    /// The pictures whose names, or ends of paths, match a pattern.
    case pattern(Glob)
    /// The pictures that meet a condition.
    case condition(Condition)
  }

  /// The pictures that have the room.
  public let pictures: Pictures
  /// The room that these pictures have.
  public let room: Room

  /// Creates a span from a text such as `IMG_12*=2x2`, or with a condition, `{rating} >= 5=row`.
  ///
  /// - Throws: `TemplateError` if there is a brace before the room and the text is no condition.
  /// - Returns: Nil if the text is malformed.
  public init?(parsing text: String) throws(TemplateError) {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let room = Room(parsing: text[text.index(after: sign)...])
    else { return nil }
    let source = String(text[..<sign])
    pictures = source.contains("{") ? .condition(try Condition(source)) : .pattern(Glob(source))
    self.room = room
  }
}

/// Spans with the names of their conditions resolved.
package struct PictureSpans: Sendable {
  private let spans: [(holds: @Sendable (PictureFacts) -> Bool, room: PictureSpan.Room)]
  /// The facts that the conditions need.
  package let keys: [FactKey]

  /// Resolves the names in the conditions of spans among the known facts.
  ///
  /// - Throws: ``PlanningError/condition(_:_:)`` for the first condition with an unknown name.
  init(_ spans: [PictureSpan], _ names: FactNames) throws(PlanningError) {
    var keys: [FactKey] = []
    self.spans = try spans.map { (span) throws(PlanningError) in
      switch span.pictures {
      case .pattern(let pattern):
        return ({ pattern.matches(FilePath($0.picture.source.name)) }, span.room)
      case .condition(let condition):
        let understood = try UnderstoodCondition(condition, names)
        keys += understood.keys
        return ({ understood.holds(for: $0) == true }, span.room)
      }
    }
    self.keys = keys
  }

  /// The room of a picture, by the last span for it, or by its row in the table; nil if unset.
  func room(of picture: PictureFacts) -> PictureSpan.Room? {
    spans.last { $0.holds(picture) }?.room ?? picture.row?.span
  }
}
