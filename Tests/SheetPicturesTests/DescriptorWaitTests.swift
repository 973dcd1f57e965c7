import Glibc
import SheetPNG
import Testing

@testable import SheetPictures

@Suite struct DescriptorWaitTests {
  @Test("Without a descriptor it is tried again; other errors are as they were")
  func pause() {
    var wait = DescriptorWait()
    #expect(throws: Never.self) { try wait.pause(after: .system(errorNumber: EMFILE)) }
    #expect(throws: Never.self) { try wait.pause(after: .system(errorNumber: ENFILE)) }
    #expect(throws: PNGError.system(errorNumber: ENOENT)) {
      try wait.pause(after: .system(errorNumber: ENOENT))
    }
  }
}
