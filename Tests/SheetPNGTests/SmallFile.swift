import PNGFixtures
import TestSupport
import Testing

/// A small file, named for the test log.
struct SmallFile: CustomTestStringConvertible {
  let testDescription: String
  let fixture: PNGFixture

  init(_ name: String, _ fixture: PNGFixture) {
    testDescription = name
    self.fixture = fixture
  }

  /// The file with every bit of its chunks' data flipped, one at a time, under checksums that
  /// know of it.
  var bitFlipsWithChecksums: some Sequence<DamagedBytes> {
    let chunks = fixture.chunks()
    return chunks.indices.lazy.flatMap { index in
      chunks[index].data.bitFlips.lazy.map { damaged in
        var file = chunks
        file[index].data = damaged.bytes
        return DamagedBytes(
          bytes: PNGChunk.file(file), description: "\(damaged) in \(chunks[index].type)")
      }
    }
  }
}
