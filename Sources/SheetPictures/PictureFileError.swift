import Glibc

/// Why a picture's file could not be read or written.
///
/// Descriptions are sentence fragments that follow a file name:
/// `cannot read 'a.png': unexpected end of file`.
package enum PictureFileError: Error, Equatable, Sendable {
  /// The data violates the format or is damaged; the reason is a library's message.
  case malformed(reason: String)
  /// All pixels are correct, but the data after them is damaged; the reason is a library's
  /// message.
  case wrongEnd(reason: String)
  /// The file or its picture is of an unsupported kind, or exceeds a limit.
  case unsupported(reason: String)
  /// The system refused to open, read or write the file.
  case system(errorNumber: CInt)
  /// Memory ran out, or the file asked for an unreasonable amount.
  case outOfMemory
}

extension PictureFileError {
  /// The end of the file is missing; the data before it is correct.
  package static let endOfFile = malformed(reason: "unexpected end of file")
  /// The file does not start like a PNG file.
  package static let notPNG = unsupported(reason: "not a PNG file")
  /// The file has no bytes.
  package static let empty = unsupported(reason: "the file is empty")
  /// The path names a folder.
  package static let folder = unsupported(reason: "a folder, not a file")
  /// The path names a device, a pipe or a socket.
  package static let notARegularFile = unsupported(reason: "not a regular file")

  /// The file does not have the requested page; `name` is what its format calls a page.
  package static func noPage(of count: Int, called name: String = "page") -> PictureFileError {
    unsupported(
      reason: count == 1
        ? "the file has one \(name); name it without a number"
        : "the file has \(count) \(name)s; name one from [0] to [\(count - 1)]")
  }

  /// The width or height exceeds the limit.
  package static func tooLarge(width: Int, height: Int, maximumSide: Int) -> PictureFileError {
    unsupported(
      reason: "the image is \(width) x \(height) pixels, and no side may exceed \(maximumSide)")
  }

  /// Whether the pixels before the damage are correct.
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
      "its pixels are complete, but data after them is damaged (\(reason))"
    case .unsupported(let reason): reason
    case .system(ENOENT): "it does not exist"
    case .system(let errorNumber): unsafe String(cString: strerror(errorNumber))
    case .outOfMemory: "not enough memory"
    }
  }
}

extension String {
  /// A sentence turned into a fragment, without its initial capital.
  ///
  /// libpng and libjpeg start most messages like sentences, but start some with a name in capitals.
  var asFragment: String {
    let start = prefix(2)
    guard start.count == 2, start.first?.isUppercase == true, start.last?.isLowercase == true
    else { return self }
    return start.lowercased() + dropFirst(2)
  }
}
