import FormatFixtures
import JPEGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct FormatTableTests {
  static let table = FormatTable.standard

  @Test("A file whose content does not match its name is reported with its actual format")
  func otherKinds() throws {
    for (contents, reason) in [
      ("\0\0\0\u{18}ftypmp42", "it is a video, not a PNG"),
      ("BM......", "it is a BMP, not a PNG"),
      ("\u{8B}JNG\r\n..", "it is a JNG, not a PNG"),
      ("%PDF-1.7", "it is a PDF, not a PNG"),
      ("\n <!DOCTYPE HTML>", "it is an HTML page, not a PNG"),
      ("<?xml version='1.0'?>\n<svg>", "it is an SVG, not a PNG"),
      ("PK\u{03}\u{04}....", "it is a zip archive"),
      ("\u{1F}\u{8B}\u{08}.....", "it is a gzip file"),
      (
        "version https://git-lfs.github.com/spec/v1",
        "it is a Git LFS pointer; fetch the file with 'git lfs pull'"
      ),
      (
        "\u{89}PNG\n\u{1A}\n\0\0\0",
        "it is a PNG with a damaged signature; transfer it again, not as text"
      ),
      ("nothing known", "not a PNG file"),
      ("\u{89}PNG", "unexpected end of file"),
      ("", "the file is empty"),
    ] {
      #expect(try TemporaryFolder.reason(contents) == reason, "\(contents)")
    }
    // The remedy for a missing library, or the reason why the file is not read, follows.
    for (contents, start) in [
      ("GIF89a..", "it is a GIF, not a PNG: "),
      ("\u{FF}\u{D8}\u{FF}.....", "it is a JPEG, not a PNG: "),
      ("RIFF\0\0\0\0WEBPVP8 ", "it is a WebP, not a PNG: "),
      ("\0\0\0\u{18}ftypcrx ", "it is a RAW, not a PNG: "),
      ("\0\0\0\u{1C}ftypavif", "it is an AVIF, not a PNG: "),
      ("\0\0\0\u{18}ftypheic", "it is a HEIC, not a PNG: "),
      ("II*\0....", "it is a TIFF, not a PNG: "), ("MM\0+....", "it is a TIFF, not a PNG: "),
    ] {
      #expect(try TemporaryFolder.reason(contents)?.hasPrefix(start) == true, "\(contents)")
    }
  }

  @Test(
    "A text file is reported as not an image, or as not a PNG if it is named like one")
  func otherFiles() throws {
    #expect(try TemporaryFolder.reason("# Jobs, and more", as: "JOBS.md") == "not an image")
    #expect(try TemporaryFolder.reason("# Jobs, and more", as: "JOBS") == "not an image")
    #expect(try TemporaryFolder.reason("# Jobs, and more", as: "JOBS.png") == "not a PNG file")
    let folder = TemporaryFolder()
    for (name, isSuggested) in [("JOBS.md", true), ("JOBS", false), ("JOBS.png", false)] {
      try folder.write(Array("# Jobs, and more".utf8), to: name)
      let picture = try SheetPicture(fileAt: folder[name], MetadataUse(), .none, .standard)
      #expect((picture.unreadable?.note.remedy != nil) == isSuggested, "\(name)")
    }
  }

  @Test("Errors about JPEGs are worded like those about PNGs", .needs(.jpeg))
  func jpegs() throws {
    #expect(try TemporaryFolder.reason("BM......", as: "a.jpg") == "it is a BMP, not a JPEG")
    #expect(try TemporaryFolder.reason("plain text", as: "a.jpg") == "not a JPEG file")
    #expect(try TemporaryFolder.reason("", as: "a.jpg") == "the file is empty")
  }

  @Test(
    "Alternative extensions of supported formats, from cameras and browsers, are recognised",
    arguments: [
      ("JPEG", ["mpo", "jps", "insp", "pjpeg", "pjp", "jfif", "jif", "jfi", "jpe", "jpg_large"]),
      ("HEIC", ["heics", "heifs", "heif", "hif"]), ("AVIF", ["avifs"]), ("PNG", ["apng", "pns"]),
    ])
  func otherNames(format: String, endings: [String]) throws {
    let sample = try #require(SampleFormat.all.first { $0.description == format })
    for ending in endings.flatMap({ [$0, $0.uppercased()] }) {
      let named = try #require(Self.table.named(Array("a.\(ending)".utf8)[...]), "\(ending)")
      #expect(named.name == format, "\(ending)")
      guard sample.isAvailable() else { continue }
      let folder = TemporaryFolder()
      try folder.write(sample.encoded(SamplePicture()), to: "a.\(ending)")
      let path = folder["a.\(ending)"]
      #expect(
        try SheetPicture(fileAt: path, MetadataUse(), .none, .standard).size != nil, "\(ending)")
    }
  }

  @Test(
    "The error about a file named like an unsupported format says that this format is not supported"
  )
  func unread() throws {
    let unread = Self.table.formats.filter { $0.reader == nil }
    #expect(unread.count > 13)
    for format in unread {
      for ending in format.extensions {
        let reason = try TemporaryFolder.reason("anything.", as: "a.\(ending)")
        let remedy = format.remedy.map { "; \($0)" } ?? ""
        #expect(reason == "\(format.unit)s are not supported\(remedy)", "\(reason ?? ending)")
      }
    }
    #expect(
      try TemporaryFolder.reason("\0\0\0\u{18}ftypjxl ", as: "a.jxl")
        == "JPEG XL files are not supported")
    #expect(
      try TemporaryFolder.reason("\0\0\u{1}\0\u{1}\0\u{10}\u{10}", as: "a.ico")
        == "ICO files are not supported; extract the images as PNGs with 'icotool -x' from icoutils"
    )
    let folder = TemporaryFolder()
    try folder.write(pictureFile(5, 5), to: "a.GIF")
    let path = folder["a.GIF"]
    #expect(
      try SheetPicture(fileAt: path, MetadataUse(), .none, .standard).size?.width == 5)
  }

  @Test("A WebP with several frames is recognised as an animation", .needs(.webP))
  func animatedWebP() throws {
    let folder = TemporaryFolder()
    var fixture = WebPFixture()
    for canvas in [nil, (width: 60, height: 50, x: 2, y: 4)] {
      fixture.canvas = canvas
      try folder.write(fixture.encoded(), to: "a.webp")
      let picture = try SheetPicture(fileAt: folder["a.webp"], MetadataUse(), .none, .standard)
      #expect(picture.readableHeader?.animation == (canvas == nil ? nil : .webP))
    }
  }

  @Test("An extension in upper or lower case belongs to one format, and a name without one to none")
  func endings() {
    for format in Self.table.formats {
      for ending in format.extensions {
        for name in ["a.\(ending)", "b.c.\(ending.uppercased())"] {
          #expect(Self.table.named(Array(name.utf8)[...])?.name == format.name, "\(name)")
        }
        #expect(Self.table.named(Array(".\(ending)".utf8)[...]) == nil, "\(ending)")
      }
    }
    for name in ["png", "a.pngx", "a.", "", "a.backup_of_png"] {
      #expect(Self.table.named(Array(name.utf8)[...]) == nil, "\(name)")
    }
  }

  @Test("Supported formats are also recognised by their first bytes, and listed in one sentence")
  func readers() {
    for format in Self.table.formats where format.reader != nil {
      #expect(!format.signatures.isEmpty, "\(format.name)")
    }
    #expect(
      Self.table.readNames
        == "PNG and, where their libraries are installed, JPEG, WebP, HEIC, AVIF, TIFF, GIF and RAW"
    )
  }

  @Test(
    "The command that writes frames does not take a name with a hyphen at its start for an option")
  func hyphenInCommand() {
    for (path, word) in [("-x.webp", "./-x.webp"), ("a/-x.webp", "a/-x.webp")] {
      let command = Animation.webP.commandForFrames(of: FilePath(path))
      #expect(command?.contains("convert \(word) ") == true)
    }
  }
}
