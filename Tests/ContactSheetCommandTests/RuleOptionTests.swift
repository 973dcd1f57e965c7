import CommandFixtures
import PNGFixtures
import SheetPlanning
import SheetPlans
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Options whose values apply to certain pictures, selected by a pattern or a condition.
@Suite struct RuleOptionTests {
  /// A value of an option, and arguments with which that value changes the sheet.
  struct Example: Sendable {
    let value: String
    let arguments: [String]
    /// The value that a template stands for; nil if the option takes no template.
    var template: String?
  }

  /// An example for each option.
  static let examples: [String: Example] = [
    "weight": Example(
      value: "0.05", arguments: ["--layout", "collage", "--size", "600x300"], template: "{score}"),
    "span": Example(value: "2x2", arguments: []),
    "focus": Example(value: "0,0", arguments: ["--cell", "20x20", "--scale", "fill"]),
    "crop": Example(value: "0,0,10,10", arguments: []),
    "orient": Example(value: "right", arguments: []),
    "copies": Example(value: "2", arguments: []),
    "stretch": Example(value: "labels", arguments: []),
    "colormap": Example(value: "viridis", arguments: []),
    // Braces are part of a title.
    "colormap-title": Example(
      value: "Depth", arguments: ["--colormap", "viridis", "--stretch", "0:200"],
      template: "{score}"),
    "border": Example(value: "3 red", arguments: []),
    "cell-background": Example(value: "navy", arguments: []),
    "scale-bar": Example(value: "10 px", arguments: []),
    // Braces may be part of a path.
    "overlay": Example(value: "before=50%", arguments: [], template: "{score}"),
    "inset": Example(value: "0,0,2,2", arguments: []),
    "clock": Example(value: "+1h", arguments: ["--label", "{taken}"]),
    "allow": Example(
      value: "100%", arguments: ["--compare", "before", "--compare-show", "all"],
      template: "{psnr} > 40"),
    "ignore-area": Example(
      value: "0,0,50%,100%", arguments: ["--compare", "before", "--compare-show", "all"]),
  ]

  static let options = OptionCatalog.all.filter(\.isRule).map(\.name)

  private static func example(_ name: String) throws -> Example {
    try #require(examples[name], "--\(name) has no example")
  }

  /// Pictures of two sizes with fixed times, and earlier versions of them.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (name, width, height) in [("a1", 60, 40), ("b1", 20, 30), ("b2", 20, 30)] {
      // Grey, so that its samples may be classes, and with 16 bits, so that they can be stretched.
      let picture = PNGFixture(
        width: width, height: height, bitDepth: 16, colorType: .gray,
        samples: Array(repeating: 90, count: width * height))
      try folder.write(picture.encoded(), to: "in/\(name).png")
      try folder.write(
        Array("<x exif:DateTimeOriginal='2024-06-01T12:00:00'/>".utf8), to: "in/\(name).xmp")
      try folder.writePicture(
        "before/\(name).png", width: width, height: height, color: [0, 90, 200])
    }
    return folder
  }

  @Test("Every option that pairs a pattern with a value takes rules, and has an example")
  func all() {
    #expect(Self.options.sorted() == Self.examples.keys.sorted())
    let named = OptionCatalog.all.filter { $0.valueName.contains("glob=") }.map(\.name)
    #expect(named.sorted() == Self.options.sorted())
  }

  @Test("A condition can replace a pattern, with the same effect", arguments: options)
  func conditions(name: String) throws {
    let (example, folder) = (try Self.example(name), try Self.folder())
    func manifest(_ rules: String...) throws -> String {
      let run = try CommandRun(
        ["in"] + example.arguments + rules.flatMap { ["--\(name)", $0] }
          + ["--dry-run", "--manifest", "-"], in: folder)
      #expect([0, 3].contains(run.status), "\(run.standardError)")
      #expect(!run.standardError.contains("which "), "\(run.standardError)")
      return run.text
    }
    let without = try manifest()
    let pattern = try manifest("a*=\(example.value)")
    #expect(pattern != without, "the example has no effect")
    #expect(try manifest("{width} != 20=\(example.value)") == pattern)
    #expect(
      try manifest("a*=\(example.value)", "{width} > 99 or {height} = 40=\(example.value)")
        == (name == "clock"
          ? manifest("a*=+2h")
          : name == "overlay"
            ? manifest("a*=\(example.value)", "a*=\(example.value)") : pattern),
      "the rules are not combined as before")
  }

  @Test(
    "The value of a rule follows the last equals sign that is not in braces or part of a comparison",
    arguments: options)
  func signs(name: String) throws {
    let (example, option) = (try Self.example(name), OptionCatalog.known(name))
    for pictures in [
      "*", "a=b*", "x>y", "{width} > 10", "{width} >= 10", "{width} <= 10", "{width} != 10",
      "{width} == 10", "{width} = 10", "not {text:a=b}", "{camera} = 'a=b'", "{width}>=10 ",
    ] {
      #expect(throws: Never.self, "\(pictures)") {
        try option.check("\(pictures)=\(example.value)")
      }
    }
    for text in ["", "=\(example.value)", "a=", "{width} > 10=", "{width >= 10=\(example.value)"] {
      // These options have a value that unsets them, and an empty text has the same effect.
      let unset = [
        "clock", "border", "cell-background", "scale-bar", "stretch", "colormap", "colormap-title",
        "overlay",
      ]
      if unset.contains(name), text.isEmpty { continue }
      #expect(throws: (any Error).self, "'\(text)'") { try option.check(text) }
    }
  }

  @Test(
    "The value of a rule may be a template where that makes sense; elsewhere, the error quotes it",
    arguments: options)
  func templates(name: String) throws {
    let (example, option) = (try Self.example(name), OptionCatalog.known(name))
    for pictures in ["a*", "{width} > 10"] {
      if let template = example.template {
        #expect(throws: Never.self) { try option.check("\(pictures)=\(template)") }
        #expect(throws: Never.self) { try option.check(template) }
      } else {
        let error = #expect(throws: (any Error).self) { try option.check("\(pictures)={score}") }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.hasPrefix("'{score}' is a template, and the value cannot be one; write "))
      }
    }
  }

  @Test(
    "The value `none` for all pictures keeps the rules for some pictures, whichever is given first",
    arguments: [("border", "2"), ("stretch", "auto"), ("cell-background", "gold")])
  func noneForAll(name: String, policy: String) throws {
    let (option, rule) = (OptionCatalog.known(name), "a*=\(try Self.example(name).value)")
    for none in ["none", ""] {
      for values in [[rule, none], [none, rule], [policy, rule, none], [rule, policy, none]] {
        let job = try parsed(values.flatMap { ["--\(name)", $0] }).resolved().job
        #expect(job.style.decoration.border == nil && job.stretching == nil, "\(values)")
        #expect(job.style.cellBackground == nil, "\(values)")
        let count = job.borders.count + job.stretches.count + job.cellBackgrounds.count
        #expect(count == 1, "\(values)")
        #expect(option.hasEffect(values), "\(values)")
      }
      let job = try parsed([none, policy].flatMap { ["--\(name)", $0] }).resolved().job
      #expect(
        job.style.decoration.border != nil || job.stretching != nil
          || job.style.cellBackground != nil)
      #expect(option.hasEffect([none, policy]))
      #expect(!option.hasEffect([none]) && !option.hasEffect([policy, none]))
    }
  }

  @Test(
    "A rule that matches no picture gets a note that quotes it and says what to do",
    arguments: options)
  func stale(name: String) throws {
    let (example, folder) = (try Self.example(name), try Self.folder())
    let rules = ["none*", "{width} > 9999", "a*"].map { "\($0)=\(example.value)" }
    let run = try CommandRun(
      ["in"] + example.arguments + rules.flatMap { ["--\(name)", $0] } + ["--dry-run"], in: folder)
    let notes = run.standardError.split(separator: "\n").filter { $0.contains(" matches '") }
    try #require(notes.count == 2, "\(run.standardError)")
    for (note, rule) in zip(notes, rules) {
      #expect(note.contains(" matches '\(rule)', which "), "\(note)")
      #expect(note.hasSuffix("; correct the rule, or leave it out"), "\(note)")
    }
  }

  @Test(
    "A condition on a fact that is known only later is refused, and the error says why",
    arguments: [
      ("clock", "{sharpness} > 2", "pixels are examined later"),
      ("clock", "{psnr} > 2", "pairs are compared later"),
      ("ignore-area", "{psnr} > 2", "pairs are compared later"),
      ("weight", "{index} > 2", "it depends on where images are placed"),
    ])
  func later(name: String, condition: String, reason: String) throws {
    let (example, folder) = (try Self.example(name), try Self.folder())
    let comparing = condition.contains("psnr") ? ["--compare", "before"] : example.arguments
    let run = try CommandRun(
      ["in"] + comparing + ["--\(name)", "\(condition)=\(example.value)"], in: folder)
    #expect(run.status == 2 || run.status == 64)
    #expect(
      run.standardError.contains("cannot read the condition '\(condition)', at character 1: ")
        && run.standardError.contains("is not known yet, because \(reason)"),
      "\(run.standardError)")
  }
}
