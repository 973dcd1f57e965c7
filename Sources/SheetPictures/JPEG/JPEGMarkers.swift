/// What a JPEG file says beside its pixels.
struct JPEGMarkers: Sendable {
  /// The Exif data of the first marker that has such; nil where they are damaged.
  private(set) var exif: ExifDirectory?
  /// The XMP of the first marker that has such, where it was asked for.
  private(set) var xmp: [UInt8]?
  /// The comments, in the order of the file, where they were asked for.
  private(set) var comments: [String] = []
  private var hasExif = false
  private var profileParts: [[UInt8]] = []

  /// Adds the data of a marker by its code: Exif data, XMP, a part of a profile, or a comment.
  mutating func add(_ code: UInt8, _ bytes: [UInt8]) {
    switch code {
    case 0xE1:
      switch EmbeddedMetadata(marker: bytes) {
      case .xmp(let packet): xmp = xmp ?? packet
      case .exif(let bytes):
        if !hasExif { exif = ExifDirectory(bytes) }
        hasExif = true
      }
    case 0xE2: profileParts.append(bytes)
    default: comments.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }
  }

  /// Adds what the RAW file of a preview says, which counts more.
  mutating func add(_ raw: FileMetadata) {
    exif = raw.exif ?? exif
    xmp = raw.xmp ?? xmp
  }

  /// The colour profile, put together from its parts, which may come in any order; nil without one.
  ///
  /// Source: ICC.1:2022, B.4: behind the name and a NUL, the number of the part, from 1, and how many
  /// there are.
  ///
  /// - Returns: The profile, or why it cannot be put together.
  var profile: Result<[UInt8], BrokenProfile>? {
    guard let first = profileParts.first else { return nil }
    let head = Self.profileMark.count
    guard first.count > head + 1 else { return .failure(.truncated) }
    let count = Int(first[head + 1])
    var parts: [Int: ArraySlice<UInt8>] = [:]
    for part in profileParts {
      guard part.count > head + 1 else { return .failure(.truncated) }
      let number = Int(part[head])
      guard part[head + 1] == count, number > 0, number <= count, parts[number] == nil else {
        return .failure(.confused)
      }
      parts[number] = part[(head + 2)...]
    }
    var profile: [UInt8] = []
    for number in 1...count {
      guard let part = parts[number] else { return .failure(.missing(number, of: count)) }
      profile += part
    }
    return .success(profile)
  }

  /// All parts of the profile as they are.
  var profileBytes: [UInt8] { profileParts.flatMap(\.self) }

  /// Why the parts of a profile make no whole; a fragment.
  enum BrokenProfile: Error, Equatable, CustomStringConvertible {
    case truncated
    case confused
    case missing(Int, of: Int)

    var description: String {
      switch self {
      case .truncated: "a part of it is cut short"
      case .confused: "the numbers of its parts contradict each other"
      case .missing(let number, let count): "part \(number) of \(count) is missing"
      }
    }
  }

  /// What the first comment says of some keys.
  func values(of keys: Set<TextKey>) -> [TextKey: String] {
    guard !keys.isEmpty, let comment = comments.first else { return [:] }
    var search = TextSearch(keys, in: Self.commentKeyword)
    search.take(comment.utf8)
    return search.values()
  }

  /// What comments are called among the texts of pictures.
  static let commentKeyword = "Comment"

  private static let profileMark = Array("ICC_PROFILE\0".utf8)
}

extension ExifDirectory {
  /// Whether the picture is in Adobe RGB, for which Exif has no colour space of its own: cameras write
  /// 2, or that the space is not calibrated, and name it by the rule of DCF.
  ///
  /// Source: Exif 2.32, 4.6.6, tags 34665, 40961 and 40965; DCF 2.0, option files (`R03`).
  var isAdobeRGB: Bool {
    guard let exif = directory(34665), let space = exif.number(40961) else { return false }
    return space == 2 || space == 0xFFFF && exif.directory(40965)?.text(1) == "R03"
  }
}
