import Glibc

/// A library installed on this machine, whose functions tests call besides the code under test.
package struct InstalledLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads a library until the process ends; nil if it is not installed.
  package init?(_ fileName: String) {
    guard let handle = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// The function with a given name, whose type has to match the library's header.
  package func require<Function>(_ name: String) throws -> Function {
    guard let symbol = dlsym(handle, name) else { throw MissingFunction(name: name) }
    return unsafeBitCast(symbol, to: Function.self)
  }

  private struct MissingFunction: Error {
    let name: String
  }
}
