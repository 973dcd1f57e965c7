import TestSupport
import Testing

@testable import SheetModel

/// Means, medians, standard deviations and sums of facts.
@Suite struct AggregateFactTests {
  @Test(
    "A mean has the unit that all numbers share, and four significant digits",
    arguments: [
      ([Fact(1), Fact(2)], "1.5"), ([Fact(4), Fact(4)], "4"),
      ([Fact(1), Fact(1), Fact(2)], "1.333"),
      ([.rounded(900, as: "900 B"), .rounded(1100, as: "1.1 kB")], "1.0 kB"),
      ([.rounded(1500, as: "1.5 kB"), .rounded(2_000_500, as: "2.0 MB")], "1.0 MB"),
      ([Fact("1/100 s", number: 0.01), Fact("1/50 s", number: 0.02)], "0.015 s"),
      ([Fact("50 mm", number: 50), Fact("no"), Fact("85 mm", number: 85)], "67.5 mm"),
      ([Fact("3 m", number: 3), Fact("5", number: 5)], "4"), ([Fact(0), Fact(0)], "0"),
      ([Fact(reading: "-1e300"), Fact(reading: "-1e300")], "-1e+300"),
      ([Fact(reading: "1.7e308"), Fact(reading: "1.7e308")], "1.7e+308"),
    ] as [([Fact], String)])
  func means(facts: [Fact], expected: String) {
    #expect(Fact.mean(of: facts)?.text == expected)
  }

  @Test(
    "A mean of huge numbers lies between them, and extreme numbers are not written digit by digit")
  func extremes() {
    let largest = Double.greatestFiniteMagnitude
    var random = SeededGenerator(seed: 7)
    for count in 1...9 {
      for unit in ["", " B", " EB"] {
        for sign in [1.0, -1] {
          let numbers = (0..<count).map { _ in
            sign * Double.random(in: largest / 2...largest, using: &random)
          }
          for numbers in [numbers, numbers.map { _ in sign * largest }] {
            let mean = Fact.mean(of: numbers.map { Fact.rounded($0, as: "\($0)\(unit)") })
            let number = mean?.number ?? .nan
            #expect(numbers.contains { $0 <= number } && numbers.contains { $0 >= number })
          }
        }
      }
    }
    for _ in 0..<10_000 {
      let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      let isShort = number == 0 || 1e-12..<1e15 ~= number.magnitude
      #expect((number.significantText(keepsZeros: false) != nil) == isShort, "\(number)")
    }
  }

  @Test(
    "The number of a mean is not rounded, although its text is; without numbers, there is no mean")
  func number() {
    #expect(Fact.mean(of: [Fact(1), Fact(1), Fact(2)])?.number == 4.0 / 3)
    #expect(Fact.mean(of: [Fact("a"), Fact("b")]) == nil)
    #expect(Fact.mean(of: []) == nil)
  }

  @Test(
    "A sum has as many decimal places as its most precise number, and the unit that all share",
    arguments: [
      ([Fact("12.50", number: 12.5), Fact("3", number: 3)], "15.50"),
      ([Fact("12,50 €", number: 12.5), Fact("3,1 €", number: 3.1)], "15.60 €"),
      ([Fact("1200", number: 1200), Fact("no"), Fact("-34567", number: -34567)], "-33367"),
      ([Fact("1/100 s", number: 0.01), Fact("1/50 s", number: 0.02)], "0.03 s"),
      ([.rounded(900, as: "900 B"), .rounded(1100, as: "1.1 kB")], "2.0 kB"),
      ([Fact(reading: "1.5e-3"), Fact(reading: "25e-4")], "0.004"),
      ([Fact(reading: "1e-3"), Fact(reading: "-3e-05")], "0.00097"),
    ] as [([Fact], String)])
  func sums(facts: [Fact], expected: String) {
    #expect(Fact.sum(of: facts)?.text == expected)
  }

  @Test("A median lies in the middle, and a standard deviation is that of a sample")
  func deviations() {
    let facts = [3, 1, 2, 10].map { Fact($0) }
    #expect(Fact.median(of: facts)?.number == 2.5 && Fact.median(of: [Fact(7)])?.number == 7)
    #expect(Fact.median(of: Array(facts.dropLast()))?.text == "2")
    #expect(Fact.standardDeviation(of: [2, 4, 4, 4, 5, 5, 7, 9].map { Fact($0) })?.text == "2.138")
    #expect(Fact.standardDeviation(of: [Fact(5)]) == nil && Fact.sum(of: []) == nil)
    let largest = Fact(reading: "1.7e308")
    #expect(Fact.sum(of: [largest, largest]) == nil)
    #expect(Fact.median(of: [largest, largest])?.number == 1.7e308)
  }
}
