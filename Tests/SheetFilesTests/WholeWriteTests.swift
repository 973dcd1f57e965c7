import Foundation
import SheetFiles
import SystemPackage
import TestSupport
import Testing

@Suite struct WholeWriteTests {
  @Test("All bytes are written to a full pipe that does not block")
  func fullPipe() throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let thread = Thread {
      try? FileDescriptor(rawValue: writer).writeWhole(bytes)
      close(writer)
    }
    thread.start()
    var read: [UInt8] = []
    while let more = try pipe.fileHandleForReading.read(upToCount: 4096), !more.isEmpty {
      read += more
    }
    #expect(read.count == bytes.count && read == bytes)
  }

  @Test("An error of the system is thrown")
  func refused() throws {
    let full = try FileDescriptor.opened("/dev/full", .writeOnly, [])
    #expect(throws: Errno.noSpace) { try full.writeWhole([1, 2, 3]) }
    try full.writeWhole([])
    try full.close()
  }

  @Test("A pipe without a reader is an error if its signal is ignored")
  func brokenPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let writer = FileDescriptor(rawValue: pipe.fileHandleForWriting.fileDescriptor)
    #expect(throws: Errno.brokenPipe) { try writer.writeWhole([0]) }
  }

  @Test("A file that is not open for writing takes no byte, however often a write is tried")
  func readOnly() throws {
    let device = try FileDescriptor.opened("/dev/null", .readOnly, [])
    for _ in 0..<3 {
      #expect(throws: Errno.badFileDescriptor) { try device.writeWhole([1]) }
    }
    try device.close()
  }
}
