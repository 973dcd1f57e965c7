internal import SheetImaging
internal import SystemPackage

/// The pages of a TIFF file: its pictures that are neither smaller copies nor masks.
///
/// Source: TIFF 6.0, section 2 (the chain of directories) and NewSubfileType.
struct TIFFPages {
  /// The file in its byte order.
  let file: ByteView
  private let isBig: Bool
  private let first: Int

  /// The maximum number of directories to examine; each directory in a cycle is examined only once.
  static let maximumDirectories = 1 << 16
  /// The maximum number of subdirectories to examine.
  private static let maximumSubdirectories = 64

  init(_ file: ByteView) throws(PictureFileError) {
    guard file.count > 0 else { throw .empty }
    guard file.prefix(16).count == 16 else { throw .endOfFile }
    guard let file = file.inTIFFOrder, let version = file.number(at: 2, 2),
      version == 42 || version == 43
    else { throw .malformed(reason: "not a TIFF file") }
    self.file = file
    isBig = version == 43
    first = (version == 43 ? file.number(at: 8, 8) : file.number(at: 4, 4)) ?? 0
  }

  /// The directory at an offset; nil if there is none.
  func directory(at offset: Int) -> TIFFDirectory? {
    TIFFDirectory(at: offset, in: file, isBig: isBig)
  }

  /// The offsets of the directories of pages, in order; empty if the file has no picture.
  ///
  /// If all pictures of the chain are smaller copies, the pages are the pictures in their
  /// subdirectories; if the subdirectories have no pictures, the largest copy is the only page.
  ///
  /// - Parameter limit: The number of pages after which the search stops.
  /// - Returns: The offsets.
  func offsets(atMost limit: Int = .max) -> [Int] {
    var (pages, below): ([Int], [Int]) = ([], [])
    var seen: Set<Int> = []
    // Directories that overlap could add up to many times the size of the file.
    var bytesLeft = file.count
    var largest: (offset: Int, pixels: Double)?
    /// Adds the directory if it is new, and returns it.
    func look(at offset: Int) -> TIFFDirectory? {
      guard bytesLeft > 0, seen.insert(offset).inserted, let directory = directory(at: offset)
      else { return nil }
      bytesLeft -= directory.byteCount
      func number(_ tag: Int) -> Int { directory.unsigned(tag) ?? 0 }
      let kind = number(Self.oldKind) == 2 ? Kind.smaller : number(TIFFTag.kind)
      if kind & (Kind.smaller | Kind.mask) == 0 {
        pages.append(offset)
        return directory
      }
      let pixels = Double(number(TIFFTag.width)) * Double(number(TIFFTag.height))
      if kind & Kind.mask == 0, pixels > largest?.pixels ?? 0 { largest = (offset, pixels) }
      if below.count < Self.maximumSubdirectories {
        below += directory.numbers(TIFFTag.subdirectories)
      }
      return directory
    }
    var next = first
    while pages.count < limit, seen.count < Self.maximumDirectories, let directory = look(at: next)
    {
      next = directory.next
    }
    if pages.isEmpty {
      for offset in below.prefix(Self.maximumSubdirectories) { _ = look(at: offset) }
    }
    return pages.isEmpty ? [largest?.offset].compactMap(\.self) : pages
  }

  /// The tag that older files use instead of ``TIFFTag/kind`` (SubfileType).
  private static let oldKind = 255

  /// Bits of NewSubfileType.
  private enum Kind {
    static let smaller = 1
    static let mask = 4
  }
}

extension TIFFPages {
  /// The page offsets of recently read files.
  ///
  /// Searching a file again for each of 60,000 pages would take minutes.
  private static let recent = LRUCache<FileVersion, [Int]>(limit: 8)

  /// The offsets of all pages of an open file, from the cache if this version of the file is in it.
  func offsets(of descriptor: FileDescriptor) -> [Int] {
    guard let version = FileVersion(descriptor) else { return offsets() }
    return Self.recent.value(of: version) { offsets() }
  }
}
