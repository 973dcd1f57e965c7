import CommandFixtures
import FormatFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

/// Runs to which the system grants few descriptors, few threads or little memory.
@Suite struct LimitTests {
  /// A folder of pictures, and their sheet made without limits.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...8 { try folder.writePicture("in/\(number).png", width: 64, height: 64) }
    try CommandRun(["in", "-o", "expected.png"], in: folder)
    // Scripts may run as another user.
    #expect(chmod(folder.url.path, 0o777) == 0)
    return folder
  }

  @Test(
    "If file descriptors run out, the error states the limit, and nothing is written",
    arguments: 4...9)
  func fewDescriptors(limit: Int) throws {
    let folder = try Self.folder()
    let script = "exec 2>errors; ulimit -n \(limit); exec \"$0\" in -o sheet.png"
    #expect(try CommandRun.statusOfShell(script, in: folder) == 2)
    let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
    #expect(errors.hasSuffix("raise the limit of \(limit) (ulimit -n)\n"), "\(errors)")
    #expect(folder.names == ["in", "expected.png", "errors"])
  }

  @Test(
    "If there are file descriptors for only some workers, a run still makes the same sheet",
    arguments: [16, 20, 24])
  func someDescriptors(limit: Int) throws {
    let folder = try Self.folder()
    let script = "ulimit -n \(limit); exec \"$0\" in -o sheet.png --jobs 64"
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
    #expect(folder.contents("sheet.png") == folder.contents("expected.png"))
  }

  @Test("A run needs only a small stack for its main thread", arguments: [64, 512])
  func smallStack(kilobytes: Int) throws {
    let folder = try Self.folder()
    let script = "ulimit -s \(kilobytes); exec \"$0\" in -o sheet.png"
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
    #expect(folder.contents("sheet.png") == folder.contents("expected.png"))
  }

  @Test("A lack of file descriptors is not reported as a damaged picture")
  func exhaustedDescriptors() throws {
    let folder = TemporaryFolder()
    for number in 1...24 { try folder.writePicture("in/\(number).png", width: 4, height: 3000) }
    try CommandRun(
      ["in", "--dry-run", "--manifest", "plan.json", "--columns", "24", "--cell", "700x3000"]
        + ["--upscale", "--scale", "stretch"], in: folder)
    // The picture of each of these tiles stays open from the first rows to the last, because a plan
    // keeps no contents.
    let script = """
      exec 2>errors
      ulimit -n 20
      exec "$0" --from-plan plan.json -o sheet.png
      """
    #expect(try CommandRun.statusOfShell(script, in: folder) == 2)
    let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
    #expect(
      errors.hasPrefix("contactsheet: cannot open a file: too many files are open"), "\(errors)")
    #expect(errors.contains("may open only 20; raise the limit (ulimit -n)"))
    #expect(folder.names == ["in", "errors", "plan.json"])
  }

  /// Runs a script as a user whose threads are counted; the system does not count root's.
  static let asUser =
    geteuid() == 0 ? "exec setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/" : "exec"

  static let isThreadLimited =
    (try? CommandRun.statusOfShell(
      "ulimit -u 1; \(asUser) \"$0\" --version >/dev/null 2>&1", in: TemporaryFolder())) == 0

  @Test(
    "If no thread can be started, the main thread makes the same sheet",
    .needs(.threadLimit),
    arguments: CommandRun.executables)
  func oneThread(executable: URL) throws {
    let folder = try Self.folder()
    let script = """
      ulimit -u 1
      \(Self.asUser) \(executable.path) in -o sheet.png --jobs 8
      """
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
    #expect(folder.contents("sheet.png") == folder.contents("expected.png"))
  }

  static let isContainerLimited =
    ProcessGroup().flatMap { group in
      try? CommandRun.statusOfShell(
        "echo $$ >\(group.url.path)/cgroup.procs && exec \"$0\" --version >/dev/null",
        in: TemporaryFolder())
    } == 0

  @Test(
    "A container's limit on processes and threads does not change the sheet",
    .needs(.containerLimit),
    arguments: [1, 2, 4], CommandRun.executables)
  func containerLimit(count: Int, executable: URL) throws {
    let folder = try Self.folder()
    let group = try #require(ProcessGroup())
    let status = try CommandRun.statusOfShell(
      """
      echo \(count) >\(group.url.path)/pids.max && echo $$ >\(group.url.path)/cgroup.procs &&
      exec \(executable.path) in -o sheet.png --jobs 8
      """, in: folder)
    #expect(status == 0)
    #expect(folder.contents("sheet.png") == folder.contents("expected.png"))
  }

  static let isMemoryLimited =
    (try? CommandRun.statusOfShell(
      "ulimit -v 2000000; exec \"$0\" --version >/dev/null 2>&1", in: TemporaryFolder())) == 0

  @Test(
    "With little memory, a run makes the same sheet or fails with a message, and never hangs",
    .needs(.memoryLimit),
    arguments: Array(stride(from: 42_000, through: 90_000, by: 4_000)))
  func littleMemory(kilobytes: Int) throws {
    let folder = try Self.folder()
    let script = """
      ulimit -v \(kilobytes)
      exec timeout 60 "$0" in -o sheet.png --jobs 8 2>errors
      """
    let status = try CommandRun.statusOfShell(script, in: folder)
    let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
    if status == 0 {
      #expect(folder.contents("sheet.png") == folder.contents("expected.png"))
    } else {
      // If the limit is too low, the dynamic loader has no room for its libraries.
      #expect(
        status == 2 && errors.contains("memory") || status == 127, "\(status): \(errors)")
      #expect(folder.names == ["in", "errors", "expected.png"])
    }
  }

  @Test(
    "If a library does not fit into memory, no picture is silently omitted",
    .needs(.memoryLimit, .heif),
    arguments: Array(stride(from: 42_000, through: 90_000, by: 6_000)))
  func noRoomForLibrary(kilobytes: Int) throws {
    let folder = try Self.folder()
    try folder.write(Array("no picture, whether or not libheif looks at it".utf8), to: "in/x.heic")
    let script = """
      ulimit -v \(kilobytes)
      exec timeout 60 "$0" in -o sheet.png 2>errors
      """
    let status = try CommandRun.statusOfShell(script, in: folder)
    let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
    #expect([1, 2, 127].contains(status), "\(status): \(errors)")
    #expect(!errors.contains("install libheif"), "\(errors)")
  }

  @Test("Table rows without a picture, and wide rows, take little memory", .needs(.memoryLimit))
  func largeTable() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("in/a.png")
    let commas = [UInt8](repeating: UInt8(ascii: ","), count: 1_000_000)
    let rows = repeatElement(Array("x,\n".utf8), count: 1_000_000).joined()
    try folder.write(
      Array("path,score".utf8) + commas + Array("\na.png,5\n".utf8) + rows, to: "table.csv")
    let script = """
      ulimit -v 150000
      exec timeout 300 "$0" in --table table.csv -o sheet.png 2>errors
      """
    let status = try CommandRun.statusOfShell(script, in: folder)
    let errors = folder.contents("errors").map { String(decoding: $0, as: UTF8.self) }
    #expect(status == 0, "\(errors ?? "")")
    #expect(errors?.contains("1000000 rows of 'table.csv' are not used") == true)
  }

  @Test(
    "Pictures that are decoded whole share one memory budget, whatever the number of workers",
    .needs(.memoryLimit))
  func memoryBudget() throws {
    try Self.shareBudget(
      interlacedBlackPNG(width: 3000, height: 6000), named: "png", holding: 27_000_000)
  }

  @Test(
    "Progressive JPEGs wait for each other, and none is refused because of another",
    .needs(.jpeg, .memoryLimit))
  func memoryOfProgressives() throws {
    try Self.shareBudget(Self.progressive(), named: "jpg", holding: 27_072_000)
  }

  /// A black progressive JPEG with 27,072,000 bytes of coefficients.
  private static func progressive() -> [UInt8] {
    var picture = JPEGFixture(width: 3000, height: 1504)
    (picture.isProgressive, picture.sampling) = (true, (1, 1))
    return picture.encoded([UInt8](repeating: 0, count: 3000 * 1504 * 3))
  }

  /// Makes a sheet of sixteen pictures with less memory than they need in total, checks that it has
  /// the same bytes as with more, and returns its folder.
  static func sheetWithinBudget(
    _ picture: [UInt8], named ending: String
  ) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...16 { try folder.write(picture, to: "in/\(number).\(ending)") }
    try CommandRun(["in", "-o", "expected.png", "--jobs", "1"], in: folder)
    let script = """
      ulimit -v 300000
      exec "$0" in -o sheet.png --jobs 16 --max-memory 60MB 2>errors
      """
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
    #expect(folder.contents("sheet.png") == folder.contents("expected.png"))
    return folder
  }

  /// Makes sheets of sixteen pictures of 27 MB each, which together exceed the limit.
  private static func shareBudget(_ picture: [UInt8], named ending: String, holding bytes: Int)
    throws
  {
    let folder = try sheetWithinBudget(picture, named: ending)
    // A picture that needs more than the whole budget is named, along with the budget.
    let run = try CommandRun(["in", "-o", "sheet.png", "--max-memory", "26MB"], in: folder)
    #expect(
      run.status == 2 && run.standardError.contains("its \(bytes) bytes exceed the budget of"),
      "\(run.standardError)")
    let remedy = "--max-memory \(bytes)"
    for policy in ["placeholder", "fail"] {
      let run = try CommandRun(
        ["in", "-o", "sheet.png", "--max-memory", "26MB", "--on-error", policy], in: folder)
      #expect(run.standardError.contains("; \(remedy) is enough"), "\(run.standardError)")
    }
    // With room for one picture at a time, all are read.
    let arguments =
      ["in", "-o", "alone.png", "--jobs", "16"] + remedy.split(separator: " ").map(String.init)
    #expect(try CommandRun(arguments, in: folder).status == 0)
    #expect(folder.contents("alone.png") == folder.contents("expected.png"))
  }

  @Test(
    "An enormous progressive JPEG is refused early, and the error suggests a limit that is enough",
    .needs(.jpeg, .memoryLimit))
  func enormousClaim() throws {
    let folder = try Self.folder()
    let claim = try #require(
      JPEGMarker.resized(Self.progressive(), width: 65_500, height: 65_500))
    try folder.write(claim + [UInt8](repeating: 0, count: 2_000_000), to: "in/claim.jpg")
    let script = "ulimit -v 200000; exec \"$0\" in -o sheet.png 2>errors"
    #expect(try CommandRun.statusOfShell(script, in: folder) == 1)
    let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
    let bytes = 8188 * 8188 * 3 * 128
    #expect(
      errors.contains("its \(bytes) bytes exceed the budget of 1GiB")
        && errors.contains("; --max-memory \(bytes) is enough"), "\(errors)")
  }

  @Test("A logo counts against the memory budget", .needs(.jpeg))
  func memoryOfLogo() throws {
    let folder = try Self.folder()
    try folder.write(Self.progressive(), to: "logo.jpg")
    let arguments = ["in", "-o", "sheet.png", "--title", "Shop", "--logo", "logo.jpg"]
    let run = try CommandRun(arguments + ["--max-memory", "27071999"], in: folder)
    #expect(
      run.status == 2
        && run.standardError.contains("cannot read 'logo.jpg': it must be held in memory")
        && run.standardError.contains("; --max-memory 27072000 is enough"), "\(run.standardError)")
    #expect(
      try CommandRun(arguments + ["--max-memory", "27072000"], in: folder).status == 0)
    // A plan is subject to the budget of the run that renders it.
    #expect(try CommandRun(arguments + ["--manifest", "plan.json"], in: folder).status == 0)
    let again = try CommandRun(
      ["--from-plan", "plan.json", "-o", "again.png", "--max-memory", "1MB"], in: folder)
    #expect(
      again.status == 2 && again.standardError.contains("--max-memory 27072000 is enough"),
      "\(again.standardError)")
  }

  @Test("A watermark's image counts against the memory budget", .needs(.jpeg))
  func memoryOfWatermark() throws {
    let folder = try Self.folder()
    try folder.write(Self.progressive(), to: "logo.jpg")
    let arguments = ["in", "-o", "sheet.png", "--watermark", "file:logo.jpg"]
    let run = try CommandRun(arguments + ["--max-memory", "27071999"], in: folder)
    #expect(
      run.status == 2
        && run.standardError.contains("cannot read 'logo.jpg': it must be held in memory")
        && run.standardError.contains("; --max-memory 27072000 is enough"), "\(run.standardError)")
    #expect(try CommandRun(arguments, in: folder).status == 0)
    let sheet = folder.contents("sheet.png")
    #expect(
      try CommandRun(arguments + ["--max-memory", "27072000"], in: folder).status == 0)
    #expect(folder.contents("sheet.png") == sheet)
  }

  @Test(
    "The two pictures of a pair share the memory budget with all other pairs", .needs(.memoryLimit))
  func memoryOfPairs() throws {
    let folder = TemporaryFolder()
    for number in 1...8 {
      try folder.write(interlacedBlackPNG(width: 3000, height: 6000), to: "after/\(number).png")
      try folder.write(interlacedBlackPNG(width: 3000, height: 5980), to: "before/\(number).png")
    }
    let compare = "--compare before after -o sheet.png --jobs 16"
    let script = """
      ulimit -v 300000
      exec "$0" \(compare) --max-memory 60MB 2>errors
      """
    #expect(try CommandRun.statusOfShell(script, in: folder) == 3)
    let run = try CommandRun(
      compare.split(separator: " ").map(String.init) + ["--max-memory", "50MB"], in: folder)
    #expect(
      run.status == 1
        && run.standardError.contains("their 53910000 bytes exceed the budget of 50MB"),
      "\(run.standardError)")
  }

  @Test(
    "Large tiles beside each other share the memory budget",
    .enabled(
      if: isThorough && isMemoryLimited, "takes long, or needs more memory than a limit allows"))
  func memoryOfLargeTiles() throws {
    let folder = TemporaryFolder()
    let picture = interlacedBlackPNG(width: 13_000, height: 26_000)
    for number in 1...4 { try folder.write(picture, to: "in/\(number).png") }
    let script = """
      ulimit -v 1500000
      exec "$0" in -o sheet.png --jobs 4 --columns 4 --cell 1300 2>errors
      """
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
  }

  @Test(
    "If there is no memory to load Pango, characters that need Pango are reported",
    .needs(.memoryLimit, .pango))
  func noRoomForPango() throws {
    let folder = try Self.folder()
    let script = "ulimit -v 200000; exec timeout 60 \"$0\" in --title 日本 -o sheet.png 2>errors"
    #expect(try CommandRun.statusOfShell(script, in: folder) == 2)
    let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
    #expect(errors.contains("Pango needs") && errors.contains("ulimit -v"), "\(errors)")
    #expect(!folder.names.contains("sheet.png"))
  }
}

extension Need {
  fileprivate static let memoryLimit = Need(
    "a command that works under a memory limit, which sanitizers do not"
  ) { LimitTests.isMemoryLimited }
  fileprivate static let threadLimit = Need("a user who may run the command, and is not root") {
    LimitTests.isThreadLimited
  }
  fileprivate static let containerLimit = Need("the right to make a control group") {
    LimitTests.isContainerLimited
  }
}

/// A control group that counts its processes and threads, as a container's does.
///
/// It is deleted with the last reference to it.
private final class ProcessGroup: Sendable {
  let url: URL

  /// Creates a control group; nil if that is not permitted.
  init?() {
    // Versions 1 and 2 of control groups.
    for parent in ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"] {
      let url = URL(filePath: parent).appending(path: "contact-sheet-test-\(UUID())")
      guard mkdir(url.path, 0o755) == 0 else { continue }
      if access(url.path + "/pids.max", W_OK) == 0 {
        self.url = url
        return
      }
      rmdir(url.path)
    }
    return nil
  }

  deinit { rmdir(url.path) }
}
