internal import SheetFiles
internal import SheetModel
internal import SheetPictures
package import SheetPlanning
package import SystemPackage

extension PathList {
  /// A limit on lists, so that an endless list is refused.
  package enum Limit: Equatable, Sendable {
    /// The number of paths, 10 million, including empty ones.
    case paths
    /// The size of the list, 1 GiB.
    case size
    /// The length of a path: 4096 bytes, as on Linux.
    ///
    /// The value is the number of the offending path.
    case path(Int)
  }

  /// The paths in the list, in order.
  ///
  /// Empty lines are ignored. Spaces are kept, because a name may begin or end with them. Lists may
  /// be in UTF-16: with a byte order mark or, if they have one path per line, without one. A CSV or
  /// tab-separated file with a heading for paths is read as a table.
  ///
  /// - Throws: ``ContactSheetError``, which names the list.
  package func paths() throws(ContactSheetError) -> [FilePath] {
    if let paths = try pathsOfTable { return paths }
    var reader = PathListReader(separator)
    var fault: PathListReader.Fault?
    var beginning: [UInt8]?
    func take(_ chunk: ArraySlice<UInt8>) -> Bool {
      beginning = beginning ?? Array(chunk)
      do throws(PathListReader.Fault) { try reader.append(chunk) } catch { fault = error }
      return fault == nil
    }
    do {
      switch source {
      case .file(let path):
        // A list may come from a pipe to which another program is still writing.
        let file = try FileDescriptor.opened(path, .readOnly, .closeOnExec)
        try file.closeAfter { try file.forEachChunk(take) }
      case .descriptor(let descriptor): try descriptor.forEachChunk(take)
      }
    } catch {
      throw .unreadableList(source, Errno(error))
    }
    do throws(PathListReader.Fault) {
      if let fault { throw fault }
      return try reader.finished()
    } catch {
      switch error {
      case .holdsNUL:
        // A picture may have been given instead of a list. A path may begin with the signature of a
        // format, as BM.png begins with the signature of BMP.
        guard let beginning, beginning.contains(where: \.isInFewPaths),
          let format = FormatTable.standard.recognized(beginning), format.kind == .picture
        else { throw .listHoldsNUL(source) }
        throw .listIsPicture(source, format: format.noun)
      case .lacksNUL: throw .listLacksNUL(source)
      case .tooLong(let limit): throw .listTooLong(source, limit)
      }
    }
  }
}

extension PathList {
  /// The paths in a CSV or tab-separated file whose headings say which column they are in; nil for
  /// any other list.
  private var pathsOfTable: [FilePath]? {
    get throws(ContactSheetError) {
      guard separator == .newline, case .file(let path) = source,
        ["csv", "tsv"].contains(path.extension?.lowercased())
      else { return nil }
      do { return try PictureTable.listedPaths(in: path) } catch { throw .table(error) }
    }
  }
}

/// Reads paths from the bytes of a list as they arrive.
struct PathListReader {
  /// What is wrong with the bytes.
  enum Fault: Error, Equatable {
    /// The first NUL follows more bytes than a path may have, or the text between NULs is not a
    /// list of names.
    case holdsNUL
    /// The list consists of lines, although each path should end with a NUL.
    case lacksNUL
    case tooLong(PathList.Limit)
  }

  static let maximumCount = 10_000_000
  static let maximumSize = 1 << 30
  /// `PATH_MAX`, which counts the terminating NUL; in a list, a carriage return may take its place.
  static let maximumLength = 4096

  private var separator: PathList.Separator
  /// Converts the bytes if they are UTF-16.
  ///
  /// NUL-separated lists contain names byte for byte, so only a byte order mark shows that they are
  /// UTF-16.
  private var pieces: UTF16Pieces
  private var paths: [FilePath] = []
  private var count = 0
  private var size = 0
  /// The beginning of a path whose end has not arrived yet.
  private var rest: [UInt8] = []
  /// Whether a list of lines turned out to contain NULs.
  private var isUnannounced = false
  /// The bytes of a list of lines so far; no more are collected once they are too many for one
  /// path.
  private var beginning: [UInt8] = []

  /// Creates a reader that has already read this many paths and bytes.
  init(_ separator: PathList.Separator, count: Int = 0, size: Int = 0) {
    self.separator = separator
    pieces = UTF16Pieces(guessesOrder: separator == .newline)
    self.count = count
    self.size = size
  }

  mutating func append(_ chunk: ArraySlice<UInt8>) throws(Fault) {
    size += chunk.count
    guard size <= Self.maximumSize else { throw .tooLong(.size) }
    try take(pieces.utf8(of: chunk))
  }

  private mutating func take(_ chunk: ArraySlice<UInt8>) throws(Fault) {
    var chunk = chunk
    if separator == .newline {
      if let end = chunk.firstIndex(of: 0) {
        chunk = try begun(with: chunk, endingAt: end)
      } else if beginning.count <= Self.maximumLength {
        beginning += chunk.prefix(Self.maximumLength + 1)
      }
    }
    let end = separator == .nul ? 0 : UInt8(ascii: "\n")
    while !chunk.isEmpty {
      guard count < Self.maximumCount else { throw .tooLong(.paths) }
      let path = chunk.prefix { $0 != end }
      guard rest.count + path.count <= Self.maximumLength else {
        throw isOfLines(rest + path) ? .lacksNUL : .tooLong(.path(count + 1))
      }
      rest += path
      if path.endIndex < chunk.endIndex { addPath() }
      chunk = chunk[path.endIndex...].dropFirst()
    }
  }

  /// All paths, once all bytes have been appended.
  consuming func finished() throws(Fault) -> [FilePath] {
    try take(pieces.end())
    if isOfLines(rest) { throw .lacksNUL }
    addPath()
    // In UTF-16 that is not recognised, every other byte is a NUL.
    if isUnannounced, !pieces.isConverting, paths.count > 1,
      2 * paths.count(where: { $0.bytes.count == 1 }) > paths.count
    {
      throw .holdsNUL
    }
    return paths
  }

  /// Starts again with NUL-separated paths, because a NUL has arrived in a list of lines.
  ///
  /// - Returns: All bytes so far.
  private mutating func begun(
    with chunk: ArraySlice<UInt8>, endingAt end: Int
  ) throws(Fault) -> ArraySlice<UInt8> {
    let all = beginning + chunk
    guard beginning.count + end - chunk.startIndex <= Self.maximumLength,
      !all.contains(where: \.isInFewPaths) || all.separatesNames
    else { throw .holdsNUL }
    let pieces = pieces
    self = PathListReader(.nul, size: size)
    (self.pieces, isUnannounced) = (pieces, true)
    return all[...]
  }

  /// Whether the bytes before the first NUL are lines.
  private func isOfLines(_ bytes: [UInt8]) -> Bool {
    separator == .nul && count == 0 && bytes.contains(UInt8(ascii: "\n"))
  }

  private mutating func addPath() {
    var path = rest[...]
    if separator == .newline {
      if count == 0, path.starts(with: [0xEF, 0xBB, 0xBF]) { path = path.dropFirst(3) }
      if path.last == UInt8(ascii: "\r") { path.removeLast() }
      if let name = [UInt8](quotedByGit: path) { path = name[...] }
    }
    if !path.isEmpty { paths.append(FilePath(bytes: path)) }
    count += 1
    rest.removeAll(keepingCapacity: true)
  }
}

extension UInt8 {
  /// Whether the byte is a control character that hardly ever occurs in file names.
  fileprivate var isInFewPaths: Bool { self < 32 && ![0, 9, 10, 13].contains(self) }
}

extension [UInt8] {
  /// Whether the pieces that end with a NUL may be names: none is empty, and at most a quarter of
  /// each consists of control characters.
  ///
  /// Pictures, programs and archives have small numbers, with many zero bytes, near their start.
  fileprivate var separatesNames: Bool {
    split(separator: 0, omittingEmptySubsequences: false).dropLast().allSatisfy { piece in
      !piece.isEmpty && 4 * piece.count(where: \.isInFewPaths) <= piece.count
    }
  }
}

extension PathList.Limit: CustomStringConvertible {
  /// A phrase that states the limit, to follow the list's name and a colon.
  package var description: String {
    switch self {
    case .paths: "it has more than \(PathListReader.maximumCount / 1_000_000) million paths"
    case .size: "\(ContentsError.tooLarge(limit: PathListReader.maximumSize))"
    case .path(let number):
      "path \(number) in it is longer than \(PathListReader.maximumLength) bytes"
    }
  }
}

extension PathList.Source: CustomStringConvertible {
  /// The list's file in quotation marks, or `on standard input`.
  package var description: String {
    switch self {
    case .file(let path): path.quoted
    case .descriptor(.standardInput): "on standard input"
    case .descriptor(let descriptor): "on descriptor \(descriptor.rawValue)"
    }
  }
}
