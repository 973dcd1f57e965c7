import CommandFixtures
import Foundation
import SheetLayout
import SheetModel
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetRendering

/// Only files that the command created are replaced.
@Suite struct ReplacingTests {
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...3 { try folder.writePicture("pics/\(number).png") }
    try folder.writePicture("photo.png")
    try CommandRun(
      ["pics", "-o", "sheet.png", "--manifest", "plan.json"], in: folder)
    return folder
  }

  /// Files that the command did not create, as names with their contents, or as texts.
  static let foreign: [String: [UInt8]] = [
    "text": Array("notes\n".utf8), "blank": [0x20], "bytes": [0, 1, 2, 255],
    "object": Array("{}".utf8), "other JSON": Array(#"{"version": 1, "pages": []}"#.utf8),
    "start of a PNG": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
  ]

  @Test(
    "No file that contactsheet did not write is replaced without --force",
    arguments: foreign.keys.sorted())
  func refused(kind: String) throws {
    let folder = try Self.folder()
    let contents = try #require(Self.foreign[kind])
    for (options, name) in [
      (["-o"], "notes.old"), (["-o", "new.png", "--manifest"], "notes.json"),
    ] {
      try folder.write(contents, to: name)
      let names = folder.names
      let run = try CommandRun(["pics"] + options + [name], in: folder)
      #expect(run.status == 2)
      #expect(
        run.standardError.hasPrefix(
          "contactsheet: cannot write '\(name)': it exists and is not a "),
        "\(run.standardError)")
      #expect(run.standardError.hasSuffix("; use --force to replace it\n"))
      #expect(folder.contents(name) == contents)
      #expect(folder.names == names)
      #expect(try CommandRun(["pics"] + options + [name, "--force"], in: folder).status == 0)
      #expect(folder.contents(name) != contents)
    }
  }

  @Test(
    "A photograph is never replaced, nor a sheet by a manifest or a manifest by a sheet"
  )
  func kinds() throws {
    let folder = try Self.folder()
    try folder.write(try #require(folder.contents("plan.json")), to: "plan.png")
    let cases = [
      ["-o", "photo.png"], ["-o", "photo.png", "pics/1.png"], ["-o", "plan.json"],
      ["-o", "plan.png"],
      ["-o", "a.png", "--manifest", "sheet.png"],
      ["--dry-run", "--manifest", "sheet.png"], ["--dry-run", "-o", "photo.png"],
      ["--from-plan", "plan.json", "-o", "photo.png"],
    ]
    for options in cases {
      let before = ["photo.png", "plan.json", "plan.png", "sheet.png"].map { folder.contents($0) }
      let run = try CommandRun(
        (options[0] == "--from-plan" ? [] : ["pics"]) + options, in: folder)
      #expect(run.status == 2, "\(options)")
      #expect(run.standardError.contains("use --force to replace it"), "\(run.standardError)")
      #expect(
        before == ["photo.png", "plan.json", "plan.png", "sheet.png"].map { folder.contents($0) })
    }
  }

  @Test("`-o *.png` in a folder of photographs overwrites none of them")
  func shellPattern() throws {
    let folder = try Self.folder()
    let before = folder.contents("pics/1.png")
    let run = try CommandRun(["-o", "pics/1.png", "pics/2.png", "pics/3.png"], in: folder)
    #expect(run.status == 2)
    #expect(folder.contents("pics/1.png") == before)
  }

  @Test("Sheets, manifests (edited or not) and empty files are replaced")
  func ours() throws {
    let folder = try Self.folder()
    let plan = String(decoding: try #require(folder.contents("plan.json")), as: UTF8.self)
    let edited = plan.replacing("\"white\"", with: "\"red\"").replacing("  ", with: "")
    try folder.write(Array((" \n" + edited).utf8), to: "edited.json")
    for name in ["e.png", "e.json"] { try folder.write([], to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link.png", withDestinationPath: "sheet.png")
    for (sheet, manifest) in [
      ("sheet.png", "plan.json"), ("sheet.png", "edited.json"), ("e.png", "e.json"),
      ("link.png", "e.json"),
    ] {
      let run = try CommandRun(
        ["pics", "--cell", "20", "-o", sheet, "--manifest", manifest], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      #expect(folder.contents(manifest) != nil && folder.contents(manifest)?.isEmpty == false)
    }
  }

  @Test("If one page of several would replace a file that is not a sheet, no page is written")
  func pages() throws {
    let folder = try Self.folder()
    try folder.write(Array("mine".utf8), to: "s-002.png")
    let run = try CommandRun(["pics", "--per-page", "1", "-o", "s.png"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains("'s-002.png': it exists and is not a contact sheet"))
    #expect(!folder.names.contains("s-001.png"))
    #expect(folder.contents("s-002.png") == Array("mine".utf8))
  }

  @Test("A link to a file that is not a contact sheet is refused, and the file is unchanged")
  func link() throws {
    let folder = try Self.folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link.png", withDestinationPath: "photo.png")
    let before = folder.contents("photo.png")
    #expect(try CommandRun(["pics", "-o", "link.png"], in: folder).status == 2)
    #expect(folder.contents("photo.png") == before)
  }

  @Test("Pictures are not replaced, even with --force")
  func inputs() throws {
    let folder = try Self.folder()
    for options in [["-o"], ["-o", "a.png", "--manifest"]] {
      let before = folder.contents("pics/1.png")
      let run = try CommandRun(["pics", "--force"] + options + ["pics/1.png"], in: folder)
      #expect(run.status == 2)
      #expect(run.standardError.contains("is both an input and an output"))
      #expect(folder.contents("pics/1.png") == before)
    }
  }

  @Test("A manifest cannot allow files to be replaced")
  func notInManifest() throws {
    let folder = try Self.folder()
    try CommandRun(["pics", "--manifest", "a.json"], in: folder)
    try CommandRun(["pics", "--manifest", "b.json", "--force"], in: folder)
    #expect(folder.contents("a.json") == folder.contents("b.json"))
  }

  @Test(
    "A name with the extension of an unsupported format is refused, and the error suggests a valid one"
  )
  func formats() throws {
    let folder = try Self.folder()
    let suffixes = FormatTable.standard.formats.filter { format in
      !SheetFormat.all.contains { $0.name == format.name }
    }
    .flatMap { format in format.extensions.map { (format.name, $0) } }
    #expect(suffixes.count > 30)
    let names = folder.names
    for (format, suffix) in suffixes {
      for name in ["out.\(suffix)", "out.\(suffix.uppercased())"] {
        let error = #expect(throws: ContactSheetError.self) {
          try SheetOutput.file(.init(name)).checkFormat()
        }
        #expect(error == .formatNotWritten(.init(name), format: format))
      }
    }
    for name in ["out.tiff", "sheet-01.webp"] {
      let run = try CommandRun(["pics", "-o", name, "--force"], in: folder)
      #expect(run.status == 2)
      let stem = name.replacing(/\..*$/, with: "")
      #expect(
        run.standardError.hasSuffix("; name it '\(stem).png', '\(stem).jpg' or '\(stem).pdf'\n"),
        "\(run.standardError)")
    }
    #expect(folder.names == names)
    for name in ["out", "out.sheet", ".jpg", "v1.2"] {
      #expect(try CommandRun(["pics", "-o", name], in: folder).status == 0)
    }
  }
}
