import Foundation
import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import SheetPlans

/// File names that are not UTF-8, in manifests.
@Suite struct ManifestNameTests {
  static let names: [[UInt8]] = [
    [0xFF], [0xE4, 0x2E, 0x70, 0x6E, 0x67], Array("\u{FFFD}".utf8) + [0xFF], [0xED, 0xA0, 0x80],
    [0x61, 0x2F, 0xC3], [0xC0, 0xAF], Array("caf\u{E9}.png".utf8), Array("a.png".utf8),
    Array("\u{FFFD}.png".utf8),
  ]

  /// A plan of one picture that is compared, was renamed, and hides two more in its stack.
  static func manifest(_ name: [UInt8], _ other: [UInt8], _ mask: [UInt8]) -> SheetManifest {
    func path(_ bytes: [UInt8]) -> FileName { .path(FilePath(bytes: bytes)) }
    let (size, area) = (PixelSize(width: 9, height: 9), PixelRect(x: 0, y: 0, width: 9, height: 9))
    let tile = PlannedTile(
      index: 0, cell: area,
      placement: PicturePlacement(image: area, crop: Rect(x: 0, y: 0, width: 9, height: 9)))
    let plan = SheetPlan(
      layout: "",
      pictures: [
        PlannedPicture(
          path(name), counterpart: PlannedCounterpart(path(other), mask: path(mask)),
          stack: [path(other), path(mask)],
          overlays: [
            PlannedOverlay(path(other), size: size, colors: .classes, opacity: 0.4),
            PlannedOverlay(path(name), size: size, in: .black, opacity: 0.5),
          ],
          size: size)
      ], pages: [SheetPage(number: 1, size: size, tiles: [tile])], style: TileStyle(),
      metadata: MetadataUse(), unreadablePolicy: .placeholder, type: TypeStyle(),
      encoding: SheetEncoding(), isGray: false, tracks: [],
      comparison: PlannedComparison(
        rule: ComparisonRule(),
        pairs: [ComparedPair(path(name), from: path(other), status: .renamed)]))
    return SheetManifest(
      plan, fileNames: [path(other)], rootName: path(mask),
      skipped: [UnreadablePicture(path(name), reason: "damaged")])
  }

  static func tile(_ json: [UInt8]) throws -> [String: Any] {
    let root = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    let pages = try #require(root["pages"] as? [[String: Any]])
    return try #require((pages[0]["tiles"] as? [[String: Any]])?.first)
  }

  @Test("A plan with more overlays of an image than can be drawn is refused")
  func tooManyOverlays() throws {
    let manifest = Self.manifest(Self.names[0], Self.names[0], Self.names[0])
    for (count, isRefused) in [(16, false), (17, true)] {
      var plan = manifest.plan
      let overlay = plan.pictures[0].overlays[0]
      plan.pictures[0].overlays = Array(repeating: overlay, count: count)
      let json = SheetManifest(plan, files: ["s.png"]).json()
      if isRefused {
        #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
      } else {
        #expect(try SheetManifest(json: json).plan.pictures[0].overlays.count == count)
      }
    }
  }

  @Test(
    "Names are decoded unchanged, whatever their bytes; only invalid text is also written as bytes")
  func coding() throws {
    for name in Self.names {
      for other in Self.names {
        let manifest = Self.manifest(name, other, name)
        let json = manifest.json()
        let read = try SheetManifest(json: json)
        #expect(read.plan == manifest.plan)
        #expect(read.fileNames == manifest.fileNames && read.rootName == manifest.rootName)
        #expect(read.fileNames.map(\.path.bytes) == [other])
        let picture = read.plan.pictures[0]
        let counterpart = try #require(picture.counterpart)
        #expect(
          ([picture.source, counterpart.source] + [counterpart.maskSource].compactMap(\.self)
            + picture.stackSources + picture.overlays.map(\.source))
            .map { $0.path.bytes } == [name, other, name, other, name, other, name])
        let tile = try Self.tile(json)
        #expect(tile["source"] as? String == String(decoding: name, as: UTF8.self))
        let isText = String(validating: name, as: UTF8.self) != nil
        let base64 = isText ? nil : Data(name).base64EncodedString()
        #expect(tile["sourceBytes"] as? String == base64)
        #expect(tile["maskBytes"] as? String == base64)
        let root = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        let unreadable = try #require((root["unreadable"] as? [[String: Any]])?.first)
        #expect(unreadable["sourceBytes"] as? String == base64)
        #expect(try SheetManifest(json: read.json()).plan == manifest.plan)
      }
    }
  }

  @Test("Each name that is not valid text is accompanied by its bytes")
  func members() throws {
    let names = try NamesInJSON(Self.manifest([0xFF], [0x61, 0xFF], [0x62, 0xFF]).json())
    #expect(names.broken == [])
    #expect(
      names.whole == [
        "source", "comparedWith", "mask", "stack", "overlay", "path", "from", "file", "root",
      ])
  }

  @Test("Names that differ only in invalid bytes are different names")
  func difference() {
    let names = Self.names.map { FileName.path(FilePath(bytes: $0)) }
    #expect(Set(names).count == names.count)
    #expect(FileName.path("a.png") == .text("a.png"))
  }

  /// Copies of a JSON value, in each of which the bytes of one name are NUL.
  ///
  /// Each is returned with the key of those bytes.
  private static func damaged(_ json: Any) -> [(key: String, json: Any)] {
    if let list = json as? [Any] {
      return list.indices.flatMap { index in
        damaged(list[index]).map { key, json in
          var list = list
          list[index] = json
          return (key, list)
        }
      }
    }
    guard let object = json as? [String: Any] else { return [] }
    return object.flatMap { key, value in
      let wrong: Any = value is String ? "AA==" as Any : ["AA==", "AA=="]
      let changes = key.hasSuffix("Bytes") ? [(key: key, json: wrong)] : damaged(value)
      return changes.map { changed, json in
        var object = object
        object[key] = json
        return (changed, object)
      }
    }
  }

  @Test("Invalid bytes for a name are refused, and the error gives their key")
  func wrongBytes() throws {
    let json = Self.manifest([0xFF], [0x61, 0xFF], [0x62, 0xFF]).json()
    let damaged = Self.damaged(try JSONSerialization.jsonObject(with: Data(json)))
    #expect(damaged.count == 11)
    for (key, changed) in damaged {
      let bytes = Array(try JSONSerialization.data(withJSONObject: changed))
      let error = try #require(throws: ManifestError.self) { try SheetManifest(json: bytes) }
      #expect("\(error)".contains(key), "\(key): \(error)")
    }
  }

  @Test(
    "Bytes that contradict the text are refused, and the error gives their key",
    arguments: [
      ("sourceBytes", "L2V0Yy9wYXNzd2Q="), ("sourceBytes", "AP8="), ("sourceBytes", "***"),
      ("sourceBytes", 7), ("comparedWithBytes", "/w=="), ("maskBytes", "AA=="),
      ("stackBytes", ["/w=="]), ("stackBytes", ["", "AA=="]), ("stackBytes", ["", "", ""]),
      ("stackBytes", "/w=="),
    ] as [(String, any Sendable)])
  func hostile(key: String, value: any Sendable) throws {
    let json = Self.manifest([0x61, 0xFF], [0x62], [0x63]).json()
    var root = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    var pages = try #require(root["pages"] as? [[String: Any]])
    var tile = try Self.tile(json)
    tile[key] = value
    pages[0]["tiles"] = [tile]
    root["pages"] = pages
    let changed = Array(try JSONSerialization.data(withJSONObject: root))
    let error = #expect(throws: ManifestError.self) { try SheetManifest(json: changed) }
    guard case .invalid(let path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasPrefix("pages[0].tiles[0].\(key)"), "\(path)")
  }
}
