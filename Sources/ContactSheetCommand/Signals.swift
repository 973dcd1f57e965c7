internal import Dispatch
internal import Glibc

/// The signals that ask the program to end, as a stream instead of an end.
struct Signals {
  /// The signals in the order in which they arrive.
  let arriving: AsyncStream<CInt>

  private let sources: [any DispatchSourceSignal]

  /// Takes the signals over, until ``stop()``.
  init() {
    let (stream, continuation) = AsyncStream<CInt>.makeStream()
    arriving = stream
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
    // Writing to a closed pipe becomes an error of the write.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Takes no more notice of the signals.
  func stop() {
    for source in sources { source.cancel() }
  }

  /// Ends the program as `number` would have done, so that the shell sees 128 + n.
  static func end(with number: CInt) -> Never {
    _ = signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }

  /// Ends the program as the signal of a closed pipe would have done.
  static func endWithBrokenPipe() -> Never {
    end(with: SIGPIPE)
  }
}
