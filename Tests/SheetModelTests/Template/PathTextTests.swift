import Testing

@testable import SheetModel

@Suite struct PathTextTests {
  @Test(
    "A path has a name, a stem and a folder",
    arguments: [
      ("a.png", "a.png", "a", "."), ("pics/a.png", "a.png", "a", "pics"),
      ("/a.png", "a.png", "a", "/"), ("./a.png", "a.png", "a", "."),
      ("../a.png", "a.png", "a", ".."), ("x//y/./a.b.png", "a.b.png", "a.b", "y"),
      (".hidden", ".hidden", ".hidden", "."), (".hidden.png", ".hidden.png", ".hidden", "."),
      ("a.", "a.", "a", "."), ("", "", "", "."), ("/", "", "", "/"),
      ("b/\u{301}.png", "\u{301}.png", "\u{301}", "b"),
    ])
  func path(path: String, name: String, stem: String, folder: String) {
    let text = PathText(path)
    #expect([text.name, text.stem, text.folder] == [name, stem, folder])
  }
}
