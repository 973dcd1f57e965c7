import Glibc
import SheetPNG
import Testing

@testable import SheetPictures

@Suite struct DescriptorWaitTests {
  @Test("Without a descriptor it is tried again; other errors are as they were")
  func pause() {
    var wait = DescriptorWait()
    func pause(_ errorNumber: CInt) throws {
      try wait.pause(after: PNGError.system(errorNumber: errorNumber), errorNumber)
    }
    #expect(throws: Never.self) { try pause(EMFILE) }
    #expect(throws: Never.self) { try pause(ENFILE) }
    #expect(throws: PNGError.system(errorNumber: ENOENT)) { try pause(ENOENT) }
    #expect(throws: PNGError.empty) { try wait.pause(after: PNGError.empty, nil) }
  }
}
