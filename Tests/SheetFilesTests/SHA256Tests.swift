import SheetFiles
import Testing

@Suite struct SHA256Tests {
  private static func digest(_ pieces: [[UInt8]]) -> String {
    var digest = SHA256()
    for piece in pieces { digest.update(piece[...]) }
    return digest.digest().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(
    "SHA-256 digests match the examples in the standard",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func examples(text: String, digest: String) {
    #expect(Self.digest([Array(text.utf8)]) == digest)
  }

  @Test("Digests do not depend on how the bytes are split, for lengths around block boundaries")
  func pieces() {
    for count in [54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129] {
      let bytes = (0..<count).map { UInt8($0) }
      let whole = Self.digest([bytes])
      #expect(Self.digest(bytes.map { [$0] }) == whole)
      #expect(Self.digest([Array(bytes[..<13]), [], Array(bytes[13...])]) == whole)
    }
  }
}
