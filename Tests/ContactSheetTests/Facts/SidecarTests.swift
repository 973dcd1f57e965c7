import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures
@testable import SheetPlanning

@Suite struct SidecarTests {
  var folder = TemporaryFolder()

  private func write(_ attributes: String, to name: String) throws {
    try folder.write(Array("<rdf:Description \(attributes)/>".utf8), to: name)
  }

  /// Writes a picture with some embedded XMP.
  private func writePicture(_ name: String, _ attributes: String? = nil) throws {
    let xmp = attributes.map {
      PNGChunk.internationalText("XML:com.adobe.xmp", "<x \($0)/>", compressed: false)
    }
    try folder.write(
      PNGFixture(
        width: 1, height: 1, bitDepth: 8, colorType: .gray, samples: [0],
        chunksBeforeData: [xmp].compactMap(\.self)
      ).encoded(), to: name)
  }

  /// The template's text for each picture, in order of name, and the notes.
  private func list(_ template: String) async throws -> (lines: [Substring], notes: [String]) {
    var text = ""
    let notes = Notes()
    _ = try await SheetJob(inputs: [.path(folder.path)]).list(
      as: .template(try PictureTemplate(template, others: .any)), notes: notes
    ) { text += $0 }
    return (text.split(separator: "\n"), notes.all.map(\.description))
  }

  @Test(
    "Facts of a.jpg come from a.jpg.xmp, else a.xmp, else a RAW file's sidecar, else a.jpg itself",
    .needs(.jpeg)
  )
  func order() async throws {
    // The picture's name decides whether it may stand for a RAW file.
    try writePicture("a.JPG", "xmp:Rating='1' dc:title='T1' photoshop:City='C1' dc:subject='K1'")
    try write("xmp:Rating='2' dc:title='T2' photoshop:City='C2'", to: "a.CR2.xmp")
    try write("xmp:Rating='3' dc:title='T3'", to: "a.xmp")
    try write("xmp:Rating='0'", to: "a.JPG.XMP")
    #expect(
      try await list("{rating} {stars|none} {title} {city} {keywords}").lines == ["0 none T3 C2 K1"]
    )
  }

  @Test(
    "The sidecar a.xmp applies to every picture with the stem a, and b.jpg.xmp only to b.jpg"
  )
  func owners() async throws {
    for name in ["a.png", "a.jpeg.png", "a", "b.png", "B.png", ".c.png"] {
      try writePicture(name + (name == "a" ? ".PNG" : ""))
    }
    try write("dc:title='stem'", to: "a.xmp")
    try write("dc:title='other'", to: "b.jpg.xmp")
    try write("dc:title='upper'", to: "B.xmp")
    try write("dc:title='deeper'", to: "sub/b.xmp")
    let lines = try await list("{name} {title|-}").lines
    #expect(Set(lines) == ["a.png stem", "a.PNG stem", "a.jpeg.png -", "b.png -", "B.png upper"])
  }

  @Test(
    "A sidecar applies to the picture whose extension it states, whatever the sidecar's own name",
    arguments: [
      ("png", "3"), ("PNG", "3"), (".png", "3"), (" png ", "3"), ("apng", "3"), ("", "3"),
      ("NEF", "1"), ("jpg", "1"), ("pn", "1"), ("xmp", "1"),
    ])
  func namedOwner(owner: String, rating: String) async throws {
    for name in ["a.xmp", "a.png.xmp", "a.NEF.xmp"] {
      let own = SidecarTests(folder: TemporaryFolder())
      // Without an extension, the name decides; a NEF's sidecar is not for a PNG.
      let rating = owner.isEmpty && name == "a.NEF.xmp" ? "1" : rating
      try own.writePicture("a.png", "xmp:Rating='1'")
      try own.write("xmp:Rating='3' photoshop:SidecarForExtension='\(owner)'", to: name)
      #expect(try await own.list("{rating}").lines == [rating[...]], "\(name)")
      // The extension is stated in an element instead, and with another namespace prefix.
      try own.folder.write(
        Array(
          """
          <rdf:Description xmlns:p='http://ns.adobe.com/photoshop/1.0/' xmp:Rating='3'>
          <p:SidecarForExtension>\(owner)</p:SidecarForExtension></rdf:Description>
          """.utf8), to: name)
      #expect(try await own.list("{rating}").lines == [rating[...]], "\(name)")
    }
  }

  @Test(
    "The extension in a sidecar also matches the format's other extensions, except for RAW files")
  func owningFormats() {
    func owns(_ owner: String, _ picture: String, with raw: String? = nil) -> Bool? {
      XMPPacket(Array("<x photoshop:SidecarForExtension='\(owner)'/>".utf8)).belongs(
        to: FilePath(picture), with: raw.map { FilePath($0) }, byName: false)
    }
    for (owner, picture) in [
      ("jpg", "a.jpeg"), ("JPEG", "a.JPG"), ("tiff", "a.tif"), ("heif", "a.heic"), ("nef", "a.NEF"),
    ] { #expect(owns(owner, picture) == true, "\(owner)") }
    for (owner, picture) in [
      ("dng", "a.NEF"), ("png", "a.jpg"), ("mov", "a.mp4"), ("jpg", "a"), ("jpg", "jpg"),
    ] { #expect(owns(owner, picture) == nil, "\(owner)") }
    #expect(owns("NEF", "a.jpg", with: "a.nef") == false)
    #expect(owns("jpg", "a.jpg", with: "a.nef") == true)
    #expect(owns("png", "a.jpg", with: "a.nef") == nil)
  }

  @Test(
    "A sidecar applies to the picture whose extension it names, and a RAW file's also to its JPEG"
  )
  func everyPair() throws {
    let extensions = [
      "jpg", "jpeg", "png", "tif", "heic", "avif", "webp", "NEF", "DNG", "CR2", "CR3", "ARW", "RAF",
    ]
    let raws: Set = ["NEF", "DNG", "CR2", "CR3", "ARW", "RAF"]
    for name in extensions { try folder.write("a.\(name)") }
    for owner in extensions {
      try write("photoshop:SidecarForExtension='\(owner)'", to: "a.xmp")
      try write("dc:title='x'", to: "a.\(owner).xmp")
      for name in extensions {
        let picture = folder["a.\(name)"]
        let isOwner = name == owner || Set([name, owner]) == ["jpg", "jpeg"]
        let expected: Bool? =
          isOwner ? true : raws.contains(owner) && name.hasPrefix("jp") ? false : nil
        let packet = XMPPacket(Array("<x photoshop:SidecarForExtension='\(owner)'/>".utf8))
        for byName in [true, false, nil] as [Bool?] {
          let found = packet.belongs(to: picture, with: nil, byName: byName)
          #expect(found == expected, "\(name) and a sidecar for \(owner)")
        }
        // A sidecar named after another picture counts only if that picture is a RAW file.
        let named = Sidecars().contents(beside: picture).filter {
          XMPPacket($0.contents).value(of: "dc:title") != nil
        }
        let isNamed = name == owner || raws.contains(owner)
        #expect(named.map(\.isOwn) == (isNamed ? [name == owner ? true : expected] : []))
      }
      try FileManager.default.removeItem(atPath: folder["a.\(owner).xmp"].string)
    }
  }

  @Test(
    "A sidecar named after a missing RAW file supplies facts only of a JPEG, not of other pictures",
    arguments: ["jpg", "JPEG", "png", "tif", "heic", "webp", "CR2", "DNG"])
  func withoutRaw(name: String) async throws {
    try folder.write("a.\(name)")
    try write("dc:title='x'", to: "a.NEF.xmp")
    let isJPEG = name.lowercased().hasPrefix("jp")
    #expect(Sidecars().contents(beside: folder["a.\(name)"]).map(\.isOwn) == [isJPEG ? false : nil])
  }

  @Test(
    "The sidecar of a RAW file beside a picture supplies facts, even if only the picture is named")
  func namedAlone() throws {
    let packet = XMPPacket(Array("<x photoshop:SidecarForExtension='CR3'/>".utf8))
    let picture = folder["IMG_1.JPG"]
    #expect(packet.belongs(to: picture, with: nil, byName: true) == nil)
    try folder.write("IMG_1.cr3")
    #expect(packet.belongs(to: picture, with: nil, byName: true) == false)
    let other = XMPPacket(Array("<x photoshop:SidecarForExtension='PNG'/>".utf8))
    try folder.write("IMG_1.png")
    #expect(other.belongs(to: picture, with: nil, byName: true) == nil)
  }

  @Test(
    "Only one of .xmp and .XMP is read, and only the first of several RAW files' sidecars",
    .needs(.jpeg))
  func choice() async throws {
    try writePicture("a.jpg")
    try write("dc:title='XMP'", to: "a.XMP")
    try write("dc:title='xmp' ", to: "a.xmp")
    try write("dc:title='DNG' photoshop:City='DNG'", to: "a.dng.xmp")
    try write("photoshop:City='CR2'", to: "a.CR2.xmp")
    #expect(try await list("{title} {city}").lines == ["xmp CR2"])
  }

  @Test(
    "Sidecars that are unreadable or over 4 MiB share one note, and embedded metadata is used"
  )
  func unreadable() async throws {
    let broken: [(String, (FilePath) throws -> Void)] = [
      (
        "folder",
        {
          try FileManager.default.createDirectory(
            atPath: $0.string, withIntermediateDirectories: false)
        }
      ),
      ("pipe", { #expect(mkfifo($0.string, 0o600) == 0) }),
      (
        "device",
        {
          try FileManager.default.createSymbolicLink(
            atPath: $0.string, withDestinationPath: "/dev/zero")
        }
      ),
      (
        "nowhere",
        {
          try FileManager.default.createSymbolicLink(atPath: $0.string, withDestinationPath: "none")
        }
      ),
      (
        "loop",
        {
          try FileManager.default.createSymbolicLink(
            atPath: $0.string, withDestinationPath: $0.string)
        }
      ),
      ("large", { try Data(count: Sidecars.maximumSize + 1).write(to: URL(filePath: $0.string)) }),
    ]
    for (name, make) in broken {
      try writePicture("\(name).png", "xmp:Rating='3'")
      try make(folder["\(name).xmp"])
    }
    try writePicture("large.PNG", "xmp:Rating='3'")
    try Data(count: Sidecars.maximumSize).write(to: folder.url.appending(path: "whole.xmp"))
    try writePicture("whole.png", "xmp:Rating='3'")
    try folder.write(Array("<x xmp:Rating='4'/>".utf8), to: "else/real")
    try FileManager.default.createSymbolicLink(
      atPath: folder["link.xmp"].string, withDestinationPath: "else/real")
    try writePicture("link.png", "xmp:Rating='3'")
    let (lines, notes) = try await list("{stem} {rating}")
    #expect(Set(lines) == Set((broken.map(\.0) + ["whole"]).map { "\($0) 3" } + ["link 4"]))
    #expect(lines.count == 9)
    #expect(
      notes == [
        "cannot read '\(folder["device.xmp"])' (and 5 more): not a regular file; images lack "
          + "their metadata"
      ])
  }

  @Test("The note on several unreadable sidecars names the first in natural order")
  func firstOfSeveral() async throws {
    for name in ["x10", "x9"] {
      try writePicture("\(name).png", "xmp:Rating='3'")
      #expect(mkfifo(folder["\(name).xmp"].string, 0o600) == 0)
    }
    let note = try #require(try await list("{rating}").notes.first)
    #expect(note.hasPrefix("cannot read '\(folder["x9.xmp"])' (and 1 more)"), "\(note)")
  }

  @Test("If no XMP fact is needed, only sidecars that may rotate a picture are read")
  func nothingAsked() async throws {
    try writePicture("a.png", "xmp:Rating='3'")
    #expect(mkfifo(folder["a.xmp"].string, 0o600) == 0)
    #expect(mkfifo(folder["a.CR2.xmp"].string, 0o600) == 0)
    #expect(
      try await list("{name} {width} {profile}").notes == [
        "cannot read '\(folder["a.xmp"])': not a regular file; images lack its metadata"
      ])
    #expect(FactQuery([FactKey("profile")]).needs.xmp == false)
    #expect(try await list("{description|none}").lines == ["none"])
    #expect(try await list("{description|none}").notes.count == 2)
  }

  @Test("A sidecar's orientation rotates the picture, unless metadata is ignored")
  func orientation() async throws {
    let picture = PNGFixture(
      width: 2, height: 1, bitDepth: 8, colorType: .gray, samples: [0, 9],
      chunksBeforeData: [.orientation(3)]
    ).encoded()
    for name in ["a", "b", "c", "d", "e", "f", "g"] { try folder.write(picture, to: "\(name).png") }
    try write("tiff:Orientation='6'", to: "a.xmp")
    try write("tiff:Orientation='8' xmp:Rating='3'", to: "b.png.xmp")
    try write("tiff:Orientation='6'", to: "b.xmp")
    try write("tiff:Orientation='9'", to: "c.xmp")
    try write("xmp:Rating='3'", to: "d.xmp")
    try write("tiff:Orientation='6'", to: "d.CR2.xmp")
    try write("tiff:Orientation='6' photoshop:SidecarForExtension='NEF'", to: "f.xmp")
    try write("tiff:Orientation='6' photoshop:SidecarForExtension='PNG'", to: "g.xmp")
    func headers(_ job: SheetJob) async throws -> [PictureHeader] {
      try await job.plan().pictures.compactMap { $0?.readableHeader }
    }
    var job = SheetJob(inputs: [.path(folder.path)])
    for asks in [false, true] {
      if asks { job.texts.label = try PictureTemplate("{rating|none}") }
      job.metadata = MetadataUse()
      let turned = try await headers(job)
      #expect(turned.map(\.orientation.rawValue) == [6, 8, 3, 3, 3, 3, 6])
      #expect(
        turned.map(\.hasSidecarOrientation) == [true, true, false, false, false, false, true])
      #expect(turned[0].shownSize == PixelSize(width: 1, height: 2))
      // Browsers would apply the file's own orientation.
      let media = try await job.plan().pictures.map { $0?.mediaType }
      #expect(media[0] == nil)
      job.metadata = MetadataUse(orientation: .ignore)
      #expect(try await headers(job).map(\.orientation.rawValue) == [1, 1, 1, 1, 1, 1, 1])
    }
  }

  @Test("A RAW file's sidecar is read for the JPEG beside it, but does not count as the JPEG's own")
  func rawBeside() throws {
    for name in ["a.jpg", "a.CR2", "b.jpg"] { try folder.write(name) }
    for name in ["a.xmp", "a.jpg.xmp", "a.CR2.xmp", "b.xmp", "b.NEF.xmp"] {
      try write("dc:title='\(name)'", to: name)
    }
    func found(_ name: String, alone: Bool = false) -> [String] {
      Sidecars().contents(beside: folder[name], alone: alone).map {
        ($0.isOwn == true ? "own " : "") + (XMPPacket($0.contents).value(of: "dc:title") ?? "")
      }
    }
    #expect(found("a.jpg") == ["own a.jpg.xmp", "a.xmp", "a.CR2.xmp"])
    #expect(found("a.CR2") == ["own a.CR2.xmp", "own a.xmp"])
    #expect(found("b.jpg") == ["own b.xmp", "b.NEF.xmp"])
    #expect(found("a.jpg", alone: true) == ["own a.jpg.xmp", "a.xmp"])
  }

  @Test("Sidecars are found by composed or decomposed names, but an exact match takes precedence")
  func spellings() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    for (picture, sidecar) in [
      (composed, decomposed), (decomposed, composed), (composed, composed), ("ü1", "u\u{308}1"),
    ] {
      let folder = TemporaryFolder()
      try folder.write("\(picture).jpg")
      for ending in [".xmp", ".jpg.xmp", ".NEF.xmp"] {
        try folder.write(Array("<a dc:title='x'/>".utf8), to: sidecar + ending)
      }
      let contents = Sidecars().contents(beside: folder["\(picture).jpg"])
      #expect(contents.map(\.isOwn) == [true, true, false])
    }
    let folder = TemporaryFolder()
    for name in [composed, decomposed] {
      try folder.write(Array("<a dc:title='\(name.utf8.count)'/>".utf8), to: "\(name).xmp")
    }
    for name in [composed, decomposed] {
      let contents = Sidecars().contents(beside: folder["\(name).jpg"])
      #expect(
        contents.map { XMPPacket($0.contents).value(of: "dc:title") } == ["\(name.utf8.count)"])
    }
  }

  @Test(
    "Conditions can use facts from sidecars, and a picture of several people matches any of them")
  func choosing() async throws {
    for name in ["a", "b", "c"] { try writePicture("\(name).png") }
    let people = ["Anna", "Ben"].map { "<rdf:li MPReg:PersonDisplayName='\($0)'/>" }.joined()
    try folder.write(Array("<MPRI:Regions>\(people)</MPRI:Regions>".utf8), to: "b.png.xmp")
    try write("Iptc4xmpExt:PersonInImage='Cleo'", to: "c.xmp")
    for (condition, names) in [
      ("people = anna", ["b.png"]), ("people != Ben", ["c.png"]), ("people", ["b.png", "c.png"]),
    ] {
      var job = SheetJob(inputs: [.path(folder.path)])
      job.conditions = [try Condition(condition)]
      let planned = try await job.plan()
      #expect(planned.plan.pictures.map(\.shownName) == names)
      // A sidecar that decides about a picture is a source of the sheet, even if it excludes the
      // picture.
      #expect(
        planned.origins.contains(folder["b.png.xmp"]) && planned.origins.contains(folder["c.xmp"]))
    }
  }

  @Test("Text files supply the settings of image generators that a picture lacks")
  func texts() async throws {
    for name in ["a", "b", "c", "d", "e", "f"] { try writePicture("\(name).png") }
    let parameters = "a moon\r\nNegative prompt: fog\r\nSteps: 20, Seed: 42, CFG scale: 7\r\n"
    try folder.write(Array(parameters.utf8), to: "a.txt")
    try folder.write(Array("  a girl, red hat\n".utf8), to: "b.TXT")
    // The full name comes first, and the stem supplies the rest.
    try folder.write(Array("the prompt".utf8), to: "c.png.txt")
    try folder.write(Array("other\nSteps: 9, Seed: 5".utf8), to: "c.txt")
    try folder.write(
      [0xFF, 0xFE] + Array("é".utf16).flatMap { [UInt8($0 & 255), 0] }, to: "d.txt")
    try folder.write([0x63, 0x61, 0x66, 0xE9], to: "e.txt")
    try folder.write([0x61, 0, 0x62], to: "f.txt")
    let (lines, notes) = try await list("{stem} {prompt|-} {negative|-} {seed|-}")
    #expect(
      Set(lines) == [
        "a a moon fog 42", "b a girl, red hat - -", "c the prompt - 5", "d é - -", "e café - -",
        "f - - -",
      ])
    #expect(notes.isEmpty)
  }

  @Test("A caption that merely looks like settings is used whole as the prompt")
  func captions() async throws {
    let captions = [
      "a": "a recipe card\nSteps: mix, bake", "b": #"{"caption": "x", "seed": 1}"#,
      "c": "Seed: poppy, Steps: none", "d": "a moon\nSteps: 20, Sampler: Euler",
      "e": #"{"prompt": "a moon", "seed": 1}"#, "f": "Steps: 20, Seed: -1",
    ]
    for (name, caption) in captions {
      try writePicture("\(name).png")
      try folder.write(Array(caption.utf8), to: "\(name).txt")
    }
    let (lines, _) = try await list("{stem}|{prompt|-}|{steps|-}|{seed|-}")
    #expect(
      Set(lines) == [
        "a|a recipe card Steps: mix, bake|-|-", #"b|{"caption": "x", "seed": 1}|-|-"#,
        "c|Seed: poppy, Steps: none|-|-", "d|a moon|20|-", "e|a moon|-|1", "f|-|20|-1",
      ])
  }

  @Test("A picture's own settings come before those in a text file")
  func ownSettings() async throws {
    try folder.write(
      PNGFixture(
        width: 1, height: 1, bitDepth: 8, colorType: .gray, samples: [0],
        chunksBeforeData: [
          .internationalText("parameters", "own\nSteps: 3, Seed: 1", compressed: false)
        ]
      ).encoded(), to: "a.png")
    try folder.write(Array("beside\nSteps: 4, Seed: 2, Sampler: Euler".utf8), to: "a.txt")
    #expect(try await list("{prompt} {seed} {sampler}").lines == ["own 1 Euler"])
  }

  @Test(
    "Text files are not read if they are not regular, lie outside the folder, exceed 1 MiB or are not needed"
  )
  func hostileTexts() async throws {
    let outside = TemporaryFolder()
    try outside.write(Array("secret".utf8), to: "secret.txt")
    try folder.write(Array("inside".utf8), to: "captions/link.txt")
    for name in ["pipe", "device", "nowhere", "large", "whole", "link", "secret"] {
      try writePicture("\(name).png")
    }
    #expect(mkfifo(folder["pipe.txt"].string, 0o600) == 0)
    for (name, target) in [
      ("device", "/dev/zero"), ("nowhere", "none"), ("link", "captions/link.txt"),
      ("secret", "../\(outside.path.lastComponent?.string ?? "")/secret.txt"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder["\(name).txt"].string, withDestinationPath: target)
    }
    try folder.write([], to: "large.txt")
    // The file is sparse, so it takes no space on the disk.
    #expect(truncate(folder["large.txt"].string, 1 << 30) == 0)
    let padding = [UInt8](repeating: 0x20, count: (1 << 20) - 5)
    try folder.write(padding + Array("whole".utf8), to: "whole.txt")
    let (lines, notes) = try await list("{stem} {prompt|-}")
    #expect(lines.count == 7 && lines.count { $0.hasSuffix(" -") } == 5)
    #expect(lines.contains("link inside") && lines.contains("whole whole"))
    #expect(
      notes == [
        "cannot read '\(folder["device.txt"])' (and 4 more): the link leads out of its folder; images lack "
          + "their metadata"
      ])
    #expect(try await list("{stem} {title|-}").notes == ["no image has {title}"])
  }

  @Test("If no image has {model} but one has a camera, the note names {camera}")
  func model() async throws {
    try writePicture("a.png")
    #expect(try await list("{stem} {model|-}").notes == ["no image has {model}"])
    try writePicture("b.png", "tiff:Model='EOS R6'")
    let (lines, notes) = try await list("{stem} {model|-} {camera|-}")
    #expect(Set(lines) == ["a - -", "b - EOS R6"])
    #expect(notes == ["no image has {model}; the model of the camera is {camera}"])
  }

  @Test("A plan renders the same sheet after its sidecars have changed")
  func plan() async throws {
    try writePicture("a.png")
    try write("dc:title='Before'", to: "a.xmp")
    var job = SheetJob(inputs: [.path(folder.path)])
    job.texts.label = try PictureTemplate("{title}")
    let plan = try await job.plan().plan
    #expect(plan.pages[0].tiles[0].label?.text == "Before")
    try write("dc:title='After, and longer'", to: "a.xmp")
    let output = folder["sheet.png"]
    let run = try await SheetRun(PlannedSheet(plan), RenderRequest(output: .file(output)))
    _ = try await run.render()
    #expect(run.plan.pages[0].tiles[0].label?.text == "Before")
    #expect(run.notes.all.isEmpty)
  }

  @Test("Comparing two folders takes sidecars into account")
  func comparing() async throws {
    try writePicture("now/a.png")
    try writePicture("then/a.png")
    try write("dc:title='Now'", to: "now/a.xmp")
    #expect(mkfifo(folder["then/a.xmp"].string, 0o600) == 0)
    var job = SheetJob(inputs: [.path(folder["now"])])
    job.comparison = ComparisonSettings(with: folder["then"])
    job.comparison?.shown = .all
    job.texts.label = try PictureTemplate("{title}")
    let planned = try await job.plan()
    #expect(planned.origins.contains(folder["now/a.xmp"]))
    #expect(planned.notes.of(.unreadSidecars).map(\.subject) == [folder["then/a.xmp"].string])
  }
}
