import Foundation
import SystemPackage

/// A folder that is gone with the value that stands for it.
final class TemporaryFolder: Sendable {
  let path: FilePath

  init() {
    var template = Array("/tmp/contact-sheet-test.XXXXXX\0".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder") }
    path = FilePath(platformString: template)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  subscript(name: String) -> FilePath { path.pushing(FilePath(name)) }

  /// Writes a file, and the folders that it is in.
  @discardableResult
  func write(_ name: String, _ contents: String = "picture") throws -> FilePath {
    let path = self[name]
    try makeFolder(path.removingLastComponent())
    try Data(contents.utf8).write(to: URL(fileURLWithPath: path.string))
    return path
  }

  /// Writes a file of these bytes, and the folders that it is in.
  func write(_ name: String, bytes: [UInt8]) throws {
    try makeFolder(self[name].removingLastComponent())
    try Data(bytes).write(to: URL(fileURLWithPath: self[name].string))
  }

  @discardableResult
  func folder(_ name: String) throws -> FilePath {
    try makeFolder(self[name])
    return self[name]
  }

  @discardableResult
  func link(_ name: String, to destination: String) throws -> FilePath {
    try FileManager.default.createSymbolicLink(
      atPath: self[name].string, withDestinationPath: destination)
    return self[name]
  }

  func contents(_ name: String) throws -> String {
    try String(contentsOfFile: self[name].string, encoding: .utf8)
  }

  /// The names of all that is in the folder itself, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path.string).sorted()
  }

  /// Paths in the folder as they are without it.
  func relative(_ paths: some Sequence<FilePath>) -> [String] {
    paths.map { path in
      var path = path
      _ = path.removePrefix(self.path)
      return path.string
    }
  }

  private func makeFolder(_ path: FilePath) throws {
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: true)
  }
}
