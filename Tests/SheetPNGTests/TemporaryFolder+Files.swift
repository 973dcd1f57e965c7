import Foundation
import TestSupport

extension TemporaryFolder {
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and returns its path.
  func file(_ bytes: [UInt8], name: String = "picture.png") throws -> String {
    try write(bytes, to: name)
    return path(name)
  }

  /// The names of those of its files that this process holds open.
  func openFiles() -> [String] {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { descriptor in
      let link = "/proc/self/fd/\(descriptor)"
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
      return target.flatMap { $0.hasPrefix(url.path) ? URL(filePath: $0).lastPathComponent : nil }
    }
  }
}
