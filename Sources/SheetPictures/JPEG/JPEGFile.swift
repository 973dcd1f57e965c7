internal import CJPEGShims
internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
internal import SheetText
public import SystemPackage

/// A picture in a JPEG file, which libjpeg-turbo reads where it is installed.
public struct JPEGFile: FileSource, Equatable {
  /// The file.
  public let path: FilePath
  /// Which metadata of the file to honour.
  public let metadata: MetadataUse

  /// Creates a picture for the file at `path`; does not open it.
  public init(_ path: FilePath, metadata: MetadataUse = MetadataUse()) {
    self.path = path
    self.metadata = metadata
  }

  /// Reads the file's header and what it says about the picture's shape and colours.
  ///
  /// - Throws: `PictureFileError`, ``PictureError/tooManyOpenFiles(limit:)``.
  public func header() throws -> PictureHeader {
    try reader(metadata.needs).pictureHeader(metadata)
  }

  /// Opens the file; its rows are decoded when they are requested.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``, ``PictureError/tooManyOpenFiles(limit:)``.
  public func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  /// Opens the file; its rows are decoded at a scale, which takes less time than decoding them whole.
  ///
  /// - Throws: What ``rows(as:)`` throws.
  public func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    try JPEGReader.rows(of: reader(), as: header, at: scale, metadata)
  }

  private func reader(_ needs: MetadataNeeds = MetadataNeeds()) throws -> JPEGReader {
    let library = try LibJPEG.installed.reading(.jpeg)
    return try waitingForDescriptor { () throws(PictureFileError) in
      try JPEGReader(OpenPictureFile(path), needs, with: library)
    }
  }
}
