import CommandFixtures
import Foundation
import SheetLayout
import SheetPictures
import TestSupport
import Testing

@testable import ContactSheetCommand

/// The short help, the man page and the completions.
@Suite struct DocumentTests {
  @Test("-h fits a screen of 80 columns and 24 lines, even after a mistake")
  func brief() throws {
    let run = try CommandRun(["-h"], in: TemporaryFolder())
    #expect(run.status == 0)
    let lines = run.text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    #expect(try CommandRun(["--nonsense", "-h"], in: TemporaryFolder()).text == run.text)
  }

  @Test(
    "-h lists the layouts, presets and values of --help, and only options that exist"
  )
  func briefOptions() throws {
    let brief = CommandDescription.brief
    for name in brief.matches(of: /--([a-z-]+)/).map(\.1) where name != "help" {
      #expect(OptionCatalog.option(named: String(name)) != nil, "\(name)")
    }
    for letter in brief.matches(of: /\s-([a-z])\b/).map(\.1) {
      #expect(OptionCatalog.option(written: "-\(letter)") != nil, "\(letter)")
    }
    // A list may continue on the next line.
    let words = brief.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for choices in [LayoutKind.allCases.map(\.rawValue), builtInPresets.map(\.key)] {
      #expect(words.contains(choices.joined(separator: ", ")))
    }
    #expect(["matrix", "--compare", "PDF", "3 images differ"].allSatisfy(brief.contains))
    let help = try CommandRun(["--help"], in: TemporaryFolder()).text
    for option in OptionCatalog.all where option.kind != .positional {
      #expect(help.contains("--\(option.name)"))
    }
  }

  @Test("-h, --help, the man page and the guide agree on the exit statuses")
  func statuses() throws {
    let statuses = CommandDescription.exitStatuses
    #expect(statuses.map(\.status) == ["0", "3", "1", "2", "64", "128 + n"])
    let help = try CommandRun(["--help"], in: TemporaryFolder()).text.split(separator: "\n")
    let manual = "\(ManualPage())"
    for row in statuses {
      if let short = row.short {
        #expect(CommandDescription.brief.contains("\(row.status) \(short)"))
      }
      let start = try #require(help.firstIndex { $0.hasPrefix("  \(row.status) ") })
      // A line of the help may wrap.
      let entry = help[start...].prefix(2).joined(separator: " ")
      #expect(entry.replacing(#/ +/#, with: " ").contains("\(row.status) \(row.meaning)"))
      let escaped = row.meaning.replacing("-", with: "\\-")
      #expect(manual.contains(".B \(row.status)\n\(escaped)"))
    }
    let guide = try String(
      contentsOf: Repository.root.appending(path: ".github/guide/reference/exit-statuses.md"),
      encoding: .utf8)
    let header = "| exit status | means |\n| --- | --- |\n"
    let table = try #require(guide.components(separatedBy: header).last)
    let rows = statuses.map { "| \($0.status) | \($0.meaning) |" }
    let lines = table.replacing("`", with: "").split(separator: "\n").prefix(rows.count)
    #expect(lines.map(String.init) == rows)
  }

  @Test("The man page describes every option, and uses only permitted escapes")
  func manual() throws {
    let page = "\(ManualPage())"
    #expect(page.hasPrefix(".TH CONTACTSHEET 1 "))
    for option in OptionCatalog.all where option.kind != .positional {
      let name = "--\(option.name)".replacing("-", with: "\\-")
      #expect(page.contains("\\fB\(name)\\fR"), "\(option.name)")
    }
    for match in page.matches(of: /\\(.)/) { #expect("-efR(&BI".contains(match.1)) }
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect(line.prefixMatch(of: /\.(TH|SH|SS|TP|PP|BR|B|I|nf|fi|RS|RE)( |$)/) != nil, "\(line)")
    }
  }

  @Test("groff formats the man page without warnings", .needs(.program("groff")))
  func groff() throws {
    let folder = TemporaryFolder()
    let status = try CommandRun.statusOfShell(
      "\"$0\" --man > contactsheet.1 && groff -man -Tutf8 -ww contactsheet.1 > text 2> warnings",
      in: folder)
    #expect(status == 0)
    #expect(folder.contents("warnings") == [])
    let text = String(decoding: try #require(folder.contents("text")), as: UTF8.self)
    #expect(text.contains("contactsheet") && text.contains("messages are not coloured"))
  }

  @Test("Completions are printed for three shells", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let run = try CommandRun(["--completions", shell], in: TemporaryFolder())
    #expect(run.status == 0)
    for option in ["label-position", "from-plan", "force", "row-height"] {
      #expect(run.text.contains(option), "\(option)")
    }
    #expect(run.text.contains("mitchell"))
  }

  @Test("bash accepts its completion script")
  func scriptOfBash() throws { try checkScript(of: "bash") }

  @Test("zsh accepts its completion script", .needs(.program("zsh")))
  func scriptOfZsh() throws { try checkScript(of: "zsh") }

  @Test("fish accepts its completion script", .needs(.program("fish")))
  func scriptOfFish() throws { try checkScript(of: "fish") }

  private func checkScript(of shell: String) throws {
    let status = try CommandRun.statusOfShell(
      "\"$0\" --completions \(shell) > script && \(shell) -n script",
      in: TemporaryFolder())
    #expect(status == 0)
  }

  @Test("bash completes options and their values")
  func bash() throws {
    let folder = TemporaryFolder()
    let status = try CommandRun.statusOfShell(
      """
      source <("$0" --completions bash)
      complete_words() {
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        COMPREPLY=(); _contactsheet "$1" "${@: -1}" "${@: -2:1}" 2>>errors; echo "${COMPREPLY[@]}"
      }
      { complete_words contactsheet --layo; complete_words contactsheet --layout ma; } > words
      """, in: folder)
    #expect(status == 0)
    let words = String(decoding: try #require(folder.contents("words")), as: UTF8.self)
    #expect(words.contains("--layout") && words.contains("masonry"), "\(words)")
  }
}

@Suite struct InstallationTests {
  @Test("The guide's commands for installing the man page and completions work")
  func guide() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent(
        ".github/guide/reference/configuration.md"), encoding: .utf8)
    let commands = page.split(separator: "\n").filter { $0.contains("| install -D") }
    #expect(commands.count == 4)
    let folder = TemporaryFolder()
    let script = ["contactsheet() { \"$0\" \"$@\"; }", "HOME=$PWD", "set -eo pipefail"]
    let status = try CommandRun.statusOfShell(
      (script + commands.map(String.init)).joined(separator: "\n"), in: folder)
    #expect(status == 0)
    for (name, beginning) in [
      (".local/share/man/man1/contactsheet.1", ".TH "),
      (".local/share/bash-completion/completions/contactsheet", "#!/bin/bash"),
      (".config/fish/completions/contactsheet.fish", "function "),
      (".zsh/completions/_contactsheet", "#compdef contactsheet"),
    ] {
      let text = String(decoding: folder.contents(name) ?? [], as: UTF8.self)
      #expect(text.hasPrefix(beginning), "\(name)")
    }
  }
}
