import ContactSheet

/// Pictures in the cells of a spiral: a layout that the library does not have.
struct Spiral: PageLayout {
  func arrangement(of request: Sheet.LayoutRequest) throws -> Sheet.Arrangement {
    var (rest, isWide) = (Sheet.Rect(x: 0, y: 0, width: request.width, height: request.width), true)
    let frames = request.pictures.indices.map { index in
      var frame = rest
      guard index + 1 < request.pictures.count else { return frame }
      if isWide {
        frame.width = (rest.width - request.gap.width) / 2
        rest.x = frame.maxX + request.gap.width
        rest.width = frame.width
      } else {
        frame.height = (rest.height - request.gap.height) / 2
        rest.y = frame.maxY + request.gap.height
        rest.height = frame.height
      }
      isWide.toggle()
      return frame
    }
    return Sheet.Arrangement(
      size: Sheet.Size(width: request.width, height: request.width), frames: frames)
  }
}

/// Makes a sheet of pictures that are not files, in a layout defined by this package.
@main enum Outside {
  static func main() async throws {
    let pictures = (0..<5).map { index in
      Sheet.Picture(name: "\(index)", width: 64, height: 48, channels: .gray) {
        var row = 0
        return {
          row += 1
          return [UInt8](repeating: UInt8(index * 50 + row), count: 64)
        }
      }
    }
    var sheet = Sheet(pictures: pictures)
    sheet.layout = .custom(Spiral())
    sheet.label = "{name}"
    let report = try await sheet.render(to: CommandLine.arguments[1])
    for issue in report.issues { print(issue.kind, issue) }
    sheet.label = "{"
    do { _ = try await sheet.plan() } catch let error as ContactSheetError {
      print(report.pages[0].pictures, error.code.rawValue)
    }
    try await serve()
  }

  /// Makes sheets of uploads as a server does, and prints what became of them.
  private static func serve() async throws {
    let picture = try Sheet.Picture(
      name: "a", width: 40, height: 30, channels: .gray, pixels: .init(repeating: 99, count: 1200))
    let file = try await Sheet(pictures: [picture]).render(as: .png)
    // A name that is a path opens nothing, and bytes that are not an image get a placeholder.
    let sheet = try await contactSheet(of: [("../../etc/passwd", file), ("b.png", [1, 2, 3])])
    print(sheet.starts(with: [0xFF, 0xD8]) ? "a JPEG" : "no JPEG")
    let many = (0..<200).map { ("\($0)", file) }
    do { _ = try await contactSheet(of: many + [("one more", file)]) } catch { print(error) }
    do { _ = try await contactSheet(of: many, within: .zero) } catch { print(error) }
    let request = Task { try await contactSheet(of: many) }
    request.cancel()
    do { _ = try await request.value } catch { print(type(of: error)) }
  }
}
