import SheetLayout
import SheetPlans
import SheetRendering
import Testing

@testable import ContactSheet

@Suite struct PageSelectionTests {
  static func pages(_ count: Int) -> [PageDestination] {
    (0..<count).map {
      PageDestination(
        page: SheetPage(number: $0 + 1, size: PixelSize(width: 1, height: 1), tiles: []),
        output: .standardOutput, format: .png)
    }
  }

  @Test("A shard starts at the page with the shard's number, and steps by the number of shards")
  func steps() throws {
    let numbers = try (1...4).map {
      try PageSelection.shard($0, of: 4).pages(of: Self.pages(10)).map(\.page.number)
    }
    #expect(numbers == [[1, 5, 9], [2, 6, 10], [3, 7], [4, 8]])
  }

  @Test("All shards together contain each page once, and some shards may be empty")
  func partition() throws {
    for count in 1...8 {
      for shards in 1...10 {
        let numbers = try (1...shards).map {
          try PageSelection.shard($0, of: shards).pages(of: Self.pages(count)).map(\.page.number)
        }
        #expect(numbers.joined().sorted() == Array(1...count))
        #expect(numbers.count(where: \.isEmpty) == max(0, shards - count))
      }
    }
    #expect(try PageSelection.shard(.max, of: .max).pages(of: Self.pages(3)).isEmpty)
  }
}
