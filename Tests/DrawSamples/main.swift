import Foundation
import PNGFixtures

// Draws the sample pictures into the folder given: swift run -c release DrawSamples SampleImages

guard CommandLine.arguments.count >= 2 else {
  FileHandle.standardError.write(Data("usage: DrawSamples <folder> [name of a picture]...\n".utf8))
  exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let wanted = Set(CommandLine.arguments.dropFirst(2))

do {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  var total = 0
  for sample in gallery where wanted.isEmpty || wanted.contains(sample.name) {
    let file = sample.fixture().encoded()
    try Data(file).write(to: folder.appendingPathComponent(sample.name + ".png"))
    total += file.count
    print("\(sample.name).png: \(file.count) bytes")
  }
  print("\(total) bytes together")
} catch {
  FileHandle.standardError.write(Data("cannot write to '\(folder.path)': \(error)\n".utf8))
  exit(2)
}
