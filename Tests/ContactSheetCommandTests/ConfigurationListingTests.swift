import Foundation
import Testing

@Suite struct ConfigurationListingTests {
  @Test(
    "What --print-config prints is a configuration that leads to the same options",
    arguments: [
      [], ["--preset", "web"], ["--cell", "9x8", "--exclude", "a", "--exclude", "\"\\\n\u{202E}é"],
      ["-r", "-o", "-", "--layout", "columns", "--columns", "2 * flexible", "--sharpen=0.7"],
      ["--geometry", "9x9+1+1", "-v", "--no-upscale", "--seed", "18446744073709551615"],
    ])
  func fedBack(options: [String]) throws {
    let printed = try Folders().listing(options)
    let again = try Folders(user: printed).listing([])
    #expect(values(of: again) == values(of: printed))
    #expect(values(of: printed).count > 10)
    #expect(!printed.contains("\u{202E}"))
  }

  @Test("Every option that a file may hold stands in the listing once, and names no input")
  func complete() throws {
    let listing = try Folders().listing(["somewhere"])
    let names = listing.matches(of: /^(?:# )?([a-z-]+)(?: =|:| is)/.anchorsMatchLineEndings())
      .map { String($0.1) }
    #expect(Set(names).count == names.count)
    #expect(Set(names).isSuperset(of: ["cell", "recursive", "exclude", "output", "verbose"]))
    #expect(Set(names).isDisjoint(with: ["help", "version", "from-plan", "preset", "no-config"]))
    #expect(!listing.contains("somewhere"))
  }

  @Test("A configuration that is wrong is not listed")
  func wrong() throws {
    #expect(try Folders(project: "gap = \"x\"").refusal(["--print-config"]).contains("gap: The"))
  }

  /// The lines that say something, without their comments.
  private func values(of listing: String) -> [Substring] {
    listing.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.firstRange(of: "  # ").map { line[..<$0.lowerBound] } ?? line
    }
  }
}
