internal import SheetImaging
internal import SheetPNG

extension RawPreviews {
  /// Searches all directories that refer to each other, each once.
  mutating func search(
    directoriesOf file: ByteView
  ) throws(PictureFileError) -> FileMetadata {
    let ordered = file.inTIFFOrder
    guard let first = (ordered ?? file).number(at: 4, 4) else { throw .endOfFile }
    guard let file = ordered else {
      throw .unsupported(reason: "a RAW file of a kind that is not read; convert it to JPEG")
    }
    var metadata = FileMetadata()
    var seen: Set<Int> = []
    var waiting = [first]
    while let offset = waiting.popLast() {
      guard seen.count < Self.mostPlaces, seen.insert(offset).inserted,
        let directory = TIFFDirectory(at: offset, in: file)
      else { continue }
      waiting.append(directory.next)
      // Directories of pictures below this one, and the Exif data.
      waiting += directory.numbers(Tag.below)
      add(directory.unsigned(Tag.jpegOffset), directory.unsigned(Tag.jpegLength))
      if [6, 7].contains(directory.unsigned(Tag.compression)) {
        add(directory.unsigned(Tag.stripOffset), directory.unsigned(Tag.stripLength))
      }
      if let whole = directory.entry(Tag.panasonicJPEG) { add(whole.value.offset, whole.length) }
      addPicture(directory.unsigned(Tag.width), directory.unsigned(Tag.height))
      if let exif = directory.unsigned(Tag.exif) { addOlympus(exif, in: file) }
      if offset == first { metadata.exif = directory.exif }
      directory.addTexts(to: &metadata)
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

  /// Adds the preview that only Olympus's maker notes mention.
  ///
  /// Its offset is relative to the notes.
  ///
  /// Source: the ExifTool documentation, "Olympus Tags".
  private mutating func addOlympus(_ exif: Int, in file: ByteView) {
    guard let place = TIFFDirectory(at: exif, in: file)?.entry(Tag.makerNote)?.value.offset else {
      return
    }
    let note = file[place...]
    let mark = note.prefix(10)
    let start =
      mark.starts(with: "OLYMPUS\0".utf8) ? 12 : mark.starts(with: "OM SYSTEM".utf8) ? 16 : nil
    guard let start, let own = TIFFDirectory(at: start, in: note),
      let below = own.unsigned(Tag.olympusCamera), let camera = TIFFDirectory(at: below, in: note)
    else { return }
    let offset = camera.unsigned(Tag.olympusOffset)
    add(offset.map { place + $0 }, camera.unsigned(Tag.olympusLength))
  }
}
