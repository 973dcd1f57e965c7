import SheetImaging
import Testing

@Suite struct ColorGrayTests {
  @Test("Grey is as bright as the colour was")
  func luminance() {
    let gray = PixelFormat(.gray, .eight)
    #expect(Color(red: 1, green: 0, blue: 0).gray.pixel(in: gray) == [127])
    #expect(Color(red: 0, green: 1, blue: 0).gray.pixel(in: gray) == [220])
    #expect(Color(red: 0, green: 0, blue: 1).gray.pixel(in: gray) == [76])
    #expect(Color.white.gray == .white)
    let veil = Color(red: 0.2, green: 0.9, blue: 0.1, alpha: 0.3)
    #expect(veil.gray.isGray && veil.gray.alpha == 0.3)
  }

  @Test("Hexadecimal digits are parsed as the colour they were made of")
  func hexadecimal() throws {
    for text in ["#00000000", "#0a0b0c0d", "#ffffffff"] {
      #expect(try Color(parsing: text).hexadecimal == text)
    }
    #expect(Color(red: 1, green: 1, blue: 1, alpha: 0).hexadecimal == "#00000000")
  }
}
