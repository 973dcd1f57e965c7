package import SheetModel

/// How many times pictures are shown.
package enum PictureCopies {
  /// The valid numbers for a picture.
  package static let range = 1...1000
  /// The maximum number of pictures on a sheet with copies.
  ///
  /// A project's file may ask for copies, and each of them takes memory.
  static let mostTiles = 100_000

  /// Parses a number; nil if it is malformed or out of range.
  package static func number(_ text: String) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}

extension RuleForm<Int> {
  /// How many times pictures are shown; the last number for a picture is used.
  package static let copies = RuleForm(
    values: "a number from 1 to 1000", examples: ["2", "anna*=4", "{rating} >= 5=3"],
    effect: "sets the number of copies", mayStandAlone: { _ in true }, isUsuallyAlone: true,
    read: PictureCopies.number)
}

extension JobRules {
  /// Groups in which each picture occurs as often as its rule or its row in the table says, one
  /// copy right after the other.
  ///
  /// In a matrix, and in pairs, each picture has one place.
  ///
  /// - Throws: ``ContactSheetError`` if there would be too many pictures, or if a numeric fact is
  ///   compared with text.
  package func copied(_ groups: [PictureGroup]) throws(ContactSheetError) -> [PictureGroup] {
    guard makesCopies else { return groups }
    var counts: [[Int]] = []
    var (total, areSingle) = (0, true)
    for group in groups {
      try copies.checkNumbers(of: group.members)
      var own: [Int] = []
      own.reserveCapacity(group.members.count)
      for picture in group.members {
        let count = copies.value(of: picture) ?? picture.row?.copies ?? 1
        total += count
        if count > 1 { areSingle = false }
        own.append(count)
      }
      counts.append(own)
    }
    if areSingle { return groups }
    guard total <= PictureCopies.mostTiles else {
      throw ContactSheetError(
        .invalidValue,
        "cannot show images several times: there would be more than \(PictureCopies.mostTiles) tiles",
        remedy: "choose smaller numbers of copies")
    }
    var groups = groups
    for index in groups.indices {
      var members: [PictureFacts] = []
      for (picture, count) in zip(groups[index].members, counts[index]) {
        members.append(picture)
        if count > 1 { members += repeatElement(picture.copy, count: count - 1) }
      }
      groups[index].members = members
    }
    return groups
  }
}
