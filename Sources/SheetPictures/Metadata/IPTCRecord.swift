internal import SheetText

/// Texts of IPTC by the numbers of their datasets, as agencies and older programs write them.
///
/// Nothing is parsed in advance: a dataset is searched when it is asked for. A dataset with a wrong length
/// is the end, and datasets before it count.
///
/// Source: IPTC-NAA, "Information Interchange Model" 4.2, 1.5 and 6 (record 2); Adobe, "Photoshop File
/// Formats Specification", "Image Resources".
package struct IPTCRecord: Equatable, Sendable {
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
  private let bytes: [UInt8]

  /// A record.
  ///
  /// - Parameter bytes: Datasets, or the image resources of Photoshop that hold them.
  package init(_ bytes: [UInt8]) {
    self.bytes = Self.resources(in: bytes[...]) ?? bytes
  }

  /// The start of image resources in a marker of JPEG.
  package static let signature = Array("Photoshop 3.0\0".utf8)

  /// The texts of a dataset in their order, without space around them and without empty ones.
  ///
  /// They are read as UTF-8, else as Windows-1252: few programs name the encoding, and not all rightly.
  func texts(_ dataset: Dataset) -> [String] {
    var texts: [String] = []
    var rest = bytes[...]
    while rest.count >= 5, rest.first == 0x1C {
      let head = Array(rest.prefix(5))
      rest = rest.dropFirst(5)
      var length = Array(head[3...]).bigEndian(at: 0, bytes: 2)
      if length & 0x8000 != 0 {
        // An extended dataset: the number of bytes of its length.
        let count = length & 0x7FFF
        guard count <= 4, rest.count >= count else { break }
        length = Array(rest.prefix(count)).bigEndian(at: 0, bytes: count)
        rest = rest.dropFirst(count)
      }
      guard length <= rest.count else { break }
      if head[1] == 2, Int(head[2]) == dataset.rawValue,
        let text = String(ofUnknownEncoding: rest.prefix(length).prefix { $0 != 0 }).trimmed
      {
        texts.append(text)
      }
      rest = rest.dropFirst(length)
    }
    return texts
  }

  /// The first text of a dataset; nil if there is none.
  func text(_ dataset: Dataset) -> String? { texts(dataset).first }

  /// When the picture was made, without a time at midnight.
  var taken: CivilTime? {
    text(.dateCreated).flatMap { CivilTime(exif: "\($0) \(text(.timeCreated) ?? "")") }
  }

  /// The datasets in image resources; nil if the bytes are something else.
  private static func resources(in bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = bytes.starts(with: signature) ? bytes.dropFirst(signature.count) : bytes
    guard rest.starts(with: "8BIM".utf8) else { return nil }
    var datasets: [UInt8] = []
    // A mark, a number, a name of an even length with its own length, and the length of the data.
    while rest.count >= 12, marks.contains(Array(rest.prefix(4))) {
      let isIPTC = rest.dropFirst(4).starts(with: [4, 4])
      let name = (Int(rest[rest.startIndex + 6]) + 2) & ~1
      rest = rest.dropFirst(6 + name)
      guard rest.count >= 4 else { break }
      let length = Array(rest.prefix(4)).bigEndian(at: 0, bytes: 4)
      rest = rest.dropFirst(4)
      guard length <= rest.count else { break }
      if isIPTC { datasets += rest.prefix(length) }
      rest = rest.dropFirst(length + length % 2)
    }
    return datasets
  }

  /// The marks of resources, of Photoshop and of programs in ExifTool's documentation.
  private static let marks = Set(["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"].map { Array($0.utf8) })
}
