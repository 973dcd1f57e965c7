public import Foundation
internal import Synchronization

/// A folder that is deleted with its last reference.
public final class TemporaryFolder: Sendable {
  /// The location of the folder.
  public let url: URL

  /// Creates a folder inside another, by default the system's folder for temporary files.
  ///
  /// Traps if that fails, because no test could continue.
  public init(in outer: TemporaryFolder? = nil) {
    url = (outer?.url ?? FileManager.default.temporaryDirectory)
      .appending(path: "contact-sheet-test-\(UUID())")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      fatalError("cannot make a temporary folder: \(error)")
    }
  }

  deinit { remove() }

  private func remove() { try? FileManager.default.removeItem(at: url) }

  /// Folders in static properties, which nothing releases.
  private static let shared = Mutex<[TemporaryFolder]>([])

  /// Creates a folder that is deleted when the process ends, for a static property.
  public static func untilExit() -> TemporaryFolder {
    let folder = TemporaryFolder()
    shared.withLock { folders in
      if folders.isEmpty {
        atexit { TemporaryFolder.shared.withLock { $0.forEach { $0.remove() } } }
      }
      folders.append(folder)
    }
    return folder
  }

  /// Writes a file, creating its folders.
  public func write(_ bytes: [UInt8], to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// The bytes of a file; nil if there is none.
  public func contents(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: url.appending(path: name))).map { [UInt8]($0) }
  }

  /// The names of everything directly in the folder, including hidden files.
  public var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [])
  }
}
