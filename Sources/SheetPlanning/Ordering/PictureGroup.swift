internal import SheetFiles
package import SheetModel
package import SheetPictures
package import SystemPackage

/// Pictures, or pairs of them, that have something in common, such as their folder.
package struct Group<Member: Sendable>: Sendable {
  /// The name of the group; empty on a sheet that is not grouped.
  package let name: String
  /// The members, in order; there is at least one.
  package var members: [Member]
  /// The rows and columns of the members; nil if the layout determines them, or is not a matrix.
  var matrix: PictureMatrix?
  /// The number of members before the limit for groups was applied; nil if it left none out.
  var wholeCount: Int?

  /// Creates a group.
  package init(name: String, members: [Member], matrix: PictureMatrix? = nil) {
    (self.name, self.members, self.matrix) = (name, members, matrix)
  }
}

/// A group of pictures with their facts, for a planner.
package typealias PictureGroup = Group<PictureFacts>

extension Group<PictureFacts> {
  /// Creates a group whose rows and columns, if any, are determined by the layout.
  package init(name: String = "", pictures: [PictureFacts]) {
    self.init(name: name, members: pictures)
  }
}

extension SheetJob {
  /// Pictures in the order of the sheet, in non-empty groups.
  ///
  /// Files are sorted and followed by other sources. If only copies and their originals are shown,
  /// each copy follows its original. Pictures beyond the limit of their group are left out, and
  /// then those that are not in the sample. Groups are in the order of their first
  /// pictures, unless they are sorted by time or the calendar, or by name because the pictures are
  /// shuffled.
  package func groups(of pictures: [PictureFacts]) -> [PictureGroup] {
    var folders = Folders()
    var sorted = order.sortedFilesFirst(pictures)
    if duplicates == .only { sorted = sorted.withCopiesBesideOriginals }
    func path(_ facts: PictureFacts) -> FilePath { FilePath(facts.picture.source.name) }
    guard let groupLimit, paging.groupKey != nil else {
      return grouped(sample.elements(of: sorted), by: \.self, at: path) {
        folders.identity(of: $0.picture)
      }
    }
    // Members are positions in the order of the sheet, because the limit counts in that order.
    var groups = grouped(
      Array(sorted.indices), by: { sorted[$0] }, at: { path(sorted[$0]) },
      folder: { folders.identity(of: sorted[$0].picture) })
    for index in groups.indices where groups[index].members.count > groupLimit {
      groups[index].wholeCount = groups[index].members.count
      groups[index].members = Array(groups[index].members.prefix(groupLimit))
    }
    let kept = Set(sample.elements(of: groups.flatMap(\.members).sorted()))
    return groups.compactMap { group in
      let members = group.members.filter(kept.contains)
      if members.isEmpty { return nil }
      var shown = Group(name: group.name, members: members.map { sorted[$0] })
      shown.wholeCount = group.wholeCount
      return shown
    }
  }

  /// Members in the order of the sheet, in non-empty groups.
  ///
  /// - Parameters:
  ///   - members: The members, such as pairs.
  ///   - facts: Returns the facts of the picture that represents a member.
  ///   - path: Returns the path by which a member is sorted, and which determines its folder.
  /// - Returns: The groups.
  package func groups<Member>(
    of members: [Member], by facts: (Member) -> PictureFacts, at path: (Member) -> FilePath
  ) -> [Group<Member>] {
    grouped(order.sorted(members, by: facts, path: path), by: facts, at: path) {
      .path(path($0).folder)
    }
  }

  /// Groups in the order of their first members; groups by time, and those named like months or
  /// days, are in chronological order unless another order is given.
  ///
  /// A shuffle applies within groups, which stay in the order of their times or names.
  private func grouped<Member>(
    _ members: [Member], by facts: (Member) -> PictureFacts, at path: (Member) -> FilePath,
    folder: (Member) -> GroupIdentity
  ) -> [Group<Member>] {
    guard let key = paging.groupKey else {
      return members.isEmpty ? [] : [Group(name: "", members: members)]
    }
    var groups = grouped(members, by: facts, key, folder: folder)
    if key == .folder { groups = groups.withDistinctNames { path($0).folder } }
    if let time = key.time, order.leavesTimesOpen || order.isShuffled {
      let byPauses = if case .gap = key { true } else { false }
      return groups.map { $0.members.map(facts) }
        .orderOfTimes(time, byPauses: byPauses, isReversed: order.isReversed).map { groups[$0] }
    }
    guard order.leavesTimesOpen || order.isShuffled else { return groups }
    let values: [[SortValue]]
    switch key {
    case .facts(let template, _):
      let ofGroups = groups.map { template.body.values(from: facts($0.members[0]).fact) }
      let calendar = CalendarOrder(of: ofGroups) { $0 }
      guard order.isShuffled || calendar.isOfNames else { return groups }
      values = ofGroups.map(calendar.sortValues)
    case .folder, .gap:
      guard order.isShuffled else { return groups }
      values = groups.map { [SortValue(.natural(FilePath($0.name)))] }
    }
    var order = Array(groups.indices)
    order.sort(by: values) { $0.precedes($1, isReversed: self.order.isReversed) }
    return order.map { groups[$0] }
  }

  /// Groups in the order of their first members.
  private func grouped<Member>(
    _ members: [Member], by facts: (Member) -> PictureFacts, _ key: GroupKey,
    folder: (Member) -> GroupIdentity
  ) -> [Group<Member>] {
    func time(of member: Member) -> Double? { facts(member).fact(.taken)?.instant }
    if case .gap(let gap) = key {
      let numbers = gap.groups(of: members, time: time)
      return members.indices.grouped { numbers[$0] }.map { indices in
        var own = indices.map { members[$0] }
        let times = own.compactMap(time)
        guard let first = times.min(), let last = times.max() else {
          return Group(name: "no date", members: own)
        }
        if order.leavesTimesOpen {
          var places = Array(own.indices)
          places.sort(by: times) { order.isReversed ? $0 > $1 : $0 < $1 }
          own = places.map { own[$0] }
        }
        return Group(name: gap.name(from: first, to: last), members: own)
      }
    }
    func name(of member: Member) -> String {
      switch key {
      case .gap: return ""
      case .folder:
        return facts(member).fact(FactKey("folder"))?.text ?? "no folder"
      case .facts(let template, let otherwise):
        let text = template.text(from: facts(member).fact)
        return text.isEmpty ? otherwise : text
      }
    }
    return members.grouped { key == .folder ? folder($0) : .text(name(of: $0)) }
      .map { Group(name: name(of: $0[0]), members: $0) }
  }
}

extension Array {
  /// Groups of folders, renamed so that different folders have different names.
  ///
  /// Folders below different inputs may have the same name, such as `48` in `places/48` and
  /// `status/48`. Their groups are then named by the part of the path that differs.
  fileprivate func withDistinctNames<Member>(
    folder: (Member) -> FilePath
  ) -> [Group<Member>] where Element == Group<Member> {
    let counts = Dictionary(map { ($0.name, 1) }, uniquingKeysWith: +)
    guard counts.count < count else { return self }
    let working = FilePath.workingFolder
    let folders = map { folder($0.members[0]).absolute(in: working) }
    let distinct = FolderNames(of: folders).names
    var names = zip(self, folders).map { group, folder in
      counts[group.name] == 1 ? group.name : distinct[folder] ?? group.name
    }
    if Set(names).count < count {
      names = zip(self, folders).map { distinct[$1] ?? $0.name }
    }
    return zip(self, names).map { Group(name: $1, members: $0.members, matrix: $0.matrix) }
  }
}

extension Sequence {
  /// Groups elements with the same key, in the order of their first elements.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].append(element)
      } else {
        places[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}

private enum GroupIdentity: Hashable {
  case folder(FileIdentity)
  case path(FilePath)
  case text(String)
}

/// The folders of pictures; existing ones are identified by device and inode, missing ones by path.
///
/// Pictures whose folders are unknown count as being in the same folder.
private struct Folders {
  private var known: [FilePath: GroupIdentity] = [:]

  mutating func identity(of picture: SheetPicture) -> GroupIdentity {
    if picture.lacksFolder { return .text("") }
    let path = FilePath(picture.source.name).folder
    if let identity = known[path] { return identity }
    let identity = FileIdentity(path).map(GroupIdentity.folder) ?? .path(path)
    known[path] = identity
    return identity
  }
}

/// What the pictures of a group have in common.
package enum GroupKey: Equatable, Sendable {
  /// The folder that contains the pictures.
  case folder
  /// The value of a template, with a name for the group of pictures without a value.
  case facts(PictureTemplate, otherwise: String)
  /// The period in which the pictures were taken, between two pauses.
  case gap(GroupGap)

  /// The keys that can be written as a word.
  package static let words = ["folder"] + namedFacts.map(\.word)

  /// The facts that can be written as a word.
  ///
  /// `name` is the template for the name of a group. `ofFile` is the template for file names, if
  /// files would not sort by time otherwise. `otherwise` is the name of the group of pictures
  /// without the fact.
  private static let namedFacts:
    [(word: String, name: String, ofFile: String?, otherwise: String)] = [
      ("day", "{taken:%-d %B %Y}", "{taken:%Y-%m-%d}", "no date"),
      ("month", "{taken:%B %Y}", "{taken:%Y-%m}", "no date"),
      ("year", "{taken:%Y}", nil, "no date"),
      ("camera", "{camera}", nil, "no camera"),
    ]

  // The keys are created on first use, because parsing the templates would take time at the start
  // of each run.
  private static let keys: [(word: String, key: GroupKey)] =
    [("folder", .folder)]
    + namedFacts.map { ($0.word, .facts(template($0.name), otherwise: $0.otherwise)) }

  /// The name of a picture's group in file names; nil if it does not differ from the group's own
  /// name.
  func fileName(_ picture: PictureFacts) -> String? {
    let fact = Self.namedFacts.first { $0.word == "\(self)" }
    let name = fact?.ofFile.map { Self.template($0).text(from: picture.fact) } ?? ""
    return name.isEmpty ? nil : name
  }

  /// Parses a key: one of ``words``, a gap such as `gap:2h`, or else a template.
  ///
  /// The name of a fact stands for its token.
  ///
  /// - Throws: `TemplateError` if the text is not a template.
  package init(parsing text: String) throws(TemplateError) {
    if let own = Self.keys.first(where: { $0.word == text }) {
      self = own.key
    } else if let gap = GroupGap(parsing: text) {
      self = .gap(gap)
    } else {
      let template = try PictureTemplate(text.contains("{") ? text : "{\(text)}", others: .any)
      let names = template.keys.map { "\($0)" }
      self = .facts(template, otherwise: names.isEmpty ? "" : "no \(names[0])")
    }
  }

  private static func template(_ source: String) -> PictureTemplate {
    do { return try PictureTemplate(source) } catch {
      preconditionFailure("\(source): \(error)")
    }
  }
}

extension GroupKey {
  /// The facts in the template, in order; none for folders and periods.
  package var facts: [FactKey] {
    if case .facts(let template, _) = self { template.keys } else { [] }
  }
}

extension GroupKey: CustomStringConvertible {
  /// The word, or the template.
  package var description: String {
    if let word = Self.keys.first(where: { $0.key == self })?.word { return word }
    return switch self {
    case .facts(let template, _): template.source
    case .gap(let gap): gap.source
    case .folder: ""
    }
  }
}
