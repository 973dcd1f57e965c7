import CommandFixtures
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheetCommand
@testable import SheetFiles

@Suite struct ProcessorTests {
  @Test(
    "The number of processors is the size of the process's affinity mask",
    arguments: [
      ("Name:\ta\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2), ("Cpus_allowed:\t1", 1),
      ("Cpus_allowed:\tffffffff,0000000f,8", 37), ("Cpus_allowed:\t0", nil),
      ("Cpus_allowed_list:\t0-1", nil), ("", nil),
    ] as [(String, Int?)])
  func processors(status: String, count: Int?) {
    #expect(Processors.allowed(by: status) == count)
  }

  @Test(
    "A process limited to one processor has one worker",
    .needs(.program("taskset", of: "util-linux")))
  func affinity() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let status = try CommandRun.statusOfShell(
      "exec taskset -c $(taskset -cp $$ | grep -o '[0-9]*' | tail -1) \"$0\" 1.png -v 2>errors",
      in: folder)
    #expect(status == 0)
    let errors = String(decoding: folder.contents("errors") ?? [], as: UTF8.self)
    #expect(errors.contains("with 1 worker\n"), "\(errors)")
  }

  /// The number of processors that a hierarchy of control groups allows.
  private func share(_ groups: String, _ files: [String: String]) throws -> Int? {
    let folder = TemporaryFolder()
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    return Processors.share(ofGroups: groups, in: FilePath(folder.url.path))
  }

  @Test(
    "The CPU quota of a container is rounded up to whole processors",
    arguments: [
      ("200000 100000\n", 2), ("150000 100000", 2), ("1000 100000", 1), ("max 100000\n", nil),
      ("", nil), ("0 100000", nil), ("5 0", nil), ("-1 100000", nil), ("a b", nil),
      ("99999999999999999999 1", nil), ("9223372036854775807 1", .max),
    ] as [(String, Int?)])
  func quota(text: String, count: Int?) throws {
    #expect(try share("0::/\n", ["cpu.max": text]) == count)
  }

  @Test("Of the CPU quotas of nested control groups, the lowest is used")
  func nested() throws {
    let files = [
      "a/cpu.max": "300000 100000", "a/b/cpu.max": "max 100000", "a/b/c/cpu.max": "100000 100000",
    ]
    #expect(try share("0::/a/b\n", files) == 3)
    #expect(try share("0::/a/b/c\n", files) == 1)
    #expect(try share("0::/../../a\n", files) == 3)
    #expect(try share("0::/none/here\n", files) == nil)
    #expect(try share("garbage\n1:2\n", files) == nil)
  }

  @Test("In cgroup v1, a quota is divided by its period, and -1 means no quota")
  func version1() throws {
    let groups = "12:memory:/m\n4:cpu,cpuacct:/docker/1\n0::/\n"
    func files(_ quota: String) -> [String: String] {
      ["cpu,cpuacct/cpu.cfs_quota_us": quota, "cpu,cpuacct/cpu.cfs_period_us": "100000\n"]
    }
    #expect(try share(groups, files("250000\n")) == 3)
    #expect(try share(groups, files("-1\n")) == nil)
  }
}
