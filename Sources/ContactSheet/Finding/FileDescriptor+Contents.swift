package import SystemPackage

extension FileDescriptor {
  /// Everything from here to the end of the file or pipe.
  func contents() throws(Errno) -> [UInt8] {
    try beginning(upTo: .max)
  }

  /// What comes from here to the end of the file or pipe, or at least its first `limit` bytes.
  ///
  /// Little more than `limit` bytes are read.
  package func beginning(upTo limit: Int) throws(Errno) -> [UInt8] {
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while contents.count < limit {
        let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe read(into: $0) }
        if count == 0 { break }
        contents.append(contentsOf: buffer[..<count])
      }
      return contents
    } catch {
      throw Errno(error)
    }
  }
}

extension FilePath {
  /// The first bytes of the file, about `limit` of them or all there are.
  func beginning(upTo limit: Int) throws(Errno) -> [UInt8] {
    do {
      let descriptor = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
      return try descriptor.closeAfter { try descriptor.beginning(upTo: limit) }
    } catch {
      throw Errno(error)
    }
  }

  /// Everything in the file.
  func contents() throws(Errno) -> [UInt8] { try beginning(upTo: .max) }
}

extension Errno {
  /// The error as what it is: SystemPackage throws `Errno` only, but does not say so
  /// in every signature.
  init(_ error: any Error) {
    self = error as? Errno ?? .ioError
  }
}
