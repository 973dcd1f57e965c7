import Testing

@testable import ContactSheet

@Suite struct PictureEmbeddingTests {
  @Test("Each group has the same room at most, all together no more than the limit, and all of it")
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

  @Test("A text in base64 has as many characters as are counted", arguments: 0...9)
  func characters(count: Int) {
    let text = [0, 4, 4, 4, 8, 8, 8, 12, 12, 12]
    #expect(EmbeddedPicture.characters(for: count) == text[count])
  }
}
