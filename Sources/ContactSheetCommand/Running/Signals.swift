internal import Dispatch
internal import Glibc

/// The signals that ask the program to end, as a stream.
///
/// After the first of them the work unwinds. A system call that blocks cannot be cancelled, so the
/// program ends at once when it has been idle for a second, or when another signal comes at least
/// 0.2 seconds later. Calls only block where there is no temporary file: reading a list, opening a
/// pipe, writing to one.
enum Signals {
  /// The first signal that arrives, from when this is first used.
  ///
  /// A signal that is ignored already stays so, as `nohup` wants it. Sources are never cancelled:
  /// that would wake threads of a program that is about to end.
  static let arriving: AsyncStream<CInt> = {
    let (stream, continuation) = AsyncStream<CInt>.makeStream()
    // Not a task: blocked work may hold every thread that tasks have.
    let queue = DispatchQueue(label: "signals")
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      // Another thread installs the source. Until then the signal ends the program as usual; to
      // ignore it meanwhile would lose it.
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        // The handler keeps its source alive.
        withExtendedLifetime(source) {
          if case .terminated = continuation.yield(number) { end(with: number) }
          // A terminal sends a signal to the whole group, and the program that started this one
          // may pass it on: that is not a second signal.
          queue.asyncAfter(deadline: .now() + .milliseconds(200)) { continuation.finish() }
          endWhenIdle(with: number, on: queue)
        }
      }
      source.resume()
    }
    // Writing to a closed pipe becomes an error of the write.
    _ = signal(SIGPIPE, SIG_IGN)
    return stream
  }()

  /// Ends the program once it has used no processor for a second.
  private static func endWhenIdle(with number: CInt, on queue: DispatchQueue) {
    let before = clock()
    queue.asyncAfter(deadline: .now() + .seconds(1)) {
      // The threads of a blocked program may still wake up now and then.
      if clock() - before < CLOCKS_PER_SEC / 1000 { end(with: number) }
      endWhenIdle(with: number, on: queue)
    }
  }

  /// Ends the program as `number` would have done, so that the shell sees 128 + n.
  static func end(with number: CInt) -> Never {
    _ = signal(number, SIG_DFL)
    // The source of a signal blocks it in the threads that it meets.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    exit(128 + number)
  }

  /// Ends the program as the signal of a closed pipe would have done.
  static func endWithBrokenPipe() -> Never {
    end(with: SIGPIPE)
  }

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared; their addresses can.
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

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
