import SheetModel
import SystemPackage
import Testing

@testable import SheetPlanning

/// The names of facts from tables and file names.
@Suite struct FactNamesTests {
  @Test(
    "The known names are those of --parse parts, columns without another meaning, and other facts",
    arguments: [
      "", "path,who", "path,who,who", "path,ppi,width", "path,a b, ,a-b,a:b", "path,{x},é,7",
    ])
  func known(heading: String) throws {
    let table = try heading.isEmpty ? nil : PictureTable(Array("\(heading)\na,1\n".utf8), path: "t")
    let names = FactNames(
      parsing: [try NameTemplate("{shot}_{who}"), try NameTemplate("{take}")], table: table,
      others: ["psnr"])
    let all = ["shot", "who", "take", "psnr", "none", "", " ", "width", "ppi", "path", "column"]
    for name in all + heading.split(separator: ",").map(String.init) {
      #expect(names.contain(name) == names.names.contains(name), "\(name)")
      #expect((names.token(of: name) == "{\(name)}") == names.names.contains(name), "\(name)")
    }
    for name in ["shot", "take", "psnr"] { #expect(names.contain(name)) }
    #expect(!names.contain("none"))
  }
}
