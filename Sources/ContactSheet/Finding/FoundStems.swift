internal import SheetFiles
internal import SheetModel
internal import SheetPictures
package import SheetPlanning
internal import SystemPackage

extension SheetJob {
  /// The names, without extensions, of the first pictures in the inputs; lists are not read.
  package func stemsOfPictures(atMost count: Int) -> [String] {
    firstPictures(atMost: count).map { PathText($0.path.string).stem }
  }

  /// Whether one of the first pictures has text under a keyword; pictures in lists are not read.
  package func hasText(under keyword: String, inFirst count: Int) -> Bool {
    let key = FactKey("text", keyword)
    let query = FactQuery([key], sidecars: nil)
    return firstPictures(atMost: count).contains { found in
      let picture = try? SheetPicture(
        fileAt: found.path, as: found, metadata, query, FormatTable.standard)
      return picture?.fact(key) != nil
    }
  }

  private func firstPictures(atMost count: Int) -> [FoundImage] {
    let paths = inputs.filter { if case .path = $0 { true } else { false } }
    let found = (try? ImageFinder(search, for: nil).images(in: paths))?.images ?? []
    return Array(found.prefix(count))
  }
}
