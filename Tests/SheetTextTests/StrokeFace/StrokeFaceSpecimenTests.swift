import Foundation
import PNGFixtures
import SheetLayout
import SheetText
import Testing

/// Pictures of the face that a person has looked at.
///
/// `UPDATE_GOLDEN=1 swift test` rewrites them; look at them again before they are committed.
@Suite struct StrokeFaceSpecimenTests {
  static let text = """
    ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz
    0123456789 O0 1lI| rn m 5S 8B IMG_2041.png DSC-00017 (copy).jpeg
    The quick brown fox jumps over the lazy dog. Sphinx of black quartz, judge my vow!
    !"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ “Quoted” ‘text’ – and — so on…
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ
    ĄĆČĎĐĘĚĞĢİĪĶŁŃŇŐŒŘŚŞȘŠŤȚŪŮŰŹŻŽ ąćčďđęěğıīķłńňőœřśşșšťțūůűźżž
    ¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿×÷ \u{1B} 日
    """

  @Test("The face looks as it did", arguments: [10, 12, 16, 40])
  func specimen(size: Int) throws {
    let face = StrokeFace(size: Double(size))
    let lines = Self.text.split(separator: "\n").count
    let raster = face.raster(
      TextBox(
        Self.text,
        size: PixelSize(width: 48 * size, height: lines * face.lineHeight), alignment: .left))
    let picture = PNGFixture(
      width: raster.size.width, height: raster.size.height, colorType: .gray,
      samples: raster.coverage.map { 255 - UInt16($0) }, filter: .fixed(0))

    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Golden/stroke-face-\(size).png")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(picture.encoded()).write(to: file)
    }
    let golden = try #require(PNGChunk.chunks(of: [UInt8](Data(contentsOf: file))))
    // Another version of zlib may pack the same pixels in other bytes.
    let rows = picture.filteredRows()
    #expect(golden.first == picture.chunks().first, "the size has changed")
    #expect(inflated(golden[1].data, count: rows.count) == rows)
  }
}
