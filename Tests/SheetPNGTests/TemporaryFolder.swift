import Foundation

/// A folder that goes when the test is over.
struct TemporaryFolder: ~Copyable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "SheetPNGTests-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// The names of those of its files that this process holds open.
  func openFiles() -> [String] {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { descriptor in
      let link = "/proc/self/fd/\(descriptor)"
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
      return target.flatMap { $0.hasPrefix(url.path) ? URL(filePath: $0).lastPathComponent : nil }
    }
  }

  /// Writes a file and returns its path.
  func file(_ bytes: [UInt8], name: String = "picture.png") throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }
}
