internal import SheetFiles
package import SheetModel
package import SheetPictures
internal import SystemPackage

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
  /// If the table has already been reduced to the rows that are used, pictures that do not exist
  /// keep their rows.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - table: The table.
  ///   - parsing: The patterns that parse names.
  ///   - clocks: The corrections of times.
  ///   - absent: What is needed to show rows whose pictures do not exist; nil to leave them out.
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
      // The name that is made up for a picture without a path has no parts.
      let name = table.row(at: row).path.isEmpty ? "" : picture.source.name
      found.append(PictureFacts(picture, row, names, name: name))
    }
    self.pictures = found
    let vague = pictures.filter { $0.factFaults.contains(.lackHemisphere) }.map(\.name)
    notes = [matched?.note, Note(vaguePositionsOf: vague)].compactMap(\.self)
    // A second list of pictures is made only if clocks are corrected.
    if let clocks, !clocks.all.isEmpty {
      notes += clocks.notes(on: found)
      self.pictures = found.map { $0.corrected(by: clocks) }
    }
    if parsing.isEmpty { return }
    let unparsed = self.pictures.prefix(pictures.count).filter(\.parts.isEmpty)
    guard let first = unparsed.lazy.map(\.picture.name).firstByName(\.path) else { return }
    let templates = parsing.map { "'\($0.source.shortPrintable)'" }.listed("or")
    let (does, them) = unparsed.count == 1 ? ("does", "it") : ("do", "them")
    notes.append(
      Note(
        .unmatchedNames, about: first,
        "\(unparsed.count.counted(of: pictures.count, "name")) \(does) not match \(templates), so "
          + "no facts are extracted from \(them)" + first.path.asFirst(ofCount: unparsed.count),
        remedy: Self.digitsAdvice(parsing, unparsed),
        [.count: unparsed.count, .total: pictures.count]))
  }

  /// Advice for templates that accept only digits where a name has a number such as `11.5`; nil if
  /// that is not why the names do not match.
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
      } ?? otherModel(than: keys, among: pictures))
  }

  /// Advice for `{model}`, the model of an image generator, if photographs have the model of a
  /// camera instead.
  private static func otherModel(
    than keys: [FactKey], among pictures: [PictureFacts]
  ) -> Remedy? {
    let camera = FactKey("camera")
    guard keys.contains(where: { $0.ofEach == FactKey("model") }),
      pictures.contains(where: { $0.fact(camera) != nil })
    else { return nil }
    return "the model of the camera is {\("\(camera)")}"
  }

  /// The template that extracts missing facts from the pictures' names.
  ///
  /// Nil if the facts can only come from elsewhere, if templates or a table already supply facts,
  /// or if the names do not contain the facts.
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

extension PictureTable {
  /// The note on chosen pictures without a row, if most chosen pictures have none, since the table
  /// may be meant to choose pictures; otherwise nil.
  package func noteOnMissingRows(of pictures: [PictureFacts]) -> Note? {
    let rows = pictures.compactMap(\.joined?.rowIndex)
    let count = pictures.count - rows.count
    // A table about only some of the pictures is no mistake, unless these are lost among the
    // others.
    guard !rows.isEmpty, count >= 10, 4 * count > 3 * pictures.count else { return nil }
    let names = pictures.first?.joined?.names
    let column = columns.indices.first { column in
      !identifiesPictures(column) && !columns[column].isEmpty
        && rows.allSatisfy { field(column, ofRowAt: $0) != nil }
    }
    return Note(
      .missingFacts, about: .path(path),
      "\(count.counted(of: pictures.count, "image")) have no row in \(path.quoted)",
      remedy: column.flatMap { column in
        names.map { "\(.conditions, $0.token(of: columns[column])) uses only those that have one" }
      }, [.count: count, .total: pictures.count])
  }
}
