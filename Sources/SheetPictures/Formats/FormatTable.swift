internal import SheetFiles
internal import SheetModel
internal import SystemPackage

/// The known formats.
package struct FormatTable: Sendable {
  /// All formats, with or without a reader.
  package let formats: [FileFormat]
  /// The reader of the first format, for files whose names do not indicate a format.
  private let fallback: (format: FileFormat, reader: PictureReader)
  /// The indices of the formats, by extension.
  private let places: [UInt128: Int]

  /// The number of bytes at the start of a file that determine its format.
  static let beginning = 512
  /// The minimum size in bytes of a file whose contents can show that its extension is wrong.
  ///
  /// A shorter file may be a truncated picture.
  static let minimumFileSize = 8

  /// Creates a table; the first format must have a reader.
  package init(_ formats: [FileFormat]) {
    guard let first = formats.first, let reader = first.reader else {
      preconditionFailure("a table without a reader")
    }
    fallback = (first, reader)
    self.formats = formats
    let endings = formats.enumerated().flatMap { place, format in
      format.extensions.compactMap { ending in Self.key(Array(ending.utf8)[...]).map { ($0, place) }
      }
    }
    places = Dictionary(endings) { first, _ in first }
  }

  /// The format indicated by the name of a file; nil if it is unknown.
  package func named(_ name: ArraySlice<UInt8>) -> FileFormat? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    return Self.key(name[(dot + 1)...]).flatMap { places[$0] }.map { formats[$0] }
  }

  /// The format and reader to try first for a file with this name.
  func reading(_ name: ArraySlice<UInt8>) -> (format: FileFormat, reader: PictureReader) {
    guard let format = named(name), let reader = format.reader else { return fallback }
    return (format, reader)
  }

  /// The format of a file, recognised by its first bytes; nil if it is unknown.
  package func recognized(_ beginning: [UInt8]) -> FileFormat? {
    formats.first { $0.matches(beginning) }
  }

  /// Why a file whose contents do not match its name is not read, as a fragment.
  func mismatch(_ path: FilePath, beginsAs format: FileFormat?) -> String {
    let name = path.nameBytes
    let tried = reading(name).format
    if format?.reader == nil, let named = named(name), named.reader == nil {
      return ["\(named.unit)s are not supported", named.remedy].compactMap(\.self)
        .joined(separator: "; ")
    }
    guard let format else {
      return named(name) == nil ? "not an image" : "not \(tried.noun) file"
    }
    let kind = format.kind == .other ? format.noun : "\(format.noun), not \(tried.noun)"
    return (["it is \(kind)"] + [format.remedy].compactMap(\.self)).joined(
      separator: "; ")
  }

  /// Whether a file has an extension, but not one of a known format.
  func hasOtherExtension(_ path: FilePath) -> Bool {
    path.extension != nil && named(path.nameBytes) == nil
  }

  /// An extension of at most 16 bytes, ignoring case, as a number that can be hashed quickly.
  private static func key(_ ending: ArraySlice<UInt8>) -> UInt128? {
    guard ending.count <= UInt128.bitWidth / UInt8.bitWidth else { return nil }
    return ending.reduce(0) { $0 << 8 | UInt128($1.lowercasedASCII) }
  }

  /// The readable formats, as listed in a sentence: `PNG and, where their libraries are installed,
  /// JPEG and WebP`.
  package var readNames: String {
    let read = formats.filter { $0.reader != nil }
    let always = read.filter { $0.reader?.library == nil }.map(\.name)
    let others = read.filter { $0.reader?.library != nil }.map(\.name)
    return
      "\(always.listed("and")) and, where their libraries are installed, \(others.listed("and"))"
  }

  /// All known formats.
  ///
  /// If several signatures match a file, the first format is used.
  package static let standard = FormatTable(
    [
      .png,
      .jpeg,
      .webP,
      .heic,
      .avif,
      .tiff,
      .gif,
      FileFormat("BMP", ["bmp", "dib"], [.text("BM")]),
      FileFormat("JPEG XL", ["jxl"], [.bytes([0xFF, 0x0A]), .text("JXL \r\n\u{87}\n", at: 4)]),
      FileFormat(
        "JPEG 2000", ["jp2", "j2k", "jpx", "jpf", "jpm", "j2c", "jpc", "jph"],
        [.text("jP  ", at: 4)]),
      FileFormat(
        "OpenEXR", noun: "an OpenEXR", ["exr", "sxr", "mxr"], [.bytes([0x76, 0x2F, 0x31, 0x01])]),
      FileFormat("TGA", ["tga", "targa", "icb"]),
      FileFormat("PNM", ["ppm", "pgm", "pbm", "pnm", "pam", "pfm"]),
      FileFormat("QOI", ["qoi"], [.text("qoif")]),
      FileFormat("Photoshop", noun: "a Photoshop file", ["psd", "psb", "pdd"], [.text("8BPS")]),
      .svg,
      .ico,
      FileFormat("JNG", ["jng"], [.bytes([0x8B, 0x4A, 0x4E, 0x47])]),
      FileFormat("MNG", noun: "an MNG", ["mng"], [.bytes([0x8A, 0x4D, 0x4E, 0x47])]),
      .raw,
      FileFormat(
        "video",
        [
          "mp4", "mov", "m4v", "avi", "mkv", "webm", "mpg", "mpeg", "mts", "m2ts", "3gp", "3g2",
          "wmv", "insv", "lrv",
        ],
        [.text("ftyp", at: 4), .text("AVI ", at: 8), .bytes([0x1A, 0x45, 0xDF, 0xA3])],
        kind: .video),
      .pdf, .numPy, .dicom, .fits,
      FileFormat("PostScript", noun: "PostScript", ["ps"], [.text("%!PS")], kind: .document),
      FileFormat(
        "HTML", noun: "an HTML page", ["html", "htm"], [.element("html")], kind: .document),
      FileFormat(
        "AppleDouble", noun: "an AppleDouble file", [], [.bytes([0x00, 0x05, 0x16, 0x07])],
        kind: .other),
      FileFormat("zip archive", [], [.text("PK")], kind: .other),
      FileFormat("gzip file", [], [.bytes([0x1F, 0x8B])], kind: .other),
      FileFormat(
        "Git LFS pointer", [], [.text("version https://git-lfs")], kind: .other,
        remedy: "fetch the file with 'git lfs pull'"),
      FileFormat(
        "PNG with a damaged signature", [], [.text("PNG", at: 1)], kind: .other,
        remedy: "transfer it again, not as text"),
    ] + unsupported.map { FileFormat($0, $1) })

  /// Formats recognised only by extension; nothing here reads them.
  private static let unsupported: KeyValuePairs = [
    // Icons, cursors and game textures.
    "Windows cursor": ["cur", "ani"], "ICNS": ["icns"], "DDS": ["dds"], "KTX": ["ktx", "ktx2"],
    "PVR": ["pvr"], "ASTC": ["astc"], "VTF": ["vtf"], "BLP": ["blp"],
    // Documents of drawing programs.
    "GIMP": ["xcf"], "Krita": ["kra"], "OpenRaster": ["ora"], "Paint.NET": ["pdn"],
    "Paint Shop Pro": ["psp", "pspimage"], "Affinity": ["afphoto", "afdesign"],
    "Procreate": ["procreate"], "Clip Studio": ["clip"], "SAI": ["sai", "sai2"],
    "Illustrator": ["ai"], "CorelDRAW": ["cdr", "cpt"], "Sketch": ["sketch"],
    "EPS": ["eps", "epsf", "epsi"], "WMF": ["wmf"], "EMF": ["emf"],
    // Photographs and scans.
    "JPEG XR": ["jxr", "wdp", "hdp"], "JPEG-LS": ["jls"], "BPG": ["bpg"], "FLIF": ["flif"],
    "AVCI": ["avci", "avcs"], "Photo CD": ["pcd"], "FlashPix": ["fpx"], "Lytro": ["lfp", "lfr"],
    "DjVu": ["djvu", "djv"], "JBIG": ["jbg", "jbig", "jb2", "jbig2"],
    "other RAW": [
      "gpr", "raw", "rwz", "bay", "cs1", "dcs", "drf", "eip", "k25", "kc2", "mdc", "ptx", "pxn",
      "qtk", "ari",
    ],
    // Film, high dynamic range and science.
    "Radiance HDR": ["hdr", "rgbe", "xyze"], "DPX": ["dpx", "cin"],
    // From older systems.
    "PCX": ["pcx", "dcx"], "PICT": ["pict", "pct"], "SGI": ["sgi", "rgb", "rgba"],
    "Sun raster": ["ras"], "XBM": ["xbm"], "XPM": ["xpm"], "XWD": ["xwd"], "WBMP": ["wbmp"],
    "farbfeld": ["ff"],
  ]
}

// Formats in which sheets are also written.

extension FileFormat {
  package static let png = FileFormat(
    "PNG", ["png", "apng", "pns"], [.bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])],
    // IEND is empty, so its checksum is always the same (PNG specification, 11.2.4).
    end: [0, 0, 0, 0] + "IEND".utf8 + [0xAE, 0x42, 0x60, 0x82],
    mediaType: "image/png", readBy: PictureReader { PNGFile($0, metadata: $1) })
  package static let jpeg = FileFormat(
    "JPEG",
    [
      "jpg", "jpeg", "jpe", "jfif", "jif", "jfi", "pjpeg", "pjp", "mpo", "jps", "insp", "jpg_large",
    ], [.bytes([0xFF, 0xD8, 0xFF])],
    // The end marker (ITU T.81, B.1.1.3).
    end: [0xFF, 0xD9],
    mediaType: "image/jpeg",
    readBy: PictureReader(.jpeg))
  static let webP = FileFormat(
    "WebP", ["webp"], [.text("WEBP", at: 8)], mediaType: "image/webp",
    readBy: PictureReader(.webP))
  static let heic = FileFormat(
    "HEIC", ["heic", "heif", "hif", "heics", "heifs"],
    ["ftyphei", "ftyphev", "ftypmif1", "ftypmsf1"].map { .text($0, at: 4) },
    readBy: PictureReader(.heic))
  static let avif = FileFormat(
    "AVIF", noun: "an AVIF", ["avif", "avifs"], [.text("ftypavi", at: 4)], mediaType: "image/avif",
    readBy: PictureReader(.avif))
  static let tiff = FileFormat(
    "TIFF", ["tif", "tiff"], ["II*\0", "MM\0*", "II+\0", "MM\0+"].map { .text($0) },
    readBy: PictureReader(.tiff))
  static let gif = FileFormat(
    "GIF", ["gif"], [.text("GIF8")], mediaType: "image/gif", readBy: PictureReader(.gif))
  static let svg = FileFormat("SVG", noun: "an SVG", ["svg", "svgz"], [.element("svg")])
  static let ico = FileFormat(
    "ICO", noun: "an ICO", ["ico"],
    remedy: "extract the images as PNGs with 'icotool -x' from icoutils")
  package static let pdf = FileFormat("PDF", ["pdf"], [.text("%PDF")], kind: .document)
  static let dicom = FileFormat(
    "DICOM", ["dcm", "dicom"], remedy: "dcmj2pnm from dcmtk converts DICOM to PNG")
  static let fits = FileFormat(
    "FITS", ["fits", "fit", "fts"],
    remedy: "astropy and PIL, in Python, convert FITS to TIFF")
  // Nobody misses an array on a sheet of images from the same folder, so it counts as a document.
  static let numPy = FileFormat(
    "NumPy", ["npy"], [.bytes([0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59])], kind: .document,
    remedy:
      "save arrays as TIFFs: Image.fromarray(a.astype('float32')).save('a.tif'), with Image from PIL"
  )

  package static let raw = FileFormat(
    "RAW", FoundImage.rawExtensions,
    [
      .text("ftypcrx", at: 4), .text("FUJIFILM"), .text("IIRO"), .text("IIRS"), .text("MMOR"),
      .text("IIU\0"), .text("II*\0"), .text("MM\0*"),
      // CRW, X3F and MRW, whose previews are not read.
      .text("HEAPCCDR", at: 6), .text("FOVb"), .text("\0MRM"),
    ], readBy: PictureReader(.raw))
}
