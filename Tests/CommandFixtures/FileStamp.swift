package import Foundation
package import TestSupport
import Testing

/// The attributes of a file that change if it is replaced or written to.
package struct FileStamp: Equatable {
  package let inode: Int
  package let modified: Date

  package init(_ name: String, in folder: TemporaryFolder) throws {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url.appending(path: name).path)
    inode = try #require(attributes[.systemFileNumber] as? Int)
    modified = try #require(attributes[.modificationDate] as? Date)
  }
}
