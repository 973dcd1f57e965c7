internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SystemPackage

/// An axis with the rows or columns shown by a sheet, and the values of its pictures.
struct ShownAxis {
  /// What messages call a line of the axis: `row` or `column`.
  private let noun: String
  private let axis: MatrixAxis
  /// Whether this is the axis of columns, which are folders by default.
  private let isOfColumns: Bool
  /// Whether the first token of the axis's template is `{folder}`; given folders then keep their
  /// order.
  private let isOfFolders: Bool
  /// Whether headings summarise the pictures of their rows or columns.
  let hasAggregates: Bool
  /// Whether rows or columns are the names of pictures instead of their folders.
  var showsNames = false
  /// The requested lines; nil if they follow from the pictures.
  private var wanted: AxisLines?
  /// The requested sample of the lines that pictures have; nil for all of them.
  private var sample: PictureSample?
  /// The values of pictures, if lines are requested.
  private var values: [AxisValue] = []
  /// An example picture for each value, if headings summarise pictures.
  private var examples: [(value: AxisValue, picture: PictureFacts)] = []
  private var haveExamples: Set<[AxisValue.Identity]> = []
  /// The positions of the given folders among the inputs, if values may be their names.
  private var folderPlaces: [FilePath: Int] = [:]
  /// The names of lines with pictures.
  var filled: Set<String> = []

  init(_ noun: String, of axes: MatrixAxes, isOfColumns: Bool) {
    (self.noun, self.isOfColumns) = (noun, isOfColumns)
    axis = isOfColumns ? axes.columns : axes.rows
    hasAggregates = axis.template?.body.hasAggregates == true
    isOfFolders = axis.template?.body.ofEachPicture.fields.first?.key == FactKey("folder")
  }

  /// Whether only a sample of the lines that pictures have is shown.
  var isSampled: Bool { sample != nil }

  /// Finds the requested lines, once the values of all pictures are known.
  ///
  /// - Throws: ``ContactSheetError/noSample(_:of:example:)`` if a listed text is a malformed sample.
  mutating func findWanted() throws(ContactSheetError) {
    if let sample = axis.sample,
      !values.contains(where: { $0.heading.text.oneLine == axis.values?[0] })
    {
      self.sample = sample
      return
    }
    if let listed = axis.values {
      for text in listed {
        guard let (word, example) = PictureSample.meant(by: text, isAlone: listed.count == 1),
          // If pictures have values that begin like a sample, the text may be such a value, even if
          // no picture has it.
          !values.contains(where: { $0.heading.text.oneLine.hasPrefix(word) })
        else { continue }
        throw .noSample(text, of: isOfColumns ? .columnValues : .rowValues, example: example)
      }
    }
    wanted = axis.values.map { listed in
      // A template that is a single token adds no words, so values are shown as listed.
      let isToken = axis.template?.body.isToken == true
      return AxisLines(listed: listed, of: values, keepsValues: isToken)
        .withoutRepetitions(in: values)
    }
  }

  /// The value of a picture; nil if it has none.
  mutating func value(of picture: PictureFacts, _ folders: FolderColumns?) -> AxisValue? {
    let value =
      if axis.template != nil {
        isOfFolders && picture.picture.inputFolder != nil
          ? axis.value(of: picture)?.inOrder(ofFolderAt: picture.picture.place)
          : axis.value(of: picture)
      } else {
        showsNames
          ? AxisValue(nameOf: picture.picture)
          : isOfColumns
            ? folders?.column(of: picture.picture) : folders?.row(of: picture.picture)
      }
    if axis.template != nil, !isOfFolders, picture.picture.isFoundFile,
      let folder = picture.picture.inputFolder
    {
      folderPlaces[folder] = min(folderPlaces[folder] ?? .max, picture.picture.place)
    }
    if let value, axis.values != nil { values.append(value) }
    if let value, hasAggregates, haveExamples.insert(value.identity).inserted {
      examples.append((value, picture))
    }
    return value
  }

  func wants(_ value: AxisValue) -> Bool { wanted.map { $0.position(of: value) != nil } ?? true }

  /// The requested lines, or those that pictures have, possibly only a sample of them.
  func lines(of values: [AxisValue], _ order: ImageOrder) -> AxisLines {
    if let wanted { return wanted }
    let lines = allLines(of: values, order)
    return sample.map(lines.sampled) ?? lines
  }

  /// The lines that pictures have.
  ///
  /// Folders that are columns keep the order in which they were given, and so do values that are the
  /// names of given folders.
  private func allLines(of values: [AxisValue], _ order: ImageOrder) -> AxisLines {
    let values = inOrderOfFolders(values)
    if isOfColumns, axis.template == nil { return AxisLines(of: values, .ofValues) }
    if case .shuffle = order.key { return AxisLines(of: values, .ofValues) }
    guard order.key == .auto else { return AxisLines(of: values, .ofPictures) }
    return AxisLines(of: values, order.isReversed ? .reversed : .ofValues)
  }

  /// The values, sorted first by the positions of the given folders whose names they are.
  ///
  /// This is done only if each value is the name of a given folder, and if the folders were not
  /// given in alphabetical order. A shell may have put them into that order, and months then follow
  /// the calendar.
  private func inOrderOfFolders(_ values: [AxisValue]) -> [AxisValue] {
    if folderPlaces.count < 2 { return values }
    let folders = folderPlaces.sorted { $0.value < $1.value }.map {
      (name: $0.key.absolute(in: .workingFolder).lastComponent?.string ?? "", place: $0.value)
    }
    let keys = folders.map { PathKey.natural(FilePath($0.name)) }
    if zip(keys, keys.dropFirst()).allSatisfy({ !($1 < $0) }) { return values }
    let places = Dictionary(
      folders.map { (AxisValue.Identity(Fact(reading: $0.name)), $0.place) },
      uniquingKeysWith: min)
    let placed = values.compactMap { value in
      value.identity.count == 1
        ? places[value.identity[0]].map(value.inOrder(ofFolderAt:)) : nil
    }
    return placed.count == values.count ? placed : values
  }

  /// The headings of lines, with aggregates over their pictures.
  ///
  /// A heading that is listed with a value replaces the first token that is not an aggregate. Rows
  /// and columns without pictures, or with an empty heading, have no aggregates; the rest of their
  /// headings comes from pictures of other groups.
  func headings(of lines: AxisLines, summarizing pictures: [[PictureFacts]]) -> [Fact] {
    guard hasAggregates, let template = axis.template else { return lines.headings }
    let keys = template.keys.filter { $0.aggregate != nil }
    let named = template.keys.first { $0.aggregate == nil }
    var ofOtherGroups: [Int: PictureFacts] = [:]
    if pictures.contains(where: \.isEmpty) {
      for (value, picture) in examples {
        guard let place = lines.position(of: value) else { continue }
        ofOtherGroups[place] = ofOtherGroups[place] ?? picture
      }
    }
    return lines.headings.enumerated().map { index, heading in
      guard let first = pictures[index].first ?? ofOtherGroups[index],
        lines.listedHeadings[index] != ""
      else { return heading }
      let common = pictures[index].common(keys)
      return Fact(
        template.statedLines { key in
          if key == named, let listed = lines.listedHeadings[index] { return Fact(listed) }
          return key.aggregate == nil ? first.fact(key) : common[key]
        })
    }
  }

  /// Adds a note about requested lines without pictures, whose names may be misspelt.
  func noteEmptyLines(in notes: inout MatrixNotes) {
    for value in wanted?.names ?? [] where !filled.contains(value) {
      let line = "\(noun) '\(value.shortPrintable)'"
      if notes.emptyLines.isEmpty {
        notes.existingLines = AxisLines(of: values, .ofValues).headings.map(\.text.oneLine)
      }
      if !notes.emptyLines.contains(line) { notes.emptyLines.append(line) }
    }
  }
}
