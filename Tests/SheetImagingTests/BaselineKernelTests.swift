import CBaselineKernels
import CKernels
import TestSupport
import Testing

/// That a kernel gives the same bits by every variant that its dispatch may choose.
@Suite struct BaselineKernelTests {
  @Test("Rows are folded to the same bits without extensions of the processor")
  func fold() {
    var generator = SeededGenerator(seed: 51)
    func values(_ count: Int) -> [Float] {
      (0..<count).map { _ in .random(in: -1...2, using: &generator) }
    }
    for count in Array(0...80) + [1023, 1024, 4096] {
      let stride = count + generator.number(below: 9)
      let rows = values(stride * Int(ckernels_fold_rows))
      let weights = values(Int(ckernels_fold_rows))
      var sums = values(count)
      var baseline = sums
      ckernels_fold(&sums, rows, stride, weights, count)
      baseline_fold(&baseline, rows, stride, weights, count)
      #expect(sums.map(\.bitPattern) == baseline.map(\.bitPattern), "\(count) values")
    }
  }
}
