package import SheetFiles
internal import SheetModel
package import SheetPlans
package import SystemPackage

/// The names of the pages of a sheet.
///
/// A single page has the given name. If there are several, each has its number before the
/// extension, as in `sheet-001.png`. The number has at least three digits, and as many as the last
/// page needs. `%d` in the name, or `%03d` for at least three digits, puts the number there, even
/// if there is only one page. In a name with a pattern, `%%` stands for a percent sign. Pages are
/// counted from 1. If the pages of a matrix are divided by columns too, and there is no pattern,
/// the block follows the number: `sheet-004-r2c1.png`.
package struct OutputNames: Equatable, Sendable {
  /// The path as given.
  package let path: FilePath

  private let prefix: [UInt8]
  private let suffix: [UInt8]
  /// The minimum number of digits in a pattern; nil if there is no pattern.
  private let patternDigits: Int?

  /// The minimum number of digits without a pattern.
  private static let plainDigits = 3

  /// Derives the names from `output` without accessing the disk.
  package init(_ output: FilePath) {
    path = output
    let name = Array(output.nameBytes)
    let dot = name.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    (prefix, suffix, patternDigits) =
      Self.pattern(in: name) ?? (name[..<dot] + [UInt8(ascii: "-")], Array(name[dot...]), nil)
  }

  /// Whether the name has a place for the number, so that each page has a name of its own.
  package var hasPattern: Bool { patternDigits != nil }

  /// The path of a page.
  ///
  /// - Parameters:
  ///   - page: The page's number, from 1.
  ///   - count: The number of pages. In a plan of a single page, this may be less than the page's
  ///     number.
  ///   - block: The block of a matrix that the page shows; nil if the number is enough.
  /// - Returns: A path in the folder of ``path``.
  package func path(page: Int, of count: Int, block: PageBlock? = nil) -> FilePath {
    precondition(page >= 1, "there is no page \(page)")
    guard hasPattern || count > 1 else { return path }
    let digits = patternDigits ?? max(Self.plainDigits, String(count).utf8.count)
    let place = hasPattern ? "" : block.map { "-r\($0.row)c\($0.column)" } ?? ""
    return path.removingLastComponent()
      .appending(nameBytes: prefix + page.digits(digits).utf8 + place.utf8 + suffix)
  }

  /// Whether a file name is the given name or the name of a page, for any number of pages.
  package func includes(nameBytes name: ArraySlice<UInt8>) -> Bool {
    if patternDigits == nil, name == path.nameBytes { return true }
    guard name.count > prefix.count + suffix.count, name.starts(with: prefix),
      name.suffix(suffix.count).elementsEqual(suffix)
    else { return false }
    var number = name.dropFirst(prefix.count).dropLast(suffix.count)
    if !hasPattern { number = number.withoutBlock }
    guard number.allSatisfy(\.isDigit), number.contains(where: { $0 != UInt8(ascii: "0") })
    else { return false }
    // Without a pattern, page 1 of 1000 is 0001, so any number with enough digits may be a page.
    guard let patternDigits else { return number.count >= Self.plainDigits }
    return number.count == patternDigits
      || number.count > patternDigits && number.first != UInt8(ascii: "0")
  }
}

extension ArraySlice<UInt8> {
  /// The number of a page, without the block that may follow it.
  fileprivate var withoutBlock: Self {
    let mark = Array("-r".utf8)
    guard let start = firstRange(of: mark) else { return self }
    let parts = self[start.upperBound...].split(
      separator: UInt8(ascii: "c"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) })
    else { return self }
    return self[..<start.lowerBound]
  }
}

extension OutputNames {
  /// The first `%d` or `%0Nd` in a name, as the text on either side of it and its number of
  /// digits; nil if there is none.
  private static func pattern(
    in name: [UInt8]
  ) -> (prefix: [UInt8], suffix: [UInt8], digits: Int?)? {
    let percent = UInt8(ascii: "%")
    var prefix: [UInt8] = []
    var rest = name[...]
    while let first = rest.popFirst() {
      guard first == percent else {
        prefix.append(first)
        continue
      }
      if rest.first == percent {
        rest.removeFirst()
      } else if let (digits, end) = digits(at: rest) {
        return (prefix, unescaped(rest[end...]), digits)
      }
      prefix.append(percent)
    }
    return nil
  }

  /// The minimum number of digits that `d` or `0Nd` states, and the index after it.
  private static func digits(at text: ArraySlice<UInt8>) -> (digits: Int, end: Int)? {
    var rest = text
    var digits = 1
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
      guard let width = rest.popFirst(), width.isDigit, width != UInt8(ascii: "0")
      else { return nil }
      digits = Int(width - UInt8(ascii: "0"))
    }
    guard rest.popFirst() == UInt8(ascii: "d") else { return nil }
    return (digits, rest.startIndex)
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text
    while let first = rest.popFirst() {
      result.append(first)
      if first == UInt8(ascii: "%"), rest.first == first { rest.removeFirst() }
    }
    return result
  }
}

extension OutputNames {
  /// The tokens in a name that stand for the name of a page's group.
  static let groupTokens = ["folder", "group"]

  /// Whether the name stands for the names of several groups.
  package var hasGroup: Bool { textsAroundGroup != nil }

  /// The identities of the output file and of all files that are named like its pages.
  package var places: Set<FileIdentity> {
    let group = textsAroundGroup
    let pages = files { name in
      if includes(nameBytes: name) { return true }
      guard let (start, end) = group else { return false }
      return name.count > start.count + end.count && name.starts(with: start)
        && name.suffix(end.count).elementsEqual(end)
    }
    return Set(([path] + pages).compactMap { FileIdentity($0) })
  }

  /// The text before the first group token in the given name, and the extension; nil if there is no
  /// such token.
  private var textsAroundGroup: (start: ArraySlice<UInt8>, end: ArraySlice<UInt8>)? {
    let given = path.nameBytes
    let tokens = Self.groupTokens.compactMap { given.firstRange(of: "{\($0)}".utf8)?.lowerBound }
    return tokens.min().map { first in
      (given[..<first], given.lastIndex(of: UInt8(ascii: ".")).map { given[$0...] } ?? [])
    }
  }

  /// The files in the output's folder whose names meet a condition, in no particular order.
  private func files(where isMeant: (ArraySlice<UInt8>) -> Bool) -> [FilePath] {
    let folder = path.removingLastComponent()
    return ((try? path.folder.folderEntries()) ?? [])
      .filter { $0.kind != .folder && isMeant($0.name[...]) }
      .map { folder.appending(nameBytes: $0.name) }
  }

  /// The files in the output's folder that are named like pages, in natural order.
  ///
  /// Files in `written` are left out, and so are files that this program did not write.
  func existingPages(
    except written: [SheetOutput], where isOwn: (FilePath) -> Bool
  ) -> [FilePath] {
    let written = Set(written)
    return files(where: includes(nameBytes:)).sortedNaturally()
      .filter { !written.contains(.file($0)) && isOwn($0) }
  }
}
