import ArgumentParser
import SheetLayout
import SheetPlanning
import Testing

@testable import ContactSheetCommand

/// The searches of a grid, given to `--layout` after a colon.
@Suite struct GridSearchOptionTests {
  /// The message about an invalid value of `--layout`.
  private func mistake(in text: String) -> String {
    do {
      _ = try parsed(["--layout", text])
      return "nothing"
    } catch {
      return ContactSheetCommand.message(for: error)
    }
  }

  @Test("The search of a grid is given after the layout's name and a colon, as in grid:by-rows")
  func named() throws {
    #expect(LayoutChoice.searches == ["grid:compact", "grid:by-columns", "grid:by-rows"])
    for search in GridSearch.allCases {
      let job = try parsed(["--layout", "grid:\(search.rawValue)"]).resolved().job
      #expect(job.layout as? GridLayout == GridLayout(search: search))
    }
    let job = try parsed(["--layout", "grid"]).resolved().job
    #expect(job.layout as? GridLayout == GridLayout())
  }

  @Test(
    "The error about an unknown search lists the known ones",
    arguments: ["grid:by-diagonals", "grid:", "grid:by-rows,", "grid:oneLarge", "grid:By-rows"])
  func noSearch(text: String) throws {
    let message = mistake(in: text)
    let forms = "write one of grid:compact, grid:by-columns, grid:by-rows"
    #expect(message.contains("there is no such search; \(forms)"), "\(message)")
  }

  @Test(
    "Only the grid layout accepts by-rows and by-columns",
    arguments: ["rows:by-rows", "matrix:by-columns", "collage:"])
  func otherLayouts(text: String) throws {
    let message = mistake(in: text)
    #expect(message.contains("write one of grid, tiered, columns"), "\(message)")
  }

  @Test(
    "by-rows and by-columns cannot be combined with options that set columns, rows or cells",
    arguments: [["--tile", "5x4"], ["--tile", "x4"], ["--columns", "4"], ["--cell", "99x66"]]
      + [["--geometry", "99x66+2+2"]], ["grid:by-columns", "grid:by-rows"])
  func given(option: [String], layout: String) throws {
    let message = try ruleBroken(by: parsed(["--layout", layout] + option))
    #expect(
      message
        == "cannot combine --layout and \(option[0]): \(layout) chooses columns, rows and cells "
        + "itself, and \(option[0]) sets some of these; leave out \(option[0]), or write --layout grid"
    )
    for layout in ["grid", "grid:compact"] {
      #expect(try ruleBroken(by: parsed(["--layout", layout] + option)) == nil)
    }
  }

  @Test("by-rows can be combined with a size, a ratio, paper and pages")
  func allowed() throws {
    for options in [
      ["--size", "99x66", "--cell-aspect", "1"], ["--size", "99"], ["--paper", "A4"],
      ["--per-page", "9"], ["--span", "a*=2x2"], ["--group-by", "folder"],
    ] {
      #expect(try ruleBroken(by: parsed(["--layout", "grid:by-rows"] + options)) == nil)
    }
  }
}
