import SheetFacts
import SheetPictures
import SheetPlanning
import SystemPackage

extension [FoundImage] {
  /// The pictures of folders, in which a RAW file and a JPEG of one stem are one picture.
  ///
  /// They must be in one folder. The picture is the JPEG, which refers to the RAW file.
  ///
  /// Stems are equal regardless of case. Of several JPEGs of a stem, the first by name takes the
  /// RAW files. It refers to the first of them.
  func withRawsInPlace(_ formats: FormatTable) -> [FoundImage] {
    func names(_ format: FileFormat) -> [Int] {
      indices.filter { formats.named(self[$0].path.nameBytes)?.name == format.name }
        .sorted { self[$0].path.string < self[$1].path.string }
    }
    let raws = names(.raw)
    guard !raws.isEmpty else { return self }
    let photographs = Dictionary(names(.jpeg).map { (self[$0].stemKey, $0) }) { first, _ in first }
    var images = self
    var joined: Set<Int> = []
    for raw in raws {
      guard let photograph = photographs[self[raw].stemKey] else { continue }
      joined.insert(raw)
      if images[photograph].raw == nil { images[photograph].raw = self[raw] }
    }
    return images.indices.filter { !joined.contains($0) }.map { images[$0] }
  }
}

extension FoundImage {
  /// The path without its extension, with the stem in lower case.
  fileprivate var stemKey: String {
    path.removingLastComponent().string + "/" + PathText(path.string).stem.lowercased()
  }
}
