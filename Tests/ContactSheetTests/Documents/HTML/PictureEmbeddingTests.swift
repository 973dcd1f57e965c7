import SheetFiles
import SheetFixtures
import SheetLayout
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct PictureEmbeddingTests {
  @Test(
    "If pictures together exceed a limit, an equal cap on each keeps the sum just within it"
  )
  func shares() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<1000 {
      let needs = (0..<Int.random(in: 0...9)).map { _ in Int.random(in: 0...1000, using: &random) }
      let (limit, sum) = (Int.random(in: 0...4000, using: &random), needs.reduce(0, +))
      let share = PictureEmbedding.share(of: limit, needs)
      let given = needs.reduce(0) { $0 + min($1, share) }
      #expect(given <= max(limit, 0), "\(needs) \(limit)")
      if sum <= limit {
        #expect(given == sum, "\(needs) \(limit)")
      } else {
        #expect(given > limit - needs.count, "\(needs) \(limit)")
      }
    }
  }

  @Test("The length of base64 text is predicted correctly", arguments: 0...9)
  func characters(count: Int) {
    let text = [0, 4, 4, 4, 8, 8, 8, 12, 12, 12]
    #expect(EmbeddedPicture.characters(for: count) == text[count])
  }

  @Test("It is an error if a picture's bytes cannot be read again", arguments: [100_000, 99_999])
  func shortRead(count: Int) throws {
    let folder = TemporaryFolder()
    let target = try OpenFolder(folder.path).file(named: "page.html".utf8)
    let file = try TemporaryFile.create(beside: target, run: .random())
    try file.descriptor.writeWhole([UInt8](repeating: 7, count: count))
    let picture = EmbeddedPicture(
      mediaType: "image/png", size: PixelSize(width: 1, height: 1), isReduced: false,
      bytes: 0..<100_000, file: file)
    #expect(picture.address.reduce(0) { $0 + $1.count } == 22 + picture.characterCount)
    #expect((file.readError == nil) == (count == 100_000))
  }

  @Test(
    "Files need as many characters as their base64 text has, and enormous sizes cause no overflow")
  func needs() {
    for sizes in [[], [0], [1], [3, 4], [1000, 7, 0]] as [[Int64]] {
      for others in 0...2 {
        let bytes = sizes.reduce(0) { $0 + Int($1) } + others * Int(sizes.max() ?? 0)
        #expect(PictureEmbedding.need(of: sizes, others: others) == (bytes + 2) / 3 * 4)
      }
    }
    // A sparse file can have any size that the file system allows.
    for size in [Int64.max, Int64.max / 2, Int64.max / 4 * 3] {
      for count in [1, 2, 1000] {
        let sizes = [Int64](repeating: size, count: count)
        let need = PictureEmbedding.need(of: sizes, others: 2)
        #expect(need >= 1 << 38 && need <= PictureEmbedding.need(of: sizes + [size], others: 2))
      }
    }
  }
}
