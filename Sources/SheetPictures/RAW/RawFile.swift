internal import SheetPNG
public import SystemPackage

/// A picture in a camera's RAW file: the largest JPEG in it, which libjpeg-turbo reads where it is
/// installed.
///
/// Nothing is made of the sensor's own data. Orientation, colour space and facts are the RAW file's.
public struct RawFile: FileSource, Equatable {
  /// The file.
  public let path: FilePath
  /// Which metadata of the file to honour.
  public let metadata: MetadataUse

  /// Creates a picture for the file at `path`; does not open it.
  public init(_ path: FilePath, metadata: MetadataUse = MetadataUse()) {
    self.path = path
    self.metadata = metadata
  }

  /// Finds the preview, and reads its header.
  ///
  /// - Throws: `PictureFileError`, ``PictureError/tooManyOpenFiles(limit:)``.
  public func header() throws -> PictureHeader {
    var header = try reader(metadata.needs).pictureHeader(metadata)
    header.isPreview = true
    return header
  }

  /// Opens the file; the rows of its preview are decoded when they are requested.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``, ``PictureError/tooManyOpenFiles(limit:)``.
  public func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  /// Opens the file; the rows of its preview are decoded at a scale.
  ///
  /// - Throws: What ``rows(as:)`` throws.
  public func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    try JPEGReader.rows(of: reader(), as: header, at: scale, metadata)
  }

  private func reader(_ needs: MetadataNeeds = MetadataNeeds()) throws -> JPEGReader {
    let library = try LibJPEG.installed.reading(.raw)
    return try waitingForDescriptor { () throws(PictureFileError) in
      let file = try OpenPictureFile(path)
      let raw = try RawContainer(file)
      let reader = try JPEGReader(file, at: raw.preview.offset, needs, with: library)
      reader.markers.exif = raw.metadata.exif ?? reader.markers.exif
      reader.markers.xmp = raw.metadata.xmp ?? reader.markers.xmp
      return reader
    }
  }
}
