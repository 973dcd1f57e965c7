import Testing

@testable import SheetImaging

@Suite struct ColorTests {
  private func bytes(_ text: String) throws -> [UInt8] {
    try Color(parsing: text).pixel(in: PixelFormat(.rgba, .eight))
  }

  @Test(
    "Each notation of a colour means the same as in CSS",
    arguments: [
      ("#f80", [255, 136, 0, 255]), ("f80", [255, 136, 0, 255]), ("#F80C", [255, 136, 0, 204]),
      ("#1a2B3c", [26, 43, 60, 255]), ("1A2b3C80", [26, 43, 60, 128]), ("#00000000", [0, 0, 0, 0]),
      ("white", [255, 255, 255, 255]), ("SteelBlue", [70, 130, 180, 255]),
      ("rebeccapurple", [102, 51, 153, 255]), ("grey", [128, 128, 128, 255]),
      ("none", [0, 0, 0, 0]), ("Transparent", [0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func forms(text: String, expected: [UInt8]) throws {
    #expect(try bytes(text) == expected)
  }

  @Test(
    "Text that is not a colour is refused, with a list of the accepted notations",
    arguments: [
      "", "#", "##fff", "#f", "#ff", "#fffff", "#fffffff", "#fffffffff", "ggg", "#ggg", "blu",
      " red", "red ", "#ff f", "-12", "0x123", "١٢٣", "＃fff", "ﬀf", "rgb(1,2,3)", "white\0",
    ])
  func rejected(text: String) throws {
    let error = #expect(throws: ColorError(text: text)) { try Color(parsing: text) }
    let description = try #require(error).description
    #expect(description.hasPrefix("not a colour; "))
    for form in ["#RGB,", "#RGBA,", "#RRGGBB,", "#RRGGBBAA", "'none'"] {
      #expect(description.contains(form))
    }
  }

  @Test("All 148 CSS names are known, and none could be hexadecimal")
  func names() {
    #expect(Color.named.count == 148)
    for (name, bytes) in Color.named {
      #expect(bytes <= 0xFF_FFFF)
      #expect(!name.allSatisfy { $0.isHexDigit })
      #expect(name == name.lowercased())
      #expect(Color.named[name.replacing("gray", with: "grey")] == bytes)
    }
  }

  @Test("The components of a colour are clamped to the range from 0 to 1")
  func clamped() {
    #expect(Color(red: -1, green: 2, blue: 0.5, alpha: 9) == Color(red: 0, green: 1, blue: 0.5))
    let none = Color(red: .nan, green: .nan, blue: .nan, alpha: .nan)
    #expect(none == .clear && none.hexadecimal == "#00000000")
  }

  @Test("Colours with equal components are grey, and so are fully transparent ones")
  func gray() {
    #expect(Color.white.isGray && Color.clear.isGray)
    #expect(Color(red: 1, green: 0, blue: 0, alpha: 0).isGray)
    #expect(!Color(red: 1, green: 0, blue: 0).isGray)
  }

  @Test("Opaque colours hide what is below, clear ones show it, and half alpha gives the mean")
  func composed() {
    let red = Color(red: 1, green: 0, blue: 0)
    #expect(red.composed(over: .white) == red)
    #expect(Color.clear.composed(over: .clear) == .clear)
    #expect(Color.clear.composed(over: .white) == .white)
    let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5).composed(over: .white)
    #expect(half.pixel(in: PixelFormat(.gray, .eight)) == [128])
    #expect(half.isOpaque)
    #expect(Color(red: 1, green: 0, blue: 0, alpha: 0.5).composed(over: .clear).alpha == 0.5)
  }

  @Test("Colours are encoded in any pixel format")
  func pixel() throws {
    let color = try Color(parsing: "#ff8000")
    #expect(color.pixel(in: PixelFormat(.rgb, .eight)) == [255, 128, 0])
    #expect(
      color.pixel(in: PixelFormat(.rgba, .sixteen)) == [255, 255, 128, 128, 0, 0, 255, 255])
    #expect(Color.white.pixel(in: PixelFormat(.grayAlpha, .eight)) == [255, 255])
    let hidden = Color(red: 1, green: 1, blue: 1, alpha: 0)
    #expect(hidden.pixel(in: PixelFormat(.rgba, .eight)) == [0, 0, 0, 0])
    #expect(hidden.pixel(in: PixelFormat(.gray, .eight)) == [255])
  }
}

@Suite struct ColorGrayTests {
  @Test("A colour made grey keeps its luminance and its alpha")
  func luminance() {
    let gray = PixelFormat(.gray, .eight)
    #expect(Color(red: 1, green: 0, blue: 0).gray.pixel(in: gray) == [127])
    #expect(Color(red: 0, green: 1, blue: 0).gray.pixel(in: gray) == [220])
    #expect(Color(red: 0, green: 0, blue: 1).gray.pixel(in: gray) == [76])
    #expect(Color.white.gray == .white)
    let veil = Color(red: 0.2, green: 0.9, blue: 0.1, alpha: 0.3)
    #expect(veil.gray.isGray && veil.gray.alpha == 0.3)
  }

  @Test("The hexadecimal text of a colour parses to the same colour")
  func hexadecimal() throws {
    for text in ["#00000000", "#0a0b0c0d", "#ffffffff"] {
      #expect(try Color(parsing: text).hexadecimal == text)
    }
    #expect(Color(red: 1, green: 1, blue: 1, alpha: 0).hexadecimal == "#00000000")
  }
}
