/// Names and values that are separated by semicolons, as in `Steps: 20; Seed: 42`.
///
/// A prompt may contain semicolons, so only known names begin a new value.
struct GeneratorList {
  /// The last value of each name: prompts come first, and may contain text that looks like another
  /// name and value.
  private(set) var values: [String: String] = [:]

  private static let programName = "Generator"

  /// Reads a list; nil if it does not name the program, as in `Generator: Mochi Diffusion 4.0`.
  init?(_ bytes: [UInt8], names: [String], of program: String) {
    let mark = Array("\(Self.programName): \(program)".utf8)
    guard let last = bytes.lastIndex(of: UInt8(ascii: ";")),
      bytes[(last + 1)...].drop(while: { $0 == 0x20 }).starts(with: mark)
    else { return nil }
    var name: String?
    for part in String(decoding: bytes[..<last], as: UTF8.self).split(
      separator: ";", omittingEmptySubsequences: false)
    {
      let text = part.drop { $0 == " " }
      if let colon = text.firstIndex(of: ":"), case let written = String(text[..<colon]),
        names.contains(written)
      {
        name = written
        values[written] = String(text[colon...].dropFirst())
      } else if let name {
        values[name, default: ""] += ";" + part
      }
    }
  }
}
