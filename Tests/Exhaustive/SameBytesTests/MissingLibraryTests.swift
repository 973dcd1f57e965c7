import ColorFixtures
import CommandFixtures
import FormatFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

/// The messages about a missing optional library, in every mode.
@Suite struct MissingLibraryTests {
  @Test("A pipe with the name of a library is not loaded, and nothing waits for it", .needs(.jpeg))
  func pipes() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png", width: 64, height: 64)
    try folder.write([], to: "lib/empty")
    for name in MissingLibrary.allCases.flatMap(\.fileNames) {
      #expect(mkfifo(folder.url.appending(path: "lib/\(name)").path, 0o600) == 0)
    }
    let variables = ["LD_LIBRARY_PATH": folder.url.appending(path: "lib").path]
    let photograph = JPEGFixture().encoded([UInt8](repeating: 9, count: 3600))
    try folder.write(photograph, to: "2.jpg")
    let version = try CommandRun(["--version"], in: folder, variables: variables)
    #expect(version.status == 0 && !version.text.contains("libjpeg-turbo: found"))
    let sheet = try CommandRun(
      ["1.png", "2.jpg", "--cell", "600", "--upscale"], in: folder, variables: variables)
    #expect(sheet.status == 1 && sheet.standardError.contains("JPEG files need libjpeg-turbo"))
  }

  /// Folders `now` and `then` with pictures that need each of the libraries and differ.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (name, contents) in pictures { try folder.write(contents, to: name) }
    return folder
  }

  /// The pictures of all folders, encoded once: encoding HEIC takes longer than the command.
  private static let pictures: [(name: String, contents: [UInt8])] = {
    var pictures: [(name: String, contents: [UInt8])] = []
    for (side, code) in [("then", 9), ("now", 99)] as [(String, UInt8)] {
      pictures.append(
        (
          "\(side)/plain.png",
          PNGFixture.plain(width: 40, height: 30, color: [200, 30, 30]).encoded()
        ))
      pictures.append(
        ("\(side)/photo.jpg", JPEGFixture().encoded([UInt8](repeating: code, count: 3600))))
      // This comes before the TIFF picture: libtiff may need libwebp, and an error names the first
      // picture.
      pictures.append(
        ("\(side)/frame.webp", WebPFixture().encoded([UInt8](repeating: code | 1, count: 4800))))
      pictures.append(
        (
          "\(side)/photo.heic",
          HEIFFixture().encoded([UInt16](repeating: UInt16(code), count: 4800))
        ))
      pictures.append(
        ("\(side)/photo.tif", TIFFFixture().encoded([Int](repeating: Int(code), count: 819))))
      let frame = GIFFixture.Frame(width: 40, height: 30)
      pictures.append(
        (
          "\(side)/frame.gif",
          GIFFixture(width: 40, height: 30, colors: [[code, 9, 9]], frames: [frame]).encoded()
        ))
      var tables = PNGFixture.plain(width: 8, height: 8, color: [200, UInt16(code), 50])
      tables.chunksBeforePalette = [.profile(name: "t", ProfileFixture.tables.encoded())]
      pictures.append(("\(side)/tables.png", tables.encoded()))
    }
    return pictures
  }()

  /// A way to call the command.
  struct Mode: CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    /// Whether a plan made with all libraries is rendered.
    var hasPlan = false

    static let all = [
      Mode(testDescription: "sheet", arguments: ["now", "-o", "s.png"]),
      Mode(testDescription: "list", arguments: ["now", "--list"]),
      Mode(testDescription: "compare", arguments: ["now", "--compare", "then", "-o", "s.png"]),
      Mode(
        testDescription: "plan",
        arguments: ["now", "--dry-run", "--manifest", "m.json", "-o", "s.png"]),
      Mode(testDescription: "from a plan", arguments: ["--from-plan", "p.json"], hasPlan: true),
      Mode(
        testDescription: "shard", arguments: ["--from-plan", "p.json", "--shard", "1/1"],
        hasPlan: true),
      Mode(testDescription: "HTML", arguments: ["now", "--html", "s.html", "-o", "s.png"]),
    ]
  }

  @Test("Files that need a library are recognised by name", .needs(.everyLibrary))
  func namesOfFiles() throws {
    let folder = TemporaryFolder()
    for (side, code) in [("then", 9), ("now", 99)] as [(String, UInt16)] {
      try folder.write(
        HEIFFixture(isAV1: true).encoded([UInt16](repeating: code, count: 4800)),
        to: "\(side)/a.AVIF")
      try folder.writePicture("\(side)/b.png", width: 40, height: 30)
    }
    let run = try CommandRun(
      ["now", "--compare", "then", "-o", "s.png"], in: folder,
      variables: MissingLibrary.libheif.hidden(in: folder))
    #expect(run.standardError.contains("AVIF files need libheif"), "\(run.standardError)")
    #expect(!run.standardError.contains("HEIC files need"))
  }

  @Test(
    "A missing library is reported in every mode, even with --quiet and --preset pipeline",
    .needs(.everyLibrary),
    arguments: MissingLibrary.allCases,
    Mode.all)
  func reported(library: MissingLibrary, mode: Mode) throws {
    let folder = try Self.folder()
    let label = ["--label", "{name} 日"]
    let lists = mode.arguments.contains("--list")
    let compares = mode.arguments.contains("--compare")
    if mode.hasPlan {
      try CommandRun(["now", "-o", "s.png", "--manifest", "p.json"] + label, in: folder)
    }
    let variables = try library.hidden(in: folder)
    let texts = mode.hasPlan || lists ? [] : label
    let installed = try CommandRun(mode.arguments + texts + ["-q"], in: folder)
    let sheet = folder.contents("s.png")
    for quiet in [["-q"], mode.hasPlan ? ["-q"] : ["--preset", "pipeline", "--font", "auto"]] {
      // A listing draws no text.
      let quiet = lists ? ["-q"] : quiet
      let run = try CommandRun(
        mode.arguments + texts + quiet, in: folder, variables: variables)
      let comment = Comment(rawValue: "\(quiet) \(run.status): \(run.standardError)")
      guard let package = library.package else {
        #expect(run.standardError == installed.standardError, comment)
        #expect(run.standardOutput == installed.standardOutput, comment)
        #expect(quiet != ["-q"] || folder.contents("s.png") == sheet, comment)
        continue
      }
      if lists, ![.libjpeg, .libwebp, .libheif, .libtiff, .giflib].contains(library) {
        // Listing these pictures needs no other library.
        #expect(run.standardOutput == installed.standardOutput, comment)
        #expect(run.standardError.isEmpty && run.status == 0, comment)
        continue
      }
      #expect(run.standardError.contains(package), comment)
      if compares, library != .pango { #expect([1, 2].contains(run.status), comment) }
    }
  }

  @Test(
    "Files that a missing library would have read are listed as not compared, with status 1",
    .needs(.everyLibrary),
    arguments: [
      (MissingLibrary.libjpeg, "photo.jpg"), (.libwebp, "frame.webp"),
      (.libheif, "photo.heic"), (.libtiff, "photo.tif"), (.giflib, "frame.gif"),
      (.littleCMS, "tables.png"),
    ])
  func notCompared(library: MissingLibrary, name: String) throws {
    let folder = try Self.folder()
    try folder.writePicture("now/other.png", color: [1, 2, 3])
    try folder.writePicture("then/other.png", color: [250, 2, 3])
    let variables = try library.hidden(in: folder)
    let arguments = [
      "now", "--compare", "then", "-o", "s.png", "-q", "--manifest", "m.json", "--report", "r.json",
    ]
    for shown in ["changed", "none", "all"] {
      let run = try CommandRun(
        arguments + ["--compare-show", shown], in: folder, variables: variables)
      #expect(run.status == 1, "\(shown): \(run.standardError)")
      #expect(run.standardError.contains("now/\(name)") || run.standardError.contains("'\(name)'"))
      for document in ["m.json", "r.json"] {
        let statuses = try Findings(document, in: folder).statuses
        #expect(statuses[name] == "unreadable", "\(shown) \(document)")
        #expect(statuses["other.png"] == "different" && statuses["plain.png"] == "equal")
      }
    }
    // Pairs with equal bytes are equal.
    for side in ["then/\(name)", "then/other.png"] {
      let now = side.replacing("then", with: "now")
      try folder.write(try #require(folder.contents(now)), to: side)
    }
    for other in [
      "tables.png", "photo.jpg", "frame.webp", "frame.gif", "photo.heic", "photo.tif",
    ] {
      try folder.write(try #require(folder.contents("now/\(other)")), to: "then/\(other)")
    }
    let equal = try CommandRun(arguments, in: folder, variables: variables)
    #expect(equal.status == 0 && equal.standardError.isEmpty, "\(equal.standardError)")
  }

  @Test(
    "CMYK photographs with different profiles are not equal, with or without Little CMS",
    .needs(.everyLibrary))
  func inkProfiles() throws {
    let folder = TemporaryFolder()
    for side in ["now", "then"] {
      var photograph = JPEGFixture(space: .cmyk)
      // The profile is not for CMYK, so even Little CMS cannot use it.
      var profile = ProfileFixture.tables
      profile.version = side == "now" ? 4 : 2
      photograph.markers = JPEGMarker.profile(profile.encoded())
      try folder.write(photograph.encoded(), to: "\(side)/a.jpg")
    }
    let arguments = ["now", "--compare", "then", "-o", "s.png", "--report", "r.json"]
    let with = try CommandRun(arguments, in: folder)
    #expect(with.status == 3, "\(with.standardError)")
    #expect(try Findings("r.json", in: folder).statuses == ["a.jpg": "different"])
    let without = try CommandRun(
      arguments + ["-q"], in: folder, variables: MissingLibrary.littleCMS.hidden(in: folder))
    #expect(without.status == 1)
    #expect(
      without.standardError.contains(
        "cannot compare 'a.jpg': the colour profile of 'then/a.jpg' needs Little CMS; install"))
    #expect(try Findings("r.json", in: folder).statuses == ["a.jpg": "unreadable"])
  }

  @Test("Pictures in unreadable formats are equal if their bytes are, and otherwise not compared")
  func unreadFormats() throws {
    let folder = TemporaryFolder()
    let bitmap = Array("BM......".utf8)
    for side in ["now", "then"] {
      try folder.writePicture("\(side)/a.png")
      try folder.write(bitmap, to: "\(side)/b.bmp")
      // None of these files is read as a picture.
      for name in ["v.mp4", "a.xmp", ".DS_Store", "notes.txt", "d.pdf"] {
        try folder.write(Array("\(name) of \(side)".utf8), to: "\(side)/\(name)")
      }
    }
    let arguments = ["now", "--compare", "then", "-o", "s.png", "--report", "r.json"]
    for shown in ["changed", "all"] {
      let equal = try CommandRun(arguments + ["--compare-show", shown], in: folder)
      #expect(equal.status == 0, "\(equal.standardError)")
      let statuses = try Findings("r.json", in: folder).statuses
      #expect(statuses == ["a.png": "equal", "b.bmp": "equal"])
    }
    try folder.write(bitmap + [1], to: "now/b.bmp")
    let run = try CommandRun(arguments + ["-q"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.standardError.contains("cannot read 'now/b.bmp': BMP files are not supported"),
      "\(run.standardError)")
    #expect(try Findings("r.json", in: folder).statuses["b.bmp"] == "unreadable")
    let without = try CommandRun(arguments + ["--exclude", "*.bmp"], in: folder)
    #expect(without.status == 0, "\(without.standardError)")
  }

  @Test("Unreadable profiles differ if their bytes differ")
  func unreadableProfiles() throws {
    let folder = TemporaryFolder()
    func write(_ name: String, _ profile: ProfileFixture?, text: String) throws {
      var picture = PNGFixture.plain(width: 8, height: 8, color: [200, 100, 50])
      picture.chunksBeforePalette =
        [PNGChunk(type: "tEXt", data: Array("Title\0\(text)".utf8))]
        + [profile.map { .profile(name: "p", $0.encoded()) }].compactMap(\.self)
      try folder.write(picture.encoded(), to: name)
    }
    var broken = ProfileFixture.rgb(ProfileFixture.linear)
    broken.tags.removeLast()
    var other = broken
    other.tags.removeLast()
    let sRGB = ProfileFixture.rgb(ProfileFixture.linear)
    for (before, after, status) in [
      (broken, broken, "equal"), (broken, other, "different"), (nil, broken, "different"),
      (sRGB, sRGB, "equal"),
    ] as [(ProfileFixture?, ProfileFixture?, String)] {
      try write("then/a.png", before, text: "then")
      try write("now/a.png", after, text: "now")
      try CommandRun(
        ["now", "--compare", "then", "-o", "s.png", "--report", "r.json"], in: folder)
      #expect(try Findings("r.json", in: folder).statuses == ["a.png": status])
    }
  }
}

extension Need {
  /// Each library that may be missing.
  fileprivate static let everyLibrary = all([
    .jpeg, .webP, .heif, .tiff, .gif, .littleCMS, .pango, .isal,
  ])
}
