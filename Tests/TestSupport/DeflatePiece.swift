import CPNGCodec
import CZlib

/// The input of our deflate, and the bytes that it may refer to.
public struct DeflatePiece: Sendable {
  /// The bytes that are compressed.
  public var bytes: [UInt8]
  /// The bytes right before them.
  public var dictionary: [UInt8]
  /// The effort of the search, 0 to 9.
  public var level: Int
  /// Whether the stream ends with this piece.
  public var isLast: Bool

  /// Describes a piece.
  public init(bytes: [UInt8], dictionary: [UInt8] = [], level: Int, isLast: Bool = true) {
    self.bytes = bytes
    self.dictionary = dictionary
    self.level = level
    self.isLast = isLast
  }

  /// The compressed stream.
  ///
  /// An `offset` moves both buffers to unaligned addresses. Nothing follows the input, so that the
  /// address sanitizer detects reads beyond it.
  ///
  /// - Throws: ``DeflateFault`` if more bytes are written than the bound.
  public func deflated(offset: Int = 0) throws(DeflateFault) -> [UInt8] {
    let source = [UInt8](repeating: 7, count: offset) + dictionary + bytes
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, source.count))
    defer { input.deallocate() }
    _ = input.update(fromContentsOf: source)
    let bound = deflate_bound(bytes.count)
    // The bytes beyond the bound must not change.
    var output = [UInt8](repeating: 0xA5, count: offset + bound + 64)
    let count = output.withUnsafeMutableBufferPointer { output in
      guard let start = input.baseAddress, let end = output.baseAddress else { return 0 }
      return deflate_encode(
        deflate_input(
          bytes: start + offset + dictionary.count, count: bytes.count, ahead: dictionary.count,
          level: CInt(level), is_last: isLast), end + offset)
    }
    guard count > 0 else { throw .outOfMemory }
    guard count <= bound, output[(offset + bound)...].allSatisfy({ $0 == 0xA5 }) else {
      throw .overlong(count, bound: bound)
    }
    return Array(output[offset..<offset + count])
  }

  /// The bytes that zlib reads from a stream; nil if it is incomplete, or ends elsewhere.
  public func inflated(_ stream: [UInt8]) -> [UInt8]? {
    var state = z_stream()
    guard inflateInit2_(&state, -15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&state) }
    let near = Array(dictionary.suffix(deflate_window))
    guard inflateSetDictionary(&state, near, UInt32(near.count)) == Z_OK else { return nil }
    var input = stream
    var result = [UInt8](repeating: 0, count: bytes.count + 1)
    let status = input.withUnsafeMutableBufferPointer { input in
      result.withUnsafeMutableBufferPointer { result in
        state.next_in = input.baseAddress
        state.avail_in = UInt32(input.count)
        state.next_out = result.baseAddress
        state.avail_out = UInt32(result.count)
        return inflate(&state, Z_SYNC_FLUSH)
      }
    }
    guard status == (isLast ? Z_STREAM_END : Z_OK), state.avail_in == 0 else { return nil }
    guard Int(state.total_out) == bytes.count else { return nil }
    return Array(result.dropLast())
  }
}

/// A defect of a compressed stream.
public enum DeflateFault: Error, Equatable, Sendable {
  /// Memory ran out.
  case outOfMemory
  /// This many bytes were written, or some were written beyond the bound.
  case overlong(Int, bound: Int)
}
