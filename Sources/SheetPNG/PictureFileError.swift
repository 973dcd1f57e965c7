import Glibc

/// A reason why the file of a picture could not be read or written.
///
/// Descriptions are sentence fragments that follow a file name:
/// `cannot read 'a.png': unexpected end of file`.
package enum PictureFileError: Error, Equatable, Sendable {
  /// The data break the format, or are damaged; the reason is a library's message.
  case malformed(reason: String)
  /// All pixels are right, but the data after them are damaged; the reason is a library's message.
  case wrongEnd(reason: String)
  /// The picture is of a kind, or exceeds a limit, that is not read; the reason names a remedy.
  case unsupported(reason: String)
  /// The file does not start like a PNG file.
  case notPNG
  /// The file has no bytes.
  case empty
  /// A side is longer than the limit.
  case tooLarge(width: Int, height: Int, maximumSide: Int)
  /// The picture is interlaced, so it cannot be read row by row, and takes more memory than
  /// allowed.
  case interlacedTooLarge(byteCount: UInt64, limit: UInt64)
  /// The path names a folder.
  case folder
  /// The path names a device, a pipe or a socket.
  case notARegularFile
  /// The system refused to open, read or write.
  case system(errorNumber: CInt)
  /// Memory ran out, or the file asked for an unreasonable amount.
  case outOfMemory
  /// A file was finished before all its rows were written.
  case missingRows(written: Int, expected: Int)
}

extension PictureFileError {
  /// The end of the file is missing; the data before it is right.
  package static let endOfFile = malformed(reason: "unexpected end of file")

  /// Whether the pixels before the damage are as they should be.
  package var leavesPixels: Bool {
    if case .wrongEnd = self { true } else { self == .endOfFile }
  }
}

extension PictureFileError: CustomStringConvertible {
  /// A lower-case fragment without a full stop.
  package var description: String {
    switch self {
    case .malformed(let reason): reason.asFragment
    case .wrongEnd(let reason):
      "its pixels are complete, but data after them are damaged (\(reason))"
    case .unsupported(let reason): reason
    case .notPNG: "not a PNG file"
    case .empty: "the file is empty"
    case .tooLarge(let width, let height, let maximumSide):
      "the picture is \(width) x \(height) pixels, and no side may exceed \(maximumSide)"
    case .interlacedTooLarge(let byteCount, let limit):
      """
      an interlaced picture has to be held in memory whole, and its \(byteCount) bytes \
      exceed the limit of \(limit); re-save without interlacing
      """
    case .folder: "a folder, not a file"
    case .notARegularFile: "not a regular file"
    case .system(let errorNumber): unsafe String(cString: strerror(errorNumber))
    case .outOfMemory: "not enough memory"
    case .missingRows(let written, let expected): "only \(written) of \(expected) rows were written"
    }
  }
}

extension String {
  /// A sentence as a fragment, without its capital.
  ///
  /// libpng and libjpeg start most of their messages as sentences, but some with a name in
  /// capitals.
  package var asFragment: String {
    let start = prefix(2)
    guard start.count == 2, start.first?.isUppercase == true, start.last?.isLowercase == true
    else { return self }
    return start.lowercased() + dropFirst(2)
  }
}
