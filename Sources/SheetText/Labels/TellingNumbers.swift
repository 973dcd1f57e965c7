/// The numbers by which texts are told apart: `0001` in `IMG_0001_edit`, but not `2024` where all texts
/// have it.
struct TellingNumbers {
  /// How many of the texts have a run of digits.
  private var counts: [String: Int] = [:]
  private let total: Int

  /// Counts the numbers of some texts; those that are equal count once.
  init(of texts: some Sequence<String>) {
    let texts = Set(texts)
    total = texts.count
    for text in texts.lazy.map(Array.init) {
      for number in Set(text.numbers.map { String(text[$0]) }) { counts[number, default: 0] += 1 }
    }
  }

  /// Where a text has the number that fewest others have, and of several the longest, and of these the
  /// last; nil where all texts have the same numbers.
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
  /// Where its runs of digits are.
  fileprivate var numbers: [Range<Int>] {
    var numbers: [Range<Int>] = []
    for index in indices where self[index].isDigit {
      if let last = numbers.last, last.upperBound == index {
        numbers[numbers.count - 1] = last.lowerBound..<index + 1
      } else {
        numbers.append(index..<index + 1)
      }
    }
    return numbers
  }
}
