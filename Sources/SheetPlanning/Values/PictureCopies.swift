package import SheetModel
package import SheetPictures

/// How many times pictures are shown.
package enum PictureCopies {
  /// The valid numbers for a picture; pictures that are shown 0 times are left out.
  package static let range = 0...1000
  /// How messages describe a valid number.
  fileprivate static let form = "a whole number from 0 to 1000"
  /// The maximum number of pictures on a sheet with copies.
  ///
  /// A project's file may ask for copies, and each of them takes memory.
  static let mostTiles = 100_000

  /// Parses a number, which may have zeros after a decimal point as in `3.0`; nil if it is malformed
  /// or out of range.
  package static func number(_ text: String) -> Int? {
    wholeNumber(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Parses a number of any size; nil if it is malformed.
  fileprivate static func wholeNumber(_ text: String) -> Int? {
    Double(decimal: text).flatMap { Int(exactly: max(-1e9, min(1e9, $0))) }
  }
}

extension RuleForm<Int> {
  /// How many times each picture is shown; the last match is used.
  package static let copies = RuleForm(
    values: PictureCopies.form, examples: ["2", "anna*=4", "{rating} >= 5=3"],
    effect: "sets the number of copies", mayStandAlone: { _ in true }, isUsuallyAlone: true,
    alternative: "a 'copies' column in a table gives each image its own number",
    read: { text in
      if text.isEmpty { throw RuleError.missing(PictureCopies.form) }
      guard let number = PictureCopies.wholeNumber(text) else { return nil }
      guard PictureCopies.range.contains(number) else {
        throw RuleError.range(text, PictureCopies.form)
      }
      return number
    })
}

extension JobRules {
  /// Groups in which each picture occurs as often as its rule or its row in the table says, one
  /// copy right after the other.
  ///
  /// If all pictures of a group are shown 0 times, the group is empty. In a matrix, and in pairs,
  /// each picture is shown once.
  ///
  /// - Throws: ``ContactSheetError`` if there would be too many pictures, or none, or if a numeric
  ///   fact is compared with text.
  package func copied(_ groups: [PictureGroup]) throws(ContactSheetError) -> [PictureGroup] {
    guard makesCopies else { return groups }
    let counts = try groups.map { (group) throws(ContactSheetError) in
      try copies.checkNumbers(of: group.members)
      return group.members.map(number)
    }
    let all = counts.joined()
    if all.allSatisfy({ $0 == 1 }) { return groups }
    let total = all.reduce(0, +)
    guard total <= PictureCopies.mostTiles || all.allSatisfy({ $0 <= 1 }) else {
      throw ContactSheetError(
        .invalidValue,
        "cannot show images several times: there would be more than \(PictureCopies.mostTiles) tiles",
        remedy: "choose smaller numbers of copies")
    }
    var groups = groups
    for index in groups.indices {
      var members: [PictureFacts] = []
      for (picture, count) in zip(groups[index].members, counts[index]) {
        if count > 0 { members.append(picture) }
        if count > 1 { members += repeatElement(picture.copy, count: count - 1) }
      }
      groups[index].members = members
    }
    guard total > 0 else {
      throw ContactSheetError(
        .noPictures, "cannot make a sheet: each image is to be shown 0 times",
        remedy: "give some images a number of at least 1 with \(.copies) or in a table")
    }
    return groups
  }

  /// The pictures that are shown 0 times.
  package func leftOut(of groups: [PictureGroup]) -> [SheetPicture] {
    guard makesCopies else { return [] }
    var found: [SheetPicture] = []
    for group in groups {
      for picture in group.members where number(of: picture) == 0 { found.append(picture.picture) }
    }
    return found
  }

  private func number(of picture: PictureFacts) -> Int {
    copies.value(of: picture) ?? picture.row?.copies ?? 1
  }
}
