internal import SheetImaging
public import SheetLayout
internal import SystemPackage

/// A picture with what its header says.
public struct ProbedPicture: Sendable {
  /// The picture.
  public var source: any TileSource { facts.source }
  /// What its header says, or why it could not be read.
  public var header: Result<PictureHeader, UnreadablePicture> { facts.header }

  /// By reference: pictures are sorted, grouped and planned by the hundred thousand.
  private let facts: Facts

  private final class Facts: Sendable {
    let source: any TileSource
    let header: Result<PictureHeader, UnreadablePicture>

    init(_ source: any TileSource, _ header: Result<PictureHeader, UnreadablePicture>) {
      self.source = source
      self.header = header
    }
  }

  /// Reads the header of a picture; its pixels are not touched.
  public init(_ source: some TileSource) {
    self.init(source) { source throws in try source.header() }
  }

  /// Reads the header of a file, and all of it if it is small and to be kept.
  init(_ file: PNGFile, keepingContents: Bool) {
    self.init(file) { file throws in
      try keepingContents ? file.headerWithContents() : file.header()
    }
  }

  private init<Source: TileSource>(
    _ source: Source, _ read: (inout Source) throws -> PictureHeader
  ) {
    var source = source
    let header: Result<PictureHeader, UnreadablePicture>
    do {
      header = .success(try read(&source))
    } catch {
      header = .failure(UnreadablePicture(name: source.name, reason: "\(error)"))
    }
    facts = Facts(source, header)
  }

  /// The picture's size as it is seen; nil where it could not be read.
  public var size: PixelSize? { try? header.get().shownSize }

  /// What its pixels are made of; nil where it could not be read.
  var channels: PixelFormat.Channels? { try? header.get().format.channels }

  /// Why the picture could not be read; nil where it could.
  public var unreadable: UnreadablePicture? {
    if case .failure(let unreadable) = header { unreadable } else { nil }
  }
}

extension [ProbedPicture] {
  /// Whether all that can be read are grey; false where there is none.
  var areGray: Bool {
    let channels = compactMap(\.channels)
    return !channels.isEmpty && channels.allSatisfy(\.isGray)
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
