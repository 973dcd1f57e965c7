import Foundation
import SheetFiles
package import SystemPackage
package import TestSupport

extension TemporaryFolder {
  package var path: FilePath { FilePath(url.path) }

  package subscript(name: String) -> FilePath { path.pushing(FilePath(name)) }

  /// Writes a file, along with its folders.
  @discardableResult
  package func write(_ name: String, _ text: String = "picture") throws -> FilePath {
    try write([UInt8](text.utf8), to: name)
    return self[name]
  }

  @discardableResult
  package func folder(_ name: String) throws -> FilePath {
    try FileManager.default.createDirectory(
      atPath: self[name].string, withIntermediateDirectories: true)
    return self[name]
  }

  @discardableResult
  package func link(_ name: String, to destination: String) throws -> FilePath {
    try FileManager.default.createSymbolicLink(
      atPath: self[name].string, withDestinationPath: destination)
    return self[name]
  }

  /// The text of a file; nil if there is none.
  package func text(_ name: String) -> String? {
    contents(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Paths relative to the folder.
  package func relative(_ paths: some Sequence<FilePath>) -> [String] {
    paths.map { path in
      var path = path
      _ = path.removePrefix(self.path)
      return path.string
    }
  }
}

extension FilePath {
  /// The contents of a test file.
  package func contents() throws -> [UInt8] { try contents(atMost: 1 << 30) }
}
