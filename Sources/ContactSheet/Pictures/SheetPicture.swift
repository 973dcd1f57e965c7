internal import SheetImaging
public import SheetLayout
internal import SystemPackage

/// A picture of a sheet, with what is known of it before its pixels are read.
public struct SheetPicture: Sendable {
  /// The picture.
  public var source: any TileSource { facts.source }
  /// What its header says, or why it could not be read; nil in a plan that was decoded and whose
  /// pictures have not been looked at yet.
  public var header: Result<PictureHeader, UnreadablePicture>? { facts.header }
  /// Its size as it is seen; nil where it could not be read.
  public var size: PixelSize? { facts.size }
  /// What makes its file the same file under all names; nil where this run has not found it in a
  /// file.
  var identity: FileIdentity? { facts.identity }

  /// By reference: pictures are sorted, grouped and planned by the hundred thousand.
  private let facts: Facts

  private final class Facts: Sendable {
    let source: any TileSource
    let header: Result<PictureHeader, UnreadablePicture>?
    let size: PixelSize?
    let identity: FileIdentity?

    init(
      _ source: any TileSource, _ header: Result<PictureHeader, UnreadablePicture>?,
      size: PixelSize?, _ identity: FileIdentity? = nil
    ) {
      self.source = source
      self.header = header
      self.size = size
      self.identity = identity
    }
  }

  /// Reads the header of a picture; its pixels are not touched.
  public init(_ source: any TileSource) {
    let header = Self.header(source.name) { try source.header() }
    facts = Facts(source, header, size: try? header.get().shownSize)
  }

  /// Reads the header of a file that was found.
  ///
  /// - Parameters:
  ///   - found: The file.
  ///   - metadata: Which of what the file says of its picture counts.
  ///   - formats: The formats that it may have.
  ///   - keepsContents: Whether all of the file is kept, if it is small, so that it need not be
  ///     opened and read again.
  init(
    _ found: FoundImage, _ metadata: MetadataUse, _ formats: [PictureFormat], keepsContents: Bool
  ) {
    var (file, header) = Self.read(
      PictureFormat.named(found.path, formats).file(found.path, metadata), keepsContents)
    if case .failure = header, let format = PictureFormat.recognized(found.path, formats) {
      let other = Self.read(format.file(found.path, metadata), keepsContents)
      if case .success = other.header { (file, header) = other }
    }
    facts = Facts(file, header, size: try? header.get().shownSize, found.identity)
  }

  /// A picture of a plan that was decoded; nothing is read.
  init(planned source: any TileSource, size: PixelSize?) {
    facts = Facts(source, nil, size: size)
  }

  /// The picture with its header.
  ///
  /// - Throws: ``SheetError/changed(_:planned:found:)`` where its size is not the planned one, and
  ///   ``SheetError/unplanned(_:)`` where it could not be read when the plan was made.
  func probed() throws(SheetError) -> SheetPicture {
    guard header == nil else { return self }
    let probed = SheetPicture(source)
    guard let found = probed.size else { return probed }
    guard let planned = size else { throw .unplanned(source.name) }
    guard found == planned else { throw .changed(source.name, planned: planned, found: found) }
    return probed
  }

  private static func read(
    _ file: any FileSource, _ keepsContents: Bool
  ) -> (file: any FileSource, header: Result<PictureHeader, UnreadablePicture>) {
    var file = file
    let header = header(file.name) {
      try keepsContents ? file.headerWithContents() : file.header()
    }
    return (file, header)
  }

  private static func header(
    _ name: String, _ read: () throws -> PictureHeader
  ) -> Result<PictureHeader, UnreadablePicture> {
    do {
      return .success(try read())
    } catch {
      return .failure(UnreadablePicture(name: name, reason: "\(error)"))
    }
  }
}

extension SheetPicture {
  /// Why the picture could not be read; nil where it could.
  public var unreadable: UnreadablePicture? {
    if case .failure(let unreadable) = header { unreadable } else { nil }
  }

  /// The header of a picture that could be read; nil for others.
  var readableHeader: PictureHeader? { try? header?.get() }

  /// The file that the picture is in; nil for one that is in none.
  var path: FilePath? { (source as? any FileSource)?.path }
}

extension [SheetPicture] {
  /// Whether all that can be read are grey; false where there is none.
  var areGray: Bool {
    let headers = compactMap(\.readableHeader)
    return !headers.isEmpty && headers.allSatisfy { $0.format.channels.isGray }
  }
}

/// A picture that could not be read, and why.
public struct UnreadablePicture: Error, Equatable, Sendable {
  /// The picture's name.
  public let name: String
  /// A fragment that reads after the name and a colon.
  public let reason: String

  /// Says that a picture could not be read.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

extension UnreadablePicture: CustomStringConvertible {
  /// A message such as `cannot read 'a.png': unexpected end of file`.
  public var description: String { "cannot read \(FilePath(name).quoted): \(reason)" }
}
