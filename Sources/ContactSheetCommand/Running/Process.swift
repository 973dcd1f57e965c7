internal import CProcess
internal import ContactSheet
internal import Glibc
internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SystemPackage

/// Standard input, output and error.
enum StandardDescriptors {
  /// Opens `/dev/null` in place of standard streams that the caller has closed, as with `>&-`.
  ///
  /// Otherwise the next files to be opened would get the numbers of these streams, and messages
  /// would be printed into those files. Reading from and writing to such a stream still fails.
  static func fillClosed() {
    // In this order, because the system assigns the lowest free number.
    for (number, mode) in [(0, .writeOnly), (1, .readOnly), (2, .readOnly)]
      as [(CInt, FileDescriptor.AccessMode)]
    where fcntl(number, F_GETFD) == -1 {
      _ = try? FileDescriptor.open("/dev/null", mode)
    }
  }
}

/// The arguments of the program as bytes, which need not be UTF-8.
enum RawArguments {
  /// The first argument that is not UTF-8.
  static var firstInvalid: [UInt8]? {
    for index in stride(from: 1, to: Int(CommandLine.argc), by: 1) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      if unsafe String(validatingCString: argument) == nil {
        return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      }
    }
    return nil
  }
}

struct Terminal: Sendable {
  let isTerminal: Bool
  /// Whether the terminal can move its cursor.
  let isCapable: Bool
  /// Whether the terminal shows colours and the user allows them: https://no-color.org.
  let showsColor: Bool

  static let standardOutput = Terminal(STDOUT_FILENO)
  static let standardError = Terminal(STDERR_FILENO)

  private init(_ descriptor: CInt) {
    isTerminal = isatty(descriptor) == 1
    isCapable = isTerminal && environmentVariable("TERM") != "dumb"
    showsColor = isCapable && (environmentVariable("NO_COLOR") ?? "").isEmpty
  }
}

/// The number of files that this process can open in addition to those already open.
enum OpenFiles {
  /// The number of files that a run has open at the same time, besides a picture for each worker.
  ///
  /// The files are pages, documents, their folder, a folder of pictures, and a library with files
  /// of its own.
  static let needed = 9

  /// The number of pictures that `workers` can have open at the same time.
  ///
  /// - Throws: ``ContactSheetError`` if not even one picture can be opened.
  static func workers(upTo workers: Int) throws(ContactSheetError) -> Int {
    let free = free(upTo: needed + workers)
    guard free > needed else {
      throw ContactSheetError(
        .systemLimit,
        "cannot make a sheet: only \(free.counted("file")) can be opened, but \(needed + 1) are needed",
        remedy: "raise the limit of \(descriptorLimit()) (ulimit -n)")
    }
    return free - needed
  }

  /// The number of files that can be opened now, up to `count`.
  ///
  /// The only way to find out is to open files.
  private static func free(upTo count: Int) -> Int {
    var opened: [FileDescriptor] = []
    while opened.count < count, let next = try? FileDescriptor.standardError.duplicate() {
      opened.append(next)
    }
    for descriptor in opened { try? descriptor.close() }
    return opened.count
  }
}

/// Standard input, from which a list may come.
enum StandardInput {
  /// Whether standard input is a pipe or a file; false for a terminal and `/dev/null`.
  static var holdsData: Bool {
    guard let status = try? FileDescriptor.standardInput.stat() else { return false }
    return status.type != .characterSpecial
  }
}

/// Standard output, to which requested text goes.
enum StandardOutput {
  /// Writes a string as it is.
  ///
  /// - Throws: ``ContactSheetError``, as for a sheet that goes to standard output.
  static func write(_ text: String) throws(ContactSheetError) {
    let output = FileDescriptor.standardOutput
    cprocess_unsettle()
    do { try output.writeWhole(Array(text.utf8)) } catch {
      throw SheetOutput.standardOutput.error(error)
    }
  }
}
