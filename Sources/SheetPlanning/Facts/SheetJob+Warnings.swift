internal import SheetFiles
package import SheetModel
internal import SheetPictures
internal import SheetPlans

extension SheetJob {
  /// The notes on what is valid but probably not intended, such as a table that nothing uses.
  func warnings(about table: PictureTable?) -> [Note] {
    let warnings =
      pictureTemplates.flatMap(\.1.warnings) + texts.ofPages.flatMap(\.template.warnings)
      + (texts.heading?.warnings ?? [])
    return warnings.map { Note(.doubtfulToken, $0.text, remedy: $0.remedy) }
      + [table.flatMap(noteOnUnusedTable), table?.noteOnBorders].compactMap(\.self)
      + [table?.noteOnCellBackgrounds, table?.noteOnPathColumn].compactMap(\.self)
      + [missing == nil ? table?.noteOnRowsWithoutPath : nil, noteOnOmittedHairlines].compactMap(
        \.self)
      + notesOnPlainAxes(table)
  }

  /// The notes on row and column templates of a matrix that consist of the name of a fact without
  /// braces, or of a grouping key such as `day` or `gap:2h`.
  private func notesOnPlainAxes(_ table: PictureTable?) -> [Note] {
    guard let axes = layout.traits.axes else { return [] }
    let names = Set(factNames(table).names + PictureTokens.all.map(\.name))
    return [(axes.rows, Setting.matrixRows), (axes.columns, .matrixColumns)].compactMap {
      (axis, setting) -> Note? in
      guard let text = axis.template?.source else { return nil }
      let place = setting == .matrixRows ? "row" : "column"
      let remedy: Remedy? =
        switch try? GroupKey(parsing: text) {
        case .facts(let template, _)? where GroupKey.words.contains(text):
          "\(setting, template.source) makes a \(place) for each \(text)"
        case _ where names.contains(text): "\(setting, "{\(text)}") makes a \(place) for each value"
        case .gap?: "\(.groupBy, text) with \(.groupBreak, "section") makes groups"
        default: nil
        }
      return remedy.map {
        Note(.doubtfulToken, "all images are in one \(place), called '\(text)'", remedy: $0)
      }
    }
  }

  /// The notes on columns of a table that are named like facts of pictures, which templates show
  /// instead.
  ///
  /// There is no note on a column that identifies pictures, or on one whose values are the same as
  /// the fact's.
  ///
  /// - Parameters:
  ///   - keys: The requested facts of pictures.
  ///   - table: The table, if there is one.
  ///   - pictures: The pictures, joined with the table.
  /// - Returns: One note for each such column.
  package func notesOnHiddenColumns(
    _ keys: [FactKey], _ table: PictureTable?, among pictures: [PictureFacts]
  ) -> [Note] {
    guard let table else { return [] }
    let names = Set((keys + requestedKeys).lazy.filter(\.parameter.isEmpty).map(\.name))
    var (known, notes): (Set<String>, [Note]) = ([], [])
    for (place, column) in table.columns.enumerated() {
      guard names.contains(column), !PictureTokens.isFree(column), known.insert(column).inserted,
        !table.identifiesPictures(place)
      else { continue }
      let differs = pictures.contains { picture in
        guard let field = picture.row?.field(place) else { return false }
        let (key, written) = (FactKey(column), Fact(column: field))
        // The position of a picture on the sheet is not known before the sheet is planned.
        let own = key.isOfPlace ? nil : picture.fact(key)
        return own?.text != written.text && (own?.number == nil || own?.number != written.number)
      }
      guard differs else { continue }
      let meaning =
        switch column {
        case "name": "the file name"
        case "stem": "the file name without its extension"
        case "path": "the path of the file"
        case "folder": "the folder of the file"
        case "index", "count", "page": "a number on the sheet"
        default: "a fact of the image itself"
        }
      notes.append(
        Note(
          .doubtfulToken, about: .path(table.path),
          "the table's column '\(column)' is {column:\(column)}; {\(column)} is \(meaning)"))
    }
    return notes
  }

  /// The note on a table none of whose columns the job asks for; nil if the table is used.
  ///
  /// Labels in the table are not used if there is a template for labels.
  private func noteOnUnusedTable(_ table: PictureTable) -> Note? {
    let hasOtherLabels = table.hasOnlyLabels && texts.label != nil && !texts.showsLabels(of: table)
    guard hasOtherLabels || table.isOfFactsAlone && texts.label == nil,
      let keys = try? choice(table).keys + JobRules(self, table).keys + requestedKeys
        + scaleBars.pixelSizeKeys + scaleKeys
    else { return nil }
    let columns = table.columns.enumerated().filter { !table.identifiesPictures($0.offset) }.map(
      \.element)
    let asked = Set(
      keys.flatMap { key in
        let name = key.name == "column" ? key.parameter : key.name
        return [name] + key.endingsOfHeading.map { name + $0 }
      })
    guard !columns.contains(where: asked.contains) else { return nil }
    if hasOtherLabels {
      return Note(
        .unusedTable, about: .path(table.path),
        "the labels in \(table.path.quoted) are not shown, because there is a template for labels",
        remedy:
          "\(.label, "{label|{name}}") shows them, and the file names of images without labels")
    }
    let names = factNames(table)
    return Note(
      .unusedTable, about: .path(table.path),
      "no column of \(table.path.quoted) is used: it has \(columns.map(\.shortPrintable).listed("and")), "
        + "but no column called label",
      remedy: columns.first.map { "\(.label, names.token(of: $0).shortPrintable) shows one" })
  }
}
