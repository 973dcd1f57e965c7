import SheetLayout
import SheetModel
import SheetPlans
import Testing

@testable import ContactSheetCommand

@Suite struct MontageGeometryTests {
  @Test(
    "The size, spacing and fitting in a geometry are written as for montage",
    arguments: [
      ("120x120+4+3", "120x120", "4x3", .fit, .toCells),
      ("120x90+4+3>", "120x90", "4x3", .fit, .none),
      ("60x60^+1+2", "60x60", "1x2", .fill, .toCells), ("60x60!", "60x60", "0", .stretch, .toCells),
      ("+5+6", nil, "5x6", .fit, .toCells), ("7x8", "7x8", "0", .fit, .toCells),
    ] as [(String, String?, String, Scaling, Sheet.Upscaling)])
  func parses(
    text: String, cell: String?, border: String, scaling: Scaling, upscaling: Sheet.Upscaling
  ) throws {
    let geometry = try #require(MontageGeometry(text))
    #expect(geometry.cell?.description == cell)
    #expect(geometry.border.description == border)
    #expect(geometry.scaling == scaling && geometry.upscaling == upscaling)
    #expect(geometry.description == text)
  }

  @Test("Gaps are twice the spacing that a geometry gives around a tile")
  func gap() throws {
    #expect(try #require(MontageGeometry("10x10+4+3")).gap.description == "8x6")
  }

  @Test(
    "Anything that is not a geometry is refused",
    arguments: [
      "", "+", "120", "x120", "120x", "120x120+4", "120x120+4+3+2", "120x120-4-3", "0x5+1+1",
      "120x120+a+3", "10x10^!", "10x10<", "10 x10", "10x10+2147483647+0",
    ])
  func refuses(text: String) {
    #expect(MontageGeometry(text) == nil)
  }
}
