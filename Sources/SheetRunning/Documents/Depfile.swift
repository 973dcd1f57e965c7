internal import SystemPackage

extension DocumentKind {
  /// The files from which the rendered pages were made, as a rule of Make.
  package static let depfile = DocumentKind(
    name: "depfile", noun: "a depfile",
    help: """
      Write the files that the sheet was made from, as a rule for make and ninja.
      """, fileExtension: "d",
    scope: .renderedPages, namesPages: true, isInDryRun: false, isOwn: MakeRule.isRule,
    making: .withPages { (subject) throws(SheetError) in
      let rule = subject.rule
      if let path = rule.impossibleTarget { throw .notInRule(path) }
      return PreparedDocument(notes: rule.notes) { _, _ in rule.pieces }
    })
}

extension DocumentSubject {
  /// The rule of the pages.
  ///
  /// A folder with a file of the run is left out, since it changes with every run. Files that the
  /// run itself writes, pipes and devices are left out, too.
  fileprivate var rule: MakeRule {
    let places = outputs.places
    let outputFolders = Set(
      places.compactMap { if case .file(let place) = $0 { place.folder } else { nil } })
    let others = sheet.origins.filter { path in
      guard !path.starts(with: "/dev"), let status = try? path.stat() else { return false }
      switch status.type {
      case .directory: return !outputFolders.contains(FileIdentity(status))
      case .regular:
        let folder = FileIdentity(path.folder)
        return folder.map {
          !places.contains(.file(FilePlace(folder: $0, name: Array(path.nameBytes))))
        } ?? true
      default: return false
      }
    }
    let shown = sheet.paths(of: sheet.renderedPages.lazy.flatMap(\.page.tiles))
    var known: Set<FilePath> = []
    return MakeRule(
      targets: outputs.files.compactMap(\.output.names?.path),
      prerequisites: (shown + sheet.skipped.compactMap(\.path) + others).filter {
        known.insert($0).inserted
      })
  }
}
