internal import SheetFacts

/// The numbers that distinguish texts: `0001` in `IMG_0001_edit`, but not `2024` if all texts have
/// it.
struct DistinguishingNumbers {
  /// The number of texts that contain each run of digits.
  private var counts: [String: Int] = [:]
  private let total: Int

  /// Counts the numbers of some texts; equal texts are counted once.
  init(of texts: some Sequence<String>) {
    let texts = Set(texts)
    total = texts.count
    for text in texts.lazy.map(Array.init) {
      for number in Set(text.numbers.map { String(text[$0]) }) { counts[number, default: 0] += 1 }
    }
  }

  /// The range of the number that the fewest texts share; nil if all texts have equal numbers.
  ///
  /// Ties go to the longest number, then to the last.
  func number(in text: [Character]) -> Range<Int>? {
    var best: (range: Range<Int>, count: Int)?
    for range in text.numbers {
      guard let count = counts[String(text[range])], total == 1 || count < total else { continue }
      if let best, (count, -range.count) > (best.count, -best.range.count) { continue }
      best = (range, count)
    }
    return best?.range
  }
}

extension [Character] {
  /// The ranges of its runs of digits.
  fileprivate var numbers: [Range<Int>] { [Range<Int>](indices(where: \.isDigit).ranges) }
}
