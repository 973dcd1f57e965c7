internal import SheetImaging
internal import SheetModel

/// Texts of IPTC by the numbers of their datasets, as agencies and older programs write them.
///
/// Nothing is parsed in advance: a dataset is looked up when it is asked for. A dataset with a
/// wrong length ends the record, and datasets before it are used.
///
/// Source: IPTC-NAA, "Information Interchange Model" 4.2, 1.5, 5 (1:90) and 6 (record 2).
struct IPTCRecord: Equatable, Sendable {
  /// The numbers of datasets in record 2.
  enum Dataset: Int, CaseIterable {
    case title = 5
    case keywords = 25
    case dateCreated = 55
    case timeCreated = 60
    case creator = 80
    case city = 90
    case location = 92
    case country = 101
    case copyright = 116
    case description = 120
  }

  /// Datasets, one after another.
  private let bytes: ByteView

  /// A record.
  ///
  /// - Parameter bytes: Datasets, or the image resources of Photoshop that hold them.
  init(_ bytes: [UInt8]) {
    self.bytes = ByteView((PhotoshopResources(bytes)?.iptc ?? bytes).inIPTCOrder)
  }

  /// The texts of a dataset in their order, without space around them and without empty ones.
  ///
  /// Without a marked encoding, they are read as UTF-8, else as Windows-1252.
  func texts(_ dataset: Dataset) -> [String] {
    var texts: [String] = []
    var encoding = Encoding.unknown
    var rest = bytes
    while rest.step(), rest.take(1) == 0x1C, let name = rest.take(2), var length = rest.take(2) {
      if length & 0x8000 != 0 {
        // An extended dataset: the number of bytes of its length.
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

  /// The time at which the picture was made, without a time at midnight.
  var taken: CivilTime? {
    text(.dateCreated).flatMap { CivilTime(exif: "\($0) \(text(.timeCreated) ?? "")") }
  }
}

extension IPTCRecord {
  /// The encoding of texts, by the dataset 1:90.
  ///
  /// Source: ISO 2022: `ESC % G` and `ESC % / G` to `I` are UTF-8, and `ESC - A` and `ESC . A` Latin-1.
  private enum Encoding {
    case unknown, utf8, latin1

    init(mark: [UInt8]) {
      switch mark.map({ Character(Unicode.Scalar($0)) }) {
      case ["\u{1B}", "%", "G"]: self = .utf8
      case let mark where mark.starts(with: ["\u{1B}", "%", "/"]): self = .utf8
      case ["\u{1B}", ".", "A"], ["\u{1B}", "-", "A"]: self = .latin1
      default: self = .unknown
      }
    }

    func text(_ bytes: ArraySlice<UInt8>) -> String {
      switch self {
      case .unknown: String(ofUnknownEncoding: bytes)
      // Programs that mark UTF-8 cut texts at the lengths that IPTC allows, even within a character.
      case .utf8: String(ofUnknownEncoding: bytes.withoutCutCharacter)
      case .latin1: String(windows1252: bytes)
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Text in UTF-8 without the beginning of a character at its end.
  fileprivate var withoutCutCharacter: Self {
    let tail = suffix(3).reversed().prefix { 0x80...0xBF ~= $0 }.count
    guard tail < Swift.min(3, count), case let lead = self[endIndex - tail - 1], lead >= 0xC0
    else { return self }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    return tail + 1 < length ? dropLast(tail + 1) : self
  }
}

extension [UInt8] {
  /// Datasets whose bytes are in order: some programs swap them, as they write numbers of 32 bits.
  ///
  /// Source: the ExifTool documentation, "IPTC Tags".
  fileprivate var inIPTCOrder: [UInt8] {
    guard count >= 4, self[0] != 0x1C, self[3] == 0x1C else { return self }
    return stride(from: 0, to: count, by: 4).flatMap {
      self[$0..<Swift.min($0 + 4, count)].reversed()
    }
  }
}
