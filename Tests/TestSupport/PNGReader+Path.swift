import Glibc
package import SheetPictures

extension PNGReader {
  /// Opens the file at `path`, a regular file or a link to one.
  package init(path: String, decoder: PNGDecoder = .automatic) throws(PictureFileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errorNumber: errno) }
    try self.init(descriptor: descriptor, decoder: decoder)
  }
}
