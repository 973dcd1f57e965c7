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
}
