import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

@Suite struct DuplicatesTests {
  /// A picture from a lossy format.
  private struct Lossy: PictureSource {
    let memory: MemoryPicture
    var name: String { memory.name }

    func header() -> PictureHeader {
      var header = memory.header()
      header.isLossy = true
      return header
    }

    func rows(as header: PictureHeader) -> sending any PictureRows { memory.rows(as: header) }
  }

  /// A picture of random patches with a given size.
  ///
  /// It may be lighter as a whole or in one patch, or have compression noise.
  static func picture(
    _ name: String, seed: UInt64, width: Int = 48, height: Int = 32, lighter: Int = 0,
    noise: Int = 0, change: Int = 0
  ) throws -> PictureFacts {
    var generator = SeededGenerator(seed: seed)
    var colors = (0..<12 * 8 * 3).map { _ in Int.random(in: 4..<196, using: &generator) }
    for channel in 90..<93 { colors[channel] += change }
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 {
          let color = colors[(y * 8 / height * 12 + x * 12 / width) * 3 + channel] + lighter
          bytes.append(UInt8(color + Int.random(in: -noise...noise, using: &generator)))
        }
      }
    }
    let memory = MemoryPicture(
      name: name, size: PixelSize(width: width, height: height),
      format: PixelFormat(.rgb, .eight), bytes: bytes)
    let source: any PictureSource = noise > 0 ? Lossy(memory: memory) : memory
    return PictureFacts(try SheetPicture(source).analyzed())
  }

  /// The names of pictures and their originals, as `copy=original`.
  private static func copies(_ pictures: [PictureFacts]) async throws -> [String] {
    try await zip(pictures, pictures.originals(workers: 2)).compactMap { picture, original in
      original.map { "\(picture.picture.source.name)=\(pictures[$0].picture.source.name)" }
    }
  }

  @Test(
    "A resized, noisy or slightly changed picture is a copy; a picture from another time is not",
    arguments: 1...4 as ClosedRange<UInt64>)
  func properties(seed: UInt64) async throws {
    let taken = ["taken": Fact(1)]
    var pictures: [PictureFacts] = []
    for seed in 10 * seed..<10 * seed + 3 {
      func add(
        _ name: String, _ width: Int, _ height: Int, noise: Int = 0, change: Int = 0,
        _ facts: [String: Fact?]
      ) throws {
        pictures.append(
          try Self.picture(
            "\(seed)\(name)", seed: seed, width: width, height: height, noise: noise, change: change
          ).with(facts))
      }
      try add(" whole", 96, 64, taken)
      try add(" same", 96, 64, taken)
      try add(" noisy", 96, 64, noise: 3, taken)
      try add(" half", 48, 32, [:])
      try add("changed", 96, 64, change: 60, taken)
      try add("later", 96, 64, ["taken": Fact(2)])
    }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2 {
      pictures.shuffle(using: &generator)
      let copies = try await Self.copies(pictures)
      // Of every four pictures, three are copies of the fourth.
      #expect(copies.count == 9, "\(copies)")
      for copy in copies {
        let names = copy.split(separator: "=").map { $0.split(separator: " ") }
        #expect(names.allSatisfy { $0.count == 2 } || copy.contains(" half="), "\(copy)")
        #expect(names[0][0].hasPrefix(names[1][0].prefix(2)))
        #expect(!copy.contains("changed"))
      }
    }
  }

  @Test(
    "Among copies of the same size and rating, a lossless one is kept, or else the largest file")
  func merits() async throws {
    let folder = TemporaryFolder()
    let exact = try Self.picture("exact", seed: 1, width: 96, height: 64)
    let lossy = try Self.picture("lossy", seed: 1, width: 96, height: 64, noise: 3)
    func file(_ size: Int64, of picture: PictureFacts) throws -> PictureFacts {
      let found = FoundImage(
        path: "x", size: size, modified: .zero, identity: FileIdentity(folder["."]))
      return PictureFacts(
        try SheetPicture(probing: picture.picture.source, as: found, .none).analyzed())
    }
    let (small, large) = (try file(10, of: exact), try file(20, of: exact))
    #expect(try await [small, large].originals(workers: 1) == [1, nil])
    #expect(try await [large, small].originals(workers: 1) == [nil, 0])
    let noisy = try file(30, of: lossy)
    #expect(try await [noisy, large].originals(workers: 1) == [1, nil])
    let rated = try file(5, of: lossy).with(["rating": Fact(1)])
    #expect(try await [large, rated].originals(workers: 1) == [1, nil])
  }

  @Test("Among copies, the largest is kept; ties go to the best rated, and then to the first")
  func best() async throws {
    let small = try Self.picture("small", seed: 1).with(["rating": Fact(5)])
    let plain = try Self.picture("plain", seed: 1, width: 96, height: 64)
    let twin = try Self.picture("twin", seed: 1, width: 96, height: 64)
    let rated = try Self.picture("rated", seed: 1, width: 96, height: 64).with(["rating": Fact(1)])
    #expect(try await Self.copies([small, plain, twin]) == ["small=plain", "twin=plain"])
    #expect(try await Self.copies([twin, small, plain]) == ["small=twin", "plain=twin"])
    #expect(
      try await Self.copies([small, plain, rated]) == ["small=rated", "plain=rated"])
  }

  @Test(
    "A small picture with much noise is a copy of the same picture without noise",
    arguments: 1...4 as ClosedRange<UInt64>)
  func small(seed: UInt64) async throws {
    let plain = try Self.picture("plain", seed: seed, width: 24, height: 16, lighter: 30)
    let noisy = try Self.picture("noisy", seed: seed, width: 24, height: 16, lighter: 30, noise: 30)
    let difference = try #require(plain.thumbnail).difference(from: #require(noisy.thumbnail))
    #expect(difference > Thumbnail.difference(ofMean: 8))
    #expect(try await Self.copies([plain, noisy]).count == 1)
  }

  @Test(
    "If two different pictures resemble a third, only the one that resembles it more is its copy")
  func rivals() async throws {
    let large = try Self.picture("large", seed: 1, width: 96, height: 64, lighter: 8, noise: 8)
    let one = try Self.picture("one", seed: 1, lighter: 8)
    let other = try Self.picture("other", seed: 1, lighter: 8, change: 6)
    #expect(try await Self.copies([large, other]) == ["other=large"])
    for pictures in [[large, one, other], [other, one, large], [one, other, large]] {
      #expect(try await Self.copies(pictures) == ["one=large"])
    }
  }

  @Test("A picture with a different shape, content or brightness (beyond rounding) is not a copy")
  func exact() async throws {
    let pictures = try [
      Self.picture("a", seed: 1), Self.picture("b", seed: 1, lighter: 2),
      Self.picture("c", seed: 1, lighter: 5), Self.picture("d", seed: 1, width: 32),
      Self.picture("e", seed: 2),
    ]
    #expect(try await pictures.originals(workers: 1) == [nil, 0, nil, nil, nil])
  }

  @Test("Copies are marked, or left out with a note that counts them")
  func policies() async throws {
    let pictures = try [
      Self.picture("x/a.png", seed: 1), Self.picture("x/b.png", seed: 1),
      Self.picture("y/c.png", seed: 2),
      Self.picture("y/a.png", seed: 1),
    ]
    let shown = try await pictures.treatingDuplicates(as: .show, workers: 2)
    #expect(shown.pictures.count == 4 && shown.note == nil)
    let marked = try await pictures.treatingDuplicates(as: .mark, workers: 2)
    #expect(
      marked.pictures.map { $0.picture.lookalikes?.original?.label } == [nil, "a", nil, "x/a"])
    #expect(
      marked.pictures.map { $0.fact(FactKey("duplicate-of"))?.text }
        == [nil, "x/a.png", nil, "x/a.png"])
    #expect(marked.note == nil)
    let skipped = try await pictures.treatingDuplicates(as: .skip, workers: 2)
    #expect(skipped.pictures.map(\.picture.source.name) == ["x/a.png", "y/c.png"])
    #expect(
      skipped.note?.text
        == "2 of 4 images are left out as copies of other images; the first is 'x/b.png', a copy of 'x/a.png'"
    )
    let others = Array(pictures.dropFirst(2))
    #expect(try await others.treatingDuplicates(as: .skip, workers: 2).note == nil)
  }

  @Test("Images with copies can be chosen, and are followed by their marked copies")
  func onlyCopies() async throws {
    let pictures = try [
      Self.picture("a.png", seed: 1), Self.picture("b.png", seed: 2),
      Self.picture("c.png", seed: 3), Self.picture("d.png", seed: 2),
      Self.picture("e.png", seed: 1), Self.picture("f.png", seed: 1),
    ]
    let only = try await pictures.treatingDuplicates(as: .only, workers: 2)
    #expect(
      only.pictures.map(\.picture.source.name) == ["a.png", "b.png", "d.png", "e.png", "f.png"])
    #expect(only.note?.text == "3 of 6 images are copies of 2 others")
    var job = SheetJob()
    job.duplicates = .only
    func names(_ pictures: [PictureFacts]) -> [String] {
      job.groups(of: pictures).flatMap(\.members).map(\.picture.source.name)
    }
    #expect(names(only.pictures) == ["a.png", "e.png", "f.png", "b.png", "d.png"])
    #expect(
      job.groups(of: only.pictures)[0].members.map { $0.picture.lookalikes?.original?.label }
        == [nil, "a", "a", nil, "b"])
    // In reverse order, copies still follow their original.
    #expect(names(only.pictures.reversed()) == ["b.png", "d.png", "a.png", "f.png", "e.png"])
    // A copy whose original is not shown keeps its position among the others.
    #expect(names(Array(only.pictures.dropFirst())) == ["b.png", "d.png", "e.png", "f.png"])
    let none = try await Array(pictures[..<3]).treatingDuplicates(as: .only, workers: 2)
    #expect(none.pictures.isEmpty && none.note == nil)
  }

  @Test(
    "The label of a copy never names the copy itself as the original",
    arguments: [
      ("x/a.png", "x/b.png", "a"), ("x/a.png", "y/a.png", "x/a"), ("a.png", "y/a.png", "./a"),
      ("x/a.png", "x/a.jpg", "a.png"), ("v/x/a.png", "w/x/a.png", "v/x/a.png"),
    ])
  func labels(original: String, copy: String, label: String) async throws {
    let pictures = [try Self.picture(original, seed: 1), try Self.picture(copy, seed: 1)]
    let marked = try await pictures.treatingDuplicates(as: .mark, workers: 1)
    #expect(marked.pictures.map { $0.picture.lookalikes?.original?.label } == [nil, label])
  }

  @Test(
    "16-bit pictures that all look black, such as masks and depth maps, are not copies or bursts")
  func faint() async throws {
    func pictures(times factor: Int, plus offset: Int = 0) throws -> [PictureFacts] {
      try (1...3).map { number in
        let codes = (0..<48 * 32).map { place in
          factor * ((place % 48 * (7 * number) + place / 48 * (11 - number)) % 200)
            + offset * number
        }
        let memory = MemoryPicture(
          name: "\(number)", size: PixelSize(width: 48, height: 32),
          format: PixelFormat(.gray, .sixteen),
          bytes: codes.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
        return PictureFacts(try SheetPicture(memory).analyzed())
      }
    }
    let faint = try pictures(times: 1)
    #expect(try await faint.originals(workers: 1) == [nil, nil, nil])
    #expect(faint.stacked(by: .likeness).count == 3)
    #expect(faint.allSatisfy { $0.fact(FactKey("dominant"))?.text == "#000000" })
    // Each of these pictures has a single class index.
    let plain = try pictures(times: 0, plus: 5)
    #expect(try await plain.originals(workers: 1) == [nil, nil, nil])
    // Bright and wholly black pictures are compared.
    let bright = try pictures(times: 329)
    #expect(try await [bright[0], bright[0]].originals(workers: 1) == [nil, 0])
    let black = try pictures(times: 0)
    #expect(try await black.originals(workers: 1) == [nil, 0, 0])
    // In order of likeness, faint pictures come last.
    let order = ImageOrder(by: .likeness).sorted([faint[0], bright[0]])
    #expect(order.map { $0.picture.pixelFacts?.isFaint } == [false, true])
  }

  @Test("Hundreds of equal pictures, or of unreadable ones, cause no error")
  func many() async throws {
    let one = try Self.picture("a", seed: 1)
    let broken = PictureFacts(.broken)
    let many = Array(repeating: one, count: 300) + [broken, broken]
    let originals = try await many.originals(workers: 2)
    #expect(originals[0] == nil && originals[1..<300].allSatisfy { $0 == 0 })
    #expect(originals.suffix(2) == [nil, nil])
  }
}
