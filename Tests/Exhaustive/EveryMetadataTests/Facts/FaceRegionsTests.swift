import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct FaceRegionsTests {
  /// A region written as attributes, in fractions of the stored picture.
  private static func face(
    _ x: String, _ y: String, _ w: String, _ h: String, type: String? = "Face", unit: String? = nil
  ) -> String {
    let kind = type.map { "mwg-rs:Type='\($0)'" } ?? ""
    let unit = unit.map { "stArea:unit='\($0)'" } ?? ""
    return "<rdf:li><rdf:Description \(kind)><mwg-rs:Area stArea:x='\(x)' stArea:y='\(y)' "
      + "stArea:w='\(w)' stArea:h='\(h)' \(unit)/></rdf:Description></rdf:li>"
  }

  private static func regions(_ faces: [String], width: String? = nil, height: String = "")
    -> String
  {
    let sides = width.map {
      "<mwg-rs:AppliedToDimensions stDim:w='\($0)' stDim:h='\(height)' stDim:unit='pixel'/>"
    }
    return "<mwg-rs:Regions rdf:parseType='Resource'>\(sides ?? "")<mwg-rs:RegionList><rdf:Bag>"
      + faces.joined() + "</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
  }

  private static func found(
    _ xml: String, _ width: Int = 400, _ height: Int = 300, _ orientation: Orientation = .upright
  ) -> FaceRegions? {
    XMPFacts([XMPPacket(Array(xml.utf8))]).faces(
      in: PictureHeader(
        size: PixelSize(width: width, height: height), format: PixelFormat(.rgb, .eight),
        orientation: orientation))
  }

  private static func isNear(_ focus: Focus?, _ x: Double, _ y: Double) -> Bool {
    focus.map { abs($0.x - x) < 1e-9 && abs($0.y - y) < 1e-9 } ?? false
  }

  @Test(
    "Face regions in the stored picture are converted to the upright one, in every orientation",
    arguments: Orientation.allCases)
  func orientations(orientation: Orientation) throws {
    let (width, height) = (400, 300)
    for (column, row) in [(37, 211), (399, 0), (0, 299), (200, 20)] {
      let line = orientation.line(ofRow: row, width: width, height: height)
      let (x, y) = (line.x + column * line.stepX, line.y + column * line.stepY)
      let shown = orientation.swapsSides ? (height, width) : (width, height)
      let face = Self.face(
        "\((Double(column) + 0.5) / Double(width))", "\((Double(row) + 0.5) / Double(height))",
        "0.0025", "0.003")
      for sides in [nil, "400"] {
        let found = Self.found(
          Self.regions([face], width: sides, height: "300"), width, height, orientation)
        #expect(
          Self.isNear(
            found?.focus, (Double(x) + 0.5) / Double(shown.0), (Double(y) + 0.5) / Double(shown.1)))
        #expect(found?.hasIgnoredRegions == false)
      }
      // The regions were drawn in the upright picture, as their dimensions state.
      let upright = Self.found(
        Self.regions([face], width: "300", height: "400"), width, height, orientation)
      if orientation.swapsSides {
        #expect(
          Self.isNear(
            upright?.focus, (Double(column) + 0.5) / Double(width),
            (Double(row) + 0.5) / Double(height)))
      } else {
        #expect(upright?.focus == nil && upright?.hasIgnoredRegions == true)
      }
    }
  }

  @Test("The box around the faces of a picture encloses all of them and nothing else")
  func boxes() throws {
    let faces = [
      Self.face("0.2", "0.3", "0.1", "0.2", unit: "normalized"),
      Self.face("0.9", "0.5", "0.4", "0.1", type: "face"),
      Self.face("0.5", "0.9", "0.1", "0.1", type: "Pet"),
      Self.face("0.5", "0.9", "0.1", "0.1", type: "BarCode"), "<rdf:li mwg-rs:Name='Anna'/>",
    ]
    // The box runs from 0.15 to 1 across, where the second face reaches the edge, and from 0.2 to
    // 0.55 down.
    let found = Self.found(Self.regions(faces))
    #expect(Self.isNear(found?.focus, 0.575, 0.375) && found?.hasIgnoredRegions == false)
    #expect(Self.found(Self.regions(Array(faces.dropFirst(2)))) == nil)
    #expect(Self.found("") == nil && Self.found(Self.regions([])) == nil)
  }

  @Test("Regions are read from elements with any prefixes, and from the first packet that has any")
  func forms() throws {
    let elements = """
      <a:Regions xmlns:a="http://www.metadataworkinggroup.com/schemas/regions/"
        xmlns:b="http://ns.adobe.com/xmp/sType/Area#"
        xmlns:c="http://ns.adobe.com/xap/1.0/sType/Dimensions#" rdf:parseType="Resource">
       <a:AppliedToDimensions rdf:parseType="Resource"><c:w>300</c:w><c:h>400</c:h>
       </a:AppliedToDimensions><a:RegionList><rdf:Seq><rdf:li rdf:parseType="Resource">
        <a:Area rdf:parseType="Resource"><b:x> 0.25 </b:x><b:y>0.5</b:y><b:w>0.1</b:w><b:h>0.1</b:h>
        </a:Area></rdf:li></rdf:Seq></a:RegionList></a:Regions>
      """
    #expect(Self.isNear(Self.found(elements, 400, 300, .rightTurn)?.focus, 0.25, 0.5))
    let other = Self.regions([Self.face("0.7", "0.1", "0.1", "0.1")])
    let packets = ["<dc:title>a</dc:title>", other, elements].map { XMPPacket(Array($0.utf8)) }
    let header = PictureHeader(
      size: PixelSize(width: 400, height: 300), format: PixelFormat(.rgb, .eight))
    #expect(Self.isNear(XMPFacts(packets).faces(in: header)?.focus, 0.7, 0.1))
  }

  @Test(
    "The dimensions of a resized copy are accepted, but not those of a different picture",
    arguments: [
      ("4000", "3000", true), ("40", "30", true), ("150", "112", true), ("1e300", "1e300", false),
      ("400", "310", false), ("300", "300", false), ("0", "0", true), ("-4", "3", true),
      ("x", "300", true), ("nan", "nan", true), ("400", "", true), ("1e-300", "3e300", false),
    ])
  func dimensions(width: String, height: String, fits: Bool) {
    let face = Self.face("0.3", "0.3", "0.1", "0.1")
    let found = Self.found(Self.regions([face], width: width, height: height))
    #expect(Self.isNear(found?.focus, 0.3, 0.3) == fits && found?.hasIgnoredRegions == !fits)
  }

  @Test(
    "Regions outside the picture, and malformed ones, are ignored",
    arguments: [
      ("1.1", "0.5", "0.1", "0.1"), ("0.5", "-0.01", "0.1", "0.1"), ("0.5", "0.5", "0", "0.1"),
      ("0.5", "0.5", "0.1", "-0.1"), ("0.5", "0.5", "1.01", "0.1"), ("nan", "0.5", "0.1", "0.1"),
      ("0.5", "inf", "0.1", "0.1"), ("0.5", "0.5", "1e999", "0.1"), ("0.5", "0.5", "0.1", ""),
      ("0,5", "0.5", "0.1", "0.1"), ("200", "150", "40", "30"), ("x", "y", "w", "h"),
    ])
  func outside(x: String, y: String, w: String, h: String) {
    let wrong = Self.face(x, y, w, h)
    let alone = Self.found(Self.regions([wrong]))
    #expect(alone?.focus == nil && alone?.hasIgnoredRegions == true)
    let beside = Self.found(Self.regions([wrong, Self.face("0.3", "0.4", "0.1", "0.1"), wrong]))
    #expect(Self.isNear(beside?.focus, 0.3, 0.4) && beside?.hasIgnoredRegions == true)
    let pixels = Self.found(Self.regions([Self.face("0.5", "0.5", "0.1", "0.1", unit: "pixel")]))
    #expect(pixels?.focus == nil && pixels?.hasIgnoredRegions == true)
  }

  @Test(
    "The focus of two thousand faces is found, and truncated XMP gives none outside the picture")
  func hostile() throws {
    let many = (0..<2000).map { Self.face("0.\($0 % 10)", "0.5", "0.01", "0.01") }
    #expect(Self.isNear(Self.found(Self.regions(many))?.focus, 0.4525, 0.5))
    let xml = Self.regions(
      [Self.face("0.3", "0.4", "0.1", "0.1"), Self.face("7", "8", "9", "1")], width: "400",
      height: "300")
    for count in 0...xml.count {
      let found = Self.found(String(xml.prefix(count)), 400, 300, .leftTurn)
      if let focus = found?.focus { #expect(0...1 ~= focus.x && 0...1 ~= focus.y) }
    }
  }
}
