import Testing

@testable import SheetPictures

@Suite struct OrderedResultsTests {
  @Test("Results are in the order of their numbers, whatever order they arrive in")
  func order() {
    for seed in 0..<20 {
      var results = OrderedResults<Int>(workers: 20)
      var numbers = (0..<50).map { _ in results.start() }
      #expect(numbers == Array(0..<50))
      numbers.sort { ($0 * 7919 + seed * 31) % 53 < ($1 * 7919 + seed * 31) % 53 }
      var taken: [Int] = []
      for number in numbers {
        results.finish(number, number * number)
        while let result = results.next() { taken.append(result) }
      }
      #expect(taken == (0..<50).map { $0 * $0 })
      #expect(results.isEmpty)
    }
  }

  @Test("A full window of results has room again once a result is taken")
  func window() {
    var results = OrderedResults<Int>(workers: 1)
    for number in 0..<4 {
      #expect(results.hasRoom)
      _ = results.start()
      results.finish(number, number)
    }
    #expect(!results.hasRoom)
    #expect(results.next() == 0)
    #expect(results.hasRoom)
  }
}
