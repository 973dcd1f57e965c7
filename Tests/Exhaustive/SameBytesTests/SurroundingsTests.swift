import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// A sheet has the same bytes in every environment, as long as the computer has the same fonts.
@Suite struct SurroundingsTests {
  @Test(
    "Processors, locale, time zone, home folder and temporary folder do not change a byte of a sheet",
    .needs(.program("taskset", of: "util-linux")),
    arguments: [
      "taskset -c $one_processor", "env LC_ALL=C", "env LC_ALL=tr_TR.UTF-8", "env LC_ALL=nowhere",
      "env -u LANG -u LC_ALL -u LC_CTYPE", "env -u HOME -u XDG_CONFIG_HOME",
      "env HOME=/nowhere XDG_CACHE_HOME=/nowhere", "env -u XDG_CONFIG_HOME HOME=$PWD/locked",
      "env HOME=", "env TMPDIR=/nowhere", "env TZ=Asia/Kathmandu",
      "env -i FONTCONFIG_FILE=$FONTCONFIG_FILE",
    ], CommandRun.executables)
  func surroundings(wrapper: String, executable: URL) throws {
    let folder = TemporaryFolder()
    for name in ["a", "Zürich", "日"] { try folder.writePicture("in/\(name).png") }
    // Root can write there regardless, and then finds nothing to write.
    try folder.write([], to: "locked/.keep")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: folder.url.appending(path: "locked").path)
    // The user's fonts are in the home folder.
    let font = InstalledFonts.font(for: "日")
    let fonts = try folder.variables(fonts: [font?.file].compactMap(\.self))
      .map { "export \($0)='\($1)'" }.joined(separator: "\n")
    let arguments = "in --label '{name}' --sort name --title Sheet --manifest"
    let script = """
      \(fonts)
      one_processor=$(taskset -cp $$ | grep -o '[0-9]*' | tail -1)
      "$0" \(arguments) one.json -o one.png
      one=$?
      \(wrapper) "$0" \(arguments) other.json -o other.png
      [ $? -eq $one ] && exit $one
      exit 99
      """
    let status = try CommandRun.statusOfShell(script, in: folder, executable: executable)
    // If fonts for some labels are missing, both runs say so and write nothing.
    #expect(status == 0 || status == 2)
    #expect(folder.contents("one.png") == folder.contents("other.png"))
    #expect(status == 2 || folder.contents("one.png") != nil)
  }

  @Test(
    "Neither ISA-L nor the C library's vector instructions change a byte of a sheet",
    arguments: CommandRun.executables
  )
  func libraries(executable: URL) throws {
    let folder = TemporaryFolder()
    // An empty file in place of the library.
    try folder.write([], to: "hidden/libisal.so.2")
    let samples = Repository.root.appendingPathComponent("SampleImages").path
    func sheet(_ variables: [String: String]) throws -> (bytes: Data, log: String) {
      let run = try CommandRun(
        [
          "--cell", "64", "--filter", "lanczos", "--label", "{name}", "--font", "builtin", "-o",
          "-",
        ]
          + [samples], in: folder,
        variables: variables.merging(["LD_DEBUG": "libs"], uniquingKeysWith: { $1 }),
        executable: executable)
      #expect(run.status == 0)
      return (run.standardOutput, run.standardError)
    }
    let sheets = try [
      [:], ["LD_LIBRARY_PATH": "hidden"],
      ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"],
    ].map(sheet)
    #expect(!sheets[1].log.contains(/calling init: .*libisal/))
    #expect(sheets[0].bytes == sheets[1].bytes)
    #expect(sheets[0].bytes == sheets[2].bytes)
  }
}
