internal import SheetText
internal import SystemPackage

extension RunSheet {
  /// What the page of a comparison is called, by what is compared: `shots against approved`; nil where
  /// nothing is.
  ///
  /// Folders are what is left of the names of pairs without the path that both have. Where these are
  /// many, as where templates pair names, or none, as where nothing has a counterpart, it is
  /// `Comparison`.
  var comparisonTitle: String? {
    guard plan.comparison != nil else { return nil }
    let files =
      compared?.map(\.pictures).filter { !$0.isRenamed && $0.sides.count == 2 }
      .map { $0.sides.map { FilePath($0.source.name) } }
      ?? plan.pictures.compactMap { picture in
        picture.comparedWith.map { [FilePath($0), FilePath(picture.name)] }
      }
    let folders = files.map(\.withoutCommonEnd)
    let areFolders = folders != files
    var sides: [[String]] = [[], []]
    for (file, folder) in zip(files, folders) where !areFolders || file != folder {
      for (side, path) in folder.enumerated() {
        let name = path.isEmpty ? "." : path.string.oneLine
        if sides[side].count <= Self.mostNames, !sides[side].contains(name) {
          sides[side].append(name)
        }
      }
    }
    guard sides.allSatisfy({ (1...Self.mostNames).contains($0.count) }) else { return "Comparison" }
    return sides.reversed().map { $0.joined(separator: ", ") }.joined(separator: " against ")
  }

  private static var mostNames: Int { 3 }
}

extension [FilePath] {
  /// Two paths without the components that both end with.
  fileprivate var withoutCommonEnd: [FilePath] {
    var paths = self
    while let last = paths[0].lastComponent, paths[1].lastComponent == last {
      paths[0].removeLastComponent()
      paths[1].removeLastComponent()
    }
    return paths
  }
}
