import TestSupport
import Testing

@testable import SheetImaging

@Suite struct EncodingTableTests {
  private func slow(_ light: Float, _ depth: SampleDepth) -> UInt16 {
    UInt16((TransferCurve.sRGB.encoded(Double(light)) * Double(depth.maximum)).rounded())
  }

  @Test(
    "A million linear-light values are encoded as the formula says",
    arguments: SampleDepth.allCases)
  func formula(depth: SampleDepth) {
    let table = EncodingTable.table(depth)
    var noise = SeededGenerator(seed: 1)
    var wrong: [Float] = []
    for step in 0..<500_000 {
      // Half of the values are evenly spaced, and the others are denser towards black.
      let even = (Float(step) + Float(noise.number(below: 1000)) / 1000) / 500_000
      for light in [even, even * even * even] where table.code(for: light) != slow(light, depth) {
        wrong.append(light)
      }
    }
    #expect(wrong.first == nil, "\(wrong.count) values")
  }

  @Test(
    "Each threshold is the lowest linear-light value that gives its sample",
    arguments: SampleDepth.allCases)
  func leastLight(depth: SampleDepth) {
    for curve in [TransferCurve.sRGB, .linear] {
      let table = EncodingTable(curve, depth)
      let wrong = (1...depth.maximum).first { code in
        let light = table.thresholds[code]
        return [light, light.nextDown].map {
          Int(curve.encoded(Double($0)) * Double(depth.maximum) + 0.5)
        } != [code, code - 1]
      }
      #expect(wrong == nil && table.thresholds.last == .infinity)
    }
  }

  @Test(
    "The values next to each threshold are encoded as the slow reference encodes them",
    arguments: SampleDepth.allCases)
  func thresholds(depth: SampleDepth) {
    let table = EncodingTable.table(depth)
    var wrong: [Float] = []
    for code in stride(from: 0, to: depth.maximum, by: depth == .eight ? 1 : 61) {
      let middle = Float(
        TransferCurve.sRGB.decoded((Double(code) + 0.5) / Double(depth.maximum)))
      var light = middle
      for _ in 0..<4 { light = light.nextDown }
      for _ in 0..<9 {
        if table.code(for: light) != slow(light, depth) { wrong.append(light) }
        light = light.nextUp
      }
    }
    #expect(wrong.first == nil, "\(wrong.count) values")
  }

  @Test("Every sample survives decoding and encoding", arguments: SampleDepth.allCases)
  func roundTrip(depth: SampleDepth) {
    let table = EncodingTable.table(depth)
    let light = DecodingTable.table(of: .sRGB, depth).light
    #expect(
      firstDifference(light.map { Int(table.code(for: $0)) }, 0...depth.maximum) == nil)
  }

  @Test(
    "A row is encoded like its values one by one, on every processor",
    arguments: SampleDepth.allCases, ResampleLight.allCases)
  func rows(depth: SampleDepth, kind: ResampleLight) {
    let table = EncodingTable.table(from: kind, depth)
    var noise = SeededGenerator(seed: 4)
    var light: [Float] = (0..<100_000).map { _ in
      Float(noise.number(below: 1 << 20)) / Float(1 << 20) * 1.2 - 0.1
    }
    // Every float near a threshold or the end of a step, and random floats.
    let thresholds = stride(from: 0, to: depth.maximum, by: depth == .eight ? 1 : 97).map {
      table.thresholds[$0]
    }
    for edge in thresholds + (0...4096).map({ Float($0) / 4096 }) {
      let bits = Int(edge.bitPattern)
      light += (max(0, bits - 40)...bits + 40).map { Float(bitPattern: UInt32($0)) }
    }
    // Arithmetic never returns signalling NaNs, and some processors take them for 1.
    light += (0..<100_000).map { _ in Float(bitPattern: .random(in: 0...(.max), using: &noise)) }
      .filter { !$0.isSignalingNaN }
    light += [-0.0, -1, .infinity, -.infinity, .nan, -.nan, .leastNonzeroMagnitude] as [Float]
    let expected = light.flatMap { light in
      let code = table.code(for: light)
      return depth == .eight ? [UInt8(code)] : [UInt8(code >> 8), UInt8(code & 255)]
    }
    let results = resultsAtEachVectorLevel {
      var codes = [UInt8](repeating: 0, count: expected.count)
      var span = codes.mutableSpan
      table.encode(light.span, .gray, into: &span)
      return codes
    }
    for codes in results { #expect(firstDifference(codes, expected) == nil) }
  }

  @Test("No step of the 8-bit table contains two thresholds")
  func steps() {
    let table = EncodingTable.table(.eight)
    let steps = table.thresholds.dropFirst().dropLast().map { Int(($0 * 4096).nextDown) }
    #expect(Set(steps).count == steps.count)
  }

  @Test("Linear-light values outside 0 to 1 are clamped", arguments: SampleDepth.allCases)
  func clamped(depth: SampleDepth) {
    let table = EncodingTable.table(depth)
    for light in [-0.0, -.leastNonzeroMagnitude, -1, -.infinity, .nan, 0, 1e-30 as Float] {
      #expect(table.code(for: light) == 0)
    }
    for light in [1, 1.0001, 1e30, .infinity as Float] {
      #expect(Int(table.code(for: light)) == depth.maximum)
    }
  }
}

@Suite struct DecodingTableTests {
  @Test("A table is cached for the next caller", arguments: SampleDepth.allCases)
  func shared(depth: SampleDepth) {
    func address() -> UnsafePointer<Float>? {
      let table = DecodingTable.table(of: .gamma(1.2345), depth)
      return table.light.withUnsafeBufferPointer { $0.baseAddress }
    }
    // Other tests use the cache too, but do not fill it after every call.
    let addresses = (0..<20).map { _ in address() }
    #expect(zip(addresses, addresses.dropFirst()).contains { $0 == $1 })
  }

  @Test("Concurrent tasks get the right tables")
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

  @Test("The full and the narrow range of a curve have different tables")
  func ranges() {
    let curve = TransferCurve.gamma(2)
    let full = DecodingTable.table(of: curve, .eight, .full).light
    let narrow = DecodingTable.table(of: curve, .eight, .narrow).light
    #expect(full[235] < 1 && narrow[235] == 1 && narrow[16] == 0 && full[16] > 0)
  }
}

@Suite struct LRUCacheTests {
  @Test("A value beyond the capacity of the cache evicts the least recently used value")
  func oldest() {
    let values = LRUCache<Int, Int>(limit: 3)
    var made: [Int] = []
    func use(_ key: Int) {
      _ = values.value(of: key) {
        made.append(key)
        return key
      }
    }
    for key in [1, 2, 3, 1, 4, 1, 3, 4, 2, 4] { use(key) }
    #expect(made == [1, 2, 3, 4, 2])
  }
  @Test("Values are dropped until the rest are within the byte limit, but the latest is kept")
  func bytes() {
    let values = LRUCache<Int, Int>(limit: 5, byteLimit: 10) { $0 }
    var made: [Int] = []
    func use(_ key: Int) {
      _ = values.value(of: key) {
        made.append(key)
        return key
      }
    }
    for key in [4, 3, 2, 4, 3, 2] { use(key) }
    #expect(made == [4, 3, 2])
    // This value needs the room of the two oldest values.
    use(8)
    for key in [8, 2, 4] { use(key) }
    #expect(made == [4, 3, 2, 8, 4])
    for key in [12, 12, 1] { use(key) }
    #expect(made == [4, 3, 2, 8, 4, 12, 1])
    use(12)
    #expect(made.last == 12 && made.count == 8)
  }
}
