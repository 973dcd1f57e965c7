import PNGFixtures

/// A picture of the gallery: its file name without `.png`, and how to draw it.
struct Sample: Sendable {
  let name: String
  let fixture: @Sendable () -> PNGFixture

  init(_ name: String, fixture: @escaping @Sendable () -> PNGFixture) {
    self.name = name
    self.fixture = fixture
  }

  init(
    _ name: String, _ storage: Storage, interlaced: Bool = false, clearWhite: Bool = false,
    _ paint: @escaping @Sendable () -> Canvas
  ) {
    self.init(name) { paint().fixture(storage, interlaced: interlaced, clearWhite: clearWhite) }
  }
}

/// All pictures; together they have every kind of PNG pixel and a few awkward names.
let gallery: [Sample] = [
  Sample("富士山", .rgb(8), Mountains.fuji),
  Sample("Dünen im Abendlicht", .rgb(8), interlaced: true, Desert.dunes),
  Sample("aurora over the fjord", .rgb(8), Space.aurora),
  Sample("autumn leaf (soft edge)", .rgba(8), Leaves.autumn),
  Sample("blue ridges, panorama", .rgb(8), Mountains.ridges),
  Sample("chart 1", .rgb(8), Charts.lines),
  Sample("chart 2", .palette(8), Charts.bars),
  Sample("chart 3", .palette(8), Charts.heatMap),
  Sample("chart 10", .rgb(8), clearWhite: true, Charts.ring),
  Sample("chart 11", .palette(8), Charts.scatter),
  Sample("colour wheel", .rgba(8), Patterns.colorWheel),
  Sample("contour map", .palette(4), Charts.contours),
  Sample("dew on a leaf", .rgb(8), Macro.dew),
  Sample("engraving", .gray(1), LineArt.engraving),
  Sample("evening clouds", .rgb(16), Air.eveningClouds),
  Sample("fern", .gray(8), clearWhite: true, Leaves.fern),
  Sample("forest in fog", .gray(4), Mountains.foggyForest),
  Sample("from sea to space", .rgb(8), Sea.fromSeaToSpace),
  Sample("glass marble", .rgba(8), interlaced: true, Glass.marble),
  Sample("guilloche", .gray(2), interlaced: true, LineArt.guilloche),
  Sample("harbour at night", .rgb(8), City.bokeh),
  Sample("heart", .rgba(8), Icons.heart),
  Sample("hilbert curve", .palette(1), LineArt.hilbert),
  Sample("ink in water", .grayAlpha(8), Air.ink),
  Sample("marble head", .gray(8), Sculpture.head),
  Sample("maze [1]", .gray(1), LineArt.maze),
  Sample("moon", .gray(16), Moon.quarter),
  Sample("pearl", .grayAlpha(16), Glass.pearl),
  Sample("play button", .rgba(8), Icons.playButton),
  Sample("ringed planet", .rgb(8), Space.ringedPlanet),
  Sample("seahorse valley", .palette(8), interlaced: true, Fractals.seahorses),
  Sample("soap bubble", .rgba(16), Glass.bubble),
  Sample("spheres", .rgb(8), Studio.spheres),
  Sample("sprite 16", fixture: { Sprites.mushroom.fixture(depth: 2) }),
  Sample("sprite 32", fixture: { Sprites.rocket.fixture(depth: 4) }),
  Sample("stained glass", .rgb(8), Patterns.stainedGlass),
  Sample("sun on the sea", .rgb(8), Sea.glitter),
  Sample("tartan", .palette(8), Patterns.tartan),
  Sample("zone plate", .gray(8), Patterns.zonePlate),
]
