import TestSupport
import Testing

@testable import SheetImaging

@Suite struct EncodingTableTests {
  private func slow(_ light: Float, _ depth: SampleDepth) -> UInt16 {
    UInt16((TransferCurve.sRGB.encoded(Double(light)) * Double(depth.maximum)).rounded())
  }

  @Test("A million amounts of light are encoded as by the formula", arguments: SampleDepth.allCases)
  func formula(depth: SampleDepth) {
    let table = EncodingTable.sRGB(depth)
    var noise = SeededGenerator(seed: 1)
    var wrong: [Float] = []
    for step in 0..<500_000 {
      // One half evenly spread, the other half crowded towards black.
      let even = (Float(step) + Float(noise.number(below: 1000)) / 1000) / 500_000
      for light in [even, even * even * even] where table.code(for: light) != slow(light, depth) {
        wrong.append(light)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("The values on both sides of each threshold differ", arguments: SampleDepth.allCases)
  func thresholds(depth: SampleDepth) {
    let table = EncodingTable.sRGB(depth)
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
    #expect(wrong.isEmpty)
  }

  @Test("Every sample survives decoding and encoding", arguments: SampleDepth.allCases)
  func roundTrip(depth: SampleDepth) {
    let table = EncodingTable.sRGB(depth)
    let light = DecodingTable.table(of: .sRGB, depth).light
    #expect(light.map { Int(table.code(for: $0)) } == Array(0...depth.maximum))
  }

  @Test("A row is encoded as its values are one by one")
  func rows() {
    let table = EncodingTable.sRGB(.eight)
    var noise = SeededGenerator(seed: 4)
    var light: [Float] = (0..<100_000).map { _ in
      Float(noise.number(below: 1 << 20)) / Float(1 << 20) * 1.2 - 0.1
    }
    for threshold in table.thresholds {
      light += [threshold, threshold.nextDown, threshold.nextUp]
    }
    light += [-0.0, -1, .infinity, -.infinity, .nan] as [Float]
    var codes = [UInt8](repeating: 0, count: light.count)
    var span = codes.mutableSpan
    table.encode(light.span, into: &span)
    #expect(codes == light.map { UInt8(table.code(for: $0)) })
  }

  @Test("No step of the table for 8 bits holds the beginnings of two codes")
  func steps() {
    let table = EncodingTable.sRGB(.eight)
    let steps = table.thresholds.dropFirst().dropLast().map { Int(($0 * 4096).nextDown) }
    #expect(Set(steps).count == steps.count)
  }

  @Test("Light that cannot be is clamped", arguments: SampleDepth.allCases)
  func clamped(depth: SampleDepth) {
    let table = EncodingTable.sRGB(depth)
    for light in [-0.0, -.leastNonzeroMagnitude, -1, -.infinity, .nan, 0, 1e-30 as Float] {
      #expect(table.code(for: light) == 0)
    }
    for light in [1, 1.0001, 1e30, .infinity as Float] {
      #expect(Int(table.code(for: light)) == depth.maximum)
    }
  }
}
