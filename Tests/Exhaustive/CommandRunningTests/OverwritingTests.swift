import CommandFixtures
import Foundation
import JPEGFixtures
import TestSupport
import Testing

/// No picture and no other output is ever overwritten.
@Suite struct OverwritingTests {
  /// Runs the command, which must be refused with `message` and change no file.
  private func refuses(
    _ arguments: [String], in folder: TemporaryFolder, _ message: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let names = folder.names
    let contents = names.map { folder.contents($0) }
    let run = try CommandRun(arguments, in: folder)
    #expect(run.status == 2, sourceLocation: location)
    #expect(run.standardError.contains(message), "\(run.standardError)", sourceLocation: location)
    #expect(folder.names == names, sourceLocation: location)
    #expect(names.map { folder.contents($0) } == contents, sourceLocation: location)
  }

  @Test("Pictures named like pages are never overwritten, and are shown on the sheet")
  func picturesNamedLikePages() throws {
    let folder = TemporaryFolder()
    for name in ["1", "2", "3", "cover"] { try folder.writePicture("\(name).png") }
    try refuses([".", "-o", "%d.png"], in: folder, "'./1.png': it is both an input and an output")
    try refuses([".", "-o", "cover.png"], in: folder, "choose another name for the output")
    let manifest = try Manifest(
      dryRun: [".", "-o", "cover.png", "--per-page", "2"], in: folder)
    #expect(manifest.tiles.count == 4)
  }

  @Test("Rendering part of a plan overwrites no picture of the other pages, and no watermark")
  func partsOfPlans() throws {
    let folder = TemporaryFolder()
    for name in ["1", "2", "p2"] { try folder.writePicture("in/\(name).png") }
    try folder.writePicture("p1.png")
    let plan = try CommandRun(
      ["in/1.png", "in/2.png", "in/p2.png", "--per-page", "1", "--watermark", "file:p1.png"]
        + ["--dry-run", "--manifest", "m.json"], in: folder)
    #expect(plan.status == 0, "\(plan.standardError)")
    let message = "it is both an input and an output"
    try refuses(
      ["--from-plan", "m.json", "--page", "2", "-o", "in/p%d.png", "--force"], in: folder, message)
    try refuses(
      ["--from-plan", "m.json", "--page", "1", "-o", "p%d.png", "--force"], in: folder, message)
    #expect(
      try CommandRun(["--from-plan", "m.json", "--page", "2", "-o", "q%d.png"], in: folder).status
        == 0)
  }

  @Test(
    "Sidecars, tables, lists and configuration files count as inputs, and cannot be outputs",
    arguments: [
      ("1.xmp", ["--label", "{rating}"]), ("1.xmp", ["--where", "rating = 4"]),
      ("labels.csv", ["--table", "labels.csv"]), ("list.txt", ["--files-from", "list.txt"]),
      (".contactsheet", []),
    ], ["-o", "--manifest", "--report", "--html", "--depfile"])
  func filesRead(read: (file: String, options: [String]), output: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let packet =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      + "<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4'/></rdf:RDF>"
    for (name, text) in [
      ("1.xmp", packet), ("labels.csv", "1.png,one\n"), ("list.txt", "1.png\n"),
      (".contactsheet", "--gap 4\n"),
    ] { try folder.write(Array(text.utf8), to: name) }
    let options = ["1.png", output, read.file, "--force"] + read.options
    let message = "\(read.file)': it is both an input and an output"
    for more in output == "--manifest" ? [[], ["--dry-run"]] : [[]] {
      try refuses(options + more, in: folder, message)
    }
  }

  @Test(
    "No document or page overwrites a picture that was found, whether or not the sheet shows it",
    .needs(.jpeg), arguments: ["-o", "--manifest", "--report", "--html", "--depfile"])
  func found(output: String) throws {
    let folder = TemporaryFolder()
    for name in [
      "in/1.jpg", "in/1.cr2", "in/2.CR2", "in/no.png", "in/.hidden.png", "in/a.bmp", "no.png",
    ] {
      try folder.writePicture(name)
    }
    try folder.writePicture("in/sub/3.png")
    let exclude = ["--exclude", "no.png", "--force"]
    // A sheet cannot have the extension of a RAW file or of a BMP.
    let others = output == "-o" ? [] : ["1.cr2", "a.bmp"]
    for name in ["no.png", ".hidden.png"] + others {
      try refuses(
        ["in", output, "in/\(name)"] + exclude, in: folder,
        "'in/\(name)': it is an image in a folder that was searched")
    }
    if output != "-o" {
      try refuses(
        ["in", output, "in/2.CR2"] + exclude, in: folder, "'in/2.CR2': it is both an input")
    }
    try refuses(
      ["in", "no.png", output, "no.png"] + exclude, in: folder, "'no.png': it is both an input")
    // Folders that are not searched do not matter.
    let run = try CommandRun(["in", output, "in/sub/3.png"] + exclude, in: folder)
    #expect(run.status < 2, "\(run.standardError)")
  }

  @Test(
    "A plan may replace only the plan that is being rendered",
    arguments: ["-o", "--report", "--html", "--depfile"])
  func renderedPlan(output: String) throws {
    let folder = try PictureFolders.six()
    try CommandRun([".", "-o", "s.png", "--dry-run", "--manifest", "m.json"], in: folder)
    try refuses(
      ["--from-plan", "m.json", output, "m.json", "--force"], in: folder,
      "'m.json': it is both an input and an output")
    let run = try CommandRun(["--from-plan", "m.json", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
  }

  @Test("A sidecar that is not read is not an input")
  func sidecarNotRead() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    try folder.write(Array("<x/>".utf8), to: "1.xmp")
    // The XMP file is read as a sidecar, which might rotate the picture.
    let options = ["1.png", "--manifest", "1.xmp", "--force"]
    try refuses(options, in: folder, "1.xmp': it is both an input and an output")
    #expect(try CommandRun(options + ["--orient", "ignore"], in: folder).status == 0)
  }

  @Test("A plan is not rendered over its own pictures")
  func planOverPictures() throws {
    let folder = try PictureFolders.six()
    try CommandRun([".", "-o", "s.png", "--dry-run", "--manifest", "m.json"], in: folder)
    let message = "is both an input and an output"
    try refuses(["--from-plan", "m.json", "-o", "./2.png"], in: folder, message)
    try refuses(["--from-plan", "m.json", "--manifest", "./2.png"], in: folder, message)
  }

  @Test("If two pages of a plan share a file, or a page's folder is missing, no page is written")
  func planOutputs() throws {
    let folder = try PictureFolders.six()
    for (file, message) in [
      ("./s-001.png", "two pages would have this name"), ("no/2.png", "'no'"),
    ] {
      try CommandRun(
        PictureFolders.planOptions + ["--dry-run", "--manifest", "m.json"], in: folder)
      let plan = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
      try folder.write(Array(plan.replacing("s-002.png", with: file).utf8), to: "m.json")
      try refuses(["--from-plan", "m.json"], in: folder, message)
      #expect(try CommandRun(["--from-plan", "m.json", "--page", "1"], in: folder).status == 0)
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("s-001.png"))
    }
  }

  @Test(
    "A manifest does not overwrite a page or a picture",
    arguments: [
      (["-o", "s.png", "--manifest", "./s.png"], "choose another name for --manifest"),
      (
        ["--per-page", "1", "-o", "s.png", "--manifest", "s-002.png"],
        "choose another name for --manifest"
      ),
      (["--manifest", "x%d.png"], "'./x1.png': it is both an input and an output"),
      (["--html", "x%d.png"], "'./x%d.png': it is both an input and an output"),
    ])
  func manifest(options: [String], message: String) throws {
    let folder = TemporaryFolder()
    for name in ["x%d.png", "x1.png"] { try folder.writePicture(name) }
    try refuses(["."] + options, in: folder, message)
  }

  @Test(
    "A single page can be written to a device but several cannot, and no file is created beside the device"
  )
  func device() throws {
    let folder = try PictureFolders.ten()
    let link = folder.url.appendingPathComponent("null.png")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(fileURLWithPath: "/dev/null"))
    let options = ["pics", "--cell", "32", "--per-page", "5", "-o", "null.png"]
    try refuses(options, in: folder, "cannot write 2 pages to 'null.png': it is a pipe or device")
    #expect(try CommandRun(options + ["--page", "2"], in: folder).status == 0)
    #expect(folder.names == ["pics", "null.png"])
  }

  @Test("If the manifest cannot be written, the older sheet stays in place")
  func fullDevice() throws {
    let folder = try PictureFolders.ten()
    try CommandRun(["pics", "-o", "s.png", "--cell", "32"], in: folder)
    try refuses(
      ["pics", "-o", "s.png", "--cell", "20", "--manifest", "/dev/full"], in: folder, "no space")
  }
}
