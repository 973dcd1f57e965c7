import SheetPictures
package import TestSupport

extension TemporaryFolder {
  /// The reason why a file with the given name and Latin-1 contents cannot be read.
  package static func reason(_ latin1: String, as name: String = "a.png") throws -> String? {
    let folder = TemporaryFolder()
    try folder.write(latin1.unicodeScalars.map { UInt8($0.value) }, to: name)
    return try SheetPicture(fileAt: folder[name], MetadataUse(), .none, .standard).unreadable?
      .reason
  }
}
