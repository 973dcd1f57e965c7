import Synchronization
import Testing

@testable import SheetPictures

@Suite struct ConcurrencyTests {
  @Test("Results are consumed in order, whatever order they finish in", arguments: 1...5)
  func order(workers: Int) async throws {
    var consumed: [Int] = []
    try await forEachInOrder(
      0..<100, workers: workers,
      transform: { number in
        for _ in 0..<(number * 7919 % 13) * 1000 { _ = number.hashValue }
        return number * number
      },
      consume: { consumed.append($0) })
    #expect(consumed == (0..<100).map { $0 * $0 })
  }

  @Test("No more elements than the window holds are started in advance", arguments: 1...4)
  func window(workers: Int) async throws {
    let counts = Mutex((started: 0, maximumAhead: 0))
    var consumed = 0
    try await forEachInOrder(
      0..<200, workers: workers,
      transform: { number in
        counts.withLock { $0.started += 1 }
        return number
      },
      consume: { _ in
        let ahead = counts.withLock { $0.started } - consumed
        counts.withLock { $0.maximumAhead = max($0.maximumAhead, ahead) }
        consumed += 1
      })
    #expect(consumed == 200)
    #expect(counts.withLock { $0.maximumAhead } <= OrderedResults<Int>(workers: workers).window)
  }

  @Test("No more elements are transformed at a time than there are workers")
  func workers() async throws {
    let counts = Mutex((running: 0, maximum: 0))
    try await forEachInOrder(
      0..<100, workers: 1,
      transform: { number in
        counts.withLock {
          $0.running += 1
          $0.maximum = max($0.maximum, $0.running)
        }
        for _ in 0..<1000 { _ = number.hashValue }
        counts.withLock { $0.running -= 1 }
      },
      consume: { _ in })
    #expect(counts.withLock { $0.maximum } == 1)
  }

  struct Failure: Error, Equatable {
    let number: Int
  }

  @Test("An error in either closure ends the work and is rethrown")
  func errors() async {
    await #expect(throws: Failure(number: 5)) {
      try await forEachInOrder(
        0..<100, workers: 2,
        transform: { number in
          if number == 5 { throw Failure(number: number) }
          return number
        },
        consume: { #expect($0 < 5) })
    }
    await #expect(throws: Failure(number: 7)) {
      try await forEachInOrder(
        0..<100, workers: 2, transform: { $0 },
        consume: { if $0 == 7 { throw Failure(number: $0) } })
    }
  }

  @Test("Cancelling the task ends the work")
  func cancellation() async {
    let work = Task {
      try await forEachInOrder(
        0..., workers: 2, transform: { $0 }, consume: { _ in })
    }
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test("Without elements, nothing is consumed")
  func empty() async throws {
    try await forEachInOrder(
      [Int](), workers: 2, transform: { $0 },
      consume: { _ in Issue.record("consumed a result without an element") })
  }
}
