internal import SheetFiles
public import SheetModel
internal import SheetPlanning
internal import SheetRendering
internal import Synchronization
internal import SystemPackage

extension Sheet {
  /// A format for sheets that are rendered in memory.
  public enum Format: Hashable, Sendable {
    /// A PNG, which has one page.
    case png
    /// A JPEG, which has one page, with a quality from 1 to 100; nil for the quality of the sheet
    /// or plan.
    case jpeg(quality: Int? = nil)
    /// A PDF with all pages.
    case pdf
  }

  /// Plans the sheet and renders it in memory.
  ///
  /// - Returns: The bytes of the file.
  /// - Throws: ``ContactSheetError``, also if there are several pages and the format holds only
  ///   one, and `CancellationError` if the task is cancelled.
  public func render(as format: Format, options: RenderOptions = .init()) async throws -> [UInt8] {
    let bytes = Mutex<[UInt8]>([])
    try await render(as: format, options: options) { piece in bytes.withLock { $0 += piece } }
    return bytes.withLock(\.self)
  }

  /// Plans the sheet, renders it, and passes on the bytes of its file piece by piece.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - options: The pages, documents and workers.
  ///   - take: Receives the pieces in order, each of at most 64 KiB, on one of the run's threads.
  ///     The run waits until `take` returns. If `take` throws, it receives no more pieces.
  /// - Returns: The page, and the notes on it.
  /// - Throws: ``ContactSheetError``, errors of `take`, and `CancellationError` if the task is
  ///   cancelled.
  @discardableResult
  public func render(
    as format: Format, options: RenderOptions = .init(),
    into take: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws -> Report {
    try await plan(for: nil, isDocument: format == .pdf)
      .render(as: format, options: options, into: take)
  }
}

extension Sheet.Plan {
  /// Renders the plan, and passes on the bytes of its file piece by piece.
  ///
  /// - Throws: ``ContactSheetError``, errors of `take`, and `CancellationError` if the task is
  ///   cancelled.
  @discardableResult
  public func render(
    as format: Sheet.Format, options: Sheet.RenderOptions = .init(),
    into take: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws -> Sheet.Report {
    let count = options.pages.map { $0.clamped(to: 1...max(1, pages.count)).count } ?? pages.count
    guard format == .pdf || count <= 1 || options.shard != nil else {
      throw ContactSheetError(
        .invalidValue, "cannot render \(count) pages into one \(format.sheetFormat.name)",
        remedy: "render them one by one with options.pages, or as a PDF")
    }
    var plan = self
    if case .jpeg(let quality?) = format {
      do { plan.set(quality: try checked(quality, 1...100, .quality)) } catch {
        throw ContactSheetError.caught(error)
      }
    }
    // The pipe is written like any other output, while another thread reads what is written to it.
    let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do throws(Errno) { ends = try FileDescriptor.pipe(options: .closeOnExec) } catch {
      throw ContactSheetError.caught(error)
    }
    let rendering = Task { [plan] in
      let output = SheetOutput.file(FilePath("/proc/self/fd/\(ends.writeEnd.rawValue)"))
      return try await plan.render(to: output, format.sheetFormat, .sheetsOnly, options) { _ in }
    }
    // This task reads to the end even if the calling task is cancelled, because a writer without a
    // reader would block.
    let reading = Task.detached {
      try await WorkerThreads.run(workers: 1) { _ in
        ends.readEnd.drain(into: take) { rendering.cancel() }
      }
    }
    defer { try? ends.readEnd.close() }
    let report = await withTaskCancellationHandler {
      await rendering.result
    } onCancel: {
      rendering.cancel()
    }
    try? ends.writeEnd.close()
    if let failure = try await reading.value { throw failure }
    return try report.get()
  }
}

extension Sheet.Format {
  fileprivate var sheetFormat: SheetFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .pdf: .pdf
    }
  }
}

extension FileDescriptor {
  /// Passes on everything that is read from a pipe, up to its end.
  ///
  /// After an error the rest is read and discarded, because a writer without a reader would get a
  /// signal.
  ///
  /// - Parameters:
  ///   - take: Receives the pieces.
  ///   - stop: Stops the writer after an error of `take`.
  /// - Returns: The first error of `take` or of reading; nil if there was none.
  fileprivate func drain(
    into take: ([UInt8]) throws -> Void, stop: () -> Void
  ) -> (any Error)? {
    var failure: (any Error)?
    do {
      try forEachChunk { chunk in
        guard failure == nil else { return true }
        do { try take(Array(chunk)) } catch {
          failure = error
          stop()
        }
        return true
      }
    } catch { failure = failure ?? error }
    return failure
  }
}
