internal import SheetImaging

extension RawPreviews {
  /// Looks through the boxes of a CR3 file: previews, and pictures in tracks.
  ///
  /// Source: ISO/IEC 14496-12, 8.7 (locations of samples); Canon's own boxes as described by the
  /// project canon_cr3.
  ///
  /// - Returns: The metadata of the picture. Each directory of its Exif data is in a box of its
  ///   own.
  mutating func search(boxesOf file: ByteView) -> FileMetadata {
    var metadata = FileMetadata()
    var directories: [Int: TIFFDirectory] = [:]
    var boxesLeft = 1024
    var views = [file]
    var sampleLength: Int?
    while let view = views.popLast() {
      for box in MediaBoxes(in: view).prefix(boxesLeft) {
        boxesLeft -= 1
        let body = box.body
        switch box.name {
        case "moov", "trak", "mdia", "minf", "stbl": views.append(body)
        case "uuid":
          switch body.number(at: 0, 4) {
          case 0xBE7A_CFCB: metadata.xmp = [body[16...].prefix(FileMetadata.limit)]
          // Eight unknown bytes come before the preview.
          case 0xEAF4_2B5E: views.append(body[24...])
          default: views.append(body[16...])
          }
        case let name where Self.directoryTags[name] != nil:
          directories[Self.directoryTags[name] ?? 0] = TIFFDirectory(
            exif: body.prefix(FileMetadata.limit))
        case "PRVW":
          // A version, the width and the height, and the length of the JPEG.
          add(body.offset + 16, body.number(at: 12, 4))
        case "stsz": sampleLength = body.number(at: 4, 4)
        // A track of one picture has one offset.
        case "co64": add(body.number(at: 8, 8), sampleLength)
        default: break
        }
      }
    }
    metadata.exif = directories[0]
    for (tag, directory) in directories where tag > 0 { metadata.exif?.add(directory, under: tag) }
    return metadata
  }

  /// The Exif tags of the directories in boxes.
  ///
  /// They are the first directory, the Exif directory, and the GPS directory.
  private static let directoryTags = ["CMT1": 0, "CMT2": 34665, "CMT4": 34853]
}
