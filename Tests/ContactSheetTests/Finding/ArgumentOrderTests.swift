import SystemPackage
import Testing

@testable import ContactSheet

@Suite struct ArgumentOrderTests {
  /// The order in which arguments are used; folders end in a slash.
  static func order(_ names: [String]) -> [String] {
    let arguments = names.enumerated().map { input, name in
      ArgumentOrder.Argument(input: input, path: FilePath(name), isFolder: name.hasSuffix("/"))
    }
    let places = ArgumentOrder.places(of: arguments)
    return names.indices.sorted { places[$0] ?? $0 < places[$1] ?? $1 }.map { names[$0] }
  }

  @Test(
    "Numbers in arguments in a shell's order are re-sorted by value; letters keep the shell's order",
    arguments: [
      // What a shell expands *.png to in the C locale.
      ("B.png a1.png a10.png a2.png", "B.png a1.png a2.png a10.png"),
      ("GT/ bicubic/ lanczos/ ours/", "GT/ bicubic/ lanczos/ ours/"),
      ("GT/ e1/ e10/ e2/", "GT/ e1/ e2/ e10/"),
      ("a007.png a07.png a6.png", "a6.png a007.png a07.png"),
      ("1.5.png 10.png 2.png", "1.5.png 2.png 10.png"),
      // In other locales: case is ignored, and punctuation comes first or is ignored as well.
      ("a1.png a10.png a2.png B.png", "a1.png a2.png a10.png B.png"),
      ("a_z10.png a_z2.png aA.png", "a_z2.png a_z10.png aA.png"),
      ("aa1.png a-b10.png ab9.png a-c.png", "aa1.png ab9.png a-b10.png a-c.png"),
      ("a10.png a1.png a2.png", "a1.png a2.png a10.png"),
      ("img-1_10.png img1_9.png img-2_1.png", "img1_9.png img-1_10.png img-2_1.png"),
      // What a shell expands */*.png to, and *, which lists folders among the files.
      ("c10/a.png c2/b.png c2/c10.png c2/c9.png", "c2/b.png c2/c9.png c2/c10.png c10/a.png"),
      ("d10/ d2/", "d2/ d10/"), ("a10.png a2.png b/ c.png", "a2.png a10.png b/ c.png"),
      // What a shell expands several patterns to.
      (
        "b/1.png b/10.png b/2.png a/1.png a/10.png a/2.png",
        "b/1.png b/2.png b/10.png a/1.png a/2.png a/10.png"
      ),
      ("x1.png x10.png x2.png cover/", "x1.png x2.png x10.png cover/"),
      ("z/ b/ x1.png x10.png x2.png", "z/ b/ x1.png x2.png x10.png"),
    ])
  func alphabetical(given: String, expected: String) {
    let names = given.split(separator: " ").map(String.init)
    #expect(Self.order(names).joined(separator: " ") == expected)
  }

  @Test(
    "Arguments that are not in a shell's order keep their order",
    arguments: [
      "c.png a.png b.png", "cover.png a10.png a2.png", "b/ a/",
      "z.png a/ b.png", "a/10.png a/2.png b/1.png a/1.png", "a2.png a10.png a1.png", "a.png a.png",
      "",
    ])
  func chosen(given: String) {
    let names = given.split(separator: " ").map(String.init)
    #expect(Self.order(names) == names)
  }

  @Test("Arguments with an option between them are not sorted together")
  func parted() {
    let arguments = [(0, "a10.png"), (5, "a2.png"), (6, "a1.png")].map { input, name in
      ArgumentOrder.Argument(input: input, path: FilePath(name), isFolder: false)
    }
    #expect(ArgumentOrder.places(of: arguments).isEmpty)
  }
}
