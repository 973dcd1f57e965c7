import Synchronization
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct ByteViewTests {
  private struct Failure: Error {}

  /// A view of a file that ends after some reads, and the number of bytes read.
  private final class CountedFile: Sendable {
    let bytes: [UInt8]
    let read = Mutex((calls: 0, bytes: 0))

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func view(steps: Int = .max, failsAfter calls: Int = .max) -> ByteView {
      ByteView(size: bytes.count, steps: steps) { [self] offset, count in
        let call = read.withLock { read in
          read = (read.calls + 1, read.bytes + count)
          return read.calls
        }
        guard call <= calls else { throw Failure() }
        return Array(bytes.dropFirst(offset).prefix(count))
      }
    }
  }

  @Test(
    "Reads from memory, loaded parts and files match the array; reads outside the array give nil"
  )
  func reads() {
    var random = SeededGenerator(seed: 5)
    let bytes = (0..<20_000).map { _ in UInt8(random.number(below: 256)) }
    let file = CountedFile(bytes).view()
    let start = random.number(below: 100)
    for whole in [ByteView(bytes), file, file.held(), file.held([0..<9000, 9000..<20_000])] {
      var view = whole[start..<19_990]
      #expect(view.count == 19_990 - start && view.offset == start)
      var wrong = 0
      for _ in 0..<3000 {
        let (offset, width) = (random.number(below: 20_100) - 50, random.number(below: 9))
        view.isBigEndian = random.number(below: 2) == 0
        let isInside = offset >= 0 && offset + width <= view.count
        let own = isInside ? Array(bytes[start + offset..<start + offset + width]) : []
        let number = (view.isBigEndian ? own : own.reversed()).reduce(UInt64(0)) {
          $0 << 8 | UInt64($1)
        }
        let expected = isInside && number < 1 << 62 ? Int(number) : nil
        if view.number(at: offset, width) != expected { wrong += 1 }
        if isInside, view[offset..<offset + width].bytes != own { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }

  @Test("Part of a byte view never extends beyond the view, and taking bytes removes them from it")
  func parts() {
    let view = ByteView([1, 2, 3, 4, 0x41, 0x0A, 0x43, 0x44])
    #expect(view[2..<99].count == 6 && view[9...].count == 0 && view[(-1)...].count == 0)
    #expect(view[3..<6][1..<9].bytes == [0x41, 0x0A] && view.prefix(-3) == [])
    #expect(view.text(at: 4) == "A?CD" && view.text(at: 5) == nil && view.text(at: -1) == nil)
    var rest = view
    #expect(rest.take(2) == 0x102 && rest.take(part: 7) == nil && rest.take(part: -1) == nil)
    #expect(rest.take(part: 2)?.bytes == [3, 4] && rest.take(8) == nil && rest.count == 4)
    #expect(ByteView([UInt8](repeating: 0x40, count: 8)).number(at: 0, 8) == nil)
  }

  @Test("Bytes that are not loaded are missing, and loaded bytes keep their offsets")
  func held() {
    let bytes = (0..<200).map { UInt8($0) }
    let held = ByteView(bytes).held([150..<160, 10..<20, 15..<30, 30..<31, 60..<60])
    for offset in 0..<200 {
      let isHeld = 10..<31 ~= offset || 150..<160 ~= offset
      #expect(held.number(at: offset, 1) == (isHeld ? offset : nil))
    }
    #expect(held[25..<40].bytes == [25, 26, 27, 28, 29, 30])
    #expect(held == ByteView(bytes).held([10..<31, 150..<160]) && held != ByteView(bytes))
  }

  @Test("After a file fails, reads give nil, and the error is kept")
  func failure() {
    let file = CountedFile([UInt8](repeating: 7, count: 50_000))
    let view = file.view(failsAfter: 1)
    #expect(view.number(at: 40_000, 1) == 7 && view.failure == nil)
    #expect(view.number(at: 0, 1) == nil && view.failure is Failure)
    #expect(view.number(at: 20_000, 1) == nil)
  }

  @Test("Neighbouring reads of a file are combined into one")
  func cache() {
    let file = CountedFile([UInt8](repeating: 7, count: 50_000))
    let view = file.view()
    for offset in 0..<4000 { _ = view.number(at: offset, 4) }
    #expect(file.read.withLock(\.calls) == 1)
  }

  @Test("All views of a file share one budget, including views of loaded parts")
  func budget() {
    let view = ByteView([UInt8](repeating: 7, count: 50), steps: 10)
    let others = [view[3...], view.held(), view.sharingBudget([1])]
    #expect(others.allSatisfy { $0.step(3) } && view.step() && !view.isSpent)
    #expect(!others[1].step() && view.isSpent && others[0].isSpent)
  }
}
