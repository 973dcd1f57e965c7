internal import SheetFiles
internal import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans
internal import Synchronization
internal import SystemPackage

/// A picture with all facts that templates can use.
package struct PictureFacts: Sendable {
  package private(set) var picture: SheetPicture
  /// Its facts from a table and from its name; to save memory, nil if there are none.
  fileprivate let joined: Joined?

  fileprivate final class Joined: Sendable {
    let names: FactNames
    /// The index of its row in the table; nil if it has none.
    let rowIndex: Int?
    /// The parts of its name according to ``FactNames/parsing``; empty if the name does not match.
    let parts: [String: String]

    init(_ name: String, _ rowIndex: Int?, _ names: FactNames) {
      (self.names, self.rowIndex) = (names, rowIndex)
      parts = names.parsing.parts(of: name)
    }

    func field(_ column: Int) -> String? {
      rowIndex.flatMap { names.table?.field(column, ofRowAt: $0) }
    }
  }

  /// The facts of its pair, and its corrected time, by name; they override its own facts, and are
  /// nil if unknown.
  private var others: [String: Fact?] = [:]

  /// Whether it has no label because the picture beside it has one.
  private(set) var isUnlabelled = false

  /// The properties that differ from the usual ones.
  ///
  /// They take 153 bytes. Stored inline, they would raise the memory for planning 100,000 pictures
  /// in sections from 130 MB to 159 MB, because two lists of pictures exist for a while.
  var overrides: PictureOverrides {
    get { storedOverrides ?? .usual }
    set { storedOverrides = newValue == .usual ? nil : newValue }
  }
  @Rare private var storedOverrides: PictureOverrides? = nil

  /// The size of the part that is shown; nil if the picture could not be read.
  var shownSize: PixelSize? { part?.size ?? picture.size }

  /// The size of what its cell holds: the part of the picture inside its borders, if they are
  /// trimmed.
  var sizeInCell: PixelSize? {
    guard let kept = picture.kept, let whole = picture.readableHeader,
      let part = TrimmedPicture(of: picture.source, as: whole, kept: kept)
    else { return shownSize }
    return part.header().shownSize
  }

  /// The part that is shown, rotated with the picture; nil for the whole picture.
  var part: PixelRect? {
    // Most pictures have no overrides, and copying the usual ones takes time.
    guard let overrides = storedOverrides, let part = overrides.cell?.part ?? overrides.crop else {
      return nil
    }
    return picture.uprightSize.map { part.turned(picture.turn, in: $0) } ?? part
  }

  fileprivate var parts: [String: String] { joined?.parts ?? [:] }
  /// Its row in the table; nil if it has none.
  var row: PictureTable.Row? {
    joined.flatMap { joined in joined.rowIndex.flatMap { joined.names.table?.row(at: $0) } }
  }

  /// Whether a part of names, or a column, has this name in templates.
  func isNamed(_ name: String) -> Bool { joined?.names.names.contains(name) ?? false }

  /// Whether its capture time comes from its name.
  var isDatedByName: Bool {
    picture.factFaults.contains(.datedByName) && picture.source.suppliedFacts["taken"] == nil
  }

  /// Whether the name matches a pattern.
  var isParsed: Bool { !parts.isEmpty }

  /// Creates the facts of a picture, its row, and the parts of its name.
  ///
  /// The name may be given if it is not that of the source.
  init(
    _ picture: SheetPicture, _ rowIndex: Int? = nil, _ names: FactNames? = nil,
    name: String? = nil
  ) {
    self.picture = picture
    joined = names.map { Joined(name ?? picture.source.name, rowIndex, $0) }
  }

  /// These facts for another picture, which takes the place of this one.
  package func with(_ picture: SheetPicture) -> PictureFacts {
    var facts = self
    facts.picture = picture
    return facts
  }

  /// These facts for a picture without a label.
  package var unlabelled: PictureFacts {
    var facts = self
    facts.isUnlabelled = true
    return facts
  }

  /// These facts, with others that override them.
  package func with(_ others: [String: Fact?]) -> PictureFacts {
    var facts = self
    facts.others.merge(others) { $1 }
    return facts
  }

  /// The fact for a key; nil if it is missing, or if the key is about a place on the sheet.
  package func fact(_ key: FactKey) -> Fact? {
    if let other = others[key.name] { return other }
    let isFree = PictureTokens.isFree(key.name)
    if !isFree, let fact = picture.fact(key) { return fact }
    if let part = parts[key.name] { return Fact(reading: part) }
    if let (column, ending) = joined?.names.column(of: key) {
      var fact = joined?.field(column).map { Fact(column: $0) }
      if ending.contains(":") { fact?.ignoresFormat = true }
      return fact
    }
    let isPart = joined?.names.parsing.contains { $0.names.contains(key.name) } == true
    return isFree && !isPart ? picture.fact(key) : nil
  }

  /// Whether the aggregate of a key is the end of a column's heading.
  func isOfHeading(_ key: FactKey) -> Bool {
    joined?.names.column(of: key)?.ending.hasPrefix(".") == true
  }

  /// The fact for a key in a cell of a matrix, where headings override the picture's own facts.
  func factInCell(_ key: FactKey) -> Fact? { overrides.cell?.headings[key] ?? fact(key) }

  /// The fact for a key of the picture at an index among all pictures; nil if it is missing, or
  /// about a page that is not known.
  package func fact(_ key: FactKey, at index: Int, of count: Int, page: Int? = nil) -> Fact? {
    switch key.name {
    case "index": Fact(index + 1)
    case "count": Fact(count)
    case "page": page.map { Fact($0) }
    default: factInCell(key)
    }
  }

  /// The facts for some keys, as a plan stores them, with the headings of a matrix cell.
  func planned(_ keys: [FactKey]) -> [PlannedFact] {
    let headings = overrides.cell?.headings ?? [:]
    let facts = keys.compactMap { key -> PlannedFact? in
      guard headings[key] == nil, let fact = fact(key) else { return nil }
      // Text may have several lines.
      if case .text(let text) = fact.value {
        return PlannedFact(key: "\(key)", value: .text(text.oneLine))
      }
      return PlannedFact(key: "\(key)", value: fact.value)
    }
    if headings.isEmpty { return facts }
    return facts + headings.map { PlannedFact(key: "\($0)", value: $1.value) }
  }
}

/// Properties in which few pictures of a sheet differ from the rest.
struct PictureOverrides: Equatable {
  /// The weight, in layouts that give a picture an area.
  var weight = 1.0
  /// The room it takes beyond a single cell; nil for no more.
  var room: PictureRoom?
  /// The part of the picture that is shown; nil for all of it.
  var crop: PixelRect?
  /// The point on which its crop is centred; nil if unset.
  var focus: Focus?
  /// How far it is rotated; nil to leave that to the policy for all pictures.
  var turn: Sheet.Turn?
  /// The line around it; nil for the border of the sheet.
  var border: TileBorder?
  /// The bar that shows how long something is in it; nil for none.
  @Rare var scaleBar: PictureScaleBar?
  /// The regions of the upright picture that are shown enlarged in insets.
  var insets: [PixelRect] = []
  /// Whether its label is emphasised.
  var isBest = false
  /// Its cell in a matrix; nil if the layout is not a matrix.
  var cell: MatrixCell?

  static let usual = PictureOverrides()
}

extension Sequence<PictureFacts> {
  /// The values of some keys for all pictures together: the facts that they share, and aggregates.
  package func common(_ keys: [FactKey]) -> [FactKey: Fact] {
    var common: [FactKey: Fact] = [:]
    for key in keys {
      let first = first { _ in true }
      if let aggregate = key.aggregate, first?.isOfHeading(key) != true {
        common[key] = aggregate.fact(of: compactMap { $0.fact(key.ofEach) })
      } else if let fact = first?.fact(key),
        allSatisfy({ $0.fact(key) == fact })
      {
        common[key] = fact
      }
    }
    return common
  }
}

extension Aggregate {
  /// The aggregate of some facts; nil if there are no facts, or if it needs numbers and no fact is
  /// a number.
  fileprivate func fact(of facts: [Fact]) -> Fact? {
    let items = facts.flatMap(\.items)
    let all = items.map { (fact: $0, value: SortValue($0)) }
    let numbers = all.filter { $0.value.kind == .number }
    return switch self {
    case .first: all.min { $0.value < $1.value }?.fact
    case .last: all.max { $0.value < $1.value }?.fact
    case .min: numbers.min { $0.value < $1.value }?.fact
    case .max: numbers.max { $0.value < $1.value }?.fact
    case .mean: Fact.mean(of: items)
    }
  }
}

extension PictureFacts {
  /// All facts of the picture, each with its token, including those of `picture`, the same picture
  /// as read later.
  package func all(of picture: SheetPicture) -> [PlannedFact] {
    let facts = with(picture)
    let keys = Set(picture.factKeys + (Array(parts.keys) + others.keys).map { FactKey($0) })
    var all = keys.compactMap { key in
      facts.fact(key).map { PlannedFact(key: "\(key)", value: $0.value) }
    }
    guard let row, let table = joined?.names.table else { return all }
    var columns: Set<String> = []
    for (place, column) in table.columns.enumerated() {
      // If several columns have the same name, the first is used.
      guard columns.insert(column).inserted, let text = row.field(place), !column.isEmpty,
        !table.identifiesPictures(place)
      else { continue }
      let isShort =
        column.isFactName && PictureTokens.isFree(column) && parts[column] == nil
        && others[column] == nil
      if isShort, keys.contains(FactKey(column)) { continue }
      all.append(
        PlannedFact(key: isShort ? column : "column:\(column)", value: Fact(column: text).value))
    }
    return all
  }
}

/// Sources of facts that not every picture has: parts of names, and a table.
///
/// A class, because every picture refers to it.
final class FactNames: Sendable {
  /// The patterns that parse names; the first that matches decides.
  let parsing: [NameTemplate]
  let table: PictureTable?
  /// The names of facts that override a picture's own.
  private let others: [String]
  /// The names of facts that are numbers.
  let numbers: Set<String>
  /// Whether ``numbers`` are the facts of pairs.
  let isOfPairs: Bool
  /// The indices of requested columns, by name; nil if the table has no such column.
  private let columnIndices = Mutex<[String: Int?]>([:])

  init(
    parsing: [NameTemplate] = [], table: PictureTable? = nil, others: [String] = [],
    numbers: Set<String> = [], isOfPairs: Bool = false
  ) {
    (self.parsing, self.table, self.others, self.numbers) = (parsing, table, others, numbers)
    self.isOfPairs = isOfPairs
  }

  /// The headings of the table's columns.
  var columns: [String] { table?.columns ?? [] }

  /// The names that templates may use for these facts.
  var names: [String] {
    parsing.flatMap(\.names) + columns.filter { $0.isColumnName && PictureTokens.isFree($0) }
      + others
  }

  /// The token of a column or of a part of names: its name, or `{column:…}` if the name has another
  /// meaning.
  func token(of name: String) -> String {
    names.contains(name) ? "{\(name)}" : "{column:\(name)}"
  }

  /// The column that a key refers to: by its heading after `column:`, or by a name that is not a
  /// token.
  ///
  /// The ending of a key is a part of the heading if the table has such a column.
  fileprivate func column(of key: FactKey) -> (index: Int, ending: String)? {
    for ending in key.endingsOfHeading {
      if let index = column(key.parameter + ending) { return (index, ending) }
    }
    return column(key.name == "column" ? key.parameter : key.name).map { ($0, "") }
  }

  private func column(_ name: String) -> Int? {
    guard let table else { return nil }
    return columnIndices.withLock { known in
      // Few columns of a wide table are requested.
      if let index = known[name] { return index }
      let index = table.columns.firstIndex(of: name)
      known[name] = .some(index)
      return index
    }
  }
}

extension [NameTemplate] {
  /// The parts of a name by the first template that matches it; empty if none does.
  fileprivate func parts(of name: String) -> [String: String] {
    for template in self {
      if let parts = template.match(path: name) { return parts }
    }
    return [:]
  }
}

/// Joins pictures with their facts, and collects notes.
package struct PictureFactsBuilder: Sendable {
  /// The pictures, in the order given, followed by those that do not exist.
  package private(set) var pictures: [PictureFacts]
  /// The table, without rows that match no picture.
  package let table: PictureTable?
  /// The notes about names and rows.
  package private(set) var notes: [Note]

  /// Joins pictures with the rows of a table and the parts of their names, and corrects their
  /// times.
  ///
  /// Pictures that do not exist keep their rows in a table that already has only the rows that are
  /// used.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - table: The table.
  ///   - parsing: The patterns that parse names.
  ///   - clocks: The corrections of times.
  ///   - absent: How rows that match no picture are shown as pictures that do not exist; nil to add
  ///     no such pictures.
  package init(
    _ pictures: [SheetPicture], table: PictureTable?, parsing: [NameTemplate],
    clocks: PictureRules<ClockCorrection>? = nil, absent: AbsentRows? = nil
  ) {
    var (pictures, others): ([SheetPicture], [SheetPicture]) = (pictures, [])
    if table?.absentRows.isEmpty == false {
      others = pictures.filter(\.isAbsent)
      pictures.removeAll(where: \.isAbsent)
    }
    let parts =
      table?.isOfParts == true ? pictures.map { parsing.parts(of: $0.source.name) } : []
    let matched = table?.matched(
      pictures.map { FilePath($0.source.name) }, parts: parts, absent: absent)
    self.table = matched?.table
    if let absent, let matched {
      others = matched.table.absentPictures(at: matched.absent, absent)
    }
    let names =
      parsing.isEmpty && matched == nil
      ? nil : FactNames(parsing: parsing, table: matched?.table)
    var found = pictures.enumerated().map { index, picture in
      let facts = PictureFacts(picture, matched?.rows[index], names)
      let supplied = picture.source.suppliedFacts
      return supplied.isEmpty ? facts : facts.with(supplied)
    }
    for picture in others {
      guard let table = matched?.table, let index = picture.absent?.row,
        table.absentRows.indices.contains(index)
      else { continue }
      let row = table.absentRows[index]
      // What stands for the name of a picture without a path has no parts.
      let name = table.row(at: row).path.isEmpty ? "" : picture.source.name
      found.append(PictureFacts(picture, row, names, name: name))
    }
    self.pictures = found
    let vague = pictures.filter { $0.factFaults.contains(.lackHemisphere) }.map(\.name)
    notes = [matched?.note, Note(vaguePositionsOf: vague)].compactMap(\.self)
    // Without clocks to correct, there is no second list of pictures.
    if let clocks, !clocks.all.isEmpty {
      notes += clocks.notes(on: found)
      self.pictures = found.map { $0.corrected(by: clocks) }
    }
    if parsing.isEmpty { return }
    let unparsed = self.pictures.prefix(pictures.count).filter(\.parts.isEmpty)
    guard let first = unparsed.lazy.map(\.picture.name).firstByName(\.path) else { return }
    let templates = parsing.map { "'\($0.source.shortPrintable)'" }.listed("or")
    let (does, lacks) = unparsed.count == 1 ? ("does", "it lacks") : ("do", "they lack")
    notes.append(
      Note(
        .unmatchedNames, about: first,
        "\(unparsed.count) of \(pictures.count.counted("name")) \(does) not match \(templates), so "
          + "\(lacks) its facts; the first is \(first.path.quoted)",
        remedy: Self.digitsAdvice(parsing, unparsed),
        [.count: unparsed.count, .total: pictures.count]))
  }

  /// Advice for templates that accept only digits where a name has another number, such as `11.5`;
  /// nil if that is not why the names do not match.
  private static func digitsAdvice(
    _ parsing: [NameTemplate], _ others: [PictureFacts]
  ) -> Remedy? {
    for template in parsing {
      for facts in others.prefix(100) {
        guard let (name, value) = template.numberBeyondDigits(path: facts.picture.name.text) else {
          continue
        }
        let part = name.shortPrintable
        return "{\(part):1} matches only digits; {\(part)} also matches \(value.shortPrintable)"
      }
    }
    return nil
  }

  /// The note about requested facts that none of the pictures has; nil if there are none.
  package static func missing(_ keys: [FactKey], among pictures: [PictureFacts]) -> Note? {
    guard pictures.contains(where: { $0.picture.size != nil }) else { return nil }
    let keys = keys.filter { key in pictures.allSatisfy { $0.fact(key) == nil } }
    let missing = keys.map { "{\("\($0)".shortPrintable)}" }
    guard !missing.isEmpty else { return nil }
    let asksTable = missing.contains { $0.hasPrefix("{column:") }
    let table = asksTable ? pictures.lazy.compactMap { $0.joined?.names.table }.first : nil
    return Note(
      .missingFacts, "no image has \(missing.listed("or"))\(table?.columnNote ?? "")",
      remedy: template(for: keys, among: pictures).map {
        "\(.parse, $0) extracts \(keys.count == 1 ? "it" : "them") from the file names"
      })
  }

  /// The template that extracts missing facts from the pictures' names; nil if the facts can only
  /// come from elsewhere, if templates or a table already supply facts, and if the names do not
  /// contain the facts.
  private static func template(for keys: [FactKey], among pictures: [PictureFacts]) -> String? {
    let names = keys.map(\.name)
    let arePossible = zip(keys, names).allSatisfy {
      $0.parameter.isEmpty && $0.aggregate == nil && PictureTokens.isFree($1)
    }
    guard arePossible, Set(names).count == names.count, pictures.allSatisfy({ $0.joined == nil })
    else { return nil }
    let stems = pictures.prefix(100).map { PathText($0.picture.name.text).stem }
    guard names.allSatisfy({ NameTemplate.isWord($0, in: stems) }) else { return nil }
    return NameTemplate.guess(names, from: stems)
  }
}
