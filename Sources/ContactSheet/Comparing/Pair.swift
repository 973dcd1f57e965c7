internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

/// An earlier and a later picture, with the result of comparing them; one of the pictures may be
/// missing.
///
/// A side is a file at first, then a picture with its facts, and finally an image on an HTML page.
struct Pair<Side> {
  /// The path relative to both folders.
  let path: FilePath
  /// The path shared by the pairs in a row.
  ///
  /// If several folders are compared with one, it is the path relative to each folder.
  private(set) var row: FilePath
  /// The index of the pair's folder if several folders are compared with one; otherwise 0.
  private(set) var column = 0
  /// The earlier picture's path if it differs from ``path``; otherwise nil.
  var oldPath: FilePath?
  /// Whether the two pictures have the same content under different paths.
  var isRenamed = false
  /// The earlier picture; nil if the picture was added.
  var before: Side?
  /// The later picture; nil if the picture was removed.
  var after: Side?
  /// A picture of the changes; nil if they are unknown.
  var difference: Side?
  /// The result of comparing the pair; nil until the pair has been compared.
  var result: ComparedPair?
  /// Whether the pair is on a sheet.
  var isShown = true
  /// Whether most pixels differ although the pair is equal within the tolerance.
  var differsUnseen = false

  init(path: FilePath, before: Side? = nil, after: Side? = nil) {
    (self.path, row, self.before, self.after) = (path, path, before, after)
  }

  /// The pair, placed in the column of its folder if several folders are compared with the same
  /// earlier one; its row is the path below `folder`.
  func moved(toColumn column: Int, below folder: FilePath) -> Pair {
    var pair = self
    pair.column = column
    _ = pair.row.removePrefix(folder)
    return pair
  }

  /// The pictures that exist, the earlier one first.
  ///
  /// Write `{ $0.sides }` instead of `\.sides`: a key path of a generic type is created anew at
  /// each call, which takes a quarter of the time needed for equal pairs.
  var sides: [Side] { [before, after].compactMap { $0 } }

  /// The picture by which the pair is sorted, grouped and listed: the later one, or else the
  /// earlier one.
  var shown: Side { after ?? sides[0] }

  /// The pair with its pictures mapped by a function.
  func map<Other, Failure>(
    _ transform: (Side) throws(Failure) -> Other?
  ) throws(Failure) -> Pair<Other> {
    var pair = Pair<Other>(
      path: path, before: try before.flatMap(transform), after: try after.flatMap(transform))
    pair.difference = try difference.flatMap(transform)
    (pair.row, pair.column, pair.isShown) = (row, column, isShown)
    (pair.oldPath, pair.isRenamed, pair.result) = (oldPath, isRenamed, result)
    pair.differsUnseen = differsUnseen
    return pair
  }
}

extension Pair: Sendable where Side: Sendable {}

extension Array {
  /// These pairs with their sides replaced, in order, by the given sides; each pair takes one or
  /// two of them.
  func with<Side, Other>(sides: [Other]) -> [Pair<Other>] where Element == Pair<Side> {
    var next = sides.startIndex
    return map { pair in
      pair.map { _ in
        defer { next += 1 }
        return sides[next]
      }
    }
  }
}

extension Group<Pair<PictureFacts>> {
  /// The pictures of the pairs to show, with their rows and columns; nil if there are none.
  ///
  /// With several folders, a row shows the earlier picture only once, and text in place of pairs
  /// that are not shown.
  ///
  /// - Parameters:
  ///   - sides: The headings of the earlier pictures, then those of the later ones in each folder.
  ///   - shownColumns: The listed columns.
  ///   - axes: The template for headings, by default paths and amounts of change; the listed rows;
  ///     and whether to exchange rows and columns.
  ///   - isZoomed: Whether pictures show only the part that changed.
  ///   - isLabelOfPair: Whether both pictures of a pair have the same label, so that only the later
  ///     one shows it.
  /// - Returns: The group, and its listed rows.
  func rows(
    _ sides: [String], _ shownColumns: ListedLines, _ axes: MatrixAxes, zooming isZoomed: Bool,
    isLabelOfPair: Bool
  ) -> (group: PictureGroup?, lines: ListedLines) {
    let rows = members.grouped { $0.row }.filter { $0.contains { $0.isShown } }
    let isTransposed = axes.isTransposed
    let isOfSeveral = sides.count > 2
    let template = axes.rows.template
    let keys = template?.keys.filter { $0.aggregate != nil } ?? []
    let headings = rows.map { row in
      let common = keys.isEmpty ? [:] : row.map { $0.shown }.common(keys)
      let text = template.map { template in
        template.text { $0.aggregate == nil ? row[0].shown.fact($0) : common[$0] }.oneLine
      }
      return Fact(text ?? row.heading(ofColumns: sides.count - 1))
    }
    let names = zip(rows, headings).map { row, heading in
      let path = row[0].row
      return [heading.text, path.string, path.removingExtension]
    }
    let shownRows = ListedLines(axes.rows.values, named: names, headings: headings)
    var cells: [(place: Matrix.Place, picture: PictureFacts)] = []
    var notes: [Matrix.Place: String] = [:]
    var parts: [Matrix.Place: PixelRect] = [:]
    for (row, pairs) in rows.enumerated() {
      let part = isZoomed ? pairs.filter { $0.isShown }.changedPart : nil
      func add(
        _ picture: PictureFacts?, _ column: Int, _ note: String?, isResized: Bool = false
      ) {
        guard let line = shownRows.places[row], let side = shownColumns.places[column] else {
          return
        }
        let place =
          isTransposed
          ? Matrix.Place(row: side, column: line) : Matrix.Place(row: line, column: side)
        if let picture { cells.append((place, picture)) }
        if let part, !isResized, picture?.picture.size == part.size { parts[place] = part.area }
        // If the picture turns out to be unreadable and is left out, its cell shows this text.
        notes[place] = picture == nil ? note : "not readable"
      }
      let pair = pairs.first { $0.before != nil } ?? pairs[0]
      // The picture belongs to several pairs, so it has the facts of none.
      let none = Dictionary(uniqueKeysWithValues: ComparedPair.factNames.map { ($0, Fact?.none) })
      let showsLater = pair.after != nil && shownColumns.places[1] != nil
      let isLabelled = !isLabelOfPair || !showsLater
      let before = isLabelled ? pair.before : pair.before?.unlabelled
      add(isOfSeveral ? pair.before?.with(none) : before, 0, pair.note(inColumn: 0))
      for pair in pairs {
        let column = 1 + 2 * pair.column
        guard pair.isShown else {
          add(nil, column, pair.result?.status.rawValue)
          continue
        }
        // The difference picture of a resized pair covers both sizes, so it may happen to have the
        // same size as the changed part.
        let isResized = pair.result?.counts?.sizes != nil
        add(pair.after, column, pair.note(inColumn: 1), isResized: isResized)
        // The picture beside the difference picture has the label.
        let difference =
          isOfSeveral || isLabelOfPair ? pair.difference?.unlabelled : pair.difference
        add(difference, column + 1, pair.note(inColumn: 2), isResized: isResized)
      }
    }
    if cells.isEmpty { return (nil, shownRows) }
    cells.sort { $0.place < $1.place }
    let (ofRows, ofColumns) = (shownRows.headings, shownColumns.headings)
    var matrix = PictureMatrix(
      rows: isTransposed ? ofColumns : ofRows, columns: isTransposed ? ofRows : ofColumns,
      places: cells.map(\.place))
    (matrix.notes, matrix.parts) = (notes, parts)
    let group = PictureGroup(name: name, members: cells.map(\.picture), matrix: matrix)
    return (group, shownRows)
  }
}

extension ListedLines {
  /// The listed columns of a comparison with given sides.
  ///
  /// If there are several later folders, each has its own column of differences. If there is only
  /// one, the columns may also be called `before` and `after`, unless these are names of folders.
  ///
  /// A new heading for one of several folders also applies to its column of differences, which need
  /// not be listed unless other columns of differences are.
  init(ofColumns values: [String]?, besides sides: [String]) {
    let headings = Self.columns(besides: sides)
    let values = values.map {
      sides.count > 2 ? Self.renamingDifferences(in: $0, headings) : $0
    }
    var names = headings.map { [$0] }
    if sides.count == 2 {
      names[0].append("before")
      names[1].append("after")
    }
    self.init(values, named: names, headings: headings.map { Fact($0) })
  }

  /// The headings of all columns: the earlier folder, and each later folder with its differences.
  static func columns(besides sides: [String]) -> [String] {
    sides.prefix(1)
      + sides.dropFirst().flatMap { [$0, sides.count > 2 ? "\($0) difference" : "difference"] }
  }

  /// The listed values, in which the columns of differences of renamed folders have headings with
  /// the new names.
  ///
  /// - Parameters:
  ///   - values: The values as listed.
  ///   - columns: The headings of all columns; a folder's column of differences follows the
  ///     folder's own column.
  /// - Returns: The values.
  private static func renamingDifferences(in values: [String], _ columns: [String]) -> [String] {
    let places = stride(from: 2, to: columns.count, by: 2)
    let folders = Dictionary(places.map { (columns[$0], columns[$0 - 1]) }) { first, _ in first }
    let differences = Dictionary(places.map { (columns[$0 - 1], columns[$0]) }) { first, _ in first
    }
    func renaming(_ difference: String, ofFolder name: String) -> String {
      "\(difference)=\(name.isEmpty ? "" : "\(name) difference")"
    }
    let known = Set(columns)
    let haveSigns = known.contains { $0.contains("=") }
    let listed = values.map { ListedValue($0, haveSigns: haveSigns, exists: known.contains) }
    let listsDifferences = listed.contains { folders[$0.value] != nil }
    let newNames = Dictionary(listed.map { ($0.value, $0.heading) }) { first, _ in first }
    var renamed: [String] = []
    for (text, line) in zip(values, listed) {
      if line.heading == nil, let folder = folders[line.value], let name = newNames[folder] ?? nil {
        renamed.append(renaming(line.value, ofFolder: name))
        continue
      }
      renamed.append(text)
      if !listsDifferences, let name = line.heading, let difference = differences[line.value] {
        renamed.append(renaming(difference, ofFolder: name))
      }
    }
    return renamed
  }

  /// The columns of differences that a list with new headings leaves out.
  ///
  /// - Parameters:
  ///   - values: The values as listed; nil for all columns.
  ///   - sides: The names of the folders.
  /// - Returns: The headings of the columns.
  func omittedDifferences(_ values: [String]?, besides sides: [String]) -> [String] {
    let columns = Self.columns(besides: sides)
    let isRenamed = zip(places, columns).contains { place, column in
      place.map { headings[$0].text != column } ?? false
    }
    guard values != nil, isRenamed else { return [] }
    // A folder's column of differences follows the folder's own column.
    return stride(from: 2, to: columns.count, by: 2).filter {
      places[$0] == nil && places[$0 - 1] != nil
    }.map { columns[$0] }
  }
}

extension FilePath {
  /// The path without the extension of its last component.
  fileprivate var removingExtension: String {
    var path = self
    path.extension = nil
    return path.string
  }
}

extension [Pair<PictureFacts>] {
  /// The heading of a row: the path, and the amount of change in each of several columns.
  fileprivate func heading(ofColumns count: Int) -> String {
    let path = self[0].row.string.oneLine
    if count == 1 { return self[0].result?.amount.map { "\(path) (\($0))" } ?? path }
    var amounts = Array<String>(repeating: "–", count: count)
    for pair in self {
      guard let result = pair.result else { continue }
      amounts[pair.column] = result.amount ?? result.status.rawValue
    }
    return "\(path) (\(amounts.joined(separator: ", ")))"
  }

  /// The part of a row's pictures that contains all changes, with surroundings, and the size of the
  /// pictures.
  ///
  /// Both are in pixels as shown. The result is nil if no pair has a changed area. All pairs of a
  /// row that have changed areas were compared with the same picture, and have its size.
  fileprivate var changedPart: (area: PixelRect, size: PixelSize)? {
    let boxes = compactMap { $0.changedBox }
    guard let size = boxes.first?.size else { return nil }
    let all = boxes.dropFirst().reduce(boxes[0].area) { $0.union($1.area) }
    return (all.withSurroundings(in: size), size)
  }
}

extension Pair<PictureFacts> {
  /// The text shown instead of a missing picture.
  fileprivate func note(inColumn column: Int) -> String? {
    switch (result?.status, column) {
    case (.added, 0), (.removed, 1): result?.status.rawValue
    case (.allowed, 0) where before == nil: FolderComparison.Status.added.rawValue
    case (.allowed, 1) where after == nil: FolderComparison.Status.removed.rawValue
    case (.allowed, 2) where sides.count == 1: nil
    case (.unreadable, 2), (.ignored, 2): "not compared"
    case (.equal, 2), (.renamed, 2), (.allowed, 2): "equal"
    default: nil
    }
  }

  /// The bounding box of all changes, and the size of the pictures, in pixels as shown.
  ///
  /// The result is nil if the pictures were resized, since changes then extend from edge to edge.
  fileprivate var changedBox: (area: PixelRect, size: PixelSize)? {
    guard let counts = result?.counts, counts.sizes == nil, let box = counts.box,
      let header = self.shown.picture.readableHeader
    else { return nil }
    // Boxes are in stored pixels, which need not be square.
    let (stored, shown) = (header.uprightSize, header.shownSize)
    func scaled(_ place: Int, _ side: Int, _ shown: Int, _ rule: FloatingPointRoundingRule) -> Int {
      Int((Double(place) * Double(shown) / Double(side)).rounded(rule))
    }
    let x = scaled(box.x, stored.width, shown.width, .down)
    let y = scaled(box.y, stored.height, shown.height, .down)
    let area = PixelRect(
      x: x, y: y, width: scaled(box.maxX, stored.width, shown.width, .up) - x,
      height: scaled(box.maxY, stored.height, shown.height, .up) - y)
    return (area, shown)
  }
}

extension ComparedPair {
  /// The amount of change in a heading, such as `1.2 %` or `3 pixels`; nil if a cell already says
  /// what happened to the picture.
  fileprivate var amount: String? {
    switch status {
    case .equal: return "equal"
    case .renamed: return "renamed from \(oldPath?.oneLine ?? "")"
    case .added, .removed, .unreadable, .ignored: return nil
    case .different, .resized, .allowed:
      guard let counts else { return nil }
      let tenths = Int((counts.share * 1000).rounded())
      let amount =
        tenths == 0 ? counts.changed.counted("pixel") : "\(tenths / 10).\(tenths % 10) %"
      if status == .different, counts.changed > 0 { return amount }
      let isUnchanged = status == .allowed && counts.changed == 0
      return status == .different || isUnchanged ? statusText : "\(statusText), \(amount)"
    }
  }
}

extension PixelRect {
  /// The area with a margin of an eighth of its longer side, moved or cut to fit into the picture.
  ///
  /// The margin is at least 32 pixels. The shorter side becomes at least half as long as the longer
  /// one.
  func withSurroundings(in picture: PixelSize) -> PixelRect {
    let margin = max(32, max(width, height) / 8)
    func range(_ start: Int, _ length: Int, beside other: Int, of side: Int) -> (Int, Int) {
      let whole = min(side, 2 * margin + max(length, other / 2 - margin))
      return (min(max(0, start - (whole - length) / 2), side - whole), whole)
    }
    let (x, width) = range(self.x, self.width, beside: self.height, of: picture.width)
    let (y, height) = range(self.y, self.height, beside: self.width, of: picture.height)
    return PixelRect(x: x, y: y, width: width, height: height)
  }
}
