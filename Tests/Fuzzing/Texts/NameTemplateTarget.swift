import SheetModel

/// Name templates: a match has a value without slashes for each name.
enum NameTemplateTarget: FuzzTarget {
  static let name = "names"

  static func seeds() -> [[UInt8]] {
    [
      "{scene}_{spp:1}spp\0out/living_room_064spp.png", "{a}/{b:3}\0x/./007.exr",
      "{{{a}\\*}}\0{x*}", "{a}*{b}*{c}\0aaaaaaaa", "v{v:1}/*/{pass}\0a/v12/b/c.png",
    ].map { Array($0.utf8) }
  }

  static func check(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0) }
    let template: NameTemplate
    do throws(TemplateError) {
      template = try NameTemplate(parts[0], reserved: ["name"])
    } catch {
      _ = "\(error)"
      expect(1...parts[0].count + 1 ~= error.position, "an error at \(error.position)")
      return
    }
    guard parts.count == 2, let found = template.match(path: parts[1]) else { return }
    expect(Set(found.keys) == Set(template.names), "\(found.keys) for \(template.names)")
    expect(found.values.allSatisfy { !$0.isEmpty }, "an empty value")
    expect(
      found.values.allSatisfy { !$0.utf8.contains(UInt8(ascii: "/")) }, "a value with a slash")
  }
}
