internal import SheetFiles

/// Transforms elements, as many at once as there are workers, and consumes the results in order.
///
/// `consume` runs in the caller's task, one result at a time. The first error of either closure
/// cancels the rest of the work and is rethrown.
///
/// - Parameters:
///   - elements: The elements.
///   - workers: The number of elements to transform at once, at least 1.
///   - memory: The most bytes that all elements in progress may hold; one that needs more runs alone.
///   - held: The bytes that an element holds.
///   - holdsUntilConsumed: Whether `consume` needs the bytes too.
///   - transform: Makes a result of an element, in any task.
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
        guard memory.take(bytes) else { return }
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

/// Makes a result of each element, several at once, and keeps the order.
///
/// - Parameters:
///   - elements: The elements, such as pictures, perhaps each with a query.
///   - workers: The number of elements to decode at once, at least 1.
///   - memory: The most bytes that elements in progress may hold.
///   - held: The bytes that an element holds.
///   - decode: Makes a result.
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
  /// The number of results that may be started but not yet taken.
  ///
  /// Bounds memory: finished results wait for a slow element before them.
  let window: Int

  private var started = 0
  private var taken = 0
  private var waiting: [Int: Element] = [:]

  init(window: Int) {
    self.window = window
  }

  /// Creates a window wide enough that no worker waits while a result is consumed.
  package init(workers: Int) {
    precondition(workers > 0, "at least one element must be in flight")
    window = 3 * workers + 1
  }

  /// Whether another number may be started.
  package var hasRoom: Bool { started - taken < window }

  /// Whether everything that was started has been taken.
  package var isEmpty: Bool { started == taken }

  /// Starts the next number, counted from 0.
  package mutating func start() -> Int {
    defer { started += 1 }
    return started
  }

  /// Stores the result of a number until its turn comes.
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

/// The bytes that a run may hold of pictures that cannot be decoded row by row.
///
/// A scheduler takes the bytes of each task before it starts it, in the order of the results. It gives
/// them back when the task has ended. Tasks never wait for bytes, so nothing waits while it holds some.
package struct MemoryBudget: Sendable {
  /// All bytes.
  package let limit: Int
  /// The bytes that are not taken.
  package private(set) var free: Int

  /// Creates a budget with all bytes free.
  package init(_ limit: Int) {
    precondition(limit > 0, "a budget has at least one byte")
    (self.limit, free) = (limit, limit)
  }

  /// The bytes to take for a need.
  ///
  /// A need beyond the budget takes all of it, and runs alone.
  private func share(of bytes: Int) -> Int { min(bytes, limit) }

  /// Takes bytes, and returns whether there were enough.
  package mutating func take(_ bytes: Int) -> Bool {
    guard share(of: bytes) <= free else { return false }
    free -= share(of: bytes)
    return true
  }

  /// Gives back bytes that were taken together.
  package mutating func giveBack(_ bytes: Int) {
    free += share(of: bytes)
    precondition(free <= limit, "more is given back than was taken")
  }
}

extension PictureHeader {
  /// The reason why a budget is too small for the picture; nil if it is not.
  package func refusal(within limit: Int) -> String? {
    guard self.heldBytes > limit else { return nil }
    return """
      it has to be held in memory whole, and its \(self.heldBytes) bytes exceed the budget of \
      \(limit.inBinaryUnits); raise the budget of memory, or save it as a PNG without interlacing
      """
  }
}

extension SheetPicture {
  /// The bytes that are held while the picture is decoded.
  package var heldBytes: Int { readableHeader?.heldBytes ?? 0 }

  /// This picture, or an unreadable one if it exceeds a budget.
  package func within(_ limit: Int) -> SheetPicture {
    guard let reason = readableHeader?.refusal(within: limit) else { return self }
    return damaged(UnreadablePicture(name, reason: reason, excessiveBytes: heldBytes))
  }
}
