public import Foundation

/// The folder of the package.
public enum Repository {
  /// The location of the folder.
  public static let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
}

/// Pictures that are stored beside the repository, not in it.
public enum Corpora {
  /// The location of all of them.
  public static let folder = Repository.root.appending(path: "../shared/corpora").standardized

  /// The PNG files of a folder, sorted by name.
  public static func files(in name: String) -> [URL] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: name), includingPropertiesForKeys: nil)
    return (urls ?? []).filter { $0.pathExtension == "png" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}

extension Need {
  /// A folder of pictures that are stored beside the repository.
  public static func corpus(_ name: String) -> Need {
    Need("../shared/corpora/\(name)") {
      FileManager.default.fileExists(atPath: Corpora.folder.appending(path: name).path)
    }
  }
}
