internal import SheetPNG

extension RawPreviews {
  /// Looks through the boxes of a CR3 file: previews, and pictures in tracks.
  ///
  /// Source: ISO/IEC 14496-12, 8.7 (where samples are); Canon's own boxes as described by
  /// the project canon_cr3.
  ///
  /// - Returns: What the file says of the picture; its Exif data are in boxes for each directory.
  mutating func search(
    boxesOf file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> FileMetadata {
    var metadata = FileMetadata()
    var directories: [Int: ExifDirectory] = [:]
    var boxesLeft = 1024
    var ranges = [0..<file.size]
    var sampleLength: Int?
    while let range = ranges.popLast() {
      var place = range.lowerBound
      while place + 8 <= range.upperBound, boxesLeft > 0 {
        boxesLeft -= 1
        let head = try file.bytes(at: place, count: 32)
        guard let box = MediaBox(head, at: place, before: range.upperBound) else { break }
        let (body, end) = (box.body.lowerBound, box.body.upperBound)
        switch box.name {
        case "moov", "trak", "mdia", "minf", "stbl": ranges.append(box.body)
        case "uuid":
          let start = min(body + 16, end)
          switch head.bigEndian(at: 8, bytes: 4) {
          case 0xBE7A_CFCB:
            metadata.xmp = [try file.bytes(at: start, count: min(end - start, FileMetadata.limit))]
          // Ahead of the preview, eight bytes are unknown.
          case 0xEAF4_2B5E: ranges.append(min(start + 8, end)..<end)
          default: ranges.append(start..<end)
          }
        case let name where Self.directoryTags[name] != nil:
          let bytes = try file.bytes(at: body, count: min(end - body, FileMetadata.limit))
          directories[Self.directoryTags[name] ?? 0] = ExifDirectory(bytes)
        case "PRVW":
          // A version, the width and the height, and the length of the JPEG.
          let fields = try file.bytes(at: body, count: 16)
          add(body + 16, fields.bigEndian(at: 12, bytes: 4))
        case "stsz":
          let fields = try file.bytes(at: body, count: 12)
          sampleLength = fields.bigEndian(at: 4, bytes: 4)
        case "co64":
          let fields = try file.bytes(at: body, count: 16)
          // A track of one picture has one place. No file has 2⁶³ bytes.
          guard fields.count == 16, fields[8] == 0 else { break }
          add(fields.bigEndian(at: 8, bytes: 8), sampleLength)
        default: break
        }
        place = box.next
      }
    }
    metadata.exif = directories[0]
    for (tag, directory) in directories where tag > 0 { metadata.exif?.add(directory, under: tag) }
    return metadata
  }

  /// What Exif calls the directories of boxes: the first one, that of Exif, and that of positions.
  private static let directoryTags = ["CMT1": 0, "CMT2": 34665, "CMT4": 34853]
}
