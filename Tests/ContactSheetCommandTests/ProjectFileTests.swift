import CommandFixtures
import Foundation
import TestSupport
import Testing

/// A project file above the working folder, and a file that `--config` names.
@Suite struct ProjectFileTests {
  /// Runs a script in a repository with a picture in `a/b`; returns its status and what it printed.
  private static func run(
    _ script: String, project: String = "--gap 7\n"
  ) throws -> (status: Int32, text: String, folder: TemporaryFolder) {
    let folder = TemporaryFolder()
    try folder.writePicture("r/a/b/1.png")
    try folder.write(Array(project.utf8), to: "r/.contactsheet")
    let status = try CommandRun.statusOfShell(
      "{ mkdir r/.git; cd r/a/b; \(script); } >text 2>&1", in: folder)
    return (status, String(decoding: folder.contents("text") ?? [], as: UTF8.self), folder)
  }

  private static let list = #""$0" --print-config"#

  @Test("The nearest project file is used, up to the root of the repository, and its path is shown")
  func nearest() throws {
    let far = try Self.run(Self.list).text
    #expect(far.contains("\n# from '../../.contactsheet', line 1\n--gap 7\n"), "\(far)")
    let near = try Self.run("echo '--gap 8' >../.contactsheet; \(Self.list)").text
    #expect(near.contains("\n# from '../.contactsheet', line 1\n--gap 8\n"), "\(near)")
    let own = try Self.run("echo '--margin 9' >.contactsheet; \(Self.list)").text
    #expect(own.contains("--margin 9\n") && !own.contains("--gap 7"), "\(own)")
    let worktree = try Self.run("rmdir ../../.git; echo gitdir: x >../../.git; \(Self.list)").text
    #expect(worktree.contains("--gap 7"), "\(worktree)")
    for outside in ["rmdir ../../.git", "mkdir ../.git"] {
      let text = try Self.run("\(outside); \(Self.list)").text
      #expect(!text.contains("--gap 7"), "\(text)")
    }
    #expect(try !Self.run("\(Self.list) --no-config").text.contains("--gap 7"))
  }

  @Test("Paths in a project file are relative to its folder, for reading, writing and depfiles")
  func paths() throws {
    let project = """
      --output made/s.png
      --manifest m-%03d.json
      --depfile d
      --table t.csv
      --per-page 1
      """
    let run = try Self.run(
      #"mkdir ../../made; printf '1.png,own\n' >../../t.csv; "$0" 1.png 1.png"#, project: project)
    #expect(run.status == 0, "\(run.text)")
    for name in ["r/made/s-001.png", "r/m-002.json", "r/d"] {
      #expect(run.folder.contents(name) != nil, "\(name): \(run.text)")
    }
    let depfile = String(decoding: run.folder.contents("r/d") ?? [], as: UTF8.self)
    #expect(depfile.contains("../../.contactsheet") && depfile.contains("../../t.csv"))
    let manifest = String(decoding: run.folder.contents("r/m-001.json") ?? [], as: UTF8.self)
    #expect(manifest.contains("\"own\""), "\(manifest)")
  }

  @Test("A format before the name of the sheet is not taken for a part of its path")
  func formattedName() throws {
    for name in ["out", "./out", "made/../out"] {
      let run = try Self.run(
        #"mkdir ../../made; "$0" 1.png"#, project: "--output pdf:\(name)\n")
      #expect(run.status == 0, "\(run.text)")
      #expect(run.folder.contents("r/out")?.starts(with: "%PDF".utf8) == true, "\(run.text)")
    }
    for format in ["pdf", "png", "jpeg"] {
      let run = try Self.run(#""$0" 1.png >sheet"#, project: "--output \(format):-\n")
      #expect(run.status == 64, "\(run.text)")
      #expect(run.text.contains("--output: '-' is a pipe or a terminal"), "\(run.text)")
      #expect(run.folder.contents("r/a/b/sheet") == [])
    }
  }

  @Test(
    "A project file in a parent folder is confined to that folder, like one in the working folder",
    arguments: [
      ("--output ../x.png", ":"), ("--output link/x.png", "ln -s ../.. ../../link"),
      ("--output x.png", "ln -s ../x.png ../../x.png"),
      ("--table ../t.csv", "touch ../../../t.csv"),
      ("--html p.html", "mkfifo ../../p.html"), ("--masks ../masks", "mkdir ../../../masks"),
    ])
  func held(line: String, preparation: String) throws {
    let run = try Self.run(#"\#(preparation); "$0" 1.png -o s.png"#, project: line + "\n")
    let written = try Self.run(#"\#(preparation); "$0" 1.png"#, project: line + "\n")
    let isOutput = line.hasPrefix("--output")
    #expect((isOutput ? written : run).status != 0, "\(run.text)\(written.text)")
    #expect(written.folder.contents("x.png") == nil)
  }

  @Test("A project file cannot raise limits, and is skipped with a note if it is a link")
  func limits() throws {
    let limited = try Self.run(Self.list, project: "--max-pixels 900G\n").text
    #expect(!limited.contains("900"), "\(limited)")
    let script = #"mv ../../.contactsheet ../../c; ln -s c ../../.contactsheet; "$0" 1.png"#
    let link = try Self.run(script)
    #expect(link.status == 0, "\(link.text)")
    #expect(
      link.text.contains(
        "'../../.contactsheet' is ignored: it is not a regular file; name it with --config"),
      "\(link.text)")
    #expect(link.folder.contents("r/a/b/contact-sheet.png") != nil)
  }

  @Test(
    "A link to a missing file produces an error or a note, whoever owns it")
  func danglingLinks() throws {
    let reason = "it is a symbolic link to a missing file"
    let own = try Self.run(#"ln -s gone .contactsheet; "$0" 1.png"#)
    #expect(own.status == 0 && own.text.contains(reason), "\(own.text)")
    let named = try Self.run(#"ln -s gone c; "$0" 1.png --config c"#)
    #expect(named.status == 64 && named.text.contains(reason), "\(named.text)")
    let folder = #"export XDG_CONFIG_HOME="$PWD/x"; mkdir -p x/contactsheet/presets; "#
    let user = try Self.run(folder + #"ln -s gone x/contactsheet/config; "$0" 1.png"#)
    #expect(user.status == 0 && user.text.contains(reason), "\(user.text)")
    let preset = try Self.run(
      folder + #"ln -s gone x/contactsheet/presets/p; "$0" 1.png --preset p"#)
    #expect(preset.status == 64 && preset.text.contains(reason), "\(preset.text)")
  }

  @Test(
    "A file that is owned by another user, or below another user's folder, is skipped with a note",
    .needs(.givingFilesAway),
    arguments: ["../../.contactsheet", "../..", "..", ".", "../../.git"])
  func foreign(path: String) throws {
    let run = try Self.run(#"chown 12345 \#(path); \#(Self.list); "$0" 1.png"#)
    #expect(run.status == 0 && !run.text.contains("--gap 7\n"), "\(run.text)")
    #expect(run.text.contains("is ignored: another user owns it"), "\(run.text)")
    // The working folder's own file is always read.
    let own = try Self.run(
      "mv ../../.contactsheet .; chown 12345 .contactsheet . ..; \(Self.list)")
    #expect(own.text.contains("--gap 7\n"), "\(own.text)")
  }

  /// Whether a test may mount file systems on this machine.
  fileprivate static let canMount =
    (try? CommandRun.statusOfShell(
      "unshare -rm mount -t tmpfs none . 2>/dev/null", in: TemporaryFolder())) == 0

  @Test(
    "A project file must be on the same file system as every folder leading to it",
    .needs(.ownMounts),
    arguments: [
      ("mount -t tmpfs none r/a; mkdir r/a/b", false), ("mount -t tmpfs none r/a/b", false),
      ("mkdir x; mount -t tmpfs none r/a; mkdir r/a/b; mount --bind x r/a/b", false),
      (
        "mount -t tmpfs none /mnt; cp r/.contactsheet /mnt; mount --bind /mnt/.contactsheet r/.contactsheet",
        false
      ),
      (
        "cp r/.contactsheet .; mount -t tmpfs none r; mkdir -p r/.git r/a/b; cp .contactsheet r",
        true
      ),
    ])
  func fileSystems(mounts: String, isRead: Bool) throws {
    let script = """
      cp 1.png ../../..
      unshare -rm bash -ec 'cd "$1"; \(mounts); cp 1.png r/a/b; cd r/a/b
      "$0" --print-config; "$0" 1.png' "$0" "$(realpath ../../..)"
      """
    let run = try Self.run(script)
    #expect(run.status == 0 && run.text.contains("--gap 7\n") == isRead, "\(run.text)")
    #expect(
      run.text.contains("its repository spans several file systems") != isRead, "\(run.text)")
  }

  @Test("--config replaces the user's and the project's files, and is trusted like the user's")
  func named() throws {
    let folders = try Folders(user: "--gap 1\n--margin 1", project: "--gap 2\n--depth 16")
    let other = TemporaryFolder()
    let path = other.url.appending(path: "ci").path
    try other.write(Array("--gap 3\n--max-pixels 900G\n--output \(path).png\n".utf8), to: "ci")
    let listing = try folders.listing(["--config", path])
    #expect(listing.contains("\n# from '\(path)', line 1\n--gap 3\n"), "\(listing)")
    #expect(listing.contains("--max-pixels 900") && listing.contains("--output \(path).png"))
    #expect(!listing.contains("\n--margin") && !listing.contains("\n--depth"))
    #expect(try folders.listing(["--config", path, "--gap", "4"]).contains("\n--gap 4\n"))
    #expect(
      try folders.refusal(["--config", "none"])
        .contains("cannot read the configuration 'none': it does not exist"))
    #expect(
      try folders.refusal(["--config", path, "--no-config"]).contains("leave out one of them"))
    try folders.work.write(Array("--config x\n".utf8), to: ".contactsheet")
    #expect(try folders.refusal(["."]).contains("cannot be in a file"))
  }
}

extension Need {
  fileprivate static let ownMounts = Need(
    "the right to mount file systems of its own (unshare -rm)"
  ) {
    ProjectFileTests.canMount
  }
}
