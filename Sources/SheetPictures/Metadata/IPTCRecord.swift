internal import SheetImaging
internal import SheetModel

/// Texts of IPTC by the numbers of their datasets, as agencies and older programs write them.
///
/// Nothing is parsed in advance: a dataset is looked up when it is asked for. A dataset with a
/// wrong length ends the record, and datasets before it are used.
///
/// Source: IPTC-NAA, "Information Interchange Model" 4.2, 1.5 and 6 (record 2); Adobe, "Photoshop File
/// Formats Specification", "Image Resources".
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
    self.bytes = ByteView(Self.resources(in: bytes) ?? bytes)
  }

  /// The start of image resources in a marker of JPEG.
  static let signature = Array("Photoshop 3.0\0".utf8)

  /// The texts of a dataset in their order, without space around them and without empty ones.
  ///
  /// They are read as UTF-8, else as Windows-1252: few programs state the encoding, and not all of
  /// them correctly.
  func texts(_ dataset: Dataset) -> [String] {
    var texts: [String] = []
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
      if name == 2 << 8 | dataset.rawValue,
        let text = String(ofUnknownEncoding: data.bytes.prefix { $0 != 0 }).trimmed
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

  /// The datasets in image resources; nil if the bytes are something else.
  private static func resources(in bytes: [UInt8]) -> [UInt8]? {
    var rest = ByteView(bytes)[(bytes.starts(with: signature) ? signature.count : 0)...]
    guard rest.text(at: 0) == "8BIM" else { return nil }
    var datasets: [UInt8] = []
    // A mark, a number, a name of an even length with its own length, and the length of the data.
    while rest.step(), let mark = rest.text(at: 0), marks.contains(mark),
      let number = rest.number(at: 4, 2), let nameLength = rest.number(at: 6, 1)
    {
      rest = rest[(6 + (nameLength + 2) & ~1)...]
      guard let data = rest.take(4).flatMap({ rest.take(part: $0) }) else { break }
      if number == 0x404 { datasets += data.bytes }
      rest = rest[min(data.count % 2, rest.count)...]
    }
    return datasets
  }

  /// The marks of resources, of Photoshop and of programs in ExifTool's documentation.
  private static let marks = Set(["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"])
}
