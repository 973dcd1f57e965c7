internal import SheetFacts
internal import SheetPictures
internal import SheetRunning

extension Sheet {
  /// Finds the pictures, reads their headers and lays them out.
  ///
  /// Pixels are decoded only if a property depends on them, as a comparison does.
  /// The work runs on threads of its own, and ends if the task is cancelled.
  ///
  /// - Parameter output: The destination of the sheet, whose older pages are left out; nil if unknown.
  /// - Returns: The plan.
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  public func plan(for output: String? = nil) async throws -> Plan {
    let layoutFault = CustomLayoutFault()
    do {
      let job = try job(layoutFault)
      let planned = try await WorkerThreads.run { workers in
        try await job.plan(for: output.map(SheetOutput.init(path:)), workers: workers)
      }
      return Plan(planned, maxPixels: maxPixels, maxMemory: maxMemory)
    } catch {
      throw ContactSheetError.caught(layoutFault.error ?? error)
    }
  }

  /// Plans the sheet, and renders it to a file or to several named after it.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  @discardableResult
  public func render(
    to output: String, overwrite: Overwriting = .sheetsOnly, options: RenderOptions = .init(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Report {
    try await plan(for: output).render(
      to: output, overwrite: overwrite, options: options, progress: progress)
  }

  /// The text of a template for each picture, in the order of the sheet; makes no sheet.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  public func list(_ template: String) async throws -> [String] {
    do {
      let job = try job()
      let form = ListingForm.template(
        try value("the template") { try PictureTemplate(template, others: .any) })
      return try await WorkerThreads.run { workers in
        var lines: [String] = []
        _ = try await job.list(as: form, workers: workers) { lines.append($0) }
        return lines.joined().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map(String.init)
      }
    } catch {
      throw ContactSheetError.caught(error)
    }
  }
}
