package import Foundation
import PNGFixtures
package import TestSupport

extension TemporaryFolder {
  /// Writes a picture of one colour.
  package func writePicture(
    _ name: String, width: Int = 32, height: Int = 24, color: [UInt16] = [200, 30, 30]
  ) throws {
    try write(
      PNGFixture.plain(width: width, height: height, color: color).encoded(), to: name)
  }
}

/// Golden files, which a person has seen and approved.
///
/// `UPDATE_GOLDEN=1 swift test` rewrites them; look at them again before committing them.
package enum Golden {
  private static let folder = Repository.root
    .appendingPathComponent("Tests/ContactSheetCommandTests/Golden")

  /// The golden file of this name, first rewritten with `actual` if that was requested.
  package static func contents(_ name: String, actual: Data) throws -> Data {
    let file = folder.appendingPathComponent(name)
    if isUpdating { try actual.write(to: file) }
    return try Data(contentsOf: file)
  }

  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  /// Whether a golden picture has the same pixels as another.
  ///
  /// A golden picture with other pixels is rewritten if that was requested. One with the same
  /// pixels is left alone, even if its bytes differ, as with a better encoder.
  package static func shows(_ actual: [UInt8], in file: URL) throws -> Bool {
    let sheet = try DecodedSheet(actual)
    if let golden = try? Data(contentsOf: file), try DecodedSheet([UInt8](golden)) == sheet {
      return true
    }
    if isUpdating { try Data(actual).write(to: file) }
    return isUpdating
  }

  /// Whether the golden picture of this name has the same pixels as another.
  package static func shows(_ actual: [UInt8], in name: String) throws -> Bool {
    try shows(actual, in: folder.appendingPathComponent(name))
  }
}
