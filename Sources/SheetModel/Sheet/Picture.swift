package import SheetLayout

extension Sheet {
  /// A picture that is not a file: an encoded file in memory, pixels, or rows that are generated on
  /// demand.
  ///
  /// Samples of pixels and rows are 8-bit sRGB with straight alpha. If a row has the wrong number
  /// of bytes, or reading it throws an error, the picture is unreadable.
  public struct Picture: Sendable {
    /// What each pixel consists of.
    public enum Channels: Int, CaseIterable, Sendable {
      /// One sample of grey.
      case gray = 1
      /// Grey and alpha.
      case grayAlpha = 2
      /// Red, green and blue.
      case rgb = 3
      /// Red, green, blue and alpha.
      case rgba = 4
    }

    /// A function that returns the next row of samples, from top to bottom.
    public typealias NextRow = () throws -> [UInt8]

    /// The name in labels, messages and plans; it is never interpreted as the path of a file.
    public let name: String
    /// The identifier by which a decoded plan finds the picture again; nil to use the name.
    ///
    /// If several pictures have the same identifier, ` (2)` is appended to the second, and so on.
    public let id: String?
    /// The picture's own facts by name, which templates, conditions and sort orders use like the
    /// facts of a file.
    ///
    /// A name consists of letters, digits, `-` and `_`, as in `score`. A fact that files have too,
    /// such as `taken`, overrides what the bytes of the file say.
    public let facts: [String: FactValue]
    package let content: Content

    /// Where the pixels come from.
    package enum Content: Sendable {
      /// Rows of a picture of this size, and the function that starts reading them.
      case rows(PixelSize, Channels, open: @Sendable () throws -> sending NextRow)
      /// The bytes of an encoded file.
      case encoded([UInt8])
    }

    /// Creates a picture whose rows are generated on demand.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - id: The identifier in plans; nil to use the name.
    ///   - width: The number of pixels in a row, at least 1.
    ///   - height: The number of rows, at least 1.
    ///   - channels: The samples of a pixel.
    ///   - facts: The picture's own facts, by name.
    ///   - open: Starts reading the rows, once or twice per sheet, on one of the run's threads.
    public init(
      name: String, id: String? = nil, width: Int, height: Int, channels: Channels = .rgba,
      facts: [String: FactValue] = [:], rows open: @escaping @Sendable () throws -> sending NextRow
    ) {
      (self.name, self.id, self.facts) = (name, id, facts)
      content = .rows(PixelSize(width: width, height: height), channels, open: open)
    }

    /// Creates a picture from the bytes of a file, such as an upload, in any supported format.
    ///
    /// Its metadata is used like a file's: colour profile, orientation and facts. If the bytes are
    /// not a supported file, the picture is unreadable.
    public init(
      name: String, id: String? = nil, encoded bytes: [UInt8], facts: [String: FactValue] = [:]
    ) {
      (self.name, self.id, self.facts, content) = (name, id, facts, .encoded(bytes))
    }

    /// Creates a picture from pixels in memory, row by row without padding.
    ///
    /// - Throws: ``ContactSheetError`` if the width or height is less than 1, or if there are too
    ///   few or too many bytes.
    public init(
      name: String, id: String? = nil, width: Int, height: Int, channels: Channels = .rgba,
      facts: [String: FactValue] = [:], pixels: [UInt8]
    ) throws {
      let (row, isLong) = width.multipliedReportingOverflow(by: channels.rawValue)
      let (needed, isLarge) = row.multipliedReportingOverflow(by: height)
      guard width > 0, height > 0, !isLong, !isLarge, needed == pixels.count else {
        throw ContactSheetError(
          .invalidValue,
          "cannot use the image '\(name.shortPrintable)': \(width) x \(height) pixels of "
            + "\(channels.rawValue.counted("sample")) are not \(pixels.count.counted("byte"))")
      }
      self.init(name: name, id: id, width: width, height: height, channels: channels, facts: facts)
      {
        var start = 0
        return {
          guard start < pixels.count else { throw WrongRow(count: 0) }
          defer { start += row }
          return Array(pixels[start..<(start + row)])
        }
      }
    }
  }
}

/// A row of a caller-supplied picture has the wrong number of bytes.
package struct WrongRow: Error, CustomStringConvertible {
  let count: Int

  package init(count: Int) { self.count = count }

  package var description: String {
    "a row has \(count) bytes, which does not match its number of pixels"
  }
}
