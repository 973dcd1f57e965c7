public import Foundation

/// A folder that is gone with the value that stands for it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes a folder, in another or where temporary folders are.
  ///
  /// Ends the program where that is impossible: no test can go on then.
  public init(in outer: TemporaryFolder? = nil) {
    url = (outer?.url ?? FileManager.default.temporaryDirectory)
      .appending(path: "contact-sheet-test-\(UUID())")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      fatalError("cannot make a temporary folder: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and the folders that it is in.
  public func write(_ bytes: [UInt8], to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// The bytes of a file; nil where there is none.
  public func contents(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: url.appending(path: name))).map { [UInt8]($0) }
  }

  /// The names of all that is in the folder itself, hidden or not.
  public var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [])
  }
}
