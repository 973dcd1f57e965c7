import Foundation

/// A file of worked examples in `Vectors`, beside this one.
struct VectorFile<Vector: Decodable>: Decodable {
  var vectors: [Vector]

  static func vectors(in name: String) throws -> [Vector] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Vectors", "\(name).json")
    return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file)).vectors
  }
}
