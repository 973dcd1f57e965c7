/// A Unicode scalar, or a byte that is no part of one.
struct GlobCharacter: Comparable, ExpressibleByUnicodeScalarLiteral, Sendable {
  /// The scalar's value; bytes that are not UTF-8 lie above all scalars.
  private let number: UInt32

  init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    number = scalar.value
  }

  private init(foreign byte: UInt8) {
    number = 0x11_0000 + UInt32(byte)
  }

  static func < (first: GlobCharacter, second: GlobCharacter) -> Bool {
    first.number < second.number
  }

  /// The characters of a name.
  static func characters(of bytes: ArraySlice<UInt8>) -> [GlobCharacter] {
    var characters: [GlobCharacter] = []
    var position = bytes.startIndex
    var remaining = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &remaining) {
      case .valid(let encoded):
        characters.append(GlobCharacter(unicodeScalarLiteral: Unicode.UTF8.decode(encoded)))
        position += encoded.count
      case .error(let length):
        characters += bytes[position..<position + length].map(GlobCharacter.init(foreign:))
        position += length
      case .emptyInput: return characters
      }
    }
  }
}
