internal import ContactSheet
internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

extension RawOptions {
  /// Converts an error to a failure, with remedies that only the command can give, based on the
  /// arguments, the words of other programs, and how the command is called.
  func failure(_ error: any Error) -> ContactSheetError {
    let failure = ContactSheetError(error)
    if let text = textOnGroups(failure) {
      return ContactSheetError(failure.code, text, cause: failure.cause)
    }
    guard let remedy = remedy(for: failure) else { return failure }
    return ContactSheetError(failure.code, failure.text, remedy: remedy, cause: failure.cause)
  }

  /// The message that there is no fact with the name by which images are to be grouped; nil for
  /// other errors, and if images are grouped by a template.
  private func textOnGroups(_ failure: ContactSheetError) -> String? {
    guard let template = failure.cause as? TemplateFault, template.use == .group,
      let key = sheet.groupBy?.text, !key.contains("{")
    else { return nil }
    let reason = GroupKey.noKey(key, resembling: template.error.unknownToken?.nearest)
    return "cannot use '\(key.shortPrintable)' as --group-by <key>: \(reason)"
  }

  private func remedy(for failure: ContactSheetError) -> Remedy? {
    switch failure.cause {
    case let input as MissingInput:
      // A shell treats the `>` in an unquoted condition as a redirection.
      if let fact = given["where"]?.texts.last, fact.isFactName,
        Double(input.path.string) != nil
      {
        return
          "if it belongs to a condition, quote the condition: \(.conditions, "\(fact) >= \(input.path)")"
      }
      return outputMeant(by: input.path).map {
        "correct the name, or use -o \($0) to write the sheet there"
      }
    case is NoPictures:
      // The command whose output is the list may rightly find no paths.
      guard !compares, !sheet.filesFrom.isEmpty, let advice = failure.advice else { return nil }
      return "\(advice), or \(giving: .allow, "nothing") to accept a run without images"
    case let plan as PlanFault:
      guard case .otherVersion = plan.error else { return nil }
      // A plan may come through a pipe, which has no name to write to.
      let file = plan.path.starts(with: "/dev") ? "plan.json" : plan.path.shellWord
      return "make the plan again: contactsheet photos --dry-run --manifest \(file)"
    case let template as TemplateFault:
      guard let (name, nearest) = template.error.unknownToken else { return nil }
      if template.use == .order, failure.advice == nil {
        if let order = Synonyms.orders[name] {
          let direction: Remedy = order.isReversed ? " \(.reverse)" : ""
          return "did you mean \(.sort, order.fact)\(direction)?"
        }
        let words = SortKey.words.map(\.word) + PictureTokens.all.map(\.name)
        if let word = Synonyms.value(meantBy: name, among: words) {
          return "did you mean \(.sort, word)?"
        }
      }
      if let text = remedy(forTextIn: name) { return text }
      // The number of frames or pages is a property of the file, so it is unlikely to be part of
      // the file's name.
      if ["frames", "pages"].contains(name), sheet.frames == .all {
        return
          "no fact counts the frames or pages of a file; {frame} is the number of the one shown"
      }
      let part = remedy(forPartOfNames: name, isKnown: nearest != nil)
      return part.map { part in failure.advice.map { "\(part); or \($0)" } ?? part }
    case let condition as TemplateError:
      if condition.lateFact == "duplicate-of" {
        return "\(.duplicates, "only") shows images that have copies, and their copies"
      }
      let isOfChoice = given["where"]?.texts.contains { text in
        failure.text.contains("'\(text.shortPrintable)'")
      }
      if condition.lateFact == "index", isOfChoice == true {
        return "\(.limit, "12") uses the first 12 images"
      }
      guard failure.advice == nil, let (name, nearest) = condition.unknownFactOrToken else {
        return nil
      }
      if ["duplicate", "duplicates"].contains(name.lowercased()) {
        return "\(.duplicates, "skip") leaves out copies of other images"
      }
      if let text = remedy(forTextIn: name) { return text }
      return remedy(forPartOfNames: name, isKnown: nearest != nil)
    default: return nil
    }
  }

  /// The remedy of reading a fact with this name from a text chunk; nil if none of the first
  /// images has text under this keyword.
  private func remedy(forTextIn name: String) -> Remedy? {
    guard name.count <= 79, let job = try? wholeSheet.resolved(for: destination),
      job.hasText(under: name, inFirst: 20)
    else { return nil }
    return "did you mean {text:\(name.shortPrintable)}?"
  }

  /// The remedy of reading a fact with this name from file names; nil if the name cannot be used,
  /// or if templates or a table already supply facts.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isKnown: Whether the name resembles the name of a fact; the remedy is then given only if
  ///     the name is also a likely one for a part of file names.
  /// - Returns: The remedy.
  private func remedy(forPartOfNames name: String, isKnown: Bool) -> Remedy? {
    let known = ComparedPair.factNames + ["row", "column"]
    guard name.count <= 100, name.isFactName, !known.contains(name), sheet.parse.isEmpty,
      sheet.table == nil,
      let job = try? wholeSheet.resolved(for: destination)
    else { return nil }
    let stems = job.stemsOfPictures(atMost: 100)
    if isKnown, !NameTemplate.isLikely(name, in: stems) { return nil }
    var wanted = job.namesOfParts.filter { $0.isFactName && !known.contains($0) }
    if !wanted.contains(name) { wanted.append(name) }
    // Facts such as {seed} may also be in file names.
    let tokens = Set(PictureTokens.all.map(\.name))
    let unknown = wanted.filter { !tokens.contains($0) }
    wanted.removeAll { tokens.contains($0) && !NameTemplate.isWord($0, in: stems) }
    if let template = NameTemplate.guess(wanted, from: stems)
      ?? NameTemplate.guess(unknown, from: stems)
    {
      return "extract it from the file names with \(.parse, template)"
    }
    if isKnown { return nil }
    // A template would not help if the names of the files seem to have no such part.
    if !stems.isEmpty, wanted.count == 1, !NameTemplate.isLikely(name, in: stems) {
      return "no image has it, and \(.list) shows the available facts"
    }
    return "extract it from the file names, as with \(.parse, NameTemplate.example(name))"
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
    let flag: @Sendable (Setting) -> String = { [names] in
      "--\(names[$0] ?? $0.rawValue.kebabCase)"
    }
    let assignment: @Sendable (Setting, String) -> String = { setting, value in
      let flag = flag(setting)
      return "\(flag)\(Option.separator(after: flag))\(value.shellWord)"
    }
    return Spelling(
      name: flag, assignment: assignment, giving: { "use \(assignment($0, $1))" },
      adding: { "add \($0)" })
  }
}

extension Setting {
  /// Options whose names differ from the names of their properties.
  fileprivate static let otherOptions: [Setting: String] = [
    .conditions: "where", .before: "compare", .show: "compare-show", .ratio: "cell-aspect",
    .rows: "tile",
    .matrixRows: "rows-by", .matrixColumns: "columns-by", .overwrite: "force",
    .stretchRules: "stretch", .exactScale: "scale", .drawingScale: "scale",
  ]
}

extension String {
  /// The name with its words separated by hyphens: `perPage` becomes `per-page`.
  fileprivate var kebabCase: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
}
