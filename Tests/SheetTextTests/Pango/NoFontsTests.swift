import Foundation
import SheetLayout
import SheetText
import Testing

@Suite struct NoFontsTests {
  @Test(
    "Where Pango has no fonts, the own face stands in for a family, and a problem says so",
    .needsPango)
  func ownFaceStandsIn() async {
    // Fonts are looked for once in a process.
    await #expect(processExitsWith: .success) {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "no-fonts-\(ProcessInfo.processInfo.processIdentifier).conf")
      try "<fontconfig></fontconfig>".write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      unsafe setenv("FONTCONFIG_FILE", file.path, 1)
      let setter = TypeSetter(try #require(FontChoice("Noto Sans 12")), size: 16)
      let box = TextBox("IMG_2041.png", size: PixelSize(width: 200, height: 40))
      #expect(setter.raster(box) == StrokeFace(size: 16).raster(box))
      #expect(
        setter.problem(with: [box.text]) == .familyMissing("Noto Sans", standIn: "builtin"))
    }
  }
}
