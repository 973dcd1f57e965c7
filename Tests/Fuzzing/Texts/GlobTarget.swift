import Glibc
import SheetFiles
import SheetLayout
import SystemPackage

/// Name patterns, compared with the system's `fnmatch`.
enum GlobTarget: FuzzTarget {
  static let name = "glob"

  static func seeds() -> [[UInt8]] {
    [
      "*.png\0a.png", "[!a-c]?\\*\0dx*", "a*b*c\0aXbYc", "[]-a]\0^", "**/a\0b/a", "[a-\0[a-",
    ].map { Array($0.utf8) }
  }

  static func check(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].contains(0) else { return }
    let (pattern, name) = (String(parts[0]), FilePath(String(parts[1])))
    let found = Glob(pattern).matches(name)
    expect(Glob("**/" + pattern).matches(name) == found, "a pattern matches the end of a path")
    // A name that is equal to the pattern is always matched.
    guard hasOneMeaning(pattern), isPlainName(parts[1]), pattern != name.string else { return }
    let expected = fnmatch(pattern, name.string, 0) == 0
    expect(found == expected, "'\(pattern)' and '\(name)': \(found), and fnmatch says \(expected)")
  }

  /// Whether a pattern matches only names and has a meaning that fnmatch defines.
  ///
  /// It has no such meaning if it contains a backslash at its end or in a set, a class such as
  /// `[[:alpha:]]`, or a set that ends in a range.
  private static func hasOneMeaning(_ pattern: String) -> Bool {
    let isPlain = pattern.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "/") }
    let hasSets = pattern.contains("[")
    let isStrange =
      pattern.contains("\\") && (hasSets || pattern.hasSuffix("\\"))
      || hasSets && pattern.hasSuffix("-") || ["[:", "[.", "[="].contains(where: pattern.contains)
    return isPlain && !isStrange && !["", "**", "."].contains(pattern)
  }

  private static func isPlainName(_ name: ArraySlice<UInt8>) -> Bool {
    !name.isEmpty && name.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "/") }
      && !name.elementsEqual(".".utf8)
  }
}
