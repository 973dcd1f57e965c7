import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

/// The width of a pixel, as programs for microscopes record it in TIFFs.
@Suite struct PixelSizeTests {
  private static func size(
    _ description: String, resolution: (Int, Int)? = nil
  ) throws -> Double? {
    var entries = ExifFixture([270: .utf8(description)])
    if let resolution { entries.entries.append((tag: 282, value: .rationals([resolution]))) }
    return try ExifFacts(#require(TIFFDirectory(exif: entries.encoded()))).pixelSize
  }

  private static func ome(_ attributes: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">
    <!-- PhysicalSizeX="9" --><Instrument ID="I" PhysicalSizeX="7"/>
    <Image ID="Image:0"><Pixels DimensionOrder="XYZCT" \(attributes) SizeX="512"><Channel/></Pixels></Image>
    <Image ID="Image:1"><Pixels PhysicalSizeX="8" PhysicalSizeXUnit="mm"/></Image></OME>
    """
  }

  @Test("OME-XML gives the pixel size of the first image, by default in micrometres")
  func openMicroscopy() throws {
    for (attributes, expected) in [
      (#"PhysicalSizeX="0.325""#, 0.325), (#"PhysicalSizeX='0.325' PhysicalSizeY="2""#, 0.325),
      (#"PhysicalSizeXUnit="nm" PhysicalSizeX="325""#, 0.325),
      (#"PhysicalSizeX="0.325" PhysicalSizeXUnit="&#181;m""#, 0.325),
      (#"PhysicalSizeX="3.25E-4" PhysicalSizeXUnit="mm""#, 0.325),
      (#"PhysicalSizeX = "0.325" PhysicalSizeXUnit="µm""#, 0.325),
      (#"PhysicalSizeX=" 0.325 " PhysicalSizeXUnit=" µm""#, 0.325),
      (#"PhysicalSizeX="3250" PhysicalSizeXUnit="Å""#, 0.325),
      (#"PhysicalSizeX="3250" PhysicalSizeXUnit="&#x212B;""#, 0.325),
      (#"PhysicalSizeX="325000" PhysicalSizeXUnit="pm""#, 0.325),
      (#"PhysicalSizeX="3.25E-6" PhysicalSizeXUnit="dm""#, 0.325),
    ] {
      let size = try #require(try Self.size(Self.ome(attributes)), "\(attributes)")
      #expect(abs(size - expected) < 1e-9, "\(attributes)")
    }
    #expect(try Self.size("<a:OME><a:Pixels PhysicalSizeX=\"2\"/></a:OME>") == 2)
  }

  @Test("ImageJ's description gives a unit, and the resolution is in pixels per unit")
  func imageJ() throws {
    for (unit, resolution, expected) in [
      ("micron", (1000, 325), 0.325), ("um", (3_076_923, 1_000_000), 0.325),
      (#"\u00B5m"#, (40, 13), 0.325), ("nm", (1, 325), 0.325), ("mm", (10_000, 1), 0.1),
      ("inch", (25_400, 1), 1), ("micron\ninfo=<Pixels PhysicalSizeX=\"9\">", (1000, 325), 0.325),
    ] {
      let size = try Self.size(
        "ImageJ=1.53t\nimages=2\nunit=\(unit)\nloop=false\n", resolution: resolution)
      #expect(try abs(#require(size, "\(unit)") - expected) < 1e-6, "\(unit)")
    }
  }

  @Test("A pixel size that is missing, damaged or not a length is unknown")
  func unknown() throws {
    for attributes in [
      "", #"PhysicalSizeX="""#, #"PhysicalSizeX="0""#, #"PhysicalSizeX="-1""#,
      #"PhysicalSizeX="nan""#, #"PhysicalSizeX="1e99""#, #"PhysicalSizeY="2""#,
      #"PhysicalSizeX="1" PhysicalSizeXUnit="pixel""#, #"PhysicalSizeXUnit="mm""#,
    ] {
      #expect(try Self.size(Self.ome(attributes)) == nil, "\(attributes)")
    }
    for text in [
      "A moon < 5 km", "<OME><Pixels", "<Pixels PhysicalSizeX=\"0.3", "<", "The moon", "ImageJ=1",
    ] {
      #expect(try Self.size(text, resolution: (3, 1)) == nil, "\(text)")
    }
    for (unit, resolution) in [
      ("pixel", (3, 1)), ("", (3, 1)), ("micron", (0, 1)), ("micron", (1, 0)),
    ] {
      #expect(try Self.size("ImageJ=1\nunit=\(unit)\n", resolution: resolution) == nil, "\(unit)")
    }
    // Only ImageJ means the resolution to be the scale of what is shown.
    #expect(try Self.size("unit=micron\n", resolution: (3, 1)) == nil)
    #expect(try Self.size("ImageJ=1\nunit=micron\n") == nil)
  }

  @Test("The pixel size is found at the beginning of a description that is too long to be copied")
  func long() throws {
    let text =
      Self.ome(#"PhysicalSizeX="0.325""#) + String(repeating: "<TiffData/>", count: 9000)
    let directory = try #require(
      TIFFDirectory(exif: ExifFixture([270: .utf8(text), 271: .ascii("Zeiss")]).encoded()))
    let copy = ExifFacts(directory.exif)
    #expect(copy.pixelSize == 0.325)
    #expect(copy.picture.text(270) == nil && copy.picture.text(271) == "Zeiss")
  }

  @Test(
    "Wherever a long description is cut, it remains valid UTF-8",
    arguments: ["µ", "Å", "…", "🔬"])
  func cut(letter: String) throws {
    let start = Self.ome(#"PhysicalSizeX="0.325" PhysicalSizeXUnit="µm""#)
    for shift in 0...4 {
      let text =
        start + String(repeating: " ", count: shift)
        + String(repeating: letter, count: 40_000)
      let directory = try #require(
        TIFFDirectory(exif: ExifFixture([270: .utf8(text)]).encoded()))
      for directory in [directory, directory.exif] {
        #expect(ExifFacts(directory).pixelSize == 0.325, "\(shift)")
        let beginning = try #require(directory.beginning(ofText: 270))
        #expect(text.hasPrefix(beginning) && beginning.utf8.count > 1 << 16 - 4)
      }
    }
  }

  /// The size of a pixel on a later page, as the first page describes it.
  private static func size(
    onPage page: Int, _ description: String, resolution: (Int, Int) = (1, 1)
  ) throws -> Double? {
    let first = ExifFixture([270: .utf8(description), 282: .rationals([resolution])])
    var directory = try #require(
      TIFFDirectory(exif: ExifFixture([282: .rationals([(7, 1)])]).encoded()))
    directory.add(
      describing: try #require(TIFFDirectory(exif: first.encoded())), ofPage: page)
    return ExifFacts(directory).pixelSize
  }

  @Test("ImageJ describes all pages of a stack in the first page")
  func stack() throws {
    let size = try Self.size(onPage: 3, "ImageJ=1\nimages=9\nunit=um\n", resolution: (2, 1))
    #expect(size == 0.5)
    #expect(try Self.size(onPage: 3, "unit=um\n", resolution: (2, 1)) == nil)
  }

  @Test("OME-XML gives a page the pixel size of its only image, or of the image with that page")
  func pages() throws {
    func image(_ size: Int, _ data: String) -> String {
      "<Image><Pixels PhysicalSizeX=\"\(size)\">\(data)</Pixels></Image>"
    }
    func ome(_ images: String...) -> String { "<o:OME>\(images.joined())</o:OME>" }
    let single = ome(image(2, #"<TiffData IFD="0"/>"#))
    let two = ome(
      image(2, #"<TiffData IFD="0"/><TiffData FirstZ="1" IFD="4"/>"#),
      image(8, #"<TiffData PlaneCount="2" IFD="1"><UUID/></TiffData>"#))
    let every = ome(image(2, "<TiffData/>"), image(8, #"<TiffData IFD="3"/>"#))
    for (text, sizes) in [
      (single, [2, 2, 2, 2]), (two, [8, 8, nil, 2, nil]), (every, [2, 2, nil, 2]),
      (ome(image(2, ""), image(8, "")), [nil, nil]), (ome(), [nil]),
      // A truncated text may have described more images.
      (String(single.dropLast(4)), [nil, nil]), (String(two.dropLast(4)), [8, 8, nil, 2]),
      (ome(image(2, #"<TiffData IFD="-1" PlaneCount="9"/>"#), image(8, "")), [nil]),
      (ome(image(2, #"<TiffData IFD="1" PlaneCount="9223372036854775807"/>"#)), [2, 2]),
    ] as [(String, [Double?])] {
      for (index, size) in sizes.enumerated() {
        #expect(try Self.size(onPage: index + 1, text) == size, "\(text), page \(index + 1)")
      }
    }
  }

  @Test("The fact {pixel-size} is shown in micrometres, and is a number")
  func fact() {
    let fact = Fact(micrometres: 0.325)
    #expect(fact.text == "0.325 µm" && fact.number == 0.325)
    #expect(DepictedLength(fact.text)?.value == 0.325)
  }
}
