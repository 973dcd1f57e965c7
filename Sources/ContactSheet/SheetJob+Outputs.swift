internal import SystemPackage

extension SheetJob {
  /// Makes sure that all of a plan can be written, and that nothing is written over a picture
  /// or over another output.
  ///
  /// Files are the same when device and inode are, whichever path or link leads to them.
  ///
  /// - Parameters:
  ///   - plan: The pages.
  ///   - found: The pictures that were found, those that were left out too.
  ///   - others: The files of the other pictures.
  /// - Throws: ``SheetError``.
  func checkOutputs(
    of plan: SheetPlan, against found: [FoundImage], _ others: [FilePath]
  ) throws(SheetError) {
    _ = try selectedPages(of: plan)
    var places: Set<OutputPlace> = []
    var identities: Set<FileIdentity> = []
    for page in plan.pages {
      let place = try place(of: page.output)
      let isNew = places.insert(place).inserted
      if case .file = place, !isNew { throw .samePage(page.output.name) }
      if let identity = page.output.identity { identities.insert(identity) }
    }
    if let manifest {
      guard try !places.contains(place(of: manifest)) else { throw .sameOutput(manifest.name) }
      if let identity = manifest.identity { identities.insert(identity) }
      try checkNames(of: plan, found.map(\.path) + others)
    }
    guard !identities.isEmpty else { return }
    func isOverwritten(_ identity: FileIdentity?) -> Bool {
      identity.map(identities.contains) ?? false
    }
    let overwritten =
      found.first { isOverwritten($0.identity) }?.path
      ?? others.first { isOverwritten(FileIdentity($0)) }
    if let overwritten { throw .notFound(.inputIsOutput(overwritten)) }
  }

  private func place(of output: SheetOutput) throws(SheetError) -> OutputPlace {
    try translating(SheetError.notWritten) { () throws(OutputError) in try output.place() }
  }

  /// Makes sure that a manifest can hold all names: JSON is text, and paths are bytes.
  private func checkNames(of plan: SheetPlan, _ pictures: [FilePath]) throws(SheetError) {
    let outputs = plan.pages.compactMap(\.output.names?.path)
    let notText = (pictures + outputs).first { !$0.isText }
    if let notText { throw .notText(notText) }
  }
}
