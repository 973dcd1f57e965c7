internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SystemPackage

extension DocumentMaker {
  /// The files from which the rendered pages were made, as a make rule.
  static let depfile = DocumentMaker(
    isOwn: MakeRule.isRule,
    making: .withPages { (subject) throws(ContactSheetError) in
      let rule = subject.rule
      if let path = rule.unwritableTarget { throw .notInRule(path) }
      return PreparedDocument(notes: rule.notes) { (_, _, output) throws(ContactSheetError) in
        for piece in rule.pieces { try output(piece) }
      }
    })
}

extension DocumentSubject {
  /// The make rule for the files of the rendered pages.
  ///
  /// Pipes, devices and files that the run itself writes are left out. So are the folders that the
  /// run writes to, since they change with every run.
  fileprivate var rule: MakeRule {
    let places = run.outputs.places
    let outputFolders = Set(
      places.compactMap { if case .file(let place) = $0 { place.folder } else { nil } })
    let others = run.origins.filter { path in
      guard !path.starts(with: "/dev"), let status = try? path.stat() else { return false }
      switch status.type {
      case .directory: return !outputFolders.contains(FileIdentity(status))
      case .regular:
        let folder = FileIdentity(path.folder)
        return folder.map {
          !places.contains(.file(FilePlace(folder: $0, name: Array(path.nameBytes))))
        } ?? true
      default: return false
      }
    }
    let shown = run.paths(of: run.renderedPages.lazy.flatMap(\.page.tiles))
    var known: Set<FilePath> = []
    return MakeRule(
      targets: run.outputs.files.compactMap(\.output.names?.path),
      prerequisites: (shown + run.skipped.compactMap(\.path) + others).filter {
        known.insert($0).inserted
      })
  }
}

/// A rule in make syntax, as written by compilers: targets and prerequisites.
///
/// It is followed by an empty rule for each prerequisite, so that make does not stop if a
/// prerequisite has been deleted. Names are written so that GNU Make 4.3 and Ninja 1.11 read them
/// the same way. The file has no comments, because Ninja would treat the words of a comment as
/// targets, and CMake 3.25 ignores all rules in a file that has comments.
struct MakeRule {
  /// The separator between targets and prerequisites, which identifies our files.
  ///
  /// Compilers write one space after the colon, and we write two.
  private static let separator = Array(":  ".utf8)
  /// The comment by which a rule was recognised before the separator served that purpose.
  private static let oldMark = Array("#*><*#\n".utf8)

  let targets: [FilePath]
  /// The prerequisites, except for names that cannot be written in a rule.
  ///
  /// Names with an equals sign come last.
  let prerequisites: [FilePath]
  /// The prerequisites that are left out because make or Ninja cannot read their names.
  private let unwritable: [FilePath]

  init(targets: [FilePath], prerequisites: [FilePath]) {
    self.targets = targets
    // Ninja reads a caret as the end of a name, and would remake the sheet every time.
    func isLeftOut(_ path: FilePath) -> Bool { Self.isUnwritable(path) || path.has("^") }
    unwritable = prerequisites.filter(isLeftOut)
    let prerequisites = prerequisites.filter { !isLeftOut($0) }
    // Make reads a list whose first name has an equals sign as a variable assignment.
    self.prerequisites =
      prerequisites.filter { !$0.has("=") } + prerequisites.filter { $0.has("=") }
  }

  /// The first target whose name cannot be written in a rule.
  var unwritableTarget: FilePath? {
    targets.first { Self.isUnwritable($0) || $0.bytes.first == UInt8(ascii: "=") }
  }

  /// The file with the rule, piece by piece.
  var pieces: AnySequence<ArraySlice<UInt8>> {
    let names = targets.map { Self.escaped($0, isTarget: true) }.joined(separator: " ".utf8)
    var head = names + Self.separator
    var list = prerequisites[...]
    if let first = list.popFirst() {
      // If all names have an equals sign, a reference to a variable comes first. The variable has
      // no value, and its name is a space.
      head += (first.has("=") ? "\\\n  $  " : "\\\n  ").utf8 + Self.escaped(first)
    }
    let lines = list.lazy.map { (" \\\n  ".utf8 + Self.escaped($0))[...] }
    let end = CollectionOfOne(Array("\n".utf8)[...])
    let emptyRules = prerequisites.lazy.map { Self.emptyRule(for: $0)[...] }
    let beginning = CollectionOfOne(head[...])
    return AnySequence(
      [AnySequence(beginning), AnySequence(lines), AnySequence(end), AnySequence(emptyRules)]
        .joined())
  }

  /// Whether the file at `path` contains one of our rules and nothing else.
  ///
  /// Any text may have two spaces after a colon at the end of a line, so all lines must look like
  /// those of ``pieces``.
  static func isRule(_ path: FilePath) -> Bool {
    if path.begins(with: oldMark) { return true }
    var part = RulePart.targets
    var line: [UInt8] = []
    try? path.reading { file in
      try file.forEachChunk { chunk in
        for piece in chunk.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          .enumerated()
        {
          if piece.offset > 0 {
            part = part.next(after: line)
            line.removeAll(keepingCapacity: true)
          }
          line += piece.element
        }
        return part != .foreign && line.count < longestLine
      }
    }
    return line.isEmpty && (part == .end || part == .emptyRules)
  }

  /// The part of a rule file that the next line belongs to.
  private enum RulePart {
    case targets, prerequisites, emptyRules, end, foreign

    func next(after line: [UInt8]) -> RulePart {
      if line.contains(0) { return .foreign }
      switch self {
      case .targets:
        let colon = line.indices.first {
          line[$0] == UInt8(ascii: ":") && ($0 == 0 || line[$0 - 1] != backslash)
        }
        guard let colon else { return .foreign }
        let rest = line[colon...]
        return rest.elementsEqual(separator)
          ? .end : rest.elementsEqual(separator + [backslash]) ? .prerequisites : .foreign
      case .prerequisites:
        guard line.starts(with: "  ".utf8) else { return .foreign }
        return line.suffix(2).elementsEqual(" \\".utf8) ? .prerequisites : .emptyRules
      case .emptyRules:
        return line.last == UInt8(ascii: ":") || line.elementsEqual("\t".utf8)
          ? .emptyRules : .foreign
      case .end, .foreign: return .foreign
      }
    }
  }

  /// The maximum length of a line, enough for the names of a million pages.
  private static let longestLine = 1 << 26

  /// A rule without prerequisites.
  ///
  /// A name with a percent sign is a pattern, whose rule needs a recipe, if only an empty one; the
  /// rule then applies to exactly that name. The recipe is a line that contains only a tab, since
  /// CMake treats a semicolon as a prerequisite. A name with an equals sign gets no rule, as make
  /// would assign a variable.
  private static func emptyRule(for path: FilePath) -> [UInt8] {
    path.has("=") ? [] : escaped(path) + (path.has("%") ? ":\n\t\n" : ":\n").utf8
  }

  /// A path as make and Ninja read it.
  ///
  /// Backslashes stand for themselves, but are doubled right before a blank. In a target, a percent
  /// sign is escaped, because it would make the name a pattern.
  static func escaped(_ path: FilePath, isTarget: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    var backslashes = 0
    for byte in path.bytes {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        result += repeatElement(backslash, count: backslashes + 1)
      case UInt8(ascii: "#"), UInt8(ascii: ":"): result.append(backslash)
      case UInt8(ascii: "%") where isTarget: result.append(backslash)
      case UInt8(ascii: "$"): result.append(byte)
      default: break
      }
      result.append(byte)
      backslashes = byte == backslash ? backslashes + 1 : 0
    }
    return result
  }

  private static let backslash = UInt8(ascii: "\\")
}

extension MakeRule {
  /// The notes about names that make or Ninja misread.
  var notes: [Note] {
    let misread =
      targets.filter { $0.has("=%") || Self.isMisread($0) } + prerequisites.filter(Self.isMisread)
    let undeletable = prerequisites.filter { $0.has("=") && !Self.isMisread($0) }
    return [
      Self.note(unwritable, remedy: "rename it") {
        "make or ninja cannot read the name of \($0) in a depfile, so the file is left out, and "
          + "changing it does not rebuild the sheet"
      },
      Self.note(misread, remedy: "rename it") {
        "make or ninja misreads the name of \($0) in a depfile, and rebuilds the sheet too often or "
          + "not at all"
      },
      Self.note(undeletable, remedy: nil) {
        "make stops if \($0) is deleted, because no rule can name a file with '=' in its name"
      },
    ].compactMap(\.self)
  }

  /// Whether make or Ninja stops at a name, however it is escaped; tested with every character.
  private static func isUnwritable(_ path: FilePath) -> Bool {
    let bytes = path.bytes
    if path.has("\n;|") { return true }
    if let last = bytes.last, " \t\u{B}\u{C}\r:&\\".utf8.contains(last) { return true }
    return zip(bytes, bytes.dropFirst()).contains { $0 == backslash && "#:=".utf8.contains($1) }
  }

  /// Whether make or Ninja reads a different name; tested with every character.
  private static func isMisread(_ path: FilePath) -> Bool {
    let bytes = path.bytes
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) || path.has("\"'&*<>?^`") {
      return true
    }
    if bytes.last == UInt8(ascii: ")") { return true }
    return zip(bytes, bytes.dropFirst()).contains { $0 == backslash && "%$".utf8.contains($1) }
  }

  private static func note(
    _ paths: [FilePath], remedy: Remedy?, _ text: (String) -> String
  ) -> Note? {
    paths.first.map {
      Note(
        .dependencies, about: .path($0), text($0.quoted(ofCount: paths.count)), remedy: remedy)
    }
  }
}

extension FilePath {
  /// Whether the path contains any of these ASCII characters.
  fileprivate func has(_ characters: String) -> Bool {
    bytes.contains { characters.utf8.contains($0) }
  }
}
