/// Pictures drawn pixel by pixel, a letter for each colour; a dot is nothing.
enum Sprites {
  static let mushroom = Sprite(
    colors: ["#": 0x2B1B2E, "o": 0xD93A3A, "-": 0xFBEFD9],
    rows: [
      "................",
      ".....######.....",
      "...##oo--oo##...",
      "..#oooo--oooo#..",
      ".#--oooooooo--#.",
      ".#--oooooooo--#.",
      "#ooooo----ooooo#",
      "#ooooo----ooooo#",
      "#oooooo--oooooo#",
      "#o--oooooooo--o#",
      ".##--##########.",
      "...#--#--#--#...",
      "...#--#--#--#...",
      "...#--------#...",
      "....#------#....",
      ".....######.....",
    ])

  /// Left halves; the right half is their mirror image.
  static let rocket = Sprite(
    colors: [
      "k": 0x1A1C2C, "r": 0xD8334A, "d": 0x8E1F3F, "w": 0xF4F4F4, "g": 0xB6C2D1, "s": 0x7C8BA1,
      "b": 0x3B5DC9, "c": 0x73EFF7, "y": 0xFFCD75, "o": 0xEF7D57,
    ],
    leftHalves: [
      "...............k",
      "..............kr",
      ".............krr",
      "............krrr",
      "...........krrrr",
      "...........krrrd",
      "..........krrrdd",
      "..........kwwwgg",
      ".........kwwwwgg",
      ".........kwwwkkk",
      "........kwwwkbbb",
      "........kwwkbbcc",
      "........kwwkbccc",
      "........kwwkbbcc",
      "........kwwwkbbb",
      "........kwwwwkkk",
      "........kwwwwwgg",
      "........kwwwwwgg",
      ".......kkwwwwwgg",
      "......krkwwwwwgg",
      ".....krrkwwwwggg",
      "....krrrkwwwwggg",
      "...krrrdkwwwgggs",
      "...krrddkwwwgggs",
      "...krddkkkwwggss",
      "...kddk..kkkkkkk",
      "...kkk....kssssk",
      "...........kyyyy",
      "...........koyyy",
      "............oyyw",
      "............ooyy",
      ".............ooy",
    ])
}
