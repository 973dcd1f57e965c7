import Glibc
import SystemPackage
import Testing

@testable import SheetFiles
@testable import SheetPlanning

@Suite struct GlobTests {
  @Test(
    "The name of a file may be written with or without its extension",
    arguments: [
      ("IMG_1", "a/IMG_1.JPG", true), ("IMG_1.JPG", "a/IMG_1.JPG", true),
      ("a/IMG_*", "a/IMG_1.JPG", true),
      ("IMG", "IMG_1.JPG", false), ("*.png", "x.png.jpg", true), ("IMG_1.JPG", "IMG_1", false),
      ("b", "b/c.png", false),
    ])
  func names(pattern: String, path: String, isMatched: Bool) {
    #expect(Glob(pattern).matchesName(FilePath(path)) == isMatched)
  }

  @Test(
    "As a pattern, a page's name matches that page alone, and a file's name all of its pages",
    arguments: [
      ("a.tif[1]", "x/a.tif[1]", true), ("a.tif[1]", "x/a.tif[2]", false),
      ("a.tif", "a.tif[1]", true),
      ("a", "a.tif[1]", true), ("a[1]", "a.tif[1]", true), ("a[2]", "a.tif[1]", false),
      ("x/a.tif[1]", "x/a.tif[1]", true), ("y/a.tif[1]", "x/a.tif[1]", false),
      ("*.tif", "a.tif[1]", true), ("b.tif", "a.tif[1]", false), ("*.tif[1]", "a.tif[1]", false),
      (#"*.tif\[1\]"#, "a.tif[1]", true), ("a.tif[12]", "a.tif[12]", true),
      // As a pattern, a name with brackets contains a set of characters.
      ("a.tif[12]", "a.tif1", true), ("a.tif[1]", "a.tif", false),
      ("photo[1].jpg", "photo[1].jpg", true),
      ("photo[1].jpg", "photo1.jpg", true), ("photo[1].jpg", "photo[2].jpg", false),
    ])
  func pages(pattern: String, path: String, isMatched: Bool) {
    #expect(Glob(pattern).matchesName(FilePath(path)) == isMatched)
  }

  @Test("A pattern without folders matches as fnmatch does")
  func agreesWithSystem() {
    var generator = SplitMix64(seed: 21)
    func text(_ alphabet: String, below length: Int) -> String {
      let characters = Array(alphabet)
      return String(
        (0..<1 + generator.next(below: length)).map { _ in
          characters[generator.next(below: characters.count)]
        })
    }
    var matches = 0
    for _ in 0..<20_000 {
      let pattern = text(#"abc.**?[]!-\"#, below: 8)
      let name = text("abc.-", below: 5)
      // fnmatch never matches a pattern with a trailing backslash, and does not define a backslash
      // in an unclosed set.
      if pattern.contains(#"\"#), pattern.contains("[") || pattern.hasSuffix(#"\"#) { continue }
      // Here, these patterns stand for folders, or for the folder itself.
      if pattern == "**" || name == "." { continue }
      let expected = fnmatch(pattern, name, 0) == 0
      matches += expected ? 1 : 0
      #expect(Glob(pattern).matches(FilePath(name)) == expected, "\(pattern) \(name)")
    }
    #expect(matches > 500)
  }

  @Test(
    "A pattern is matched against the end of a path",
    arguments: [
      ("*.png", "a/b/c.png", true),
      ("c.png", "a/b/c.png", true),
      ("b/*.png", "a/b/c.png", true),
      ("a/*.png", "a/b/c.png", false),
      ("a/**/*.png", "a/b/c.png", true),
      ("a/**/*.png", "a/c.png", true),
      ("a/**", "x/a/b/c.png", true),
      ("**/c.png", "c.png", true),
      ("b/", "a/b", true),
      ("a*c.png", "a/b/c.png", false),
      ("a/./b", "a/b", false),
      ("a/b", "./a/./b", true),
      ("/a/b", "a/b", true),
    ])
  func paths(pattern: String, path: FilePath, expected: Bool) {
    #expect(Glob(pattern).matches(path) == expected)
  }

  @Test(
    "In a pattern, ? matches one character of any number of bytes, or one byte that is not UTF-8")
  func characters() {
    #expect(Glob("?.png").matches("ä.png"))
    #expect(Glob("?.png").matches("😀.png"))
    #expect(Glob("[ä-ü].png").matches("ö.png"))
    #expect(!Glob("[ä-ü].png").matches("z.png"))
    let latin1 = FilePath(bytes: [0xE4] + ".png".utf8)
    #expect(Glob("?.png").matches(latin1))
    #expect(!Glob("ä.png").matches(latin1))
    #expect(Glob("[!ä].png").matches(latin1))
    #expect(!Glob("??.png").matches(latin1))
  }

  @Test("Special characters can be escaped")
  func quoted() {
    #expect(Glob(#"a\*.png"#).matches("a*.png"))
    #expect(!Glob(#"a\*.png"#).matches("ab.png"))
    #expect(Glob("a[*].png").matches("a*.png"))
    #expect(Glob("a[.png").matches("a[.png"))
    #expect(Glob(#"[\]x].png"#).matches("].png"))
    #expect(Glob("*.PNG").matches("a.png") == false)
  }

  @Test("Patterns with many stars do not take exponential time", .timeLimit(.minutes(1)))
  func manyStars() {
    let pattern = String(repeating: "a*", count: 60) + "b"
    #expect(!Glob(pattern).matches(FilePath(String(repeating: "a", count: 200))))
  }
}
