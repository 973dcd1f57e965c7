import SheetPNG
import SystemPackage

extension FilePath {
  /// Whether the file here is a sheet that this library has written.
  ///
  /// Reads what stands ahead of the pixels. A file that cannot be read is not.
  var isOwnSheet: Bool {
    guard let reader = try? PNGReader(at: self),
      let metadata = try? reader.metadata(includingTexts: true)
    else { return false }
    return metadata.texts.contains(PNGWriter.mark)
  }
}
