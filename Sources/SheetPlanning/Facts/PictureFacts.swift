internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans

/// A picture with all facts that templates can use.
package struct PictureFacts: Sendable {
  package private(set) var picture: SheetPicture
  /// The picture's facts from a table and from its name; to save memory, nil if there are none.
  let joined: Joined?

  final class Joined: Sendable {
    let names: FactNames
    /// The index of the picture's row in the table; nil if it has none.
    let rowIndex: Int?
    /// The parts of the picture's name according to ``FactNames/parsing``; empty if the name does
    /// not match.
    let parts: [String: String]

    init(_ name: String, _ rowIndex: Int?, _ names: FactNames) {
      (self.names, self.rowIndex) = (names, rowIndex)
      parts = names.parsing.parts(of: name)
    }

    func field(_ column: Int) -> String? {
      rowIndex.flatMap { names.table?.field(column, ofRowAt: $0) }
    }
  }

  /// The facts of the picture's pair, and the picture's corrected time, by name; they override the
  /// picture's own facts, and are nil if unknown.
  private var others: [String: Fact?] = [:]

  /// Whether the picture has no label because the picture beside it has one.
  private(set) var isUnlabelled = false
  /// Whether the picture is a requested copy, which follows its original.
  private(set) var isCopy = false

  /// The properties in which few pictures differ from the rest; the default values if this picture
  /// differs in none.
  ///
  /// These properties take up 153 bytes. Stored inline, they would raise the memory for planning
  /// 100,000 pictures in sections from 130 MB to 159 MB, because two lists of pictures exist for a
  /// while.
  var overrides: PictureOverrides {
    get { ownOverrides ?? .usual }
    set { ownOverrides = newValue == .usual ? nil : newValue }
  }
  /// The overrides; nil if there are none.
  ///
  /// Most pictures have no overrides, and copying the default values takes time.
  @Rare private(set) var ownOverrides: PictureOverrides? = nil

  /// The scale of the picture, in pixels of the sheet per pixel of the picture along a side, if
  /// pictures have different scales; otherwise nil.
  var factor: Double? { ownOverrides?.factor }

  /// The size of the part that is shown; nil if the picture could not be read.
  var shownSize: PixelSize? { part?.size ?? picture.size }

  /// The size of what the picture's cell holds: the part inside its borders, if they are trimmed.
  var sizeInCell: PixelSize? {
    guard let kept = picture.kept, let whole = picture.readableHeader,
      let part = TrimmedPicture(of: picture.source, as: whole, kept: kept)
    else { return shownSize }
    return part.header().shownSize
  }

  /// The part that is shown, rotated with the picture; nil for the whole picture.
  var part: PixelRect? {
    guard let overrides = ownOverrides, let part = overrides.cell?.part ?? overrides.crop else {
      return nil
    }
    return picture.uprightSize.map { part.turned(picture.turn, in: $0) } ?? part
  }

  var parts: [String: String] { joined?.parts ?? [:] }
  /// The picture's row in the table; nil if it has none.
  var row: PictureTable.Row? {
    joined.flatMap { joined in joined.rowIndex.flatMap { joined.names.table?.row(at: $0) } }
  }

  /// Whether a part of file names, or a column, has this name in templates.
  func isNamed(_ name: String) -> Bool { joined?.names.contain(name) ?? false }

  /// Whether the picture's capture time comes from its name.
  var isDatedByName: Bool {
    picture.factFaults.contains(.datedByName) && picture.source.suppliedFacts["taken"] == nil
  }

  /// Whether the picture's name matches one of the patterns in ``FactNames/parsing``.
  var isParsed: Bool { !parts.isEmpty }

  /// Creates facts from a picture, its row in the table, and the parts of its name.
  ///
  /// A name may be given if it differs from the source's.
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

  /// These facts for a copy of the picture.
  var copy: PictureFacts {
    var facts = self
    facts.isCopy = true
    return facts
  }

  /// These facts, with others that override them.
  package func with(_ others: [String: Fact?]) -> PictureFacts {
    var facts = self
    facts.others.merge(others) { $1 }
    return facts
  }

  /// The fact for a key; nil if it is missing, or if it depends on the picture's position on the
  /// sheet, as `{index}` does.
  package func fact(_ key: FactKey) -> Fact? {
    if let other = others[key.name] { return other }
    let isFree = PictureTokens.isFree(key.name)
    if !isFree, let fact = picture.fact(key) { return fact }
    if let part = parts[key.name] { return Fact(reading: part) }
    if let (column, ending) = joined?.names.column(of: key) {
      var fact = joined?.field(column).map { Fact(column: $0) }
      if ending.contains(":") { fact?.ignoresFormat = true }
      if ending.contains("+") {
        fact?.ignoresFormat = true
        fact?.isOfWholeHeading = true
      }
      return fact
    }
    let isPart = joined?.names.parsing.contains { $0.names.contains(key.name) } == true
    return isFree && !isPart ? picture.fact(key) : nil
  }

  /// Whether what looks like the aggregate of a key is the end of a column's heading.
  func isOfHeading(_ key: FactKey) -> Bool {
    joined?.names.column(of: key)?.ending.hasPrefix(".") == true
  }

  /// The fact for a key in a cell of a matrix, where headings override the picture's own facts.
  func factInCell(_ key: FactKey) -> Fact? { overrides.cell?.headings[key] ?? fact(key) }

  /// The fact for a key, given the picture's index among all pictures; nil if it is missing, or if
  /// it is the page and the page is unknown.
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
      // Text may have several lines, but plans store it on one.
      if case .text(let text) = fact.value {
        return PlannedFact(key: "\(key)", value: .text(text.oneLine))
      }
      return PlannedFact(key: "\(key)", value: fact.value)
    }
    if headings.isEmpty { return facts }
    return facts + headings.map { PlannedFact(key: "\($0)", value: $1.value) }
  }
}

extension Sequence<PictureFacts> {
  /// The values of some keys for all pictures as a whole: the facts that they share, and
  /// aggregates.
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
    case .median: Fact.median(of: items)
    case .std: Fact.standardDeviation(of: items)
    case .sum: Fact.sum(of: items)
    }
  }
}

extension PictureFacts {
  /// All facts of the picture, each with its token, including the facts of `picture`, which is the
  /// same picture, read later.
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
