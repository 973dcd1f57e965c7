import TestSupport

/// Our deflate against zlib's inflate: any bytes, split anywhere, at any level.
enum DeflateTarget: FuzzTarget {
  static let name = "deflate"

  static func seeds() -> [[UInt8]] {
    let texts = [Array("a man a plan a canal panama".utf8), [0], Array(0...255)]
    return (0..<10).flatMap { level in
      texts.map { text in [level, level * 17, level * 5, 3] + text }
    }
  }

  static func check(_ bytes: [UInt8]) {
    var input = FuzzedBytes(bytes)
    let (first, step) = (input.number(below: 10), input.number(below: 10))
    let times = input.number(below: 64)
    let pieces = 1 + input.number(below: 5)
    let cuts = (1..<pieces).map { _ in input.number(below: 65_536) }
    let all = input.spread(to: input.rest.count * (1 + times))
    let places = [0] + cuts.map { $0 % (all.count + 1) }.sorted() + [all.count]
    var stream: [UInt8] = []
    for (index, (start, end)) in zip(places, places.dropFirst()).enumerated() {
      let piece = DeflatePiece(
        bytes: Array(all[start..<end]), dictionary: Array(all[..<start]),
        level: (first + index * step) % 10, isLast: index == pieces - 1)
      let deflated = deflated(piece)
      expect(
        deflated == self.deflated(piece, offset: 1 + index),
        "the output depends on the alignment, at level \(piece.level)")
      expect(
        piece.inflated(deflated) == piece.bytes,
        "\(piece.bytes.count) bytes after \(start) do not survive level \(piece.level)")
      stream += deflated
    }
    expect(
      DeflatePiece(bytes: all, level: 0).inflated(stream) == all, "the pieces are not one stream")
  }

  private static func deflated(_ piece: DeflatePiece, offset: Int = 0) -> [UInt8] {
    do { return try piece.deflated(offset: offset) } catch { fatalError("\(error)") }
  }
}
