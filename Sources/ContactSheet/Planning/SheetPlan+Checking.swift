internal import SheetLayout
internal import SheetText
internal import SystemPackage

extension SheetPlan {
  /// Checks everything that can be checked before decoding.
  ///
  /// Reads the headers of the pictures to render, unless this process has read them already. Checks
  /// that pages are within the limit, that texts can be set, and that all outputs can be written,
  /// none of them over a picture or another output. Nothing is written.
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
      plan.pictures = try await probed(workers: workers)
      plan.isGray = isGray && plan.pictures.areGray
    }
    if let warning = try fontWarning() { plan.findings.textWarnings.append(warning) }
    _ = try plan.resolvedOutputs()
    plan.isChecked = true
    return plan
  }

  /// The pictures, with the headers of those on the selected pages.
  private func probed(workers: Int) async throws -> [SheetPicture] {
    // A file that is on the sheet more than once is read once.
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

  /// All texts on all pages.
  var texts: [PlannedText] {
    pages.flatMap { page in page.texts + page.tiles.compactMap(\.label) }
  }

  /// A warning about texts in the requested font; nil for none.
  ///
  /// - Throws: ``SheetError/font(_:)`` if the font needs a library that is not installed.
  private func fontWarning() throws(SheetError) -> String? {
    let texts = texts.map(\.text)
    guard !texts.isEmpty, let problem = TypeSetter(type.font, size: 12).problem(with: texts)
    else { return nil }
    if case .pangoMissing = problem { throw .font(problem) }
    return "\(problem)"
  }

  /// The outputs of the selected pages and of the documents.
  ///
  /// - Throws: ``SheetError`` for an output that cannot be written, or that would overwrite a
  ///   picture or another output.
  func resolvedOutputs() throws(SheetError) -> ResolvedOutputs {
    let outputs = try ResolvedOutputs(
      pages: selectedPages().map(\.output), documents: documents.map(\.output))
    if let path = outputs.firstOverwritten(of: skipped + pictures) {
      throw .notFound(.inputIsOutput(path))
    }
    if manifest != nil {
      let paths = (skipped + pictures).compactMap(\.path) + pages.compactMap(\.output.names?.path)
      // JSON is Unicode text, but paths may be any bytes.
      if let path = paths.first(where: { !$0.isText }) { throw .notText(path) }
    }
    return outputs
  }
}
