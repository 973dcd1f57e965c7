internal import SheetImaging
internal import SheetModel

/// IPTC texts by dataset number, as written by agencies and older programs.
///
/// Nothing is parsed in advance: datasets are looked up when requested. A dataset with a wrong
/// length ends the record, and datasets before it are used.
///
/// Source: IPTC-NAA, "Information Interchange Model" 4.2, 1.5, 5 (1:90) and 6 (record 2).
struct IPTCRecord: Equatable, Sendable {
  /// The numbers of datasets in record 2.
  enum Dataset: Int, CaseIterable {
    case title = 5
    case keywords = 25
    case dateCreated = 55
    case timeCreated = 60
    case dateDigitized = 62
    case timeDigitized = 63
    case creator = 80
    case city = 90
    case location = 92
    case country = 101
    case copyright = 116
    case description = 120
  }

  /// The datasets from each place in the file, in sequence.
  private let places: [ByteView]

  /// Creates a record from the bytes of a file.
  ///
  /// - Parameter bytes: Datasets, or the Photoshop image resources that contain them.
  init(_ bytes: [UInt8]) { self.init([bytes]) }

  /// Creates a record from the bytes of several places in a file, in the order in which they are
  /// searched.
  init(_ places: [[UInt8]]) {
    self.places = places.map { ByteView((PhotoshopResources($0)?.iptc ?? $0).inIPTCOrder) }
  }

  /// The texts of a dataset in order, without surrounding space; empty texts are left out.
  ///
  /// The texts come from the first place that has any. If no encoding is specified, they are read
  /// as UTF-8, or else as Windows-1252.
  func texts(_ dataset: Dataset) -> [String] {
    places.lazy.map { texts(dataset, in: $0) }.first { !$0.isEmpty } ?? []
  }

  private func texts(_ dataset: Dataset, in bytes: ByteView) -> [String] {
    var texts: [String] = []
    var encoding = Encoding.unknown
    var rest = bytes
    while rest.step(), rest.take(1) == 0x1C, let name = rest.take(2), var length = rest.take(2) {
      if length & 0x8000 != 0 {
        // In an extended dataset, this is the number of bytes of the length that follows.
        guard case let width = length & 0x7FFF, width <= 4, let long = rest.take(width) else {
          break
        }
        length = long
      }
      guard let data = rest.take(part: length) else { break }
      if name == 1 << 8 | 90 { encoding = Encoding(mark: data.bytes) }
      if name == 2 << 8 | dataset.rawValue,
        let text = encoding.text(data.bytes.prefix { $0 != 0 }).trimmed
      {
        texts.append(text)
      }
    }
    return texts
  }

  /// The first text of a dataset; nil if there is none.
  func text(_ dataset: Dataset) -> String? { texts(dataset).first }

  /// When the picture was made or digitised, according to the dataset with the date; without a time
  /// of day if only the date is recorded.
  func time(_ date: Dataset) -> CivilTime? {
    let time = date == .dateDigitized ? Dataset.timeDigitized : .timeCreated
    return text(date).flatMap { CivilTime(exif: "\($0) \(text(time) ?? "")") }
  }
}

extension IPTCRecord {
  /// The encoding of text, from dataset 1:90.
  ///
  /// Source: ISO 2022: `ESC % G` and `ESC % / G` to `I` select UTF-8, and `ESC - A`, `ESC . A` and
  /// `ESC / A` select the upper half of Latin-1; other parts of ISO 8859 have other letters in
  /// place of `A`.
  private enum Encoding {
    case unknown, utf8
    case iso8859(ISO8859)

    init(mark: [UInt8]) {
      self = .unknown
      // Several sequences may follow each other: one for ASCII, and one for the upper half.
      for sequence in mark.split(separator: 0x1B) {
        let characters = sequence.map { Character(Unicode.Scalar($0)) }
        guard let first = characters.first, let last = characters.last else { continue }
        if first == "%", last == "G" || characters.starts(with: ["%", "/"]) {
          self = .utf8
        } else if characters.count == 2, ["-", ".", "/"].contains(first),
          let part = ISO8859(name: last)
        {
          self = .iso8859(part)
        }
      }
    }

    func text(_ bytes: ArraySlice<UInt8>) -> String {
      switch self {
      case .unknown: String(ofUnknownEncoding: bytes)
      // Programs that mark UTF-8 truncate text to the lengths that IPTC allows, even within a
      // character.
      case .utf8: String(ofUnknownEncoding: bytes.withoutCutCharacter)
      case .iso8859(let part) where part.name == "A": part.text(bytes)
      case .iso8859(let part):
        // Some programs write UTF-8, whatever encoding they state.
        bytes.contains { $0 > 0x7F }
          ? String(validating: bytes, as: UTF8.self) ?? part.text(bytes) : part.text(bytes)
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// UTF-8 text without an incomplete character at its end.
  var withoutCutCharacter: Self {
    let tail = suffix(3).reversed().prefix { 0x80...0xBF ~= $0 }.count
    guard tail < Swift.min(3, count), case let lead = self[endIndex - tail - 1], lead >= 0xC0
    else { return self }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    return tail + 1 < length ? dropLast(tail + 1) : self
  }
}

extension [UInt8] {
  /// Datasets with their bytes in order: some programs write datasets as 32-bit numbers, and so
  /// swap the bytes.
  ///
  /// Source: the ExifTool documentation, "IPTC Tags".
  fileprivate var inIPTCOrder: [UInt8] {
    guard count >= 4, self[0] != 0x1C, self[3] == 0x1C else { return self }
    return stride(from: 0, to: count, by: 4).flatMap {
      self[$0..<Swift.min($0 + 4, count)].reversed()
    }
  }
}
