internal import SheetPNG

extension RawPreviews {
  /// Looks through all directories that hang together, each once.
  mutating func search(
    directoriesOf file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> FileMetadata {
    let head = try file.bytes(at: 0, count: 8)
    let isBigEndian = head.starts(with: "MM".utf8)
    guard head.count == 8, isBigEndian || head.starts(with: "II".utf8) else {
      throw head.count < 8
        ? .endOfFile
        : .unsupported(reason: "a RAW file of a kind that is not read; convert it to JPEG")
    }
    let first = head.suffix(4).number(isBigEndian: isBigEndian)
    var metadata = FileMetadata()
    var seen: Set<Int> = []
    var waiting = [first]
    while let offset = waiting.popLast() {
      guard seen.count < Self.mostPlaces, seen.insert(offset).inserted,
        let directory = try TIFFDirectory(at: offset, isBigEndian: isBigEndian, in: file)
      else { continue }
      waiting.append(directory.next)
      // Directories of pictures below this one, and the Exif data.
      waiting += try directory.numbers(Tag.below, in: file)
      try add(
        directory.number(Tag.jpegOffset, in: file), directory.number(Tag.jpegLength, in: file))
      if [6, 7].contains(try directory.number(Tag.compression, in: file)) {
        try add(
          directory.number(Tag.stripOffset, in: file), directory.number(Tag.stripLength, in: file))
      }
      if let whole = directory.extent(Tag.panasonicJPEG) { add(whole.offset, whole.length) }
      try addPicture(directory.number(Tag.width, in: file), directory.number(Tag.height, in: file))
      if let exif = try directory.number(Tag.exif, in: file) {
        try addOlympus(exif, isBigEndian, in: file)
      }
      if offset == first { metadata.exif = try directory.exif(in: file) }
      try directory.addTexts(to: &metadata, in: file)
    }
    return metadata
  }

  private enum Tag {
    static let width = 256
    static let height = 257
    static let compression = 259
    static let stripOffset = 273
    static let stripLength = 279
    static let below = 330
    static let jpegOffset = 513
    static let jpegLength = 514
    static let panasonicJPEG = 46
    static let exif = 34665
    static let makerNote = 37500
    static let olympusCamera = 0x2020
    static let olympusOffset = 0x101
    static let olympusLength = 0x102
  }

  /// Adds the preview that is told of in Olympus's notes alone, where offsets count from the notes.
  ///
  /// Source: the ExifTool documentation, "Olympus Tags".
  private mutating func addOlympus(
    _ exif: Int, _ isBigEndian: Bool, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) {
    guard let exif = try TIFFDirectory(at: exif, isBigEndian: isBigEndian, in: file),
      let note = exif.extent(Tag.makerNote)
    else { return }
    let mark = try file.bytes(at: note.offset, count: 10)
    let start =
      mark.starts(with: "OLYMPUS\0".utf8) ? 12 : mark.starts(with: "OM SYSTEM".utf8) ? 16 : nil
    guard let start,
      let own = try TIFFDirectory(at: start, isBigEndian: isBigEndian, base: note.offset, in: file),
      let place = try own.number(Tag.olympusCamera, in: file),
      let camera = try TIFFDirectory(
        at: place, isBigEndian: isBigEndian, base: note.offset, in: file)
    else { return }
    let offset = try camera.number(Tag.olympusOffset, in: file)
    add(offset.map { note.offset + $0 }, try camera.number(Tag.olympusLength, in: file))
  }
}
