internal import SheetText

/// Files in folders that are not taken as pictures, counted by what their names say they are.
public struct OtherFiles: Equatable, Sendable {
  /// The number of files of each format that is known by its name.
  private var counts: [String: Int] = [:]
  /// The number of files of other names.
  private var unknown = 0

  /// No files.
  public init() {}

  /// The number of all files.
  public var count: Int { counts.values.reduce(unknown, +) }

  mutating func add(_ format: FileFormat?) {
    if let format { counts[format.name, default: 0] += 1 } else { unknown += 1 }
  }

  mutating func add(_ others: OtherFiles) {
    counts.merge(others.counts, uniquingKeysWith: +)
    unknown += others.unknown
  }

  /// What is counted, most frequent formats first: `12 GIF files, 3 videos, 1 other file`.
  var parts: [String] {
    formats { _ in true }.map { $1.counted($0.unit) }
      + (unknown > 0 ? [unknown.counted("other file")] : [])
  }

  /// The names of the libraries without which files are left out.
  public var missingLibraries: [String] {
    formats { $0.reader != nil }.compactMap { $0.format.reader?.library?.name }
  }

  /// What somebody may miss on a sheet, and what would bring it there; nil where that is nothing:
  /// `left out: 12 JPEG (install …), 2 HEIC, 1 GIF (not read; convert them …), 3 videos`.
  public var leftOut: String? {
    let missing = formats { $0.reader != nil }.map { format, count in
      "\(count) \(format.name)" + (format.reader?.remedy.map { " (\($0))" } ?? "")
    }
    var unread = formats { $0.reader == nil && $0.kind == .picture }.map { "\($1) \($0.name)" }
    if let last = unread.popLast() {
      // What every program writes.
      let read = [FileFormat.png, .jpeg].filter(\.isRead)
      unread.append(
        "\(last) (not read; convert them to \(read.map(\.name).joined(separator: " or ")))")
    }
    let videos = formats { $0.kind == .video }.map { $1.counted($0.unit) }
    let parts = missing + unread + videos
    return parts.isEmpty ? nil : "left out: \(parts.listed())"
  }

  /// The formats of files that are counted, most frequent first.
  private func formats(
    where isMeant: (FileFormat) -> Bool
  ) -> [(format: FileFormat, count: Int)] {
    FormatTable.standard.formats.compactMap { format in
      counts[format.name].flatMap { isMeant(format) ? (format, $0) : nil }
    }.sorted { ($1.count, $0.format.name) < ($0.count, $1.format.name) }
  }
}
