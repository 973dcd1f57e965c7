internal import FormatFixtures
import JPEGFixtures
internal import PNGFixtures
public import TestSupport

/// A folder like those of real users, with pictures a tenth of the size.
///
/// New users try a folder of this kind first. Photographs are JPEGs, so a folder with photographs
/// needs ``isAvailable``.
public enum UserFolder: String, CaseIterable, Sendable {
  /// 84 photographs of three parts of a day by two cameras, with sidecars, and RAW files for three
  /// of them.
  case wedding
  /// 157 photographs from 21 days of very different lengths.
  case trip
  /// Rotated photographs, screenshots, WebP, HEIC, a video, and other files that phones write.
  case phone
  /// 205 screenshots of a program under test, with the long names that test runners give.
  case screenshots
  /// 48 curves with their settings in their names, and a table beside them.
  case plots

  /// Whether the folder can be made on this machine.
  public var isAvailable: Bool {
    switch self {
    case .wedding, .trip: JPEGFixture.isAvailable
    case .phone:
      JPEGFixture.isAvailable && WebPFixture.isAvailable && HEIFFixture.isAvailable
    case .screenshots, .plots: true
    }
  }

  /// The number of pictures that are read.
  public var pictureCount: Int {
    switch self {
    case .wedding: 84
    case .trip: Self.daysOfTrip.reduce(0, +)
    case .phone: 86
    case .screenshots: 205
    case .plots: 48
    }
  }

  /// The number of photographs on each day of a real trip.
  public static let daysOfTrip = [
    7, 7, 2, 2, 2, 8, 7, 5, 22, 7, 22, 7, 8, 8, 3, 5, 3, 2, 3, 22, 5,
  ]

  /// Writes the folder under the name of its case.
  public func write(to folder: TemporaryFolder) throws {
    for (name, bytes) in files { try folder.write(bytes, to: "\(rawValue)/\(name)") }
  }

  private var files: [(name: String, bytes: [UInt8])] {
    switch self {
    case .wedding: Self.weddingFiles
    case .trip: Self.tripFiles
    case .phone: Self.phoneFiles
    case .screenshots: Self.screenshotFiles
    case .plots: Self.plotFiles
    }
  }

  // Pictures are encoded once for all tests of a process.
  private static let weddingFiles: [(name: String, bytes: [UInt8])] = {
    let parts = [
      (name: "getting ready", count: 18, hour: 10), (name: "ceremony", count: 40, hour: 14),
      (name: "dance", count: 26, hour: 21),
    ]
    let places = parts.flatMap { part in (0..<part.count).map { (part, $0) } }
    return places.enumerated().flatMap { index, place in
      let (part, minute) = place
      let isSecond = index % 3 == 2
      let stem = (isSecond ? "DSC0" : "IMG_") + String(4021 + index)
      var photograph = Photograph(width: 150, height: 100)
      if index % 5 == 1 || index % 5 == 4 { photograph = Photograph(width: 100, height: 150) }
      photograph.camera = isSecond ? "ILCE-7M4" : "Canon EOS R6"
      photograph.taken = "2025:06:14 \(twoDigits(part.hour)):\(twoDigits(minute)):00"
      var files = [(name: "\(stem).JPG", bytes: photograph.encoded)]
      if index % 4 == 0 {
        files.append(("\(stem).xmp", sidecar(rating: index / 4 % 6, keywords: [part.name])))
      }
      if [5, 20, 60].contains(index) { files.append(("\(stem).CR3", isoMedia("crx "))) }
      return files
    }
  }()

  private static let tripFiles: [(name: String, bytes: [UInt8])] = {
    let places = daysOfTrip.enumerated().flatMap { day, count in (0..<count).map { (day, $0) } }
    return places.enumerated().map { index, place in
      var photograph = Photograph(width: 120, height: 90)
      if index * 7 % 10 < 3 { photograph = Photograph(width: 90, height: 120) }
      photograph.taken =
        "2025:08:\(twoDigits(1 + place.0)) \(twoDigits(7 + place.1 / 2)):\(twoDigits(place.1)):00"
      return ("P\(1_060_001 + index).jpg", photograph.encoded)
    }
  }()

  private static let phoneFiles: [(name: String, bytes: [UInt8])] = {
    let photographs = (0..<60).map { index in
      // Photographs taken with the camera held upright are rotated.
      let isTurned = index % 3 == 0
      var photograph = Photograph(width: isTurned ? 160 : 120, height: isTurned ? 120 : 160)
      photograph.orientation = isTurned ? 6 : 1
      let day = "\(twoDigits(3 + index / 20))\(twoDigits(1 + index % 28))"
      return (name: "IMG_2025\(day)_\(90_000 + index * 913).jpg", bytes: photograph.encoded)
    }
    let screenshots = (0..<14).map { index in
      let time = "2025041\(index % 10)-1\(twoDigits(index))500"
      return (name: "Screenshot_\(time).png", bytes: screen(54, 117, seed: index))
    }
    let messages = (0..<8).map { index in
      (
        name: "IMG-20250502-WA000\(index).webp",
        bytes: WebPFixture(width: 60 + 9 * index, height: 80, hasAlpha: index == 7).encoded()
      )
    }
    let tiles = (0..<4).map { index in
      // As a phone encodes them: in tiles, with a thumbnail, rotated by a property of the file.
      var photograph = HEIFFixture(width: 160, height: 120, isGrid: true)
      photograph.orientation = index % 2 == 0 ? 6 : 1
      photograph.thumbnail = (40, 30)
      photograph.exif = ExifFixture([
        272: .ascii("iPhone 15"), 274: .shorts([6]),
      ]).encoded()
      return (name: "IMG_023\(index).HEIC", bytes: photograph.encoded())
    }
    return photographs + screenshots + messages + tiles + [
      ("Scan_0012.bmp", Array("BM".utf8) + [UInt8](repeating: 0, count: 400)),
      ("VID_20250401_101112.mp4", isoMedia("mp42")),
      (".nomedia", []), ("Thumbs.db", [0xD0, 0xCF, 0x11, 0xE0]),
    ]
  }()

  private static let screenshotFiles: [(name: String, bytes: [UInt8])] = {
    let words = ["checkout", "settings", "profile", "invoice", "search", "results", "dark-mode"]
    return (0..<205).map { index in
      let page = [index % 7, index / 7 % 7, index / 49 % 7].map { words[$0] }
      let device = ["desktop", "desktop", "mobile"][index % 3]
      let browser = ["chromium", "firefox", "webkit"][index % 3]
      let name = (page + [String(index), device, browser, "linux-actual.png"])
        .joined(separator: "-")
      let isNarrow = index % 5 == 4
      return (name, screen(isNarrow ? 39 : 128, isNarrow ? 84 : 80, seed: index))
    }
  }()

  private static let plotFiles: [(name: String, bytes: [UInt8])] = {
    var files: [(name: String, bytes: [UInt8])] = []
    var table = "file,optimizer,lr,seed,accuracy,best of run\n"
    for set in ["cifar10", "cifar100", "imagenet-v2-matched-frequency"] {
      for optimizer in ["sgd", "adam", "adamw", "lion"] {
        for rate in ["0.1", "1e-3"] {
          for seed in 0...1 {
            let index = files.count
            let name = "\(set)_\(optimizer)_lr\(rate)_seed\(seed).png"
            files.append((name, screen(64, 42, seed: index)))
            // The numbers have all digits of a double, as pandas writes them.
            let accuracy = 0.6 + Double(index * 29 % 48) / 137
            table +=
              "\(name),\(optimizer),\(rate),\(seed),\(accuracy),\(index % 5 == 0 ? "yes" : "")\n"
          }
        }
      }
    }
    return files + [("results.csv", Array(table.utf8))]
  }()
}

/// A JPEG with the metadata that cameras write.
private struct Photograph {
  var picture: JPEGFixture
  var orientation = 1
  var camera = "DC-GX9"
  var taken = "2025:03:01 09:00:00"

  init(width: Int, height: Int) {
    picture = JPEGFixture(width: width, height: height)
  }

  var encoded: [UInt8] {
    var picture = picture
    let exposure = ExifFixture([
      33434: .rationals([(1, 250)]), 33437: .rationals([(28, 10)]), 34855: .shorts([400]),
      36867: .ascii(taken), 37386: .rationals([(50, 1)]),
    ])
    let exif = ExifFixture([
      272: .ascii(camera), 274: .shorts([orientation]), 34665: .directory(exposure),
    ])
    picture.markers = [JPEGMarker(0xE1, exif.marker())]
    return picture.encoded()
  }
}

/// A PNG of few colours with a bar at its top, like a page of a program.
private func screen(_ width: Int, _ height: Int, seed: Int) -> [UInt8] {
  let bar: [UInt16] = [UInt16(40 * (seed % 6)), 99, 235]
  let samples = (0..<height).flatMap { y in
    (0..<width).flatMap { x -> [UInt16] in
      y < 6 ? bar : (x / 9 + y / 11 + seed) % 4 == 0 ? [225, 228, 235] : [246, 247, 249]
    }
  }
  return PNGFixture(width: width, height: height, colorType: .rgb, samples: samples).encoded()
}

/// An XMP sidecar like those that raw converters write.
private func sidecar(rating: Int, keywords: [String]) -> [UInt8] {
  let items = keywords.map { "<rdf:li>\($0)</rdf:li>" }.joined()
  return Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmp:Rating="\(rating)"><dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>\
    </rdf:Description></rdf:RDF></x:xmpmeta>
    """.utf8)
}

/// The box that an ISO media file begins with, and nothing that could be decoded.
private func isoMedia(_ brand: String) -> [UInt8] {
  [0, 0, 0, 20] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0] + Array("isom".utf8)
    + Array(repeating: 0, count: 400)
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
