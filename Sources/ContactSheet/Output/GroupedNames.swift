internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

/// The name of a sheet that has one file for each group.
///
/// `{folder}` or `{group}` in the file name stands for the name of the group. Days and months are
/// written as in `2025-07-01` and `2025-07`.
struct GroupedNames {
  private let path: FilePath
  private let name: String
  /// Whether the name asks for folders.
  private let asksForFolder: Bool

  /// Tokens of labels and titles, which people also try in file names.
  private static let textTokens = Set(HeadingTokens.all.map(\.name))
    .subtracting(OutputNames.groupTokens)

  /// Derives the names from an output; nil if its name has no token.
  ///
  /// - Parameters:
  ///   - output: The output with the name.
  ///   - key: The key by which pictures are grouped; nil without groups.
  /// - Throws: ``ContactSheetError/unknownNameToken(_:_:nearest:)`` for a misspelt token, and
  ///   ``ContactSheetError/textTokenInName(_:_:)`` for a token of labels or a fact in the key.
  init?(_ output: SheetOutput, groupedBy key: GroupKey?) throws(ContactSheetError) {
    guard case .file(let path) = output, path.isText, let name = path.lastComponent?.string else {
      return nil
    }
    let words = name.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in part.firstIndex(of: "}").map { String(part[..<$0]) } }
    let facts = key?.facts.map(\.description) ?? []
    for word in words where Self.textTokens.contains(word) || facts.contains(word) {
      throw .textTokenInName(path, word)
    }
    guard words.contains(where: OutputNames.groupTokens.contains) else {
      for word in words {
        if let nearest = OutputNames.groupTokens.nearest(to: word) {
          throw .unknownNameToken(path, word, nearest: nearest)
        }
      }
      return nil
    }
    (self.path, self.name) = (path, name)
    asksForFolder = words.contains("folder")
  }

  /// The outputs of pages, which are numbered from 1 in each group.
  ///
  /// - Throws: ``ContactSheetError/nothingGroups(_:_:)`` if a page shows several groups, or if the
  ///   name asks for folders and the groups are not folders.
  func outputs(
    of pages: [SheetPage], _ groups: PageGroups?, inOneFile: Bool
  ) throws(ContactSheetError) -> [SheetOutput] {
    guard let groups, !asksForFolder || groups.key == .folder else {
      throw .nothingGroups(path, asksForFolder ? "folder" : "group")
    }
    // A page that says only that nothing differs has no group.
    let ofPages = pages.indices.map {
      groups.ofPages.indices.contains($0) ? groups.ofPages[$0] : .none
    }
    var outputs: [SheetOutput] = []
    var taken: Set<String> = []
    for run in pages.indices.runs(where: { ofPages[$0] == ofPages[$1] }) {
      var groupName = ofPages[run.lowerBound].fileName.fileNamePart
      let plain = groupName
      for number in 2... {
        if taken.insert(groupName.lowercased()).inserted { break }
        groupName = "\(plain)-\(number)"
      }
      var name = name
      for token in OutputNames.groupTokens { name = name.replacing("{\(token)}", with: groupName) }
      // A leading dot in a group's name must not hide its sheet, even if a combining accent
      // follows, which forms one character with the dot.
      let dot = UInt8(ascii: ".")
      if name.utf8.first == dot, self.name.utf8.first != dot {
        name = "_" + String(decoding: name.utf8.dropFirst(), as: UTF8.self)
      }
      let output = SheetOutput.file(
        path.removingLastComponent().appending(nameBytes: Array(name.utf8)))
      outputs += output.pages(
        Array(1...run.count), blocks: pages[run].map(\.block), inOneFile: inOneFile)
    }
    return outputs
  }
}

extension String {
  /// The text as part of a file name, at most 180 bytes of it.
  ///
  /// Hyphens replace characters that cannot be in a file name, or have a special meaning there.
  fileprivate var fileNamePart: String {
    var part = ""
    for scalar in unicodeScalars {
      let isFree =
        scalar != "/" && scalar != "%" && scalar.properties.generalCategory != .control
      let next = isFree ? String(scalar) : "-"
      if part.utf8.count + next.utf8.count > 180 { break }
      part += next
    }
    return part.isEmpty || part == "." || part == ".." ? "_" : part
  }
}
