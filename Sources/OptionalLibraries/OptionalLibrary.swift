import Glibc

/// A shared library that makes sheets better or faster where it is installed.
///
/// It is looked up at run time, so that one binary runs with and without it, and stays loaded
/// until the process ends.
@safe public struct OptionalLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads a library, or returns nil where the system's loader does not find it.
  ///
  /// - Parameter fileName: The name with the version of the binary interface, such as
  ///   `libz.so.1`: without it, a newer, incompatible library may be found.
  public init?(_ fileName: String) {
    guard let handle = unsafe dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { return nil }
    unsafe self.handle = handle
  }

  /// The function of a name, of the type that the context expects.
  ///
  /// It may belong to another library that this one depends on. The type cannot be checked; it
  /// has to match the declaration in the library's header.
  ///
  /// - Throws: ``MissingFunction`` where there is no such function.
  @unsafe public func require<Function>(_ name: String) throws(MissingFunction) -> Function {
    guard let symbol = unsafe dlsym(handle, name) else { throw MissingFunction(name: name) }
    return unsafe unsafeBitCast(symbol, to: Function.self)
  }

  /// The functions of a library, in a structure of C that stays where it is for as long as the process
  /// lives.
  ///
  /// - Parameters:
  ///   - fileName: The library, as for ``init(_:)``.
  ///   - find: Fills the structure by a handle of `dlopen`; false where the library lacks a function, or
  ///     its own structures are not laid out as those that the code was compiled with.
  /// - Returns: Nil where there is no such library, or its functions are not found.
  @unsafe public static func functions<Functions: BitwiseCopyable>(
    of fileName: String,
    foundBy find: (UnsafeMutableRawPointer, UnsafeMutablePointer<Functions>) -> Bool
  ) -> UnsafePointer<Functions>? {
    guard let library = OptionalLibrary(fileName) else { return nil }
    let functions = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
    if unsafe find(library.handle, functions) { return unsafe UnsafePointer(functions) }
    unsafe functions.deallocate()
    return nil
  }

  /// Where Linux distributions put libraries: Debian by processor, others by width.
  private static let standardFolders = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
  ]

  /// Whether a library is a file in one of the standard folders.
  ///
  /// Nothing is loaded: loading a large library takes longer than running a small program. Even
  /// where the result is false, the loader may find the library elsewhere.
  public static func isInStandardFolder(_ fileName: String) -> Bool {
    standardFolders.contains { folder in
      var status = stat()
      return unsafe stat("\(folder)/\(fileName)", &status) == 0
        && status.st_mode & S_IFMT == S_IFREG
    }
  }
}

/// A library lacks a function, because it is older than the code that needs it.
public struct MissingFunction: Error, Equatable, Sendable {
  /// The function's name in C.
  public let name: String
}
