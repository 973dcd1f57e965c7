extension Orientation {
  /// The orientation that an eXIf chunk gives its picture.
  ///
  /// Nil where it gives none or none that exists, and where the bytes are damaged
  /// ahead of it. Only the first directory is looked at, which describes the picture
  /// itself; of several entries the first holds. Numbers of 8, 16 and 32 bits are
  /// taken, as TIFF asks of readers, although Exif has them written with 16.
  ///
  /// Source: TIFF 6.0, section 2 (header, directory and field types).
  ///
  /// - Parameter exif: The chunk's data: a TIFF header and directories.
  public init?(exif: [UInt8]) {
    guard let tiff = TIFFNumbers(exif), let directory = tiff.number(at: 4, bytes: 4),
      let entryCount = tiff.number(at: directory, bytes: 2)
    else { return nil }
    for index in 0..<entryCount {
      let entry = directory + 2 + 12 * index
      guard let tag = tiff.number(at: entry, bytes: 2) else { return nil }
      guard tag == 274 else { continue }
      guard let type = tiff.number(at: entry + 2, bytes: 2), let bytes = Self.typeBytes[type],
        tiff.number(at: entry + 4, bytes: 4) == 1,
        let value = tiff.number(at: entry + 8, bytes: bytes)
      else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }

  /// The sizes of the types BYTE, SHORT and LONG.
  private static let typeBytes = [1: 1, 3: 2, 4: 4]
}

/// The numbers in a TIFF file, in whichever order their bytes are.
private struct TIFFNumbers {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Nil unless the bytes start as a TIFF file.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isBigEndian = true
    } else if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isBigEndian = false
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// A number of 1 to 4 bytes; nil where it is not inside the file.
  func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset <= bytes.count - count else { return nil }
    let field = bytes[offset..<offset + count]
    return isBigEndian
      ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
