import Testing

@testable import SheetImaging

@Suite struct DecodingTableTests {
  @Test("Who asks for a table again soon gets the same one", arguments: SampleDepth.allCases)
  func shared(depth: SampleDepth) {
    func address() -> UnsafePointer<Float>? {
      let table = DecodingTable.table(of: .gamma(1.2345), depth)
      return table.light.withUnsafeBufferPointer { $0.baseAddress }
    }
    // Other tests ask for tables too, but not for sixteen between any two calls.
    let addresses = (0..<20).map { _ in address() }
    #expect(zip(addresses, addresses.dropFirst()).contains { $0 == $1 })
  }

  @Test("Many tasks that ask for many tables get the right ones")
  func concurrent() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<60).allSatisfy { step in
            let curve = TransferCurve.gamma(1 + Double((step * (task + 1)) % 40) / 20)
            return DecodingTable.table(of: curve, .eight).light[100]
              == Float(curve.decoded(100.0 / 255))
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("The same curve in another range is another table")
  func ranges() {
    let curve = TransferCurve.gamma(2)
    let full = DecodingTable.table(of: curve, .eight, .full).light
    let narrow = DecodingTable.table(of: curve, .eight, .narrow).light
    #expect(full[235] < 1 && narrow[235] == 1 && narrow[16] == 0 && full[16] > 0)
  }
}
