import Glibc

/// A shared library that makes sheets better or faster if it is installed.
///
/// It is looked up at run time, so one binary runs with and without it. It stays loaded until the
/// process ends.
@safe package struct OptionalLibrary {
  /// The library as `dlsym` takes it.
  package let handle: UnsafeMutableRawPointer

  /// Loads a library; nil if the system's loader does not find it.
  ///
  /// - Parameter fileName: The name with the version of the binary interface, such as `libz.so.1`.
  ///   Without the version, a newer, incompatible library may be found.
  package init?(_ fileName: String) {
    guard !Self.isPipe(fileName), let handle = unsafe dlopen(fileName, RTLD_NOW | RTLD_LOCAL)
    else { return nil }
    unsafe self.handle = handle
  }

  /// Whether a library that cannot be loaded is installed, but does not fit into memory.
  package static func lacksMemory(_ fileName: String) -> Bool {
    guard OptionalLibrary(fileName) == nil, let reason = unsafe dlerror() else { return false }
    let text = unsafe String(cString: reason)
    // Wording of glibc's loader, which it translates for programs that set a locale.
    return ["failed to map segment", "annot allocate memory", "cannot map zero-fill pages"]
      .contains { text.contains($0) }
  }

  /// Whether the loader would find a pipe, a device or a folder first, and wait for the pipe.
  private static func isPipe(_ fileName: String) -> Bool {
    let folders = unsafe getenv("LD_LIBRARY_PATH").map { unsafe String(cString: $0) } ?? ""
    for folder in folders.split(whereSeparator: { ":;".contains($0) }) {
      var status = stat()
      guard unsafe stat("\(folder)/\(fileName)", &status) == 0 else { continue }
      return status.st_mode & S_IFMT != S_IFREG
    }
    return false
  }

  /// The function of a name, of the type that the context expects.
  ///
  /// It may belong to another library that this one depends on. The type cannot be checked; it has
  /// to match the declaration in the library's header.
  ///
  /// - Throws: ``MissingFunction`` if the library has no function of this name.
  @unsafe package func require<Function>(_ name: String) throws(MissingFunction) -> Function {
    guard let symbol = unsafe dlsym(handle, name) else { throw MissingFunction(name: name) }
    return unsafe unsafeBitCast(symbol, to: Function.self)
  }

  /// The folders of libraries in Linux distributions: by processor in Debian, by word size
  /// elsewhere.
  private static let standardFolders = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
  ]

  /// Whether a library is a file in one of the standard folders.
  ///
  /// Nothing is loaded: loading a large library takes longer than running a small program. Even if
  /// the result is false, the loader may find the library elsewhere.
  package static func isInStandardFolder(_ fileName: String) -> Bool {
    standardFolders.contains { folder in
      var status = stat()
      return unsafe stat("\(folder)/\(fileName)", &status) == 0
        && status.st_mode & S_IFMT == S_IFREG
    }
  }
}

/// A library lacks a function, because it is older than the code that needs it.
package struct MissingFunction: Error, Equatable, Sendable {
  /// The function's name in C.
  package let name: String
}

/// Memory and threads left for a library that ends the program if it gets none.
package enum FreeMemory {
  /// Whether this many bytes of address space, and this many threads at once, are available now.
  package static func has(bytes: Int, threads: Int) -> Bool {
    // Code that reads this number later would mistake its own fault for a lack of memory.
    let before = errno
    defer { errno = before }
    let room = unsafe mmap(
      nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard unsafe room != MAP_FAILED else { return false }
    unsafe munmap(room, bytes)
    return hasThreads(threads)
  }

  /// Whether this many threads can be started, each by the previous one, which waits for it.
  private static func hasThreads(_ count: Int) -> Bool {
    guard count > 0 else { return true }
    var thread = pthread_t()
    // A thread's argument and result are pointers; these are numbers.
    let started = unsafe pthread_create(
      &thread, nil,
      { rest in
        let hasRest = FreeMemory.hasThreads(Int(bitPattern: rest))
        return unsafe UnsafeMutableRawPointer(bitPattern: hasRest ? 1 : 0)
      }, UnsafeMutableRawPointer(bitPattern: count - 1))
    guard started == 0 else { return false }
    var result: UnsafeMutableRawPointer?
    unsafe pthread_join(thread, &result)
    return unsafe result != nil
  }
}
