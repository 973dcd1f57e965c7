import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct OutputFileTests {
  let folder = TemporaryFolder()

  func permissions(_ name: String) throws -> FilePermissions {
    try folder[name].stat().permissions
  }

  func replace(_ name: String, with text: String) throws {
    let file = try SheetOutput.file(folder[name]).opened()
    try file.write(text.utf8)
    try file.commit()
  }

  @Test("A file appears, complete, when it is committed")
  func appears() throws {
    let file = try SheetOutput.file(folder["sheet.png"]).opened()
    try file.write("new ".utf8)
    try file.write("sheet".utf8)
    let temporary = try #require(folder.names.first)
    #expect(folder.names.count == 1)
    #expect(temporary.hasPrefix(".sheet.png."))
    try file.commit()
    #expect(folder.names == ["sheet.png"])
    #expect(folder.text("sheet.png") == "new sheet")
  }

  @Test("The old file is untouched until the commit")
  func oldFileStays() throws {
    try folder.write("sheet.png", "old")
    let file = try SheetOutput.file(folder["sheet.png"]).opened()
    try file.write("new".utf8)
    #expect(folder.text("sheet.png") == "old")
    try file.commit()
    #expect(folder.text("sheet.png") == "new")
    #expect(folder.names == ["sheet.png"])
  }

  @Test("A failure leaves the old file, no temporary file and no open descriptor")
  func failure() throws {
    struct Failure: Error {}
    try folder.write("sheet.png", "old")
    var descriptor: FileDescriptor?
    #expect(throws: Failure.self) {
      let file = try SheetOutput.file(folder["sheet.png"]).opened()
      descriptor = file.descriptor
      try file.write("half".utf8)
      throw Failure()
    }
    #expect(folder.text("sheet.png") == "old")
    #expect(folder.names == ["sheet.png"])
    let temporary = try #require(descriptor)
    // Another test may have reused the descriptor since, but not for a deleted file.
    #expect((try? temporary.stat().linkCount) != 0)
  }

  @Test("A cancelled task leaves no file")
  func cancelled() async throws {
    let path = folder["sheet.png"]
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      let file = try SheetOutput.file(path).opened()
      try file.write("half".utf8)
      start.finish()
      try await Task.sleep(for: .seconds(60))
      try file.commit()
    }
    for await _ in started {}
    #expect(folder.names.count == 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names == [])
  }

  @Test("A new file has the default permissions")
  func newPermissions() throws {
    try FileDescriptor.open(
      folder["other"], .writeOnly, options: .create,
      permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
    ).close()
    try replace("sheet.png", with: "new")
    #expect(try permissions("sheet.png") == permissions("other"))
  }

  @Test("A replaced file keeps its permissions", arguments: [0o600, 0o640, 0o666, 0o755])
  func keptPermissions(mode: mode_t) throws {
    let path = try folder.write("sheet.png", "old")
    #expect(chmod(path.string, mode) == 0)
    try replace("sheet.png", with: "new")
    #expect(try permissions("sheet.png").rawValue == mode)
    #expect(folder.text("sheet.png") == "new")
  }

  @Test(
    "If a new file cannot be given the old file's permissions, no temporary file is left",
    .needs(.seccomp))
  func refusedPermissions() throws {
    let path = try folder.write("sheet.png", "old")
    let error = RestrictedThread.run { () -> ContactSheetError? in
      do throws(ContactSheetError) {
        try SheetOutput.file(path).opened().commit()
        return nil
      } catch {
        return error
      }
    }
    #expect(error == .some(.system(path, .notPermitted)))
    #expect(folder.names == ["sheet.png"])
    #expect(folder.text("sheet.png") == "old")
  }

  @Test("A link is kept, and its target is replaced or created")
  func links() throws {
    try folder.write("real/old.png", "old")
    try folder.link("a.png", to: "b.png")
    try folder.link("b.png", to: "real/old.png")
    try folder.link("c.png", to: "real/new.png")
    try folder.link("d.png", to: folder["real/absolute.png"].string)
    for (name, target) in [("a", "real/old"), ("c", "real/new"), ("d", "real/absolute")] {
      try replace("\(name).png", with: "new")
      #expect(try folder[name + ".png"].stat(followTargetSymlink: false).type == .symbolicLink)
      #expect(try folder[target + ".png"].stat(followTargetSymlink: false).type == .regular)
      #expect(folder.text("\(target).png") == "new")
    }
    #expect(folder.names == ["a.png", "b.png", "c.png", "d.png", "real"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder["real"].string).sorted()
        == ["absolute.png", "new.png", "old.png"])
  }

  @Test("Other hard links to a replaced file keep the old contents")
  func hardLinks() throws {
    try folder.write("a.png", "old")
    #expect(link(folder["a.png"].string, folder["b.png"].string) == 0)
    try replace("a.png", with: "new")
    #expect(folder.text("b.png") == "old")
  }

  @Test("The longest possible name can be written")
  func longName() throws {
    let name = String(repeating: "n", count: 255)
    try replace(name, with: "new")
    #expect(folder.names == [name])
  }

  @Test("Several files for the same target do not interfere")
  func concurrent() throws {
    let first = try SheetOutput.file(folder["sheet.png"]).opened()
    let second = try SheetOutput.file(folder["sheet.png"]).opened()
    try first.write("first".utf8)
    try second.write("second".utf8)
    try first.commit()
    try second.commit()
    #expect(folder.text("sheet.png") == "second")
    #expect(folder.names == ["sheet.png"])
  }

  @Test("Outputs that cannot be written are detected in advance, and nothing is created")
  func checks() throws {
    try folder.write("file", "old")
    try folder.folder("sub")
    try folder.link("loop", to: "loop")
    try folder.link("lost", to: "none/sheet.png")
    let cases: [(FilePath, ContactSheetError)] = [
      (
        folder["out/sheet.png"],
        .folderMissing(output: folder["out/sheet.png"], folder: folder["out"])
      ),
      (folder["lost"], .folderMissing(output: folder["lost"], folder: folder["none"])),
      (
        folder["file/sheet.png"],
        .notAFolder(output: folder["file/sheet.png"], folder: folder["file"])
      ),
      (folder["sub"], .isFolder(folder["sub"])),
      (folder["loop"], .system(folder["loop"], .tooManySymbolicLinkLevels)),
      ("", .system("", .noSuchFileOrDirectory)),
      ("/", .isFolder("/")),
    ]
    for (path, error) in cases {
      #expect(throws: error) { _ = try ResolvedOutput(.file(path)) }
      #expect(throws: error) { _ = try SheetOutput.file(path).opened() }
    }
    #expect(throws: Never.self) { _ = try ResolvedOutput(.file(folder["new.png"])) }
    #expect(throws: Never.self) { _ = try ResolvedOutput(.file(folder["file"])) }
    #expect(folder.names == ["file", "loop", "lost", "sub"])
    #expect(folder.text("file") == "old")
  }

  @Test(
    "Files and folders without write permission are detected in advance",
    .needs(.boundByPermissions))
  func notWritable() throws {
    let path = try folder.write("closed/sheet.png", "old")
    let closed = folder["closed"]
    #expect(chmod(path.string, 0o444) == 0)
    #expect(throws: ContactSheetError.system(path, .permissionDenied)) {
      _ = try ResolvedOutput(.file(path))
    }
    #expect(chmod(path.string, 0o644) == 0)
    #expect(chmod(closed.string, 0o555) == 0)
    defer { chmod(closed.string, 0o755) }
    for output in [path, closed.appending("new.png")] {
      #expect(
        throws: ContactSheetError.folderNotWritable(
          output: output, folder: closed, .permissionDenied)
      ) { _ = try ResolvedOutput(.file(output)) }
    }
  }

  @Test("A folder in which no files can be created gives an error, not a crash")
  func systemFolder() {
    #expect(throws: ContactSheetError.self) {
      _ = try SheetOutput.file("/proc/self/sheet.png").opened()
    }
  }

  @Test("On a full device, the error says that there is no space")
  func fullDevice() throws {
    let file = try SheetOutput.file("/dev/full").opened()
    #expect(throws: ContactSheetError.system("/dev/full", .noSpace)) {
      try file.write("sheet".utf8)
    }
  }

  @Test("A device is written directly and stays a device")
  func device() throws {
    let before = try FilePath("/dev/null").stat()
    let file = try SheetOutput.file("/dev/null").opened()
    try file.write("sheet".utf8)
    try file.commit()
    #expect(try FilePath("/dev/null").stat().inode == before.inode)
    #expect(try FilePath("/dev/null").stat().type == .characterSpecial)
  }

  @Test("A named pipe is written directly and stays a pipe")
  func namedPipe() throws {
    let path = folder["pipe"]
    #expect(mkfifo(path.string, 0o600) == 0)
    let reader = try FileDescriptor.open(path, .readOnly, options: .nonBlocking)
    let file = try SheetOutput.file(path).opened()
    try file.write("sheet".utf8)
    try file.commit()
    #expect(try reader.contents(atMost: 9) == Array("sheet".utf8))
    try reader.close()
    #expect(folder.names == ["pipe"])
    #expect(try path.stat().type == .fifo)
  }

  @Test("Standard output is written directly and stays open")
  func standardOutput() throws {
    let file = try SheetOutput.standardOutput.opened()
    #expect(file.descriptor == .standardOutput)
    try file.commit()
    #expect(fcntl(FileDescriptor.standardOutput.rawValue, F_GETFD) != -1)
  }

  @Test("The files of a set replace their targets together, or not at all if one fails")
  func together() throws {
    for name in ["a", "b"] { try folder.write(name, "old") }
    func opened(_ name: String) throws -> OutputFile {
      let file = try SheetOutput.file(folder[name]).opened()
      try file.write("new".utf8)
      return file
    }
    var set = OutputSet()
    try set.add(opened("a"))
    try set.add(opened("b"))
    #expect(folder.text("a") == "old" && folder.text("b") == "old")
    try set.commit()
    #expect(folder.text("a") == "new" && folder.text("b") == "new")

    struct Failure: Error {}
    #expect(throws: Failure.self) {
      var set = OutputSet()
      try set.add(opened("a"))
      throw Failure()
    }
    #expect(folder.names == ["a", "b"])
  }

  @Test("If a file cannot be flushed, no file of its set replaces its target")
  func unflushed() throws {
    for name in ["page", "manifest"] { try folder.write(name, "old") }
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    #expect(throws: ContactSheetError.system(folder["manifest"], .invalidArgument)) {
      var set = OutputSet()
      let page = try SheetOutput.file(folder["page"]).opened()
      try set.add(page)
      let manifest = try SheetOutput.file(folder["manifest"]).opened()
      // A pipe can be written and closed, but not flushed.
      #expect(dup2(writeEnd.rawValue, manifest.descriptor.rawValue) >= 0)
      try manifest.write("new".utf8)
      try set.add(manifest)
      try set.commit()
    }
    #expect(folder.text("page") == "old" && folder.text("manifest") == "old")
    #expect(folder.names == ["manifest", "page"])
    try writeEnd.close()
    try readEnd.close()
  }

  @Test("A failed commit throws and leaves no temporary file")
  func failedCommit() throws {
    let output = folder["sheet.png"]
    #expect(throws: ContactSheetError.isFolder(output)) {
      let file = try SheetOutput.file(output).opened()
      try file.write("new".utf8)
      try folder.folder("sheet.png")
      try file.commit()
    }
    #expect(folder.names == ["sheet.png"])
  }

  @Test(
    "Errors name the file and suggest a remedy",
    arguments: [
      (
        ContactSheetError.folderMissing(output: "out/sheet.png", folder: "out"),
        "cannot write 'out/sheet.png': the folder 'out' does not exist; create it first"
      ),
      (
        .notAFolder(output: "a/b", folder: "a"),
        "cannot write 'a/b': 'a' is not a folder; name a file in one"
      ),
      (
        .folderNotWritable(output: "a", folder: ".", .readOnlyFileSystem),
        "cannot write 'a': cannot create a file in the folder '.': Read-only file system"
      ),
      (.isFolder("out"), "cannot write 'out': it is a folder; name a file in it"),
      (.system("a", .noSpace), "cannot write 'a': no space left for it; free some space"),
      (.system("a\n", .permissionDenied), #"cannot write 'a\n': Permission denied"#),
      (
        .partlyReplaced(
          .system("c", .ioError), new: [.file("a\n")], old: [.file("b"), .file("c")]),
        #"cannot write 'c': Input/output error; 'a\n' is new and could not be restored, and 'b' and 'c' "#
          + "are unchanged; try again once all files can be written"
      ),
    ])
  func texts(error: ContactSheetError, expected: String) {
    #expect(error.description == expected)
  }
}

extension Need {
  fileprivate static let seccomp = Need("a system that can filter system calls (seccomp)") {
    RestrictedThread.isAvailable == true
  }
}

/// Runs code on a thread for which the system refuses `fchmod`, even as root.
///
/// It installs a seccomp filter, which Linux allows every thread to do for itself.
private enum RestrictedThread {
  /// Whether the filter can be installed and works.
  ///
  /// Without it, the call fails differently, because its descriptor is invalid.
  static let isAvailable = run { fchmod(-1, 0) == -1 && errno == EPERM }

  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let result = SharedResult<Result>()
    let finished = DispatchSemaphore(value: 0)
    Thread {
      refuseChangesOfPermissions()
      let value = body()
      result.value.withLock { $0 = value }
      finished.signal()
    }.start()
    finished.wait()
    return result.value.withLock(\.self)
  }

  private final class SharedResult<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// A filter instruction: `struct sock_filter` in `linux/filter.h`.
  private struct Instruction {
    var code: UInt16
    var jumpIfTrue: UInt8 = 0
    var jumpIfFalse: UInt8 = 0
    var value: UInt32
  }

  /// A filter: `struct sock_fprog` in `linux/filter.h`.
  private struct Filter {
    var count: UInt16
    var instructions: UnsafePointer<Instruction>
  }

  private static func refuseChangesOfPermissions() {
    #if arch(x86_64)
      let fchmodNumber: UInt32 = 91
    #else
      let fchmodNumber: UInt32 = 52
    #endif
    let instructions = [
      // Load the number of the system call. If it is the number of fchmod, return EPERM; otherwise
      // allow the call.
      Instruction(code: 0x20, value: 0),
      Instruction(code: 0x15, jumpIfFalse: 1, value: fchmodNumber),
      Instruction(code: 0x06, value: 0x0005_0000 | UInt32(EPERM)),
      Instruction(code: 0x06, value: 0x7FFF_0000),
    ]
    // Swift does not import variadic functions.
    typealias Control = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt
    guard let symbol = dlsym(nil, "prctl") else { return }
    let control = unsafeBitCast(symbol, to: Control.self)
    let (noNewPrivileges, setSeccomp, filterMode) = (CInt(38), CInt(22), UInt(2))
    instructions.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress, control(noNewPrivileges, 1, 0, 0, 0) == 0 else {
        return
      }
      var filter = Filter(count: UInt16(buffer.count), instructions: start)
      withUnsafePointer(to: &filter) {
        _ = control(setSeccomp, filterMode, UInt(bitPattern: $0), 0, 0)
      }
    }
  }
}

extension SheetOutput {
  /// Opens the output on its own.
  func opened() throws(ContactSheetError) -> OutputFile {
    let resolved = try ResolvedOutput(self)
    _ = Leftovers.remove(of: [resolved])
    return try OutputSet().opened(resolved)
  }
}

extension OutputFile {
  /// Replaces the target with this file alone.
  consuming func commit() throws(ContactSheetError) {
    var files = OutputSet()
    try files.add(self)
    try files.commit()
  }
}
