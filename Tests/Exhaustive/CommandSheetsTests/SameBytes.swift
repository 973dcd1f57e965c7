import CommandFixtures
import TestSupport
import Testing

/// Expects PNG, JPEG and PDF sheets to have the same bytes for any number of workers and when their
/// plans are rendered, and different bytes without the options.
///
/// - Parameters:
///   - options: The options of a sheet of the folder `in`.
///   - folder: The folder that contains `in`.
///   - expectPlan: Checks the plan of each sheet, in the file `m.json`.
/// - Throws: An error if a command cannot be run or a sheet is missing, and the errors of
///   `expectPlan`.
func expectSameBytes(
  with options: [String], in folder: TemporaryFolder, _ expectPlan: () throws -> Void
) throws {
  for name in ["s.png", "s.jpg", "s.pdf"] {
    let arguments = ["in"] + options
    let first = try CommandRun(
      arguments + ["-o", name, "--manifest", "m.json", "--force", "--jobs", "1"], in: folder)
    #expect(first.status == 0, "\(first.standardError)")
    try expectPlan()
    let bytes = try #require(folder.contents(name))
    try CommandRun(arguments + ["-o", name, "--force", "--jobs", "4"], in: folder)
    #expect(folder.contents(name) == bytes, "\(name) with four workers")
    try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
    #expect(folder.contents(name) == bytes, "\(name) from its plan")
    try CommandRun(["in", "-o", name, "--force"], in: folder)
    #expect(folder.contents(name) != bytes, "\(name) without \(options)")
  }
}
