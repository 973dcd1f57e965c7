internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension SheetJob {
  /// The notes on what is valid but probably not intended: tokens, and a table that nothing uses.
  func warnings(about table: PictureTable?) -> [Note] {
    let warnings =
      pictureTemplates.flatMap(\.1.warnings) + texts.ofPages.flatMap(\.template.warnings)
      + (texts.heading?.warnings ?? [])
    return warnings.map { Note(.doubtfulToken, $0.text, remedy: $0.remedy) }
      + [table.flatMap(noteOnUnusedTable)].compactMap(\.self) + notesOnPlainAxes(table)
  }

  /// The notes on rows and columns of a matrix that are named like a fact, but without its braces.
  private func notesOnPlainAxes(_ table: PictureTable?) -> [Note] {
    guard let axes = layout.traits.axes else { return [] }
    let names = Set(factNames(table).names + PictureTokens.all.map(\.name))
    return [(axes.rows, Setting.matrixRows), (axes.columns, .matrixColumns)].compactMap {
      (axis, setting) -> Note? in
      guard let text = axis.template?.source, names.contains(text) else { return nil }
      let place = setting == .matrixRows ? "row" : "column"
      return Note(
        .doubtfulToken, "all images are in one \(place), called '\(text)'",
        remedy: "\(setting, "{\(text)}") makes a \(place) for each value")
    }
  }

  /// The note on a table without labels, none of whose columns the job asks for; nil if the table
  /// is used.
  private func noteOnUnusedTable(_ table: PictureTable) -> Note? {
    guard table.isOfFactsAlone, texts.label == nil,
      let keys = try? choice(table).keys + JobRules(self, table).keys + requestedKeys
    else { return nil }
    let columns = table.columns.enumerated().filter { !table.identifiesPictures($0.offset) }.map(
      \.element)
    let asked = Set(keys.map { $0.name == "column" ? $0.parameter : $0.name })
    guard !columns.contains(where: asked.contains) else { return nil }
    let names = factNames(table)
    return Note(
      .unusedTable, about: .path(table.path),
      "no column of \(table.path.quoted) is used: it has \(columns.map(\.shortPrintable).listed("and")), "
        + "but no column called label",
      remedy: columns.first.map { "\(.label, names.token(of: $0).shortPrintable) shows one" })
  }
}
