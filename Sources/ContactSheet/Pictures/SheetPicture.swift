internal import SheetImaging
public import SheetLayout
internal import SystemPackage

/// A picture of a sheet, with what is known about it before decoding.
public struct SheetPicture: Sendable {
  /// The picture.
  public var source: any TileSource { facts.source }
  /// Its header, or why it could not be read; nil in a decoded plan that has not been checked
  /// yet.
  public var header: Result<PictureHeader, UnreadablePicture>? { facts.header }
  /// Its size as shown, upright and with square pixels; nil if it could not be read.
  public var size: PixelSize? { facts.size }
  /// The device and inode of its file; nil if it was not found as a file in this run.
  var identity: FileIdentity? { facts.identity }

  /// How much it counts in layouts that can give it an area; planning alone needs it.
  var weight = 1.0

  /// A reference, because pictures are sorted, grouped and planned by the hundred thousand.
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

  /// Reads the header of a picture, but no pixels.
  public init(_ source: any TileSource) {
    do throws(SheetError) {
      try self.init(probing: source)
    } catch {
      let unreadable = UnreadablePicture(name: source.name, reason: "\(error)")
      self.init(source, .failure(unreadable))
    }
  }

  /// Reads the header of a picture for a run.
  ///
  /// - Throws: ``SheetError`` for what is not the picture's fault.
  init(probing source: any TileSource) throws(SheetError) {
    self.init(source, try Self.header(source.name) { try source.header() })
  }

  private init(_ source: any TileSource, _ header: Result<PictureHeader, UnreadablePicture>) {
    facts = Facts(source, header, size: try? header.get().shownSize)
  }

  /// Reads the header of a file that was found.
  ///
  /// - Parameters:
  ///   - found: The file.
  ///   - metadata: Which metadata of the file to honour.
  ///   - formats: The formats to try.
  ///   - keepsContents: Whether to keep the contents of a small file, so that it need not be read
  ///     again.
  /// - Throws: ``SheetError`` for what is not the file's fault.
  init(
    _ found: FoundImage, _ metadata: MetadataUse, _ formats: [PictureFormat], keepsContents: Bool
  ) throws(SheetError) {
    var (file, header) = try Self.read(
      PictureFormat.named(found.path, formats).file(found.path, metadata), keepsContents)
    if case .failure = header, let format = PictureFormat.recognized(found.path, formats) {
      let other = try Self.read(format.file(found.path, metadata), keepsContents)
      if case .success = other.header { (file, header) = other }
    }
    facts = Facts(file, header, size: try? header.get().shownSize, found.identity)
  }

  /// Creates a picture of a decoded plan; reads nothing.
  init(planned source: any TileSource, size: PixelSize?) {
    facts = Facts(source, nil, size: size)
  }

  /// The picture with its header, which is read if necessary.
  ///
  /// - Throws: ``SheetError/changed(_:planned:found:)`` if its size is not the planned one,
  ///   ``SheetError/unplanned(_:)`` if it could not be read when the plan was made, and what is not
  ///   the picture's fault.
  func probed() throws(SheetError) -> SheetPicture {
    guard header == nil else { return self }
    let probed = try SheetPicture(probing: source)
    guard let found = probed.size else { return probed }
    guard let planned = size else { throw .unplanned(source.name) }
    guard found == planned else { throw .changed(source.name, planned: planned, found: found) }
    return probed
  }

  private static func read(
    _ file: any FileSource, _ keepsContents: Bool
  ) throws(SheetError) -> (file: any FileSource, header: Result<PictureHeader, UnreadablePicture>) {
    var file = file
    let header = try header(file.name) {
      try keepsContents ? file.headerWithContents() : file.header()
    }
    return (file, header)
  }

  private static func header(
    _ name: String, _ read: () throws -> PictureHeader
  ) throws(SheetError) -> Result<PictureHeader, UnreadablePicture> {
    do {
      return .success(try read())
    } catch let error as SheetError {
      throw error
    } catch {
      return .failure(UnreadablePicture(name: name, reason: "\(error)"))
    }
  }
}

extension SheetPicture {
  /// Why the picture could not be read; nil if it could.
  public var unreadable: UnreadablePicture? {
    if case .failure(let unreadable) = header { unreadable } else { nil }
  }

  /// The header; nil if the picture could not be read or has not been probed.
  var readableHeader: PictureHeader? { try? header?.get() }

  /// The picture's file; nil if it is not from a file.
  var path: FilePath? { (source as? any FileSource)?.path }
}

extension [SheetPicture] {
  /// Whether all readable pictures are grey; false if there are none.
  var areGray: Bool {
    let headers = compactMap(\.readableHeader)
    return !headers.isEmpty && headers.allSatisfy { $0.format.channels.isGray }
  }

  /// Whether all readable pictures have few colours; false if there are none.
  var haveFewColors: Bool {
    let headers = lazy.compactMap(\.readableHeader)
    return !headers.isEmpty && headers.allSatisfy(\.hasFewColors)
  }
}

/// A picture that could not be read, and why.
public struct UnreadablePicture: Error, Equatable, Sendable {
  /// The picture's name.
  public let name: String
  /// The reason, as a fragment to follow the name and a colon.
  public let reason: String

  /// Creates a report about one picture.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

extension UnreadablePicture: CustomStringConvertible {
  /// A complete message such as `cannot read 'a.png': unexpected end of file`.
  public var description: String { "cannot read \(FilePath(name).quoted): \(reason)" }
}
