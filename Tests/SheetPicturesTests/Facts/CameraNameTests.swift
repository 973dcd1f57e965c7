import Testing

@testable import SheetPictures

@Suite struct CameraNameTests {
  @Test(
    "Cameras have the names that people use",
    arguments: [
      ("NIKON CORPORATION", "NIKON D750", "Nikon D750"), ("NIKON", "E950", "Nikon E950"),
      ("Canon", "Canon EOS 5D", "Canon EOS 5D"), ("SONY", "ILCE-7M3", "Sony ILCE-7M3"),
      ("OLYMPUS IMAGING CORP.", "E-M5", "Olympus E-M5"),
      ("OLYMPUS OPTICAL CO.,LTD", "C2000Z", "Olympus C2000Z"),
      (
        "EASTMAN KODAK COMPANY", "KODAK DC280 ZOOM DIGITAL CAMERA",
        "Kodak DC280 ZOOM DIGITAL CAMERA"
      ),
      ("Apple", "iPhone 12", "Apple iPhone 12"), ("LG Electronics", "LG-H870", "LG-H870"),
      ("samsung", "SM-G973F", "Samsung SM-G973F"), ("HP", "PhotoSmart 715", "HP PhotoSmart 715"),
      ("DJI", "FC220", "DJI FC220"), ("HTC", "HTC One", "HTC One"), ("LG", "G6", "LG G6"),
      ("Google", "Pixel 7", "Google Pixel 7"), ("FUJIFILM", "X-T3", "Fujifilm X-T3"),
      ("PENTAX Corporation", "PENTAX K10D", "Pentax K10D"),
      ("Hewlett-Packard", "HP PhotoSmart 715", "HP PhotoSmart 715"),
      ("LEICA CAMERA AG", "LEICA Q2", "Leica Q2"),
      ("Minolta Co., Ltd.", "DiMAGE 7", "Minolta DiMAGE 7"),
      ("CASIO COMPUTER CO.,LTD.", "EX-Z3", "Casio EX-Z3"),
      ("SANYO Electric Co.,Ltd.", "SR6", "Sanyo SR6"),
      ("OnePlus", "ONEPLUS A6003", "OnePlus A6003"),
      ("Sony Ericsson", "K750i", "Sony Ericsson K750i"), ("Camera", "DC-4300", "Camera DC-4300"),
      ("SONY", "SONYCAM", "Sony SONYCAM"), ("Polaroid", "polaroid", "Polaroid"), (",", "X", ", X"),
    ])
  func examples(maker: String, model: String, expected: String) {
    #expect(CameraName(maker: maker, model: model).text == expected)
  }

  @Test("If only the maker or only the model is known, the name consists of that alone")
  func alone() {
    #expect(CameraName(maker: "NIKON CORPORATION", model: nil).text == "Nikon")
    #expect(CameraName(maker: nil, model: "COOLPIX P6000").text == "COOLPIX P6000")
    #expect(CameraName(maker: nil, model: nil).text == nil)
  }
}
