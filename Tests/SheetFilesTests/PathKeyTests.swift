import SystemPackage
import Testing

@testable import SheetFiles
@testable import SheetPlanning

@Suite struct PathKeyTests {
  /// Paths over a few characters, so that many of them are similar.
  static func randomPaths(_ count: Int, alphabet: [UInt8], seed: UInt64) -> [FilePath] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let length = 1 + generator.next(below: 7)
      return FilePath(
        bytes: (0..<length).map { _ in alphabet[generator.next(below: alphabet.count)] })
    }
  }

  static let alphabets: [[UInt8]] = [
    Array("aAb012./-".utf8), Array("0019a".utf8), Array("aÄäß".utf8), Array(1...255),
  ]

  @Test(
    "The path that is found to be first by name is also the first in natural order",
    arguments: alphabets)
  func first(alphabet: [UInt8]) {
    #expect([FilePath]().firstByName(\.self) == nil)
    for count in 1...60 {
      let paths = Self.randomPaths(count, alphabet: alphabet, seed: UInt64(count))
      #expect(paths.firstByName(\.self) == paths.sortedNaturally().first)
    }
  }

  @Test("Keys order paths strictly, whatever their bytes", arguments: alphabets)
  func strictOrder(alphabet: [UInt8]) {
    let paths = Self.randomPaths(70, alphabet: alphabet, seed: 7)
    let orders: [(FilePath) -> PathKey] = [
      { .natural($0) }, { .natural($0, filesFirst: true) }, { .bytewise($0) },
    ]
    for make in orders {
      let keys = paths.map(make)
      let precedes = keys.map { first in keys.map { first < $0 } }
      var broken: [[FilePath]] = []
      for first in keys.indices {
        for second in keys.indices {
          let isEqual = paths[first] == paths[second]
          if [precedes[first][second], precedes[second][first], isEqual].count(where: \.self) != 1 {
            broken.append([paths[first], paths[second]])
          }
          for third in keys.indices where precedes[first][second] && precedes[second][third] {
            if !precedes[first][third] {
              broken.append([paths[first], paths[second], paths[third]])
            }
          }
        }
      }
      #expect(broken.first == nil, "\(broken.count) pairs or triples out of order")
    }
  }

  @Test("Keys order names in the same way as a simple, slow comparison")
  func agreesWithModel() {
    let paths = Self.randomPaths(5000, alphabet: Array("aAbZ0129-_ ".utf8), seed: 11)
    var generator = SplitMix64(seed: 12)
    for first in paths {
      let second = paths[generator.next(below: paths.count)]
      #expect(
        (PathKey.natural(first) < PathKey.natural(second))
          == modelPrecedes(first.string, second.string), "\(first) \(second)")
    }
  }

  @Test(
    "Natural order compares numbers by value, and case and accents only if names are otherwise equal",
    arguments: [
      ["img2.png", "img10.png"],
      ["img_1.png", "IMG_2.png", "img_3.png"],
      ["a1b2", "a1b10", "a2b1"],
      ["1.png", "2.png", "10.png", "a.png"],
      ["a.png", "a (2).png", "a-1.png", "a1.png", "a10.png", "ab.png"],
      ["img.png", "img0.png", "img01.png", "img1.png", "img2.png"],
      ["v1.2.png", "v1.10.png"],
      ["A.png", "a.png", "B.png", "b.png"],
      ["Äb.png", "äc.png", "Öa.png"],
      ["Oma.png", "Omar.png", "Ömer.png", "Omo.png", "Øre.png", "Ort.png"],
      ["Lukas", "Łukasz", "łukasz", "Luna", "Łyk"], ["strasse", "straße", "strata"],
      ["élan 2", "élan 10", "elf"], ["Ae.x", "Aé.x", "Ae.y"],
      ["O'Brien 1", "O’Brien 2", "O'Brien 3", "Oates"],
      ["L'Arrivée", "LʼArrivée", "L’Arrivée", "L‘Arrivée 2", "La"],
      ["a-1", "a–2", "a‑3", "a−4", "a-5", "ab"],
      ["ae", "æ", "af"], ["résumé", "resumes"], ["Ελλάς", "я", "中", "日"],
      ["a/z.png", "a.png", "a1/b.png", "a2/a.png", "a10/a.png"],
      ["x01/a", "x01/b", "x1/a", "x1/b"],
      ["A/2", "A/10", "a/1"],
      ["7", "99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
    ])
  func natural(expected: [FilePath]) {
    var generator = SplitMix64(seed: 3)
    var paths = expected
    for _ in 0..<5 {
      paths.shuffle(with: &generator)
      #expect(paths.sorted { PathKey.natural($0) < PathKey.natural($1) } == expected)
    }
  }

  @Test("Names are sorted by base letters; if these are equal, names without accents come first")
  func agreesWithBaseLetters() {
    let letters: [(String, String)] = [
      ("o", "o"), ("ö", "o"), ("Ö", "o"), ("ø", "o"), ("O", "o"), ("l", "l"), ("Ł", "l"),
      ("ł", "l"),
      ("ß", "ss"), ("s", "s"), ("ế", "e"), ("e", "e"), ("e\u{301}", "e"), ("Đ", "d"), ("æ", "ae"),
    ]
    var generator = SplitMix64(seed: 13)
    let names = (0..<2000).map { _ in
      (0..<1 + generator.next(below: 4)).map { _ in letters[generator.next(below: letters.count)] }
    }
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    func key(_ name: [(String, String)]) -> [[UInt8]] {
      let text = name.map(\.0).joined()
      let folded = String(
        text.unicodeScalars.flatMap {
          $0.properties.lowercaseMapping.unicodeScalars.map { Character($0) }
        })
      let base = name.map(\.1).joined()
      return [bytes(base), bytes(folded) == bytes(base) ? [] : [1], bytes(folded), bytes(text)]
    }
    for (one, other) in zip(names, names.dropFirst()) {
      let (first, second) = (key(one), key(other))
      let difference = zip(first, second).first { $0 != $1 }
      let expected = difference.map { $0.lexicographicallyPrecedes($1) } ?? false
      let paths = [one, other].map { FilePath($0.map(\.0).joined()) }
      #expect(
        (PathKey.natural(paths[0]) < PathKey.natural(paths[1])) == expected, "\(paths)")
    }
  }

  @Test("Numbers of any length are compared by value")
  func longNumbers() {
    for length in [254, 255, 256, 510, 511, 700] {
      let shorter = FilePath("a" + String(repeating: "9", count: length))
      let longer = FilePath("a1" + String(repeating: "0", count: length))
      #expect(PathKey.natural(shorter) < PathKey.natural(longer))
      #expect(PathKey.natural("a1x") < PathKey.natural(longer))
    }
  }

  @Test("In natural order, the files of a folder stay together")
  func foldersAreUnits() {
    let paths = Self.randomPaths(600, alphabet: Array("aA01/".utf8), seed: 5)
      .filter { $0.isRelative && $0.components.count == 2 }
    let order = paths.sorted { PathKey.natural($0) < PathKey.natural($1) }
      .map { $0.removingLastComponent() }
    var runs: [FilePath] = []
    for folder in order where folder != runs.last { runs.append(folder) }
    #expect(runs.count == Set(order).count)
    #expect(runs.count > 10)
  }
}

/// The natural order of names without an extension, step by step.
private func modelPrecedes(_ first: String, _ second: String) -> Bool {
  let (one, other) = (runs(of: first.lowercased()), runs(of: second.lowercased()))
  for (left, right) in zip(one, other) where left != right {
    guard let left = UInt(left), let right = UInt(right) else {
      // Among other characters, a run of digits sorts like 0.
      let (left, right) = (UInt(left) == nil ? left : "0", UInt(right) == nil ? right : "0")
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    if left != right { return left < right }
  }
  if one.count != other.count { return one.count < other.count }
  return first.utf8.lexicographicallyPrecedes(second.utf8)
}

/// Splits a string into runs of digits and single other characters.
private func runs(of text: String) -> [String] {
  var runs: [String] = []
  for character in text {
    if character.isNumber, let last = runs.last, UInt(last) != nil {
      runs[runs.count - 1] = last + String(character)
    } else {
      runs.append(String(character))
    }
  }
  return runs
}
