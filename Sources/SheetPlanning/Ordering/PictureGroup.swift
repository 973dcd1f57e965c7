internal import SheetFiles
internal import SheetPictures
internal import SheetText
internal import SystemPackage

/// Pictures that have something in common, such as their folder.
package struct PictureGroup: Sendable {
  /// What the group is called; empty on a sheet that is not grouped.
  package let name: String
  /// The pictures, at least one, in their order.
  package fileprivate(set) var pictures: [PictureFacts]
  /// The rows and columns of the pictures where these are known; nil where a layout finds them.
  let matrix: PictureMatrix?

  /// Creates a group.
  package init(name: String = "", pictures: [PictureFacts]) {
    self.init(name: name, pictures: pictures, matrix: nil)
  }

  /// Creates a group whose rows and columns are known.
  init(name: String, pictures: [PictureFacts], matrix: PictureMatrix?) {
    (self.name, self.pictures, self.matrix) = (name, pictures, matrix)
  }
}

extension SheetJob {
  /// Pictures in the order of the sheet, in groups of which none is empty.
  ///
  /// Files are sorted; other sources follow them. Groups are in the order of their first pictures.
  package func groups(of pictures: [PictureFacts]) -> [PictureGroup] {
    let others = pictures.filter { !$0.picture.isFound }
    let files = others.isEmpty ? pictures : pictures.filter { $0.picture.isFound }
    let pictures = order.sorted(files) + others
    guard let key = paging.groupKey else {
      return pictures.isEmpty ? [] : [PictureGroup(name: "", pictures: pictures)]
    }
    var folders = Folders()
    var groups: [PictureGroup] = []
    var positions: [GroupIdentity: Int] = [:]
    for picture in pictures {
      let text: String
      let identity: GroupIdentity
      switch key {
      case .folder:
        text = picture.fact(FactKey("folder"))?.text ?? ""
        identity = folders.identity(of: picture.picture)
      case .facts(let template, let otherwise):
        let found = template.text(from: picture.fact)
        text = found.isEmpty ? otherwise : found
        identity = .text(text)
      }
      if let position = positions[identity] {
        groups[position].pictures.append(picture)
      } else {
        positions[identity] = groups.count
        groups.append(PictureGroup(name: text, pictures: [picture]))
      }
    }
    return groups
  }
}

/// What tells groups apart.
private enum GroupIdentity: Hashable {
  case folder(FileIdentity)
  case missingFolder(FilePath)
  case text(String)
}

/// The folders of pictures: existing ones are the same by device and inode, others by path.
private struct Folders {
  private var known: [FilePath: GroupIdentity] = [:]

  mutating func identity(of picture: SheetPicture) -> GroupIdentity {
    let path = FilePath(picture.source.name).folder
    if let identity = known[path] { return identity }
    let identity =
      FileIdentity(path).map(GroupIdentity.folder) ?? .missingFolder(path)
    known[path] = identity
    return identity
  }
}
