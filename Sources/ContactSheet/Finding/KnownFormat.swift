internal import SheetFiles

/// A format of pictures or pages that people know by the endings of its names, whether or not this
/// library reads or writes it.
///
/// An output of such a name that is not written is refused, and a folder of such files says what
/// they are.
struct KnownFormat: Sendable {
  /// What the format is called in messages.
  let name: String
  /// The endings of the names of such files, in lower case.
  let suffixes: [String]
  /// Whether such files are pictures, which someone may miss on a sheet.
  var isPicture = true

  /// The formats that are known.
  static let all = [
    KnownFormat(name: "PNG", suffixes: ["png", "apng"]),
    KnownFormat(name: "JPEG", suffixes: ["jpg", "jpeg", "jpe", "jfif"]),
    KnownFormat(name: "WebP", suffixes: ["webp"]),
    KnownFormat(name: "GIF", suffixes: ["gif"]),
    KnownFormat(name: "TIFF", suffixes: ["tif", "tiff"]),
    KnownFormat(name: "BMP", suffixes: ["bmp", "dib"]),
    KnownFormat(name: "AVIF", suffixes: ["avif"]),
    KnownFormat(name: "HEIC", suffixes: ["heic", "heif"]),
    KnownFormat(name: "JPEG XL", suffixes: ["jxl"]),
    KnownFormat(name: "JPEG 2000", suffixes: ["jp2", "j2k"]),
    KnownFormat(name: "OpenEXR", suffixes: ["exr"]),
    KnownFormat(name: "TGA", suffixes: ["tga"]),
    KnownFormat(name: "PNM", suffixes: ["ppm", "pgm", "pbm", "pnm", "pam"]),
    KnownFormat(name: "QOI", suffixes: ["qoi"]),
    KnownFormat(name: "Photoshop", suffixes: ["psd", "psb"]),
    KnownFormat(
      name: "raw", suffixes: ["dng", "cr2", "cr3", "nef", "arw", "orf", "raf", "rw2", "pef"]),
    KnownFormat(name: "SVG", suffixes: ["svg", "svgz"], isPicture: false),
    KnownFormat(name: "PDF", suffixes: ["pdf"], isPicture: false),
    KnownFormat(name: "PostScript", suffixes: ["ps", "eps"], isPicture: false),
    KnownFormat(name: "HTML", suffixes: ["html", "htm"], isPicture: false),
  ]

  private static let indices: [String: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().flatMap { index, format in
      format.suffixes.map { ($0, index) }
    })

  /// The format that a file's name stands for; nil where it is none that is known.
  static func named(_ name: ArraySlice<UInt8>) -> KnownFormat? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    let suffix = name[(dot + 1)...].map(\.lowercasedASCII)
    return indices[String(decoding: suffix, as: UTF8.self)].map { all[$0] }
  }
}
