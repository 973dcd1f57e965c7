internal import ArgumentParser
internal import ContactSheet
internal import SystemPackage

extension SheetRun {
  /// Carries out a run until it is done or a signal ends it, and says how it went.
  ///
  /// - Parameters:
  ///   - messages: Where that is said.
  ///   - run: Gives the run; it may read files, which a signal ends too.
  /// - Throws: `ExitCode` where not all went well, once that has been said.
  static func make(
    saying messages: Messages, _ run: @escaping @Sendable () throws -> SheetRun
  ) async throws {
    let outcome = await Outcome.first(
      of: { try await run().report() }, orSignal: Signals.arriving)
    switch outcome {
    case .finished(let report):
      for picture in report.unreadable { messages.error(picture) }
      guard report.unreadable.isEmpty else { throw ExitCode(1) }
    case .failed(SheetError.nothingReadable(let pictures)):
      for picture in pictures { messages.error(picture) }
      messages.error(SheetError.nothingReadable(pictures))
      throw ExitCode(2)
    case .failed(SheetError.notWritten(.system(_, .brokenPipe))), .failed(Errno.brokenPipe):
      Signals.endWithBrokenPipe()
    case .failed(let error):
      messages.error("\(error)")
      throw ExitCode(2)
    case .interrupted(let signal):
      Signals.end(with: signal)
    }
  }
}
