internal import SheetLayout
internal import SheetText
internal import SystemPackage

extension SheetPlan {
  /// The same plan, with everything found out that can be known before a pixel is decoded.
  ///
  /// Reads the headers of the pictures that are rendered where this process has not read them, and
  /// makes sure that pages are within the limit, that texts can be set, and that all outputs can be
  /// written, none of them over a picture or over another output. Nothing is written.
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
    plan.findings.textWarnings += try fontWarnings()
    _ = try plan.resolvedOutputs()
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

  /// What is written in each font, in the order of the sheet.
  ///
  /// Titles may have a font of their own. The names on placeholders count where anything else is written too.
  var textsByFont: [FontChoice: [String]] {
    var written = Dictionary(grouping: texts) { $0.font ?? type.font.withoutSize }
      .mapValues { $0.map(\.text) }
    guard !written.isEmpty else { return [:] }
    let unreadable = pages.flatMap(\.tiles).filter { $0.placement == nil }
    written[type.font.withoutSize, default: []] += unreadable.map {
      Lettering.shownName(pictures[$0.index].source.name)
    }
    return written
  }

  /// What is wrong with texts in the fonts that were asked for.
  ///
  /// - Throws: ``SheetError/font(_:)`` where a font needs what is not installed.
  private func fontWarnings() throws(SheetError) -> [String] {
    var warnings: [String] = []
    for (font, texts) in textsByFont.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      guard let problem = font.problem(with: texts) else { continue }
      if case .pangoMissing = problem { throw .font(problem) }
      warnings.append("\(problem)")
    }
    return warnings
  }

  /// Where everything goes that the plan writes, in the order of the selected pages.
  ///
  /// - Throws: ``SheetError`` for an output that cannot be written, or would be written over a
  ///   picture or over another output.
  func resolvedOutputs() throws(SheetError) -> ResolvedOutputs {
    let outputs = try ResolvedOutputs(
      pages: selectedPages().map(\.output), documents: documents.map(\.output))
    if let path = outputs.firstOverwritten(of: skipped + pictures) {
      throw .notFound(.inputIsOutput(path))
    }
    if manifest != nil {
      let paths = (skipped + pictures).compactMap(\.path) + pages.compactMap(\.output.names?.path)
      // JSON is text, and paths are bytes.
      if let path = paths.first(where: { !$0.isText }) { throw .notText(path) }
    }
    return outputs
  }
}
