internal import ContactSheet
internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

extension RawOptions {
  /// An error as a failure, with remedies that only the command knows, from its arguments, the
  /// words of other programs, and how it is called.
  func failure(_ error: any Error) -> ContactSheetError {
    let failure = ContactSheetError(error)
    guard let remedy = remedy(for: failure) else { return failure }
    return ContactSheetError(failure.code, failure.text, remedy: remedy, cause: failure.cause)
  }

  private func remedy(for failure: ContactSheetError) -> Remedy? {
    switch failure.cause {
    case let input as MissingInput:
      return outputMeant(by: input.path).map {
        "correct the name, or give -o \($0) to write the sheet there"
      }
    case let plan as PlanFault:
      guard case .otherVersion = plan.error else { return nil }
      // A plan may come through a pipe, which has no name to write to.
      let file = plan.path.starts(with: "/dev") ? "plan.json" : plan.path.printable.shellWord
      return "make it again: contactsheet photos --dry-run --manifest \(file)"
    case let template as TemplateFault:
      guard failure.advice == nil, template.use == .order,
        let name = template.error.unknownToken?.name
      else { return nil }
      let words = SortKey.words.map(\.word) + PictureTokens.all.map(\.name)
      return (Synonyms.orders[name] ?? Synonyms.value(meantBy: name, among: words)).map {
        "did you mean '\(.sort, $0)'?"
      }
    default: return nil
    }
  }
}

extension ContactSheetError {
  /// The message, with options as they are typed.
  func message(_ spelling: Spelling = .options) -> String { Note(self).message(spelling) }

  /// What the cause says beyond the message; nil if it adds nothing.
  var detail: String? {
    guard let cause = cause as? any CustomStringConvertible else { return nil }
    return text.contains("\(cause)") ? nil : "\(cause)"
  }
}

extension Spelling {
  /// The command's spelling: options as they are typed.
  static let options = options(of: RawOptions())

  /// The spelling for a run, in which a setting may have been given by an option with another name.
  static func options(of given: RawOptions) -> Spelling {
    var names = Setting.otherOptions
    if given.gives("geometry") {
      for setting in [.cell, .gap, .margin] as [Setting] { names[setting] = "geometry" }
    }
    if given.gives("tile") { names[.columns] = "tile" }
    return Spelling(
      name: { [names] in "--\(names[$0] ?? $0.rawValue.kebabCase)" },
      giving: { "give \($0) \($1)" }, adding: { "add \($0)" })
  }
}

extension Setting {
  /// Options whose names differ from those of the properties.
  fileprivate static let otherOptions: [Setting: String] = [
    .conditions: "where", .before: "compare", .ratio: "cell-aspect", .rows: "tile",
    .matrixRows: "rows-by", .matrixColumns: "columns-by", .overwrite: "force",
  ]
}

extension String {
  /// `perPage` as `per-page`.
  fileprivate var kebabCase: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
}
