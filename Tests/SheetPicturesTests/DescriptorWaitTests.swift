import Glibc
import Testing

@testable import SheetPictures

@Suite struct DescriptorWaitTests {
  @Test("A call that lacks a free descriptor is retried; other errors are thrown")
  func pause() throws {
    func attempts(_ errors: [PictureFileError]) throws -> Int {
      var attempts = 0
      return try waitingForDescriptor { () throws(PictureFileError) in
        attempts += 1
        if attempts <= errors.count { throw errors[attempts - 1] }
        return attempts
      }
    }
    #expect(try attempts([]) == 1)
    let none = [EMFILE, ENFILE].map { PictureFileError.system(errorNumber: $0) }
    #expect(try attempts(none) == 3)
    for error in [PictureFileError.system(errorNumber: ENOENT), .empty] {
      #expect(throws: error) { try attempts([error]) }
      #expect(throws: error) { try attempts(none + [error]) }
    }
  }
}
