internal import SheetFiles
internal import SheetPNG
public import SystemPackage

/// Why a JPEG file could not be read.
///
/// Descriptions are sentence fragments that follow a file name:
/// `cannot read 'a.jpg': unexpected end of file`.
public enum JPEGError: Error, Equatable, Sendable {
  /// There is no library to read it with.
  case noLibrary(remedy: String)
  /// The data break the format, or are damaged; the reason is in libjpeg's words.
  case malformed(reason: String)
  /// The file ends ahead of some of its rows, or of its own end.
  case endOfFile
  /// It is of a kind that is not read.
  case unsupported(reason: String)
  /// A progressive picture, or another of several scans, takes more memory than is allowed for such
  /// pictures, which cannot be read row by row.
  case progressiveTooLarge(byteCount: UInt64, limit: UInt64)
  /// There are so many scans that decoding would take minutes.
  case tooManyScans
  /// Profiles, Exif data and comments take more than this many bytes.
  case tooMuchMetadata(limit: UInt64)
  /// The path names a folder.
  case folder
  /// The path names a device, a pipe or a socket.
  case notARegularFile
  /// The system refused to open or read.
  case system(Errno)
  /// Memory ran out.
  case outOfMemory
}

extension JPEGError {
  /// The system's number for what it refused; nil for other errors.
  var errorNumber: CInt? {
    if case .system(let error) = self { error.rawValue } else { nil }
  }
}

extension JPEGError: CustomStringConvertible {
  /// A lower-case fragment without a full stop.
  public var description: String {
    switch self {
    case .noLibrary(let remedy): "JPEG files need libjpeg-turbo: \(remedy)"
    case .malformed(let reason): reason.asFragment
    case .endOfFile: "unexpected end of file"
    case .unsupported(let reason): reason
    case .progressiveTooLarge(let byteCount, let limit):
      """
      a progressive picture has to be held in memory whole, and its \(byteCount) bytes exceed the \
      limit of \(limit); save it as a baseline JPEG
      """
    case .tooManyScans: "it has more scans than any picture needs; save it as a baseline JPEG"
    case .tooMuchMetadata(let limit):
      "its profile, Exif data and comments are larger than \(Int(limit).inBinaryUnits)"
    case .folder: "a folder, not a file"
    case .notARegularFile: "not a regular file"
    case .system(let error): "\(error)"
    case .outOfMemory: "not enough memory"
    }
  }
}
