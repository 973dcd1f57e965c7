/// The part that the names of all temporary files of a run have in common, different in every run.
struct RunName: Hashable {
  let bytes: [UInt8]

  /// Creates a name that no other run has.
  static func random() -> RunName {
    RunName(bytes: TemporaryName.randomBytes(TemporaryName.runCount))
  }
}

/// The name of a temporary file: `.sheet.png.aB3dE6gH-i9kL.contactsheet-part`, or
/// `….contactsheet-old`.
///
/// It consists of the target's name, the run's name, and four letters or digits to distinguish
/// targets whose long names begin alike. No user would give a file such a name.
struct TemporaryName: Equatable {
  /// What a temporary file contains; its suffix says so.
  enum Kind: CaseIterable {
    /// A new file, perhaps incomplete. It is useless once its run has ended.
    case part
    /// The old file of a target, or the new file during an exchange: see ``Replacement``.
    case old

    fileprivate var suffix: [UInt8] {
      switch self {
      case .part: Array(".contactsheet-part".utf8)
      case .old: Array(".contactsheet-old".utf8)
      }
    }
  }

  /// The target's name, truncated if the complete name would be too long.
  let target: [UInt8]
  let run: RunName
  var kind = Kind.part
  private let tail: [UInt8]

  fileprivate static let runCount = 8
  private static let tailCount = 4
  private static let (dot, hyphen) = (UInt8(ascii: "."), UInt8(ascii: "-"))
  private static let characters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// The longest file name that Linux allows, in bytes (`NAME_MAX`).
  private static let maximumCount = 255

  /// Creates a new name for a target in a run.
  init(for name: some Collection<UInt8>, _ run: RunName) {
    target = Self.target(name)
    self.run = run
    tail = Self.randomBytes(Self.tailCount)
  }

  /// Parses the name of a file; nil if the file is not a temporary one.
  init?(_ bytes: [UInt8]) {
    guard let kind = Kind.allCases.first(where: { bytes.suffix($0.suffix.count) == $0.suffix[...] })
    else { return nil }
    let end = bytes.count - kind.suffix.count
    let tail = end - Self.tailCount
    let run = tail - 1 - Self.runCount
    guard run > 2, bytes[0] == Self.dot, bytes[run - 1] == Self.dot, bytes[tail - 1] == Self.hyphen,
      (bytes[run..<tail - 1] + bytes[tail..<end]).allSatisfy(Self.characters.contains)
    else { return nil }
    target = Array(bytes[1..<run - 1])
    self.run = RunName(bytes: Array(bytes[run..<tail - 1]))
    self.tail = Array(bytes[tail..<end])
    self.kind = kind
  }

  var bytes: [UInt8] {
    [Self.dot] + target + [Self.dot] + run.bytes + [Self.hyphen] + tail + kind.suffix
  }

  /// A target's name as it appears in a temporary file's name.
  static func target(_ name: some Collection<UInt8>) -> [UInt8] {
    // Names of all kinds are truncated in the same way.
    let suffix = Kind.allCases.map(\.suffix.count).max() ?? 0
    return Array(name.prefix(maximumCount - suffix - tailCount - runCount - 3))
  }

  fileprivate static func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in characters[Int.random(in: characters.indices)] }
  }
}
