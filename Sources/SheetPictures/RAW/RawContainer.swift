internal import SheetImaging
internal import SheetLayout
internal import SheetPNG

/// The parts of a RAW file besides its sensor data: previews and metadata.
struct RawContainer {
  /// A JPEG in the file.
  struct Preview: Equatable {
    /// The offset of its first byte.
    let offset: Int
    /// The number of its bytes.
    let length: Int
    /// The number of its pixels.
    let pixelCount: Int
  }

  /// The largest preview.
  let preview: Preview
  /// The size of the largest picture that the file describes, as its sensor has it.
  let sensorSize: PixelSize?
  /// The metadata of the RAW itself, which take precedence over its preview's.
  private(set) var metadata = FileMetadata()

  /// The most boxes that are examined, and markers of previews.
  static let mostSteps = 32_768

  init(_ file: ByteView) throws(PictureFileError) {
    guard file.count > 0 else { throw .empty }
    var found = RawPreviews()
    if file.prefix(8).elementsEqual("FUJIFILM".utf8) {
      // Source: the libopenraw project, "RAF file format". Offset and length follow the names of
      // the camera, most significant byte first. The Exif data are the preview's.
      found.add(file.number(at: 84, 4), file.number(at: 88, 4))
    } else if file.text(at: 4) == "ftyp" {
      metadata = found.search(boxesOf: file)
    } else {
      metadata = try found.search(directoriesOf: file)
    }
    guard let largest = found.largest(in: file) else {
      throw .unsupported(
        reason: "the RAW file has no preview that can be shown; convert it to JPEG")
    }
    preview = largest
    // Exif data in boxes state the sides.
    found.addPicture(metadata.exif?.number(256), metadata.exif?.number(257))
    sensorSize = found.pictureSize
  }
}

/// The possible locations of previews in a RAW file.
struct RawPreviews {
  private var places: [(offset: Int, length: Int)] = []
  /// The size of the largest picture of all directories.
  private(set) var pictureSize: PixelSize?

  /// The most locations: no file has more, and the search of a damaged one ends here.
  static let mostPlaces = 64

  /// Adds a location, unless there are enough.
  mutating func add(_ offset: Int?, _ length: Int?) {
    guard let offset, let length, places.count < Self.mostPlaces else { return }
    places.append((offset, length))
  }

  /// Adds the sides of a picture that a directory describes.
  mutating func addPicture(_ width: Int?, _ height: Int?) {
    let sides = 1..<1 << 28
    guard let width, let height, sides ~= width, sides ~= height,
      width * height > pictureSize.map({ $0.width * $0.height }) ?? 0
    else { return }
    pictureSize = PixelSize(width: width, height: height)
  }

  /// The largest JPEG preview in the file, by its number of pixels.
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

  /// The number of pixels of a JPEG; nil if there is none that viewers show.
  ///
  /// Sensor data are lossless or have more than 8 bits.
  ///
  /// Source: ITU-T T.81, B.1 and B.2.2.
  private static func pixelCount(of jpeg: ByteView) -> Int? {
    guard jpeg.prefix(2) == [0xFF, 0xD8] else { return nil }
    var rest = jpeg[2...]
    // Before its frame, a preview has tables and metadata.
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
  /// The largest JPEG in a camera's RAW file, by libjpeg-turbo.
  ///
  /// The sensor's data are not developed. Orientation, colour space and facts are the RAW file's.
  package static let raw = Self("RAW", .libjpeg) {
    file, needs, library, _ throws(PictureFileError)
    in try JPEGReader(file, isRaw: true, needs, with: library)
  }
}
