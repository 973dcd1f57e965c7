internal import ContactSheet
internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

extension RawOptions {
  /// An error as a failure, with remedies that only the command knows: its arguments, the words of
  /// other programs, and how it is called.
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
      if let order = Synonyms.orders[name] {
        let direction: Remedy = order.isReversed ? " \(.reverse)" : ""
        return "did you mean \(.sort, order.fact)\(direction)?"
      }
      let words = SortKey.words.map(\.word) + PictureTokens.all.map(\.name)
      return Synonyms.value(meantBy: name, among: words).map { "did you mean \(.sort, $0)?" }
    default: return nil
    }
  }
}

extension ContactSheetError {
  /// The message with options as they are typed.
  func message(_ spelling: Spelling = .options) -> String { Note(self).message(spelling) }

  /// What the cause says in addition to the message; nil if it says nothing else.
  var detail: String? {
    guard let cause = cause as? any CustomStringConvertible else { return nil }
    return text.contains("\(cause)") ? nil : "\(cause)"
  }
}

extension Spelling {
  /// The spelling of the command: options as they are typed.
  static let options = options(of: RawOptions())

  /// The spelling of a run, whose options may have another name for what they set.
  static func options(of given: RawOptions) -> Spelling {
    var names = Setting.otherOptions
    if given.gives("geometry") {
      for setting in [.cell, .gap, .margin] as [Setting] { names[setting] = "geometry" }
    }
    if given.gives("tile") { names[.columns] = "tile" }
    return Spelling(
      name: { [names] in "--\(names[$0] ?? $0.rawValue.kebabCase)" },
      value: \.shellWord, giving: { "give \($0) \($1)" }, adding: { "add \($0)" })
  }
}

extension Setting {
  /// Options whose names are not those of properties.
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
