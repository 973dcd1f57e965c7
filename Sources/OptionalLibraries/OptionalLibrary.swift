#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A shared library that makes sheets better where it is installed.
///
/// It is looked up at run time, so that one binary runs with and without it, and
/// stays loaded until the process ends.
@safe public struct OptionalLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads the first of `fileNames` that the system's loader finds, or fails.
  ///
  /// - Parameter fileNames: Names with the number of the binary interface, as
  ///   `libz.so.1`: one without it may be a newer, different library.
  public init?(_ fileNames: [String]) {
    for name in fileNames {
      if let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        unsafe self.handle = handle
        return
      }
    }
    return nil
  }

  /// The function of that name, or nil where the library lacks it.
  ///
  /// Nothing can check that `type` is the function's own; it is written down from the
  /// library's header.
  @unsafe public func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let symbol = unsafe dlsym(handle, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: type)
  }

  /// The function of that name, of the type that the place of the result has.
  ///
  /// The function may also be one of a library that this one itself depends on. Nothing
  /// can check the type, as with ``function(_:as:)``.
  ///
  /// - Throws: ``MissingFunction`` where neither has such a function.
  @unsafe public func require<Function>(_ name: String) throws(MissingFunction) -> Function {
    guard let function = unsafe function(name, as: Function.self) else {
      throw MissingFunction(name: name)
    }
    return function
  }
}

/// A function that a library lacks, being older than the code that asks for it.
public struct MissingFunction: Error, Equatable, Sendable {
  /// The function's name in C.
  public let name: String
}
