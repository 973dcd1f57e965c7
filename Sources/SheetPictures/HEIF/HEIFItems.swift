internal import SheetPNG

/// The items of a HEIF file: pictures, tiles, and what is said of them.
///
/// Nothing that a file says is trusted: what is outside of its bytes is 0, and no list is longer than
/// the bytes that it takes.
///
/// Source: ISO/IEC 14496-12, 8.11 (items); ISO/IEC 23008-12, 9.3 (properties).
struct HEIFItems {
  /// The body of the box that has it all.
  let bytes: [UInt8]
  /// The item that is to be shown.
  private(set) var primary = 0
  /// The kinds of items by their numbers: four characters, and for `mime` the rest of the entry.
  private(set) var kinds: [Int: String] = [:]
  /// The offsets of the entries that have the kinds.
  private(set) var entries: [Int: Int] = [:]
  /// The references from items to items, with their kinds.
  private(set) var references: [(kind: String, from: Int, to: [Int])] = []
  /// Offsets of the `auxl` tags, which make an item alpha or depth of another.
  private(set) var auxiliaryNames: [(item: Int, offset: Int)] = []
  /// The bytes of items: ranges of the file, or of ``idat``.
  private var extents: [Int: (isInside: Bool, ranges: [Range<Int>])] = [:]
  /// Whether there are two of a box or of an item's entry.
  private(set) var isAmbiguous = false
  /// The number of bytes of all items; shared bytes are counted for each item.
  private(set) var bytesOfItems = 0
  /// All properties.
  private var allProperties: [MediaBox] = []
  /// The properties of each item, as their indices from 1 on.
  private var properties: [Int: [UInt16]] = [:]
  private var idat = 0..<0

  /// The most items of a file; no camera writes as many.
  private static let mostItems = 65_536

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A version comes before the boxes.
    var names: Set<String> = []
    for box in MediaBox.all(min(4, bytes.count)..<bytes.count, of: bytes) {
      let (start, version) = (box.body.lowerBound, number(box.body.lowerBound, 1))
      switch box.name {
      case "pitm": primary = number(start + 4, version == 0 ? 2 : 4)
      case "iinf": addKinds(boxes(in: box, from: version == 0 ? 6 : 8))
      case "iloc": addExtents(in: box.body, version)
      case "iref":
        for reference in boxes(in: box, from: 4) { add(reference, version) }
      case "iprp": addProperties(boxes(in: box))
      case "idat": idat = box.body
      default: continue
      }
      if !names.insert(box.name).inserted { isAmbiguous = true }
    }
  }

  /// The number in some bytes, the greatest first; 0 where there are none.
  func number(_ offset: Int, _ count: Int) -> Int { bytes.bigEndian(at: offset, bytes: count) }

  /// The properties of an item of a name, in their order.
  func properties(_ name: String, of item: Int) -> [MediaBox] {
    properties(of: item).filter { $0.name == name }
  }

  /// All properties of an item, in the order in which they count.
  func properties(of item: Int) -> [MediaBox] {
    (properties[item] ?? []).map { allProperties[Int($0) - 1] }
  }

  /// The bytes of an item, up to a limit.
  func contents(
    of item: Int, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> [UInt8] {
    var contents: [UInt8] = []
    for (isInside, range) in extents(of: item)
    where contents.count + range.count <= FileMetadata.limit {
      contents +=
        isInside
        ? Array(bytes[range]) : try file.bytes(at: range.lowerBound, count: range.count)
    }
    return contents
  }

  /// The bytes of an item in those of the whole file.
  func contents(of item: Int, in file: [UInt8]) -> [UInt8] {
    extents(of: item).flatMap { isInside, range in
      isInside ? bytes[range] : file[range.clamped(to: 0..<file.count)]
    }
  }

  /// Where the bytes of an item are: in these, or in the file.
  private func extents(of item: Int) -> [(isInside: Bool, range: Range<Int>)] {
    guard let (isInside, ranges) = extents[item] else { return [] }
    return ranges.map { range in
      guard isInside else { return (false, range) }
      let end = idat.upperBound
      let start = min(idat.lowerBound + range.lowerBound, end)
      return (true, start..<min(start + range.count, end))
    }
  }

  /// Pictures and all that they are made of, each as often as it is used; nil where these are many, or
  /// lead back: decoders follow references until there is no memory left for it.
  func parts(of pictures: [Int]) -> [Int]? {
    var parts: [Int: [Int]] = [:]
    for (kind, from, to) in references where kind == "dimg" { parts[from, default: []] += to }
    var (level, all) = (pictures, pictures)
    for _ in 0..<4 {
      var next: [Int] = []
      for item in level {
        next += parts[item] ?? []
        guard all.count + next.count <= 4096 else { return nil }
      }
      if next.isEmpty { return all }
      (level, all) = (next, all + next)
    }
    return nil
  }

  /// The boxes in another, behind so many of its bytes; none where it is shorter.
  private func boxes(in box: MediaBox, from offset: Int = 0) -> [MediaBox] {
    let end = box.body.upperBound
    return MediaBox.all(min(box.body.lowerBound + offset, end)..<end, of: bytes)
  }

  private mutating func addKinds(_ boxes: [MediaBox]) {
    for entry in boxes where entry.name == "infe" {
      let start = entry.body.lowerBound
      // Ahead of version 2, no items are pictures.
      let width = number(start, 1) > 2 ? 4 : 2
      let kind = min(start + 4 + width + 2, entry.body.upperBound)..<entry.body.upperBound
      let item = number(start + 4, width)
      if kinds[item] != nil { isAmbiguous = true }
      (kinds[item], entries[item]) = (String(decoding: bytes[kind], as: UTF8.self), start)
    }
  }

  private mutating func add(_ reference: MediaBox, _ version: Int) {
    let (start, width) = (reference.body.lowerBound, version == 0 ? 2 : 4)
    let places = stride(
      from: start + width + 2, to: reference.body.upperBound - width + 1, by: width)
    let to = places.prefix(number(start + width, 2)).map { number($0, width) }
    let from = number(start, width)
    references.append((reference.name, from, to))
    if reference.name == "auxl" { auxiliaryNames.append((from, reference.place + 4)) }
  }

  private mutating func addProperties(_ parts: [MediaBox]) {
    allProperties = parts.first { $0.name == "ipco" }.map { boxes(in: $0) } ?? []
    for part in parts where part.name == "ipma" {
      var place = part.body.lowerBound + 8
      let width = number(part.body.lowerBound, 1) == 0 ? 2 : 4
      let isLong = number(part.body.lowerBound + 3, 1) & 1 == 1
      while place + width < part.body.upperBound, properties.count <= Self.mostItems {
        let (item, count) = (number(place, width), number(place + width, 1))
        place += width + 1
        for _ in 0..<count where place < part.body.upperBound {
          // The first bit tells whether readers have to know it.
          let index = isLong ? number(place, 2) & 0x7FFF : number(place, 1) & 0x7F
          place += isLong ? 2 : 1
          if index > 0, index <= allProperties.count {
            properties[item, default: []].append(UInt16(index))
          }
        }
      }
    }
  }

  private mutating func addExtents(in range: Range<Int>, _ version: Int) {
    var place = range.lowerBound + 4
    func take(_ count: Int) -> Int {
      defer { place += count }
      return number(place, count)
    }
    let sizes = take(2)
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    place += version < 2 ? 2 : 4
    // Other sizes do not exist; readers differ in what they make of them.
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains) else {
      isAmbiguous = true
      return
    }
    // Extents that take no bytes are all alike, and one is enough.
    let takesBytes = indexSize + offsetSize + lengthSize > 0
    while place < range.upperBound, extents.count <= Self.mostItems {
      let item = take(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : take(2) & 15
      _ = take(2)
      let base = take(baseSize)
      var ranges: [Range<Int>] = []
      for _ in 0..<(takesBytes ? take(2) : min(take(2), 1)) where place < range.upperBound {
        _ = take(indexSize)
        let (offset, length) = (take(offsetSize), take(lengthSize))
        // No file has 2⁵⁶ bytes.
        guard [base, offset, length].allSatisfy({ 0..<1 << 56 ~= $0 }) else { continue }
        ranges.append(base + offset..<base + offset + length)
        bytesOfItems += min(length, 1 << 32)
      }
      if extents[item] != nil { isAmbiguous = true }
      if method < 2 { extents[item] = (method == 1, ranges) }
    }
  }
}
