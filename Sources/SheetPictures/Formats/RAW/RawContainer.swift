internal import SheetImaging
internal import SheetLayout

/// The parts of a RAW file apart from its sensor data: previews and metadata.
struct RawContainer {
  /// A JPEG in the file.
  struct Preview: Equatable {
    /// The offset of the preview's first byte.
    let offset: Int
    /// The length of the preview in bytes.
    let length: Int
    /// The number of pixels in the preview.
    let pixelCount: Int
  }

  /// The largest preview.
  let preview: Preview
  /// The size of the largest picture that the file describes, in the orientation of the sensor.
  let sensorSize: PixelSize?
  /// A larger preview in an unsupported format; nil if there is none.
  let unsupportedPreview: UnsupportedPreview?
  /// The metadata of the RAW file itself, which takes precedence over the preview's.
  private(set) var metadata = FileMetadata()

  /// The maximum number of boxes to examine, and of markers in previews.
  static let maximumSteps = 32_768

  init(_ file: ByteView) throws(PictureFileError) {
    guard file.count > 0 else { throw .empty }
    var found = RawPreviews()
    if file.prefix(8).elementsEqual("FUJIFILM".utf8) {
      // Source: the libopenraw project, "RAF file format". Offset and length follow the names of
      // the camera, most significant byte first. The Exif data is in the preview.
      found.add(file.number(at: 84, 4), file.number(at: 88, 4))
    } else if file.text(at: 4) == "ftyp" {
      metadata = found.search(boxesOf: file)
    } else {
      metadata = try found.search(directoriesOf: file)
    }
    guard let largest = found.largest(in: file) else {
      let reason = found.unsupported.map { "its preview is \($0.kind), which is not supported" }
      throw .unsupported(
        reason: (reason ?? "the RAW file has no preview that can be shown") + "; convert it to JPEG"
      )
    }
    preview = largest
    unsupportedPreview = found.unsupported.flatMap { $0.pixelCount > largest.pixelCount ? $0 : nil }
    // Exif data in boxes states the size of the picture.
    found.addPicture(metadata.exif?.number(TIFFTag.width), metadata.exif?.number(TIFFTag.height))
    sensorSize = found.pictureSize
  }
}

/// The possible locations of previews in a RAW file.
struct RawPreviews {
  private var places: [(offset: Int, length: Int)] = []
  /// The size of the largest picture in any directory.
  private(set) var pictureSize: PixelSize?
  /// The largest preview that cannot be shown.
  private(set) var unsupported: UnsupportedPreview?

  /// The maximum number of locations: no file has more, and the search of a damaged file ends here.
  static let maximumPlaces = 64

  /// Adds a location, unless there are already enough.
  mutating func add(_ offset: Int?, _ length: Int?) {
    guard let offset, let length, places.count < Self.maximumPlaces else { return }
    places.append((offset, length))
  }

  /// Adds the size of a picture that a directory describes.
  mutating func addPicture(_ width: Int?, _ height: Int?) {
    let sides = 1..<1 << 28
    guard let width, let height, sides ~= width, sides ~= height,
      width * height > pictureSize.map({ $0.width * $0.height }) ?? 0
    else { return }
    pictureSize = PixelSize(width: width, height: height)
  }

  /// The largest JPEG preview in the file, by number of pixels.
  func largest(in file: ByteView) -> RawContainer.Preview? {
    var largest: RawContainer.Preview?
    for (offset, length) in places where offset > 0 && length > 0 && offset <= file.count - length {
      guard let count = Self.pixelCount(of: file[offset..<offset + length]),
        count > largest?.pixelCount ?? 0
      else { continue }
      largest = RawContainer.Preview(offset: offset, length: length, pixelCount: count)
    }
    return largest
  }

  /// The number of pixels in a JPEG; nil if there is none that viewers would show.
  ///
  /// A JPEG of sensor data, which viewers would not show, is lossless or has more than 8 bits.
  ///
  /// Source: ITU-T T.81, B.1 and B.2.2.
  private static func pixelCount(of jpeg: ByteView) -> Int? {
    guard jpeg.prefix(2) == [0xFF, 0xD8] else { return nil }
    var rest = jpeg[2...]
    // The frame of a preview is preceded by tables and metadata.
    for _ in 0..<256 {
      guard rest.step(), rest.number(at: 0, 1) == 0xFF, let code = rest.number(at: 1, 1),
        let length = rest.number(at: 2, 2)
      else { return nil }
      switch code {
      case 0xFF: rest = rest[1...]
      case 0xC0, 0xC1, 0xC2:
        guard rest.number(at: 4, 1) == 8, let height = rest.number(at: 5, 2) else { return nil }
        return rest.number(at: 7, 2).map { height * $0 }
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xD8...0xDA: return nil
      default: rest = rest[(2 + length)...]
      }
    }
    return nil
  }
}

extension LibraryFile.Format {
  /// The largest JPEG in a camera's RAW file, read by libjpeg-turbo.
  ///
  /// The sensor data is not developed. Orientation, colour space and facts come from the RAW file.
  package static let raw = Self("RAW", .libjpeg) { file, needs, _ throws(PictureFileError) in
    try JPEGReader(file, isRaw: true, needs)
  }
}

extension RawPreviews {
  /// Searches the boxes of a CR3 file for previews, and for pictures in tracks.
  ///
  /// Source: ISO/IEC 14496-12, 8.7 (locations of samples); Canon's own boxes as described by the
  /// canon_cr3 project.
  ///
  /// - Returns: The metadata of the picture. Each directory of its Exif data is in a separate box.
  mutating func search(boxesOf file: ByteView) -> FileMetadata {
    var metadata = FileMetadata()
    var directories: [Int: TIFFDirectory] = [:]
    var boxesLeft = 1024
    var views = [file]
    var sampleLength: Int?
    while let view = views.popLast() {
      for box in MediaBoxes(in: view).prefix(boxesLeft) {
        boxesLeft -= 1
        let body = box.body
        switch box.name {
        case "moov", "trak", "mdia", "minf", "stbl": views.append(body)
        case "uuid":
          switch body.number(at: 0, 4) {
          case 0xBE7A_CFCB: metadata.xmp = [body[16...].prefix(PictureMetadata.limit)]
          // The preview is preceded by eight unknown bytes.
          case 0xEAF4_2B5E: views.append(body[24...])
          default: views.append(body[16...])
          }
        case let name where Self.directoryTags[name] != nil:
          directories[Self.directoryTags[name] ?? 0] = TIFFDirectory(
            exif: body.prefix(PictureMetadata.limit))
        case "PRVW":
          // A version, the width and height, and the length of the JPEG.
          add(body.offset + 16, body.number(at: 12, 4))
        case "stsz": sampleLength = body.number(at: 4, 4)
        // A track with a single picture has one offset.
        case "co64": add(body.number(at: 8, 8), sampleLength)
        default: break
        }
      }
    }
    metadata.exif = directories[0]
    for (tag, directory) in directories where tag > 0 { metadata.exif?.add(directory, under: tag) }
    return metadata
  }

  /// The Exif tags of the directories in boxes.
  ///
  /// These directories are the first directory, the Exif directory and the GPS directory.
  private static let directoryTags = ["CMT1": 0, "CMT2": TIFFTag.exif, "CMT4": TIFFTag.gps]
}

extension RawPreviews {
  /// Searches all linked directories, each once.
  mutating func search(
    directoriesOf file: ByteView
  ) throws(PictureFileError) -> FileMetadata {
    let ordered = file.inTIFFOrder
    guard let first = (ordered ?? file).number(at: 4, 4) else { throw .endOfFile }
    guard let file = ordered else {
      throw .unsupported(reason: "this kind of RAW file is not supported; convert it to JPEG")
    }
    var metadata = FileMetadata()
    var seen: Set<Int> = []
    var waiting = [first]
    while let offset = waiting.popLast() {
      guard seen.count < Self.maximumPlaces, seen.insert(offset).inserted,
        let directory = TIFFDirectory(at: offset, in: file)
      else { continue }
      waiting.append(directory.next)
      // Subdirectories with pictures, and the Exif data.
      waiting += directory.numbers(TIFFTag.subdirectories)
      add(directory.unsigned(TIFFTag.jpegOffset), directory.unsigned(TIFFTag.jpegLength))
      if case .whole(let offset, let length) = StoredJPEG(directory) { add(offset, length) }
      if let whole = directory.entry(Tag.panasonicJPEG) { add(whole.value.offset, whole.length) }
      addPicture(directory.unsigned(TIFFTag.width), directory.unsigned(TIFFTag.height))
      if let preview = UnsupportedPreview(directory),
        preview.pixelCount > unsupported?.pixelCount ?? 0
      {
        unsupported = preview
      }
      if let exif = directory.unsigned(TIFFTag.exif) { addOlympus(exif, in: file) }
      if offset == first { metadata.exif = directory.exif }
      metadata.add(partsOf: directory)
    }
    return metadata
  }

  private enum Tag {
    static let panasonicJPEG = 46
    static let makerNote = 37500
    static let olympusCamera = 0x2020
    static let olympusOffset = 0x101
    static let olympusLength = 0x102
  }

  /// Adds the preview that only Olympus's maker notes mention.
  ///
  /// The offset of that preview is relative to the notes.
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
    guard let start, let directory = TIFFDirectory(at: start, in: note),
      let below = directory.unsigned(Tag.olympusCamera),
      let camera = TIFFDirectory(at: below, in: note)
    else { return }
    let offset = camera.unsigned(Tag.olympusOffset)
    add(offset.map { place + $0 }, camera.unsigned(Tag.olympusLength))
  }
}
