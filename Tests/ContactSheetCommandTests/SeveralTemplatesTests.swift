import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct SeveralTemplatesTests {
  @Test(
    "The first --parse template that matches is used; an empty template removes those of a file")
  func parse() throws {
    let folders = try Folders(project: "--parse {scene}-{spp:1}\n--parse {spp:1}_{scene}\n")
    for name in ["hall-64.png", "16_attic.png", "7_room-8.png", "other.png"] {
      try folders.work.writePicture(name)
    }
    let list = [".", "--list={scene|-} {spp|-}"]
    let run = try folders.run(list)
    #expect(run.text == "7_room 8\nattic 16\nhall 64\n- -\n", "\(run.text)")
    #expect(
      run.standardError.contains(
        "1 of 4 names does not match '{scene}-{spp:1}' or '{spp:1}_{scene}', so no facts are extracted from it"
      ),
      "\(run.standardError)")
    let none = try folders.run([".", "--parse", "", "--list={scene}"])
    #expect(none.status == 64 && none.standardError.contains("there is no token {scene}"))
  }

  @Test("With --frames all, no --parse is suggested for an unknown token for the number of frames")
  func numberOfFrames() throws {
    let folders = try Folders()
    for name in ["cell1.png", "cell2.png"] { try folders.work.writePicture(name) }
    for token in ["{frames}", "{pages}"] {
      let message = try folders.refusal([".", "--frames", "all", "--label", "{frame} of \(token)"])
      #expect(message.contains("no fact counts the frames or pages of a file"), "\(message)")
      #expect(!message.contains("--parse"), "\(message)")
    }
  }

  @Test("If an unknown token could come from file names, the error suggests a template for --parse")
  func guess() throws {
    let folders = try Folders()
    for name in ["kitchen_64spp.png", "living_room_256spp.png"] {
      try folders.work.writePicture(name)
    }
    let guess = "extract it from the file names with --parse '{scene}_{spp:1}spp'"
    for arguments in [
      ["--label", "{scene}", "--sort", "{spp}"], ["--rows-by", "{scene}", "--columns-by", "{spp}"],
    ] {
      let run = try folders.run(["."] + arguments)
      #expect(run.status == 64 && run.standardError.contains(guess), "\(run.standardError)")
      let parsed = try folders.run([".", "--parse={scene}_{spp:1}spp", "--dry-run"] + arguments)
      #expect(parsed.status == 0, "\(parsed.standardError)")
    }
    let condition = try folders.run([".", "--where", "spp >= 64"])
    #expect(
      condition.standardError.contains("--parse '*_{spp:1}spp'"), "\(condition.standardError)")
    let other = try folders.run([".", "--label", "{a}{b}{c}"])
    #expect(other.standardError.contains("as with --parse '{a}_*'"), "\(other.standardError)")
    // If a token is a likely name for a part of file names, --parse is suggested, even if the token
    // resembles the name of a fact.
    for arguments in [["--label", "{test}"], ["--where", "test = 3"]] {
      let run = try folders.run(["."] + arguments)
      #expect(run.standardError.contains("with --parse '{test}_*'"), "\(run.standardError)")
    }
    let sorted = try folders.run([".", "--sort", "test"])
    #expect(
      sorted.standardError.contains("with --parse '{test}_*'; or did you mean --sort text?"),
      "\(sorted.standardError)")
    let number = try folders.run([".", "--label", "{step}"])
    #expect(!number.standardError.contains("--parse"), "\(number.standardError)")
    for arguments in [["--label", "{psnr}"], ["--label", "{nmae}"], ["--sort", "random"]] {
      #expect(try !folders.run(["."] + arguments).standardError.contains("--parse"))
    }
  }

  @Test("If names have several numbers and nothing like an unknown token, --parse is not suggested")
  func unlikely() throws {
    let folders = try Folders()
    for name in ["art_00_oak_v1.png", "art_01_elm_v3.png"] { try folders.work.writePicture(name) }
    for arguments in [["--label", "{palette}"], ["--where", "palette = red"]] {
      let run = try folders.run(["."] + arguments)
      #expect(run.status != 0 && !run.standardError.contains("--parse"), "\(run.standardError)")
      #expect(
        run.standardError.contains("no image has it, and --list shows the available facts"),
        "\(run.standardError)")
    }
  }

  @Test(
    "If an unknown token is the keyword of a PNG text chunk, the error suggests the chunk's token")
  func texts() throws {
    let folders = try Folders()
    for name in ["00-11.png", "01-12.png"] {
      let picture = PNGFixture(
        width: 6, height: 4, colorType: .gray, samples: Array(repeating: 7, count: 24),
        chunksBeforeData: [.text("parameters", "a cat")])
      try folders.work.write(picture.encoded(), to: name)
    }
    let run = try folders.run([".", "--label", "{parameters}"])
    #expect(
      run.status == 64 && run.standardError.contains("did you mean {text:parameters}?"),
      "\(run.standardError)")
    #expect(!run.standardError.contains("--parse"), "\(run.standardError)")
    let listed = try folders.run([".", "--list={text:parameters}"])
    #expect(listed.text == "a cat\na cat\n", "\(listed.text)")
  }

  @Test(
    "If a decimal number keeps a name from matching {cfg:1}, the note says that {cfg} matches it")
  func decimals() throws {
    let folders = try Folders()
    for name in ["cat_cfg7_steps20.png", "cat_cfg11.5_steps20.png"] {
      try folders.work.writePicture(name)
    }
    func errors(_ template: String) throws -> String {
      try folders.run([".", "--parse", template, "--list={cfg|-}"]).standardError
    }
    let digits = try errors("{prompt}_cfg{cfg:1}_steps{steps:1}")
    #expect(digits.contains("{cfg:1} matches only digits; {cfg} also matches 11.5"), "\(digits)")
    #expect(try errors("{prompt}_cfg{cfg}_steps{steps:1}").isEmpty)
    let other = try errors("{prompt}_size{cfg:1}")
    #expect(other.contains("do not match") && !other.contains("only digits"), "\(other)")
  }

  @Test(
    "If a fact is missing but file names contain its name, the note suggests a --parse template")
  func missingFacts() throws {
    let folders = try Folders()
    for name in ["a_lr0.1_seed0.png", "b-2_lr1e-3_seed1.png"] {
      try folders.work.writePicture(name)
    }
    let run = try folders.run([".", "--sort", "seed", "--list={name}"])
    #expect(
      run.standardError.contains(
        "no image has {seed}; --parse '*_seed{seed:1}' extracts it from the file names"),
      "\(run.standardError)")
    let parsed = try folders.run([".", "--sort", "seed", "--parse=*_seed{seed:1}", "--list={seed}"])
    #expect(parsed.text == "0\n1\n" && parsed.standardError.isEmpty, "\(parsed.standardError)")
    let matrix = try folders.run([".", "--rows-by", "{lr}", "--columns-by", "{seed}"])
    #expect(
      matrix.standardError.contains("with --parse '*_lr{lr}_seed{seed:1}'"),
      "\(matrix.standardError)")
    let other = try folders.run([".", "--sort", "iso", "--list={name}"])
    #expect(!other.standardError.contains("--parse"), "\(other.standardError)")
  }

  @Test("--rows-by and --columns-by make a matrix, and options of other layouts are refused")
  func matrix() throws {
    let folders = try Folders()
    for name in ["a_1.png", "a_2.png", "b_1.png"] { try folders.work.writePicture(name) }
    let parse = ["a_1.png", "a_2.png", "b_1.png", "--parse={s}_{n:1}"]
    for axis in [["--rows-by", "{s}"], ["--columns-by", "{n}"]] {
      #expect(try parsed(parse + axis).layoutKind == .matrix)
    }
    #expect(try parsed(parse + ["--rows-by", ""]).layoutKind == .matrix)
    #expect(
      try folders.refusal(parse + ["--rows-by", "{s}", "--row-height", "9"]).contains(
        "--row-height is for rows, and this is a matrix; leave it out, or use --layout rows"))
    #expect(
      try folders.refusal(parse + ["--rows-by", "{s}", "--layout", "grid"]).contains(
        "and this is a grid"))
  }

  @Test("Aggregates alone cannot define rows or columns, because single images have none")
  func aggregates() throws {
    let folders = try Folders()
    for name in ["a_1.png", "a_2.png", "b_1.png"] { try folders.work.writePicture(name) }
    let parse = ["a_1.png", "a_2.png", "b_1.png", "--parse={s}_{n:1}"]
    #expect(
      try folders.refusal(parse + ["--rows-by", "{s}", "--columns-by", "{n.mean:.1f} dB"]).contains(
        "cannot make a matrix: {n.mean} summarises the images of a column, and does not say which "
          + "images belong to it; add a fact that does, as in --columns-by '{folder} {n.mean}'"))
    #expect(try folders.refusal(parse + ["--rows-by", "{n.mean}"]).contains("images of a row"))
    // The listed value identifies the row, although its heading says more.
    let plan = try Manifest(
      dryRun: parse + ["--rows-by", "{s}_{n.mean}", "--row-values", "b"], in: folders.work)
    #expect(plan.pages.map(\.tiles.count) == [1])
  }

  @Test(
    "If a fact is called by another program's name, the error gives our name",
    arguments: [
      (["--label", "%f"], "there is no '%f' here; write '{name}'"),
      (["--label", "%t\n%b"], "here"),
      (["--caption", "x"], "--label '{description}'"),
    ])
  func otherPrograms(arguments: [String], answer: String) throws {
    #expect(try Folders().refusal(["."] + arguments).contains(answer))
  }

  @Test(
    "For {shutter} and {caption}, the error suggests our tokens; a label may contain a percent sign"
  )
  func labels() throws {
    let folders = try Folders()
    try folders.work.writePicture("1.png")
    for (label, fact) in [
      ("{shutter}", "{exposure}?"),
      ("{caption}", "{description}, the caption in XMP, IPTC or Exif?"),
    ] {
      let run = try folders.run([".", "--label", label])
      #expect(run.status == 64)
      #expect(run.standardError.contains("did you mean \(fact)"), "\(run.standardError)")
    }
    try folders.work.write(Array("file,Caption\n1.png,a\n".utf8), to: "t.csv")
    let run = try folders.run([".", "--table", "t.csv", "--label", "{caption}"])
    #expect(run.standardError.contains("did you mean {Caption}?"), "\(run.standardError)")
    #expect(try folders.run([".", "--label", "100%free", "--dry-run"]).status == 0)
  }

  @Test("--paper can be a size with units, and has 300 pixels per inch by default")
  func paper() throws {
    let folders = try Folders()
    try folders.work.writePicture("1.png")
    let run = try folders.run([".", "--paper", "10x15cm", "--dry-run"])
    #expect(
      run.status == 0 && run.text.contains("1181") && run.text.contains("1772"), "\(run.text)")
  }
}
