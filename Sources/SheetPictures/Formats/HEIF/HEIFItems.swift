internal import SheetImaging
internal import SheetLayout

/// The items of a HEIF file: pictures, tiles, and metadata.
///
/// Lists are not unpacked: only the item and the offset of each entry are kept.
///
/// Source: ISO/IEC 14496-12, 8.11 (items); ISO/IEC 23008-12, 9.3 (properties).
struct HEIFItems {
  /// The body of the `meta` box, which contains the items.
  let bytes: ByteView
  /// The item to show.
  private(set) var primary = 0
  /// Whether a box or an item's entry occurs twice, or an entry cannot be read.
  private(set) var isAmbiguous = false
  /// The number of bytes in all items; shared bytes count once for each item.
  private(set) var bytesOfItems = 0
  /// The `infe` boxes.
  private var entries = ItemIndex()
  /// The entries of `iloc`, starting after their item numbers.
  private var locations = ItemIndex()
  /// The entries of `ipma`, starting after their item numbers.
  ///
  /// Each number in this index is twice the offset of an entry, plus 1 if the entry's property
  /// indices have two bytes.
  private var associations = ItemIndex()
  private var ipco: ByteView
  /// The offsets of all properties in ``ipco``.
  private var properties: [UInt32] = []
  private var iloc, iref, idat: ByteView

  init(_ bytes: ByteView) {
    let nothing = bytes[0..<0]
    self.bytes = bytes
    (ipco, iloc, iref, idat) = (nothing, nothing, nothing, nothing)
    var boxes: [String: ByteView] = [:]
    // The boxes are preceded by a version.
    for box in MediaBoxes(in: bytes[4...])
    where ["pitm", "iinf", "iloc", "iref", "iprp", "idat"].contains(box.name) {
      if boxes.updateValue(box.body, forKey: box.name) != nil { isAmbiguous = true }
    }
    if let box = boxes["pitm"] { primary = box.number(at: 4, box.version == 0 ? 2 : 4) ?? 0 }
    if let box = boxes["iinf"] { addEntries(in: box[(box.version == 0 ? 6 : 8)...]) }
    (iloc, iref, idat) = (boxes["iloc"] ?? iloc, boxes["iref"] ?? iref, boxes["idat"] ?? idat)
    addLocations()
    if let box = boxes["iprp"] { addProperties(in: box) }
  }

  /// The `infe` box of an item.
  func entry(of item: Int) -> MediaBox? {
    entries[item].first.flatMap { MediaBox(bytes[$0...]) }
  }

  /// The type of an item: four characters, and for `mime` the rest of its entry; nil if there is
  /// none.
  func kind(of item: Int) -> String? {
    // Before version 2, items are never pictures.
    entry(of: item).map { entry in
      let kind = entry.body[(entry.body.version > 2 ? 10 : 8)...]
      return String(decoding: kind.prefix(512), as: UTF8.self)
    }
  }

  /// The properties of an item with this name, in order.
  func properties(_ name: String, of item: Int) -> some Sequence<ByteView> {
    properties(of: item).lazy.filter { $0.name == name }.map(\.body)
  }

  /// The first property of an item with this name; nil if there is none.
  func property(_ name: String, of item: Int) -> ByteView? {
    properties(of: item).first { $0.name == name }?.body
  }

  /// The properties with this name, of any item.
  func properties(_ name: String) -> some Sequence<ByteView> {
    MediaBoxes(in: ipco).lazy.filter { $0.name == name }.map(\.body)
  }

  /// All properties of an item, in the order in which they apply.
  func properties(of item: Int) -> some Sequence<MediaBox> {
    associations[item].lazy.prefix { _ in bytes.step() }.flatMap { place in
      let (list, width) = (bytes[(place >> 1)...], place & 1 + 1)
      return (0..<(list.number(at: 0, 1) ?? 0)).lazy.compactMap { position -> MediaBox? in
        // The first bit marks properties that readers must understand.
        guard bytes.step(), let number = list.number(at: 1 + width * position, width),
          case let index = number & (width == 1 ? 0x7F : 0x7FFF), index > 0,
          index <= properties.count
        else { return nil }
        return MediaBox(ipco[Int(properties[index - 1])...])
      }
    }
  }

  /// All references, in file order.
  var references: some Sequence<Reference> {
    MediaBoxes(in: iref[4...]).lazy.compactMap(reference)
  }

  private func reference(_ box: MediaBox) -> Reference? {
    Reference(box, width: iref.version == 0 ? 2 : 4)
  }

  /// A reference from an item to other items.
  struct Reference {
    let kind: String
    let from: Int
    /// The offset of the reference's box in the file.
    let offset: Int
    private let list: ByteView
    private let width: Int

    fileprivate init?(_ box: MediaBox, width: Int) {
      var list = box.body
      guard let from = list.take(width), let count = list.take(2) else { return nil }
      (kind, self.from, offset, self.width) = (box.name, from, box.offset, width)
      self.list = list[0..<count * width]
    }

    /// The items that the reference leads to.
    var to: some Sequence<Int> {
      let count = list.step(list.count / width) ? list.count / width : 0
      return (0..<count).lazy.compactMap { list.number(at: $0 * width, width) }
    }
  }

  /// The bytes of an item; extents beyond the limit are left out.
  func contents(of item: Int, in file: ByteView, upTo limit: Int = .max) -> ByteView {
    guard let place = locations[item].first, case var rest = bytes[place...],
      let location = Location(&rest, iloc), location.method < 2
    else { return file[0..<0] }
    let source = location.method == 1 ? idat : file
    var contents: [UInt8] = []
    for index in 0..<location.count where bytes.step() {
      guard let range = location[index], contents.count + range.count <= limit else { continue }
      if location.count == 1 { return source[range] }
      contents += source[range].bytes
    }
    return bytes.sharingBudget(contents)
  }

  /// Pictures and all their parts, each as often as it is used.
  ///
  /// Nil if there are too many parts, or if they form a cycle: decoders would follow references
  /// until memory runs out.
  func parts(of pictures: [Int]) -> [Int]? {
    var made = ItemIndex()
    for reference in references where reference.kind == "dimg" {
      made.append(reference.from, reference.offset - bytes.offset)
    }
    _ = made.sort()
    var (level, all) = (pictures, pictures)
    for _ in 0..<4 {
      var next: [Int] = []
      for item in level {
        for place in made[item] {
          if let reference = MediaBox(bytes[place...]).flatMap(reference) { next += reference.to }
          guard all.count + next.count <= Self.maximumParts else { return nil }
        }
      }
      if next.isEmpty { return all }
      (level, all) = (next, all + next)
    }
    return nil
  }

  /// The maximum number of parts of a picture.
  static let maximumParts = 4096

  private mutating func addEntries(in boxes: ByteView) {
    for box in MediaBoxes(in: boxes) where box.name == "infe" {
      let item = box.body.number(at: 4, box.body.version > 2 ? 4 : 2) ?? 0
      entries.append(item, box.offset - bytes.offset)
    }
    if entries.sort() { isAmbiguous = true }
  }

  private mutating func addProperties(in parts: ByteView) {
    for part in MediaBoxes(in: parts) {
      if part.name == "ipco", ipco.count == 0 {
        ipco = part.body
        for box in MediaBoxes(in: ipco) { properties.append(UInt32(box.offset - ipco.offset)) }
      }
      guard part.name == "ipma" else { continue }
      var rest = part.body[8...]
      let isLong = (part.body.number(at: 3, 1) ?? 0) & 1
      // An entry has at least three bytes.
      associations.reserve(rest.count / 3)
      for _ in 0..<(part.body.number(at: 4, 4) ?? 0) {
        guard rest.step(), let item = rest.take(part.body.version == 0 ? 2 : 4) else { break }
        associations.append(item, 2 * (rest.offset - bytes.offset) + isLong)
        rest = rest[(1 + (rest.number(at: 0, 1) ?? 0) * (1 + isLong))...]
      }
    }
    _ = associations.sort()
  }

  private mutating func addLocations() {
    guard iloc.count > 0 else { return }
    isAmbiguous = isAmbiguous || Location.sizes(iloc) == nil
    var rest = iloc[(iloc.version < 2 ? 8 : 10)...]
    for _ in 0..<(iloc.number(at: 6, iloc.version < 2 ? 2 : 4) ?? 0) {
      let item = rest.take(iloc.version < 2 ? 2 : 4)
      let place = rest.offset - bytes.offset
      guard bytes.step(), let item, let location = Location(&rest, iloc) else {
        isAmbiguous = true
        break
      }
      locations.append(item, place)
      for index in 0..<location.count where location.hasLengths && bytes.step() {
        bytesOfItems += min(location[index]?.count ?? 0, 1 << 32)
      }
    }
    if locations.sort() { isAmbiguous = true }
  }
}

/// Where the bytes of an item are: ranges of the file, or of `idat`.
private struct Location {
  /// 0 for ranges of the file, 1 for ranges of `idat`; other methods refer to other items.
  let method: Int
  /// The number of ranges.
  let count: Int
  private let base: Int
  private let sizes: [Int]
  private let extents: ByteView

  /// Consumes an entry of `iloc`, without its item number, from the start of some bytes.
  init?(_ rest: inout ByteView, _ iloc: ByteView) {
    guard let sizes = Self.sizes(iloc), let method = iloc.version == 0 ? 0 : rest.take(2),
      rest.take(2) != nil, let base = rest.take(sizes[3]), let count = rest.take(2),
      let extents = rest.take(part: count * (sizes[0] + sizes[1] + sizes[2]))
    else { return nil }
    (self.method, self.base, self.sizes, self.extents) = (method & 15, base, sizes, extents)
    // For extents without bytes, a single entry is enough.
    self.count = extents.count > 0 ? count : min(count, 1)
  }

  /// The sizes in bytes of an index, an offset, a length and a base offset.
  ///
  /// Nil if a size is not allowed, because readers would disagree on what it means.
  static func sizes(_ iloc: ByteView) -> [Int]? {
    guard let all = iloc.number(at: 4, 2) else { return nil }
    let sizes = [iloc.version == 0 ? 0 : all & 15, all >> 12, all >> 8 & 15, all >> 4 & 15]
    return sizes.allSatisfy([0, 4, 8].contains) ? sizes : nil
  }

  var hasLengths: Bool { sizes[2] > 0 }

  /// A range; nil if its numbers are too large.
  subscript(index: Int) -> Range<Int>? {
    let start = index * (sizes[0] + sizes[1] + sizes[2]) + sizes[0]
    guard let offset = extents.number(at: start, sizes[1]),
      let length = extents.number(at: start + sizes[1], sizes[2]),
      // No file has 2⁵⁶ bytes.
      [base, offset, length].allSatisfy({ $0 < 1 << 56 })
    else { return nil }
    return base + offset..<base + offset + length
  }
}

/// The offsets of entries by item, in eight bytes each.
private struct ItemIndex {
  private var entries: [(item: UInt32, place: UInt32)] = []

  mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

  mutating func append(_ item: Int, _ place: Int) {
    entries.append((UInt32(truncatingIfNeeded: item), UInt32(truncatingIfNeeded: place)))
  }

  /// Sorts the index.
  ///
  /// Returns whether any item has several entries.
  mutating func sort() -> Bool {
    entries.sort { ($0.item, $0.place) < ($1.item, $1.place) }
    return zip(entries, entries.dropFirst()).contains { $0.item == $1.item }
  }

  /// The offsets of an item's entries.
  subscript(item: Int) -> some Collection<Int> {
    let first = (-1..<entries.count).lastMeeting { entries[$0].item < item } + 1
    return entries[first...].lazy.prefix { $0.item == item }.map { Int($0.place) }
  }
}

extension ByteView {
  /// The version at the start of a box.
  fileprivate var version: Int { number(at: 0, 1) ?? 0 }
}
