internal import SheetLayout
internal import SheetText
internal import SystemPackage

extension SheetPlan {
  /// Checks everything that can be checked before decoding.
  ///
  /// Reads the headers of the pictures to render, unless this process has read them already. Checks
  /// that pages are within the limit, that some picture can be read, or all where that is the
  /// policy, that texts can be set, and that all outputs can be written, none of them over a
  /// picture, another output or a file of another kind, and that the documents can hold all paths.
  /// The folders of pages may still be missing. Nothing is written.
  ///
  /// - Parameter workers: The number of headers to read at once, at least 1.
  /// - Returns: The same plan with its pictures' headers and with warnings about texts.
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func checked(workers: Int = 2) async throws -> SheetPlan {
    var plan = self
    for page in try selectedPages() {
      let size = Size(width: Double(page.size.width), height: Double(page.size.height))
      guard size.width * size.height <= Double(maximumPixels.value) else {
        throw SheetError.tooLarge(size, limit: maximumPixels)
      }
    }
    if pictures.contains(where: { $0.header == nil }) {
      let start = ContinuousClock.now
      defer { plan.findings.times.add(.headers, since: start) }
      plan.pictures = try await probed(workers: workers)
      plan.isGray = isGray && plan.pictures.areGray
    }
    plan.findings.textWarnings += try fontWarnings()
    _ = try plan.resolvedOutputs(needsFolders: false)
    try plan.checkDocuments()
    let tiles = try selectedPages().lazy.flatMap(\.tiles)
    if !tiles.isEmpty, tiles.allSatisfy({ plan.pictures[$0.index].unreadable != nil }) {
      throw SheetError.nothingReadable(plan.unreadable)
    }
    if unreadablePolicy == .fail,
      let picture = tiles.lazy.compactMap({ plan.pictures[$0.index].unreadable }).first
    {
      throw SheetError.unreadable(picture)
    }
    plan.isChecked = true
    return plan
  }

  /// The pictures, with the headers of those on the selected pages.
  private func probed(workers: Int) async throws -> [SheetPicture] {
    // A file that is on the sheet more than once is read once.
    var places: [FilePath: [Int]] = [:]
    for index in try selectedPages().lazy.flatMap(\.tiles).map(\.index) {
      if pictures[index].header == nil, let path = pictures[index].path {
        places[path, default: []].append(index)
      }
    }
    let indices = Array(places.values)
    let probed = try await probing(indices, workers: workers) { [pictures] in
      try pictures[$0[0]].probed()
    }
    var all = pictures
    for (indices, picture) in zip(indices, probed) {
      for index in indices { all[index] = picture }
    }
    return all
  }

  /// All texts on all pages.
  var texts: [PlannedText] {
    pages.flatMap { page in page.texts + page.tiles.compactMap(\.label) }
  }

  /// The texts of the sheet by their fonts.
  ///
  /// Titles may have a font of their own. If there are any texts, the names on placeholders count
  /// among those in the sheet's font.
  var textsByFont: [FontChoice: [String]] {
    var written = Dictionary(grouping: texts) { $0.font ?? type.font.withoutSize }
      .mapValues { $0.map(\.text) }
    guard !written.isEmpty else { return [:] }
    let unreadable = pages.lazy.flatMap(\.tiles).filter { $0.placement == nil }
    written[type.font.withoutSize, default: []] += unreadable.map {
      Lettering.shownName(pictures[$0.index].source.name)
    }
    return written
  }

  /// Warnings about texts in the requested fonts.
  ///
  /// - Throws: ``SheetError/font(_:)`` if a font needs a library that is not installed, or
  ///   has no room.
  private func fontWarnings() throws(SheetError) -> [String] {
    var warnings: [String] = []
    for (font, texts) in textsByFont.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      guard let problem = font.problem(with: texts) else { continue }
      switch problem {
      case .pangoMissing, .noRoom: throw .font(problem)
      case .familyMissing, .glyphMissing, .notBuiltIn: warnings.append("\(problem)")
      }
    }
    return warnings
  }

  /// The outputs of the selected pages and of the documents.
  ///
  /// - Parameter needsFolders: Whether a page whose folder is missing is an error, or is left out.
  /// - Returns: Where the pages and the documents go.
  /// - Throws: ``SheetError`` for an output that cannot be written, or that would overwrite a
  ///   picture, another output or a file of another kind.
  func resolvedOutputs(needsFolders: Bool = true) throws(SheetError) -> ResolvedOutputs {
    let pages = try selectedPages().map(\.output)
    for page in pages { try SheetFormat.checkName(of: page) }
    let outputs = try ResolvedOutputs(
      pages: pages, documents: allDocuments, needsFolders: needsFolders)
    if let path = outputs.firstOverwritten(of: skipped + pictures) {
      throw .notFound(.inputIsOutput(path))
    }
    if !replacesForeignFiles { try outputs.checkReplaced() }
    return outputs
  }

  /// Checks that the documents can hold what they are to tell.
  ///
  /// - Throws: ``SheetError`` for a sheet without a name, and for paths that a document cannot hold.
  private func checkDocuments() throws(SheetError) {
    if let path = rule?.impossiblePath { throw .notInRule(path) }
    if try selectedPages().contains(where: { $0.output == .standardOutput }),
      let document = writtenDocuments.first(where: { $0.kind.namesSheet })
    {
      throw .sheetWithoutName(document.kind)
    }
    if let manifest = documents.manifest {
      let paths =
        (skipped + pictures).compactMap(\.path) + pages.compactMap(\.output.names?.path)
      // JSON is Unicode text, but paths may be any bytes.
      if let path = paths.first(where: { !$0.isText }) { throw .notText(path) }
      if let root = documents.root, let file = manifest.names?.path,
        !((try? root.name(in: file).isText) ?? true)
      {
        throw .notText(root.folder)
      }
    }
  }
}
