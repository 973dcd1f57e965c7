/// How the work ended.
enum Outcome<Success: Sendable>: Sendable {
  case finished(Success)
  case failed(any Error)
  case interrupted(signal: CInt)

  /// Runs `work` until it is done or a signal arrives.
  ///
  /// After a signal the work is cancelled, and has been unwound when this returns.
  static func first(
    of work: @escaping @Sendable () async throws -> Success, orSignal signals: AsyncStream<CInt>
  ) async -> Outcome {
    await withTaskGroup(of: Outcome?.self) { group in
      group.addTask {
        do { return .finished(try await work()) } catch { return .failed(error) }
      }
      group.addTask {
        for await signal in signals { return .interrupted(signal: signal) }
        return nil
      }
      var outcome: Outcome?
      while outcome == nil, let next = await group.next() { outcome = next }
      group.cancelAll()
      guard let outcome else { preconditionFailure("the work ends in some way") }
      return outcome
    }
  }
}
