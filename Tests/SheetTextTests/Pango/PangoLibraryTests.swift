import SheetText
import Testing

@Suite struct PangoLibraryTests {
  @Test("Where there is no Pango there is no face")
  func hidden() {
    #expect(PangoFace("Sans", size: 16, library: nil) == nil)
  }
}
