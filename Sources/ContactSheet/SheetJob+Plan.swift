internal import SheetText

extension SheetJob {
  /// Finds the pictures, reads their headers and lays them out; no pixel is touched.
  ///
  /// What can be known to be wrong before the work is found here; nothing is written.
  ///
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func plan() async throws -> SheetPlan {
    try checkOutputs()
    let found = try findFiles()
    var metadata = metadata
    metadata.includesTexts = texts.label?.needsTexts ?? false
    let probed = try await found.images.probed(metadata, workers: workers)
    let files = order.sorted(probed, by: \.facts)
    var groups = paging.groupsByFolder ? files.groupedByFolder() : [files]
    groups.removeAll { $0.isEmpty }
    var pictures = groups.map { $0.map(\.picture) }
    let others = sources.map { ProbedPicture($0) }
    if !others.isEmpty {
      if pictures.isEmpty || paging.groupsByFolder { pictures.append([]) }
      pictures[pictures.count - 1] += others
    }

    let scale = TypeScale(texts.font, pixelsPerInch: encoding.pixelsPerInch)
    let labels = Labels(texts, scale)
    let pageTexts = try PageTexts(texts, scale)
    let planner = SheetPlanner(
      layout: PageLayout(
        choice: layout, gap: gap, margin: margin, paging: paging,
        room: style.furniture.room(label: labels.room), texts: pageTexts.room),
      style: style, output: output, maximumPixels: maximumPixels,
      policy: unreadablePolicy)
    var plan = try planner.plan(pictures)
    plan.write(labels, pageTexts, for: self)
    try plan.checkTexts(font: texts.font)
    plan.emptyFolders = found.emptyFolders
    plan.ownPages = found.ownPages
    let otherPaths = sources.compactMap { ($0 as? PNGFile)?.path }
    try checkOutputs(of: plan, against: found.images, otherPaths)
    return plan
  }

  /// The pages of `plan` that are to be rendered.
  ///
  /// - Throws: ``SheetError/noSuchPage(_:count:)`` for a page that it does not have, and
  ///   ``SheetError/pagesToStandardOutput(_:)`` or ``SheetError/pagesToStream(_:_:)``.
  func selectedPages(of plan: SheetPlan) throws(SheetError) -> [SheetPage] {
    let numbers = paging.pages
    let pages = plan.pages.filter { numbers?.contains($0.number) ?? true }
    if let numbers, pages.count < numbers.count {
      throw .noSuchPage(numbers.upperBound, count: plan.pages.count)
    }
    if pages.count > 1, let stream = pages.first(where: \.output.isStream)?.output {
      switch stream {
      case .file(let path): throw .pagesToStream(pages.count, path)
      case .standardOutput: throw .pagesToStandardOutput(pages.count)
      }
    }
    return pages
  }

  private func checkOutputs() throws(SheetError) {
    guard manifest == nil || manifest != output else { throw .sameOutput(output.name) }
    try translating(SheetError.notWritten) { () throws(OutputError) in
      try output.check()
      try manifest?.check()
    }
  }

  private func findFiles() throws(SheetError) -> FoundImages {
    guard !inputs.isEmpty else { return FoundImages() }
    var finder = finder
    finder.output = output.names
    return try translating(SheetError.notFound) { () throws(FindError) in
      try finder.images(in: inputs)
    }
  }
}
