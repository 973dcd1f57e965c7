import CPNGShims

/// How the rows of a file are decoded.
///
/// All ways give the same rows and refuse the same files, in the same words;
/// they differ in time. What a way cannot read itself (interlaced pictures, one
/// transparent colour of red, green and blue or of 16 bits, rows of more than
/// 512 KiB), libpng reads. Where anything is odd, libpng reads the file again
/// from its start and decides.
///
/// There is one exception. ISA-L reads deflate data whose codes leave some
/// sequences of bits without a meaning, which zlib refuses even if no such
/// sequence occurs. The pixels are right: the checksums are checked either way.
public enum PNGDecoder: CaseIterable, Sendable {
  /// ISA-L where it is present and the picture is not small, else zlib.
  case automatic
  /// ISA-L, or zlib where ISA-L is not present.
  case isal
  /// zlib.
  case zlib
  /// zlib, and of the processor only what every processor can do.
  case portable
  /// libpng alone.
  case libpng

  /// Whether ISA-L (`libisal.so.2`), which unpacks faster than zlib, was found
  /// when it was first looked for.
  public static var isISALPresent: Bool { cpng_isal_is_present() }

  var code: cpng_decoder {
    switch self {
    case .automatic: .automatic
    case .isal: .isal
    case .zlib: .zlib
    case .portable: .portable
    case .libpng: .libpng
    }
  }
}
