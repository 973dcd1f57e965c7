import Foundation
import SheetFixtures
import TestSupport
import Testing

@testable import SheetPlans

/// Plans read piece by piece, compared with a decoder that reads them whole.
@Suite struct ManifestReaderTests {
  /// The manifest as a decoder reads it.
  static func whole(_ json: [UInt8]) throws(ManifestError) -> SheetManifest {
    do {
      return try JSONDecoder().decode(SheetManifest.self, from: Data(json))
    } catch let error as DecodingError {
      throw ManifestError(error)
    } catch {
      throw error as? ManifestError ?? .notJSON(reason: "\(error)")
    }
  }

  static func inPieces(_ json: [UInt8], of size: Int) throws(ManifestError) -> SheetManifest {
    var reader = ManifestReader()
    for start in stride(from: 0, to: json.count, by: size) {
      try reader.take(json[start..<min(start + size, json.count)])
    }
    return try reader.manifest()
  }

  /// The plan as JSON, or the error.
  ///
  /// The reason why a string is not JSON is left out.
  static func outcome(_ plan: () throws(ManifestError) -> SheetManifest) -> [String] {
    do throws(ManifestError) {
      let json = try plan().json()
      return String(decoding: json, as: UTF8.self).split(separator: "\n").map(String.init)
    } catch {
      if case .notJSON = error { return ["not JSON"] }
      return ["\(error)"]
    }
  }

  @Test(
    "The result of reading a manifest does not depend on the size of its pieces",
    arguments: [(1, nil), (64, nil), (65, nil), (200, 70), (9, 1)] as [(Int, Int?)],
    [1, 2, 100, 1 << 20])
  func sizes(pictures: (count: Int, perPage: Int?), size: Int) throws {
    let manifest = try ManifestPiecesTests.manifest(pictures.count, perPage: pictures.perPage)
    let json = manifest.json()
    let expected = Self.outcome { () throws(ManifestError) in try Self.whole(json) }
    let found = Self.outcome { () throws(ManifestError) in try Self.inPieces(json, of: size) }
    #expect(expected.count > 10)
    #expect(firstDifference(found, expected) == nil)
  }

  @Test(
    "The size limit of a manifest does not apply to its pairs, which are decoded a few at a time",
    arguments: [1, 200])
  func pairs(count: Int) throws {
    let json = try ManifestComparisonTests.manifest(pairs: count).json()
    let expected = Self.outcome { () throws(ManifestError) in try Self.whole(json) }
    for size in [1, 1 << 10] {
      let found = Self.outcome { () throws(ManifestError) in
        var reader = ManifestReader(maximumFrame: 8 << 10, maximumBatch: 40 << 10)
        for start in stride(from: 0, to: json.count, by: size) {
          try reader.take(json[start..<min(start + size, json.count)])
        }
        return try reader.manifest()
      }
      #expect(firstDifference(found, expected) == nil)
    }
    // The mistake is in the last pair, and the error gives the path of that pair.
    let text = String(decoding: json, as: UTF8.self)
    let path = "pairs[\(count - 1)].changed"
    let damaged = text.replacingOccurrences(
      of: "\"changed\" : \(count),", with: "\"changed\" : -1,")
    for outcome in [
      Self.outcome { () throws(ManifestError) in try Self.whole(Array(damaged.utf8)) },
      Self.outcome { () throws(ManifestError) in try Self.inPieces(Array(damaged.utf8), of: 999) },
    ] { #expect(outcome.count == 1 && outcome[0].contains(path), "\(outcome.first ?? "")") }
  }

  @Test(
    "A damaged manifest, read whole or in pieces, gives the same result or the same error",
    arguments: 0..<8)
  func damage(seed: UInt64) throws {
    let json =
      try seed % 2 == 0
      ? ManifestPiecesTests.manifest(66, perPage: 33).json()
      : ManifestComparisonTests.manifest(pairs: 70).json()
    var random = SeededGenerator(seed: seed)
    let signs = Array("{}[],:\"\\ 0-x".utf8)
    for _ in 0..<60 {
      var damaged = json
      let place = Int.random(in: 0..<json.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: damaged.remove(at: place)
      case 1: damaged.insert(signs.randomElement(using: &random) ?? 0, at: place)
      default: damaged[place] = signs.randomElement(using: &random) ?? 0
      }
      let expected = Self.outcome { () throws(ManifestError) in try Self.whole(damaged) }
      let found = Self.outcome { () throws(ManifestError) in try Self.inPieces(damaged, of: 999) }
      let text = String(
        decoding: damaged[max(0, place - 40)..<min(place + 40, damaged.count)], as: UTF8.self)
      // Read in pieces, a list that occurs twice is reported before later bytes that are not JSON.
      let lists = ["pages[0].tiles", "pairs"]
      if expected == ["not JSON"], lists.contains(where: { found == ["\($0): it occurs twice"] }) {
        continue
      }
      #expect(firstDifference(found, expected) == nil, "near \(text)")
    }
  }

  @Test(
    "Lists of pages, tiles and pairs are found only where they belong",
    arguments: [
      ("\"pages\" : [", "\"tiles\" : [], \"pages\" : ["),
      ("\"layout\" : ", "\"x\" : { \"pages\" : [{ \"tiles\" : [{ \"a\" : 1 }] }] }, \"layout\" : "),
      ("\"tiles\" : [", "\"t\" : [[{ \"tiles\" : [1, 2] }]], \"tiles\" : ["),
      // A page is a list instead of an object; found by the fuzzer.
      ("\"pages\" : [\n    {", "\"pages\" : [ ["),
      ("\"pages\" : [\n", "\"pages\" : [ [ \"tiles\" : [] ],"),
      ("\"tiles\"", "\"\\u0074iles\""), ("\"pages\"", "\"p\\u0061ges\""),
      ("\"tiles\" : [", "\"tiles\" : [1, "), ("\"tiles\" : [", "\"tiles\" : [,"),
      ("\"tiles\" : [", "\"tiles\" : [] , \"x\" : ["),
      ("\"layout\" : ", "\"pairs\" : [], \"layout\" : "),
      ("\"layout\" : ", "\"pairs\" : null, \"layout\" : "),
      ("\"layout\" : ", "\"pairs\" : {\"pairs\" : [1]}, \"layout\" : "),
      ("\"layout\" : ", "\"pairs\" : [{\"path\": \"a\", \"status\": \"added\"}], \"layout\" : "),
    ])
  func places(original: String, replaced: String) throws {
    let json = try Self.edited(original, replaced)
    let expected = Self.outcome { () throws(ManifestError) in try Self.whole(json) }
    let found = Self.outcome { () throws(ManifestError) in try Self.inPieces(json, of: 10) }
    #expect(firstDifference(found, expected) == nil)
  }

  @Test("A message quotes only the start of a value of thousands of characters")
  func longValues() throws {
    let json = try ManifestPiecesTests.manifest(1).json()
    for key in ["filter", "background", "onError", "color"] {
      let value = String(repeating: "x", count: 9_000)
      let changed = try changedJSON(json, with: value, at: ["options", key])
      let error = try #require(throws: ManifestError.self) { try SheetManifest(json: changed) }
      #expect("\(error)".count < 300, "\(key)")
    }
  }

  @Test(
    "A manifest in which a list occurs twice is refused",
    arguments: [
      ("\"tiles\" : [", "\"tiles\" : [], \"tiles\" : [", "pages[0].tiles: it occurs twice"),
      ("\"version\" : 5", "\"version\" : 5, \"pages\" : 3", "pages: it occurs twice"),
      (
        "\"version\" : 5", "\"pairs\" : [], \"version\" : 5, \"pairs\" : []",
        "pairs: it occurs twice"
      ),
    ])
  func twice(original: String, replaced: String, error: String) throws {
    let json = try Self.edited(original, replaced)
    #expect(Self.outcome { () throws(ManifestError) in try Self.inPieces(json, of: 10) } == [error])
  }

  @Test(
    "A manifest that is endless or too large for a decoder is refused",
    arguments: [
      (
        "{\"x\": \"",
        "the top level: its content, apart from tiles and pairs, is larger than 8 KiB; plan "
          + "fewer images at once"
      ),
      ("{\"pairs\": [\"", "pairs[0]: together with the next 63, it is larger than 1 KiB"),
      (
        "{\"pages\": [{\"tiles\": [\"",
        "pages[0].tiles[0]: together with the next 63, it is larger than 1 KiB"
      ),
    ])
  func endless(beginning: String, error: String) throws {
    var reader = ManifestReader(maximumFrame: 8 << 10, maximumBatch: 1 << 10)
    try reader.take(Array(beginning.utf8)[...])
    let piece = Array(repeating: UInt8(ascii: "a"), count: 1 << 10)
    var found: ManifestError?
    for _ in 0...8 where found == nil {
      do throws(ManifestError) { try reader.take(piece[...]) } catch { found = error }
    }
    #expect(found.map { "\($0)" } == error)
  }

  /// A manifest in which one text is replaced.
  private static func edited(_ original: String, _ replaced: String) throws -> [UInt8] {
    let json = try ManifestPiecesTests.manifest(3).json()
    let text = String(decoding: json, as: UTF8.self)
    let range = try #require(text.range(of: original))
    return Array(text.replacingCharacters(in: range, with: replaced).utf8)
  }
}
