internal import SheetLayout
internal import SheetPNG

/// What a RAW file has beside the pixels of its sensor: previews, and what it says of the picture.
struct RawContainer {
  /// A JPEG in the file.
  struct Preview: Equatable {
    /// Where it begins.
    let offset: Int
    /// The number of its pixels.
    let pixelCount: Int
  }

  /// The largest preview.
  let preview: Preview
  /// The size of the largest picture that the file describes, as its sensor has it.
  let sensorSize: PixelSize?
  /// What the RAW itself says, which counts more than what its preview does.
  private(set) var metadata = FileMetadata()

  init(_ file: borrowing OpenPictureFile) throws(PictureFileError) {
    let head = try file.bytes(at: 0, count: 16)
    guard !head.isEmpty else { throw .empty }
    var found = RawPreviews()
    if head.starts(with: "FUJIFILM".utf8) {
      // Source: the libopenraw project, "RAF file format": offset and length behind the names of the
      // camera, with the greatest byte first. Its Exif data are those of the preview.
      let place = try file.bytes(at: 84, count: 8)
      found.add(place.bigEndian(at: 0, bytes: 4), place.bigEndian(at: 4, bytes: 4))
    } else if head.dropFirst(4).starts(with: "ftyp".utf8) {
      metadata = try found.search(boxesOf: file)
    } else {
      metadata = try found.search(directoriesOf: file)
    }
    guard let largest = try found.largest(in: file) else {
      throw .unsupported(
        reason: "the RAW file has no preview that can be shown; convert it to JPEG")
    }
    preview = largest
    // Boxes have them among Exif data.
    found.addPicture(metadata.exif?.number(256), metadata.exif?.number(257))
    sensorSize = found.pictureSize
  }
}

/// Where previews may be in a RAW file.
struct RawPreviews {
  private var places: [(offset: Int, length: Int)] = []
  /// The size of the largest picture of all directories.
  private(set) var pictureSize: PixelSize?

  /// No file has more; what is searched in one that is damaged ends here.
  static let mostPlaces = 64

  /// Adds a place, unless there are enough.
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

  /// The place with the most pixels of those in the file that are JPEGs for the eye.
  func largest(
    in file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> RawContainer.Preview? {
    var largest: RawContainer.Preview?
    for (offset, length) in places where offset > 0 && length > 0 && offset <= file.size - length {
      guard let count = try Self.pixelCount(ofJPEGAt: offset, length, in: file),
        count > largest?.pixelCount ?? 0
      else { continue }
      largest = RawContainer.Preview(offset: offset, pixelCount: count)
    }
    return largest
  }

  /// The number of pixels of a JPEG; nil for none, and for one that is lossless or of more than 8 bits,
  /// as sensors' data are.
  ///
  /// Source: ITU-T T.81, B.1 and B.2.2.
  private static func pixelCount(
    ofJPEGAt offset: Int, _ length: Int, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> Int? {
    guard try file.bytes(at: offset, count: 2) == [0xFF, 0xD8] else { return nil }
    let end = offset + length
    var place = offset + 2
    // Ahead of its frame, a preview has tables and what it says beside its pixels.
    for _ in 0..<256 where place < end {
      let marker = try file.bytes(at: place, count: 9)
      guard marker.count == 9, marker[0] == 0xFF else { return nil }
      switch marker[1] {
      case 0xFF: place += 1
      case 0xC0, 0xC1, 0xC2:
        guard marker[4] == 8 else { return nil }
        return marker.bigEndian(at: 5, bytes: 2) * marker.bigEndian(at: 7, bytes: 2)
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xD8...0xDA: return nil
      default: place += 2 + marker.bigEndian(at: 2, bytes: 2)
      }
    }
    return nil
  }
}

extension LibraryFile.Format {
  /// The largest JPEG in a camera's RAW file, by libjpeg-turbo.
  ///
  /// Nothing is made of the sensor's own data; orientation, colour space and facts are the RAW file's.
  public static let raw: Self = Self("RAW") { file, needs, _ throws(PictureFileError) in
    let library = try LibJPEG.installed.reading(.raw)
    return try JPEGReader(file, isRaw: true, needs, with: library)
  }
}
