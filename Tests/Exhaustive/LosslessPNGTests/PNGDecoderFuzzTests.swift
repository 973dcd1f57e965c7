import PNGFixtures
import PictureFixtures
import TestSupport
import Testing

/// Randomly damaged files, for which all ways of decoding must agree.
///
/// This is short and the same in every run; `Tests/Fuzzing` tries more.
@Suite struct PNGDecoderFuzzTests {
  @Test("Randomly damaged files give the same rows and errors as libpng")
  func randomDamage() {
    var damage = RandomDamage(seed: 7)
    for count in 0..<300 { expectAgreement(damage.file(), "file \(count)") }
  }
}

/// Draws random pictures and damages their files.
private struct RandomDamage {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The next file; one in eight is undamaged.
  mutating func file() -> [UInt8] {
    let fixture = picture()
    var chunks = fixture.chunks()
    let data = chunks.indices.filter { chunks[$0].type == "IDAT" }
    switch number(below: 8) {
    case 0:
      return PNGChunk.file(chunks)
    case 1:
      return damaged(PNGChunk.file(chunks))
    case 2:
      let file = PNGChunk.file(chunks)
      return Array(file.prefix(number(below: file.count)))
    case 3:
      chunks.swapAt(number(below: chunks.count), number(below: chunks.count))
    case 4:
      chunks.remove(at: number(below: chunks.count))
    case 5:
      let rows = damaged(fixture.filteredRows())
      chunks[data[0]].data = deflated(rows, level: number(below: 10))
    default:
      let index = data[number(below: data.count)]
      chunks[index].data = damaged(chunks[index].data)
    }
    return PNGChunk.file(chunks)
  }

  private mutating func picture() -> PNGFixture {
    let kind = PixelKind.all[number(below: PixelKind.all.count)]
    // Some pictures have many batches of rows, and data spanning many of libpng's buffers.
    let isLarge = number(below: 16) == 0
    var fixture = PNGFixture.noise(
      width: 1 + number(below: isLarge ? 150 : 40), height: 1 + number(below: isLarge ? 900 : 40),
      bitDepth: kind.bitDepth, colorType: kind.colorType)
    if number(below: 4) > 0 {
      // Noise does not compress; this pattern does, with codes of every kind.
      for index in fixture.samples.indices.dropFirst() where number(below: 6) > 0 {
        fixture.samples[index] = fixture.samples[index - 1]
      }
    }
    if number(below: 4) == 0 { fixture = fixture.withTransparency() }
    fixture.isInterlaced = number(below: 4) == 0
    fixture.filter = number(below: 2) == 0 ? .cycling : .fixed(UInt8(number(below: 5)))
    fixture.compressionLevel = number(below: 10)
    fixture.dataChunkSize = number(below: 3) == 0 ? 1 + number(below: 300) : .max
    if number(below: 4) == 0 { fixture.chunksAfterData = [.text("Late", "a")] }
    return fixture
  }

  /// Flips bits and sets, removes or inserts bytes, usually just one.
  private mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    repeat {
      guard !bytes.isEmpty else { return bytes }
      let offset = number(below: bytes.count)
      switch number(below: 8) {
      case 0: bytes.remove(at: offset)
      case 1: bytes.insert(UInt8(number(below: 256)), at: offset)
      case 2: bytes[offset] = UInt8(number(below: 256))
      case 3: bytes.append(UInt8(number(below: 256)))
      default: bytes[offset] ^= 1 << UInt8(number(below: 8))
      }
    } while number(below: 4) == 0
    return bytes
  }

  private mutating func number(below end: Int) -> Int {
    generator.number(below: end)
  }
}
