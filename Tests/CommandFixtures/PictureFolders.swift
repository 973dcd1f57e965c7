import Foundation
import PNGFixtures
package import TestSupport

/// Folders of small pictures, shared by several suites.
package enum PictureFolders {
  /// Ten pictures in `pics`.
  package static func ten() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...10 {
      try folder.writePicture(
        "pics/\(number).png", width: 30 + number, height: 40, color: [UInt16(20 * number), 90, 60])
    }
    return folder
  }

  /// Six pictures of different heights.
  package static func six() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...6 {
      try folder.writePicture("\(number).png", width: 50, height: 10 * number)
    }
    return folder
  }

  /// The options for two pages of ``six()``.
  package static let planOptions = [
    ".", "--cell", "24", "--per-page", "4", "--filter", "box", "--background", "#123456",
    "--depth", "16", "--dpi", "72", "--compression", "3", "-o", "s.png",
  ]
}

extension TemporaryFolder {
  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appending(path: name))
  }

  /// Sets the modification time of a file to a number of seconds from now.
  package func touch(_ name: String, _ seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: seconds)],
      ofItemAtPath: url.appending(path: name).path)
  }
}
