internal import SheetLayout
internal import SheetText
internal import SystemPackage

extension SheetPlan {
  /// The same plan, with everything found out that can be known before a pixel is decoded.
  ///
  /// Reads the headers of the pictures that are rendered where this process has not read them, and
  /// makes sure that pages are within the limit, that some picture can be read, that texts can be
  /// set, and that all outputs can be written, none of them over a picture, over another output or
  /// over a file that is not ours. Only the folders of pages may be made later. Nothing is written.
  ///
  /// - Parameter workers: How many headers are read at once, at least 1.
  /// - Returns: The plan with its pictures' headers, and with warnings about texts.
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
      plan.pictures = try await probed(workers: workers)
      plan.isGray = isGray && plan.pictures.areGray
    }
    let tiles = try selectedPages().flatMap(\.tiles)
    if !tiles.isEmpty, tiles.allSatisfy({ plan.pictures[$0.index].unreadable != nil }) {
      throw SheetError.nothingReadable(plan.unreadable)
    }
    if let warning = try fontWarning() { plan.findings.textWarnings.append(warning) }
    _ = try plan.resolvedOutputs(needsFolders: false)
    plan.isChecked = true
    return plan
  }

  /// The pictures, with the headers of those on the selected pages.
  private func probed(workers: Int) async throws -> [SheetPicture] {
    // A picture that is on the sheet more than once is read once.
    var places: [FilePath: [Int]] = [:]
    for index in try selectedPages().flatMap(\.tiles).map(\.index) {
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

  /// All texts of the sheet.
  var texts: [PlannedText] {
    pages.flatMap { page in page.texts + page.tiles.compactMap(\.label) }
  }

  /// What is wrong with texts in the font that was asked for; nil for nothing.
  ///
  /// - Throws: ``SheetError/font(_:)`` where that font needs what is not installed.
  private func fontWarning() throws(SheetError) -> String? {
    let texts = texts.map(\.text)
    guard !texts.isEmpty, let problem = TypeSetter(type.font, size: 12).problem(with: texts)
    else { return nil }
    if case .pangoMissing = problem { throw .font(problem) }
    return "\(problem)"
  }

  /// Where everything goes that the plan writes, in the order of the selected pages.
  ///
  /// - Parameter needsFolders: Whether a page without a folder is an error, or left out.
  /// - Throws: ``SheetError`` for an output that cannot be written, or would be written over a
  ///   picture, over another output or over a file that is not ours.
  func resolvedOutputs(needsFolders: Bool = true) throws(SheetError) -> ResolvedOutputs {
    let pages = try selectedPages().map(\.output)
    for page in pages { try SheetFormat.checkName(of: page) }
    let outputs = try ResolvedOutputs(
      pages: pages, documents: documents.map(\.output), needsFolders: needsFolders)
    if let path = outputs.firstOverwritten(of: skipped + pictures) {
      throw .notFound(.inputIsOutput(path))
    }
    if !replacesForeignFiles { try outputs.checkReplaced() }
    if manifest != nil {
      let paths =
        (skipped + pictures).compactMap(\.path) + self.pages.compactMap(\.output.names?.path)
      // JSON is text, and paths are bytes.
      if let path = paths.first(where: { !$0.isText }) { throw .notText(path) }
    }
    return outputs
  }
}
