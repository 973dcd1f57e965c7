import Foundation

/// Pictures that are kept beside the repository, not in it.
enum Corpora {
  static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../shared/corpora").standardized

  static let arePresent = FileManager.default.fileExists(atPath: folder.path)

  static let absence = "there are no corpora at ../shared/corpora"

  /// The PNG files of a folder, sorted by name.
  static func files(in name: String) -> [URL] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: name), includingPropertiesForKeys: nil)
    return (urls ?? []).filter { $0.pathExtension == "png" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
