import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import SheetText
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures
@testable import SheetPlanning

@Suite struct RecentFactTests {
  let use: FactUseTests

  init() throws { use = try FactUseTests() }

  private func labels(_ job: SheetJob) async throws -> [String?] {
    var job = job
    job.order = .natural
    job.texts.label = try PictureTemplate("{stars|-}", others: .any)
    return try await job.plan().plan.pages[0].tiles.map { $0.label?.text }
  }

  @Test("A table column or a --parse part takes precedence over a newer fact")
  func precedence() async throws {
    #expect(try await labels(use.job) == ["★★☆☆☆", "★☆☆☆☆", "-"])
    var job = use.job
    job.parsing = [try NameTemplate("{stars}_*")]
    #expect(try await labels(job) == ["cellar", "attic", "-"])
    job.conditions = [try Condition("stars = cellar")]
    #expect(try await labels(job) == ["cellar"])
    job = use.job
    try use.folder.write(
      Array("path,stars\na/cellar_4spp.png,0.3385666666666667\nc/zz.png,7\n".utf8), to: "table.csv")
    #expect(try await labels(job) == ["0.3386", "-", "7"])
    var lines = ""
    _ = try await job.list(as: .json) { lines += $0 }
    #expect(lines.split(separator: "\"stars\"").count == 3, "\(lines)")
  }

  @Test(
    "Table columns and --parse parts can have the name of any newer fact",
    arguments: PictureTokens.all.filter(\.isRecent).map(\.name))
  func names(name: String) async throws {
    var job = use.job
    job.texts.label = try PictureTemplate("{\(name):3}", others: .any)
    try use.folder.write(
      Array("path,\(name)\na/cellar_4spp.png,7\n".utf8), to: "table.csv")
    var texts = try await job.plan().plan.pages[0].tiles.compactMap { $0.label?.text }
    #expect(texts.filter { !$0.isEmpty } == ["007"])
    job.table = nil
    job.parsing = [try NameTemplate("cellar_{\(name):1}spp")]
    texts = try await job.plan().plan.pages[0].tiles.compactMap { $0.label?.text }
    #expect(texts.filter { !$0.isEmpty } == ["004"])
    job.conditions = [try Condition("\(name) = 4")]
    #expect(try await job.plan().plan.pictures.map(\.shownName) == ["cellar_4spp.png"])
  }

  @Test("The stars in labels can be drawn without any font")
  func builtIn() async throws {
    var job = use.job
    job.texts.label = try PictureTemplate("{stars}")
    job.texts.font = try #require(FontChoice("builtin"))
    let run = try await SheetRun(job.plan(), RenderRequest(output: .file(use.folder["s.png"])))
    #expect(run.notes.of(.font).isEmpty)
  }
}
