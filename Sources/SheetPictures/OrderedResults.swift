/// Transforms elements, as many at once as there are workers, and consumes the results in order.
///
/// `consume` runs in the caller's task, one result at a time. The first error thrown by either
/// closure cancels the rest of the work and is rethrown.
///
/// - Parameters:
///   - elements: The elements.
///   - workers: The number of elements to transform at once, at least 1.
///   - memory: The maximum number of bytes that all elements in progress may hold; an element that
///     needs more runs alone.
///   - held: Returns the number of bytes an element holds.
///   - holdsUntilConsumed: Whether `consume` needs the bytes too.
///   - transform: Computes the result for an element, in any task.
///   - consume: Uses a result.
/// - Throws: Errors of `transform` and `consume`, and `CancellationError`.
package func forEachInOrder<Element: Sendable, Result: Sendable>(
  _ elements: some Sequence<Element>,
  workers: Int, within memory: Int = .max, held: (Element) -> Int = { _ in 0 },
  holdsUntilConsumed: Bool = false,
  transform: @escaping @Sendable (Element) async throws -> Result,
  consume: (Result) async throws -> Void
) async throws {
  typealias Finished = (result: Result, bytes: Int)
  try await withThrowingTaskGroup(of: (Int, Finished).self) { group in
    var remaining = elements.makeIterator()
    func following() -> (element: Element, bytes: Int)? {
      remaining.next().map { ($0, held($0)) }
    }
    var next = following()
    var results = OrderedResults<Finished>(workers: workers)
    var memory = MemoryBudget(memory)
    var running = 0

    func startMore() {
      while running < workers, results.hasRoom, let (element, bytes) = next {
        guard memory.take(bytes, canWait: running > 0) else { return }
        let number = results.start()
        group.addTask { (number, (try await transform(element), bytes)) }
        next = following()
        running += 1
      }
    }

    startMore()
    while let (number, finished) = try await group.next() {
      running -= 1
      results.finish(number, finished)
      if !holdsUntilConsumed { memory.giveBack(finished.bytes) }
      startMore()
      while let (result, bytes) = results.next() {
        try Task.checkCancellation()
        try await consume(result)
        if holdsUntilConsumed { memory.giveBack(bytes) }
        startMore()
      }
    }
  }
}

/// Computes a result for each element, several at once, and preserves the order.
///
/// - Parameters:
///   - elements: The elements, such as pictures, possibly each with a query.
///   - workers: The number of elements to decode at once, at least 1.
///   - memory: The maximum number of bytes that elements in progress may hold.
///   - held: Returns the number of bytes an element holds.
///   - decode: Computes a result.
/// - Returns: The results.
/// - Throws: Errors of `decode`, and `CancellationError` when the task is cancelled.
package func decoding<Element: Sendable, Result: Sendable>(
  _ elements: [Element], workers: Int, within memory: Int = .max,
  held: (Element) -> Int = { _ in 0 },
  _ decode: @escaping @Sendable (Element) throws -> Result
) async throws -> [Result] {
  var results: [Result] = []
  results.reserveCapacity(elements.count)
  try await forEachInOrder(
    elements, workers: workers, within: memory, held: held, transform: decode,
    consume: { results.append($0) })
  return results
}

/// Puts results that arrive in any order back into the order of their numbers.
package struct OrderedResults<Element> {
  /// The maximum number of results that have been started but not yet taken.
  ///
  /// This bounds memory: finished results wait for a slow element before them.
  let window: Int

  private var started = 0
  private var taken = 0
  private var waiting: [Int: Element] = [:]

  /// Creates a window so wide that no worker waits while a result is consumed.
  package init(workers: Int) {
    precondition(workers > 0, "at least one element must be in flight")
    window = 3 * workers + 1
  }

  /// Whether another result may be started.
  package var hasRoom: Bool { started - taken < window }

  /// Whether everything started has been taken.
  package var isEmpty: Bool { started == taken }

  /// Starts the next result, and returns its number, counted from 0.
  package mutating func start() -> Int {
    defer { started += 1 }
    return started
  }

  /// Stores the result with a number until its turn comes.
  package mutating func finish(_ number: Int, _ result: Element) {
    waiting[number] = result
  }

  /// Takes the next result in order, if it has arrived.
  package mutating func next() -> Element? {
    guard let result = waiting.removeValue(forKey: taken) else { return nil }
    taken += 1
    return result
  }
}
