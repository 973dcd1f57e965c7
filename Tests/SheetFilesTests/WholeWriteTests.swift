import Foundation
import SheetFiles
import SystemPackage
import TestSupport
import Testing

@Suite struct WholeWriteTests {
  @Test("All bytes are written to a full non-blocking pipe")
  func fullPipe() throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    let flags = fcntl(writeEnd.rawValue, F_GETFL)
    _ = fcntl(writeEnd.rawValue, F_SETFL, flags | O_NONBLOCK)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let thread = Thread {
      try? writeEnd.writeWhole(bytes)
      try? writeEnd.close()
    }
    thread.start()
    let read = try readEnd.contents(atMost: bytes.count)
    try readEnd.close()
    #expect(read.count == bytes.count && read == bytes)
  }

  @Test("Writing to a full disk throws an error")
  func refused() throws {
    let full = try FileDescriptor.opened("/dev/full", .writeOnly, [])
    #expect(throws: Errno.noSpace) { try full.writeWhole([1, 2, 3]) }
    try full.writeWhole([])
    try full.close()
  }

  @Test("Writing to a pipe without a reader gives an error if SIGPIPE is ignored")
  func brokenPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    try readEnd.close()
    #expect(throws: Errno.brokenPipe) {
      // For a moment, a process started by another test holds the other end as well.
      for _ in 0..<1000 {
        try writeEnd.writeWhole([0])
        usleep(1000)
      }
    }
    try writeEnd.close()
  }

  @Test("Every write to a file that is not open for writing gives an error")
  func readOnly() throws {
    let device = try FileDescriptor.opened("/dev/null", .readOnly, [])
    for _ in 0..<3 {
      #expect(throws: Errno.badFileDescriptor) { try device.writeWhole([1]) }
    }
    try device.close()
  }
}
