import CommandFixtures
import Foundation
import TestSupport
import Testing

/// A computer without fonts, such as a container.
@Suite struct BareSystemTests {
  /// Pictures with Latin and Japanese names, and a configuration without fonts.
  static func folder() throws -> (folder: TemporaryFolder, noFonts: [String: String]) {
    let folder = TemporaryFolder()
    try folder.writePicture("latin/Größe 1.png")
    try folder.writePicture("all/Größe 1.png")
    try folder.writePicture("all/日本語.png")
    return (folder, try folder.variables(fonts: []))
  }

  @Test("Latin labels need no fonts, and have the same bytes without them")
  func latin() throws {
    let (folder, noFonts) = try Self.folder()
    let arguments = ["latin", "--label", "{name}", "--title", "Titel", "-o"]
    let with = try CommandRun(arguments + ["with.png"], in: folder)
    let without = try CommandRun(arguments + ["without.png"], in: folder, variables: noFonts)
    #expect(with.status == 0)
    #expect(without.status == 0)
    #expect(without.standardError.isEmpty)
    #expect(without.standardOutput.isEmpty)
    #expect(folder.contents("with.png") == folder.contents("without.png"))
  }

  @Test(
    "A character that no font has is drawn as a box, and one note names the character",
    .needs(.pango))
  func boxes() throws {
    let (folder, noFonts) = try Self.folder()
    let run = try CommandRun(
      ["all", "--label", #"{name}\n{stem}"#, "-o", "s.png"], in: folder, variables: noFonts)
    #expect(run.status == 0)
    #expect(run.standardOutput.isEmpty)
    let lines = run.standardError.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("'日', as in '日本語.png") == true)
    #expect(lines.first?.contains("fonts-noto-cjk") == true)
  }

  @Test(
    "No font library is loaded unless text needs it",
    arguments: [([], false), (["--label", "{name}"], false), (["--label", "日"], true)])
  func loaded(options: [String], loads: Bool) throws {
    let (folder, _) = try Self.folder()
    // The loader lists each library that it looks for.
    let run = try CommandRun(
      ["latin", "-o", "s.png"] + options, in: folder, variables: ["LD_DEBUG": "libs"])
    #expect(run.status == 0)
    #expect(run.standardError.contains("libpng"))
    #expect(run.standardError.contains("libpango") == loads)
  }

  @Test("For small pictures without profiles, no unneeded libraries are searched for")
  func smallPictures() throws {
    let (folder, _) = try Self.folder()
    let run = try CommandRun(
      ["latin", "-o", "s.png"], in: folder, variables: ["LD_DEBUG": "libs"])
    #expect(run.status == 0)
    #expect(run.standardError.contains("libpng"))
    for library in [
      "libisal", "libjpeg", "libwebp", "libheif", "libtiff", "libgif", "liblcms2", "libpango",
    ] {
      #expect(!run.standardError.contains(library))
    }
  }
}
