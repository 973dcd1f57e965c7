import Foundation

/// Files that stand for what a person has looked at and found right.
///
/// `UPDATE_GOLDEN=1 swift test` rewrites them; look at them again before they are committed.
enum Golden {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Golden")

  /// The golden file of this name, after it was rewritten with `actual` if that was asked for.
  static func contents(_ name: String, actual: Data) throws -> Data {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try actual.write(to: file)
    }
    return try Data(contentsOf: file)
  }
}

/// The folder of the package.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
