internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

extension SheetJob {
  /// The table and the rules of a job, and the facts that it needs about its pictures.
  struct JobRequirements: Sendable {
    /// The table; once the pictures are known, without rows that refer to no picture.
    var table: PictureTable?
    let choice: PictureChoice
    /// The rules for pictures and pairs.
    let rules: JobRules
    let requested: FactQuery
  }

  /// Reads the table, if there is one, and checks all templates, including that of a listing.
  func requirements(listing template: PictureTemplate? = nil) throws -> JobRequirements {
    let table: PictureTable?
    do {
      table = try self.table?.table(
        parts: parsing.flatMap(\.names), stems: { Set(stemsOfPictures(atMost: .max)) })
    } catch {
      throw ContactSheetError.table(error)
    }
    try checkTokens(table, listing: template)
    let choice = try choice(table)
    let rules = try JobRules(self, table)
    let others = choice.keys + rules.keys + (template?.keys ?? [])
    return JobRequirements(
      table: table, choice: choice, rules: rules, requested: requestedFacts(and: others))
  }

  /// The files that are read apart from the pictures of the sheet: lists, a table, a logo and a
  /// watermark.
  var filesRead: [FilePath] {
    let lists = inputs.compactMap { input -> FilePath? in
      if case .list(let list) = input, case .file(let path) = list.source { path } else { nil }
    }
    return lists + [table?.file, logo?.path, watermark?.path].compactMap(\.self)
  }
}
