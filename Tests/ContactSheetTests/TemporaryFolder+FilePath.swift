import Foundation
import SystemPackage
import TestSupport

@testable import ContactSheet

extension TemporaryFolder {
  var path: FilePath { FilePath(url.path) }

  subscript(name: String) -> FilePath { path.pushing(FilePath(name)) }

  /// Writes a file, and the folders that it is in.
  @discardableResult
  func write(_ name: String, _ text: String = "picture") throws -> FilePath {
    try write([UInt8](text.utf8), to: name)
    return self[name]
  }

  @discardableResult
  func folder(_ name: String) throws -> FilePath {
    try FileManager.default.createDirectory(
      atPath: self[name].string, withIntermediateDirectories: true)
    return self[name]
  }

  @discardableResult
  func link(_ name: String, to destination: String) throws -> FilePath {
    try FileManager.default.createSymbolicLink(
      atPath: self[name].string, withDestinationPath: destination)
    return self[name]
  }

  /// The text of a file; nil where there is none.
  func text(_ name: String) -> String? {
    contents(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Paths in the folder as they are without it.
  func relative(_ paths: some Sequence<FilePath>) -> [String] {
    paths.map { path in
      var path = path
      _ = path.removePrefix(self.path)
      return path.string
    }
  }
}

extension FilePath {
  /// The contents of a file of a test.
  func contents() throws -> [UInt8] { try contents(atMost: 1 << 30) }
}
