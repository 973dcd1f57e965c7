import Foundation
import PNGFixtures

/// A folder that is gone with the test that made it.
final class TemporaryFolder {
  let url: URL

  /// Creates a folder, in another or where temporary folders are.
  init(in folder: TemporaryFolder? = nil) throws {
    url = (folder?.url ?? FileManager.default.temporaryDirectory)
      .appendingPathComponent("contactsheet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file, with its folders.
  func write(_ bytes: [UInt8], to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Writes a picture of one colour.
  func writePicture(
    _ name: String, width: Int = 32, height: Int = 24, color: [UInt16] = [200, 30, 30]
  ) throws {
    try write(
      PNGFixture.plain(width: width, height: height, color: color).encoded(), to: name)
  }

  /// The bytes of a file; nil where there is none.
  func contents(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: url.appendingPathComponent(name))).map { [UInt8]($0) }
  }

  /// The names of all files in the folder itself, hidden ones too.
  var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [])
  }
}

extension PNGFixture {
  /// An RGB picture of one colour.
  static func plain(width: Int, height: Int, color: [UInt16]) -> PNGFixture {
    PNGFixture(
      width: width, height: height, colorType: color.count == 4 ? .rgba : .rgb,
      samples: Array(repeating: color, count: width * height).flatMap { $0 })
  }
}
