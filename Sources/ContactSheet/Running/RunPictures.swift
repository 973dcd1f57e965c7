internal import SheetFiles
internal import SheetModel
package import SheetPictures
internal import SheetPlans
internal import SystemPackage

extension SheetRun {
  /// The pictures that were left out because their headers could not be read.
  package var leftOut: [UnreadablePicture] { skipped.compactMap(\.unreadable) }

  /// The pictures that are known to be unreadable, or to have an unreadable overlay, beginning with
  /// those that were left out.
  package var unreadable: [UnreadablePicture] {
    leftOut + pictures.compactMap { $0?.knownDamage }
  }

  /// The pictures that could not be read, beginning with those that were left out.
  func unreadable(with found: [Int: UnreadablePicture]) -> [UnreadablePicture] {
    leftOut + found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The pictures of the plan that could not be read, by index.
  ///
  /// These are the pictures whose headers could not be read, and those that turned out to be
  /// unreadable later.
  func unreadableByIndex(with found: [Int: UnreadablePicture]) -> [Int: UnreadablePicture] {
    var all = found
    for (index, picture) in pictures.enumerated() {
      if let known = picture?.knownDamage { all[index] = known }
    }
    return all
  }

  /// The file of a picture; nil if it has none.
  func path(of index: Int) -> FilePath? {
    guard let picture = pictures[index] else { return plan.pictures[index].path }
    return (picture.difference?.after as? any FileSource)?.path ?? picture.path
  }

  /// The file with which a picture is compared; nil if the tile shows only one picture.
  func comparedPath(of index: Int) -> FilePath? {
    (pictures[index]?.difference?.before as? any FileSource)?.path
      ?? plan.pictures[index].counterpart?.source.path.fileAndPage.file
  }

  /// The mask of the parts of a picture that are not compared; nil if there is none.
  func maskPath(of index: Int) -> FilePath? {
    pictures[index]?.difference?.ignored.mask?.path
      ?? plan.pictures[index].counterpart?.maskSource?.path
  }

  /// The files of what is drawn over a picture; empty if nothing is drawn over it.
  private func overlayPaths(of index: Int) -> [FilePath?] {
    pictures[index]?.overlays.map(\.picture.path)
      ?? plan.pictures[index].overlays.map(\.source.path)
  }

  /// The files of the other pictures in a picture's stack; nil for a picture that is not a file.
  func stackedPaths(of index: Int) -> [FilePath?] {
    pictures[index]?.lookalikes?.hidden.map(\.path)
      ?? plan.pictures[index].stackSources.map(\.path)
  }

  /// The files of the given tiles, including the files that are compared with them, drawn over them
  /// or in their stacks.
  func paths(of tiles: some Sequence<PlannedTile>) -> [FilePath] {
    tiles.lazy.map(\.index).flatMap {
      ([path(of: $0), comparedPath(of: $0), maskPath(of: $0)] + overlayPaths(of: $0)
        + stackedPaths(of: $0)).compactMap(\.self)
    }
  }

  /// The file that a picture's tile links to; nil if there is none.
  func linkedPath(of index: Int) -> FilePath? { request.linksPictures ? path(of: index) : nil }

  /// The notes on properties of pictures that had to be ignored, such as a damaged colour profile.
  ///
  /// The pictures are on the sheet nevertheless. Pictures with the same fault share a note.
  var pictureNotes: [Note] {
    struct Fault: Hashable {
      let text: String
      let lacksLibrary: Bool
    }
    var names: [Fault: [FileName]] = [:]
    var faults: [Fault] = []
    for picture in pictures.lazy.compactMap(\.self) {
      guard let header = picture.readableHeader else { continue }
      for text in header.warnings {
        let fault = Fault(text: text, lacksLibrary: header.unusedProfile?.lacksLibrary == true)
        if names[fault] == nil { faults.append(fault) }
        names[fault, default: []].append(picture.name)
      }
    }
    return faults.compactMap { fault in
      guard let names = names[fault], let first = names.first else { return nil }
      let others = Set(names).count - 1
      let more = others > 0 ? " and \(others.counted("other image"))" : ""
      return Note(
        .pictureColor, as: fault.lacksLibrary ? .warning : .note, about: first,
        "\(first.path.quoted)\(more): \(fault.text)", [.count: others + 1])
    }
  }
}
