// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Modules with this setting must mark every unsafe operation: a missing `unsafe` is an error. Pure
// modules contain none.
let memorySafe: [SwiftSetting] =
  swiftSettings + [
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
  ]

// Tests spend their time in the modules under test, so optimising the tests takes longer than it
// saves. Nobody debugs them in release builds and nothing imports them, so debug information, an
// index of the modules of the toolchain, and a separate job that emits their interface would waste
// time. The frontend gets `-gnone` directly, because SwiftPM adds `-g` after these flags.
let testSettings: [SwiftSetting] =
  swiftSettings + [
    .unsafeFlags(
      [
        "-Onone", "-Xfrontend", "-gnone", "-index-ignore-system-modules",
        "-no-emit-module-separately-wmo",
      ],
      .when(configuration: .release))
  ]

let strictC: [CSetting] = [
  .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

// The dependencies of each kind of test, for the default targets and the exhaustive ones.
let readingTests: [String] = [
  "CLibraries", "ColorFixtures", "FormatFixtures", "JPEGFixtures", "PNGFixtures", "SheetModel",
  "SheetFiles", "SheetFixtures", "SheetImaging", "SheetLayout", "SheetPictures", "SheetText",
  "TestSupport", "SystemPackage",
]
let planTests: [String] = [
  "SheetModel", "SheetFiles", "SheetFixtures", "SheetImaging", "SheetLayout", "SheetPictures",
  "SheetPlanning",
  "SheetPlans", "SheetText", "TestSupport",
]
let planningTests: [String] =
  planTests + ["SystemPackage"]
let renderingTests: [String] = [
  "ColorFixtures", "JPEGFixtures", "PNGFixtures", "SheetModel", "SheetFixtures",
  "SheetImaging", "SheetLayout", "SheetPictures", "SheetPlanning", "SheetPlans",
  "SheetRendering", "SheetText", "TestSupport", "SystemPackage",
]
let runningTests: [String] =
  renderingTests + ["CProcess", "ContactSheet", "SheetFiles"]
let processTests: [String] = [
  "ColorFixtures", "CommandFixtures", "FolderFixtures", "FormatFixtures", "JPEGFixtures",
  "PNGFixtures", "SheetFiles", "SheetLayout", "SheetPictures", "TestSupport", "SystemPackage",
]
let commandTests: [String] =
  planningTests + [
    "CommandFixtures", "ContactSheet", "ContactSheetCommand", "FolderFixtures",
    "PNGFixtures", "SheetFiles", "SheetRendering",
    "ArgumentParser",
  ]

/// The targets and products with the given names, each once.
func all(_ names: [String]...) -> [Target.Dependency] {
  Set(names.joined()).sorted().map { name in
    switch name {
    case "ArgumentParser": .product(name: name, package: "swift-argument-parser")
    case "SystemPackage": systemPackage
    default: .target(name: name)
    }
  }
}

let package = Package(
  name: "contactsheet",
  // `platforms` is left out, since it sets minimum versions of Apple's systems, and this package is
  // for Linux.
  products: [
    .executable(name: "contactsheet", targets: ["ContactSheetCommand"]),
    .library(name: "ContactSheet", targets: ["ContactSheet"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),

    // The only code that sees png.h, setjmp or longjmp. Only C imports CPNG, so without pkg-config
    // nothing else tells the linker about libpng.
    .target(
      name: "CPNGShims", dependencies: ["CPNG"], cSettings: strictC,
      linkerSettings: [.linkedLibrary("png")]),
    // Optional libraries, which are loaded at run time instead of being linked. The only code that
    // sees jpeglib.h, webp/decode.h, libheif/heif.h or tiffio.h.
    .target(name: "CLibraries", cSettings: strictC),
    // The list of temporary files, the signal handlers that remove them, memory limits, and system
    // calls that Swift does not expose.
    .target(name: "CProcess", cSettings: strictC),
    // Our own PNG coder and deflate encoder. They do not use libpng, and write the same bytes
    // everywhere; reading uses zlib.
    .target(
      name: "CPNGCodec", dependencies: ["CKernels", "CLibraries", "CZlib"], cSettings: strictC,
      linkerSettings: [.linkedLibrary("z")]),

    // Pure geometry: no files, no imports, no unsafe code.
    .target(name: "SheetLayout", swiftSettings: memorySafe),
    // Inner loops, and the choice of the vector instructions they may use.
    .target(name: "CKernels", cSettings: strictC),
    .target(name: "SheetImaging", dependencies: ["CKernels"], swiftSettings: memorySafe),
    // What the user asks for: a sheet and the values it is made of, templates and conditions on the
    // facts of pictures, civil time, notes and errors.
    .target(
      name: "SheetModel", dependencies: ["SheetImaging", "SheetLayout"], swiftSettings: memorySafe),
    // Fonts, measured lines and labels.
    .target(
      name: "SheetText", dependencies: ["CLibraries", "SheetModel", "SheetLayout"],
      swiftSettings: memorySafe),
    // Paths as bytes, bounded reads, and system calls that swift-system lacks.
    .target(
      name: "SheetFiles", dependencies: ["CProcess", "SheetModel", systemPackage],
      swiftSettings: memorySafe),
    // Pictures: their types, formats, readers and metadata.
    .target(
      name: "SheetPictures",
      dependencies: [
        "CLibraries", "CPNGCodec", "CPNGShims", "SheetModel", "SheetFiles", "SheetImaging",
        "SheetLayout", systemPackage,
      ],
      swiftSettings: memorySafe),
    // What a sheet consists of: the values of a plan, and its JSON.
    .target(
      name: "SheetPlans",
      dependencies: [
        "SheetFiles", "SheetImaging", "SheetLayout", "SheetPictures", "SheetModel", "SheetText",
      ],
      swiftSettings: memorySafe),
    // Makes plans, independently of rendering.
    .target(
      name: "SheetPlanning",
      dependencies: [
        "SheetFiles", "SheetImaging", "SheetLayout", "SheetPictures", "SheetPlans", "SheetModel",
        "SheetText",
        systemPackage,
      ],
      swiftSettings: memorySafe),
    // Renders plans, independently of planning.
    .target(
      name: "SheetRendering",
      dependencies: [
        "CLibraries", "SheetModel", "SheetFiles", "SheetImaging", "SheetLayout", "SheetPictures",
        "SheetPlans", "SheetText", systemPackage,
      ],
      swiftSettings: memorySafe),
    // The library that people embed: finding, comparing, outputs, documents, and the run that ties
    // planning and rendering together.
    .target(
      name: "ContactSheet",
      dependencies: [
        "CProcess", "SheetFiles", "SheetImaging", "SheetLayout", "SheetModel", "SheetPictures",
        "SheetPlanning", "SheetPlans", "SheetRendering", "SheetText", systemPackage,
      ],
      swiftSettings: memorySafe),
    // The command: its options and option files, messages, progress and exit status.
    .executableTarget(
      name: "ContactSheetCommand",
      dependencies: [
        "CProcess", "ContactSheet", "SheetFiles", "SheetImaging", "SheetLayout", "SheetModel",
        "SheetPictures", "SheetPlanning", "SheetPlans", "SheetRendering", "SheetText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), systemPackage,
      ],
      swiftSettings: memorySafe),

    // Writes PNG files of every kind, including invalid ones, without libpng.
    .target(
      name: "PNGFixtures", dependencies: ["CZlib"], path: "Tests/PNGFixtures",
      swiftSettings: swiftSettings),
    // Writes ICC profiles, and measures colours in double precision.
    .target(
      name: "ColorFixtures", path: "Tests/ColorFixtures", swiftSettings: swiftSettings),
    // What several test targets need: seeded random numbers, temporary folders, damaged bytes,
    // vector levels, our coders compared with zlib and libpng, and what this machine has installed.
    .target(
      name: "TestSupport",
      dependencies: ["CKernels", "CPNGCodec", "CZlib", "SheetPictures"],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    // Decodes whole files with libpng's simplified API, for comparison.
    .target(
      name: "CPNGOracle", dependencies: ["CPNG"], path: "Tests/CPNGOracle", cSettings: strictC),

    // Writes JPEG files with the installed libjpeg, and decodes whole ones for comparison.
    .target(name: "CJPEGOracle", path: "Tests/CJPEGOracle", cSettings: strictC),
    .target(
      name: "JPEGFixtures", dependencies: ["CJPEGOracle", "TestSupport"],
      path: "Tests/JPEGFixtures",
      swiftSettings: swiftSettings),

    // Encodes pictures with the installed libheif, and decodes whole ones for comparison.
    .target(name: "CHEIFOracle", path: "Tests/CHEIFOracle", cSettings: strictC),

    // A picture in each format that is read: the table behind the tests that all formats share.
    .target(
      name: "FormatFixtures",
      dependencies: [
        "CHEIFOracle", "CLibraries", "JPEGFixtures", "PNGFixtures", "TestSupport",
      ],
      path: "Tests/FormatFixtures", swiftSettings: swiftSettings),

    // Folders of pictures as real users have them.
    .target(
      name: "FolderFixtures",
      dependencies: ["FormatFixtures", "JPEGFixtures", "PNGFixtures", "TestSupport"],
      path: "Tests/FolderFixtures", swiftSettings: swiftSettings),

    // Checks of rectangles and arrangements, and the worked examples in `Vectors`.
    .target(
      name: "LayoutFixtures", dependencies: ["SheetLayout", "TestSupport"],
      path: "Tests/LayoutFixtures", exclude: ["Vectors"], swiftSettings: testSettings),
    // Small pictures, and reference implementations of resampling, blending and tone mapping in
    // plain doubles.
    .target(
      name: "ImagingFixtures", dependencies: ["SheetImaging", "TestSupport"],
      path: "Tests/ImagingFixtures", swiftSettings: swiftSettings),
    // Random texts, and the fonts installed on this machine.
    .target(
      name: "TextFixtures",
      dependencies: ["SheetModel", "SheetLayout", "SheetText", "TestSupport"],
      path: "Tests/TextFixtures", swiftSettings: testSettings),
    // Fully decoded pictures, and noise as every kind of PNG.
    .target(
      name: "PictureFixtures",
      dependencies: ["PNGFixtures", "SheetImaging", "SheetPictures", "TestSupport"],
      path: "Tests/PictureFixtures", swiftSettings: testSettings),
    // Stub pictures, plans of jobs without files, and the pixels of rendered sheets.
    .target(
      name: "SheetFixtures",
      dependencies: [
        "PNGFixtures", "SheetFiles", "SheetImaging", "SheetLayout", "SheetPictures",
        "SheetPlanning", "SheetPlans", "TestSupport", systemPackage,
      ],
      path: "Tests/SheetFixtures", swiftSettings: swiftSettings),
    // Runs of the built command as a process, the files it writes, and injected faults.
    .target(
      name: "CommandFixtures", dependencies: ["JPEGFixtures", "PNGFixtures", "TestSupport"],
      path: "Tests/CommandFixtures", swiftSettings: testSettings),

    .testTarget(
      name: "SheetLayoutTests", dependencies: ["LayoutFixtures", "SheetLayout", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SheetImagingTests",
      dependencies: [
        "CKernels", "ColorFixtures", "ImagingFixtures", "SheetImaging", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "SheetModelTests", dependencies: ["SheetModel", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SheetTextTests",
      dependencies: [
        "PNGFixtures", "SheetModel", "SheetImaging", "SheetLayout", "SheetText", "TestSupport",
        "TextFixtures",
      ],
      exclude: ["Golden"], swiftSettings: testSettings),
    .testTarget(
      name: "SheetFilesTests",
      dependencies: ["SheetFiles", "SheetFixtures", "TestSupport", systemPackage],
      swiftSettings: testSettings),
    .testTarget(
      name: "SheetPicturesTests",
      dependencies: all(
        readingTests, ["CPNGCodec", "CPNGOracle", "CPNGShims", "CZlib", "PictureFixtures"]),
      swiftSettings: testSettings),
    .testTarget(
      name: "SheetPlansTests", dependencies: all(planTests), swiftSettings: testSettings),
    .testTarget(
      name: "SheetPlanningTests", dependencies: all(planningTests), swiftSettings: testSettings),
    .testTarget(
      name: "SheetRenderingTests", dependencies: all(renderingTests), swiftSettings: testSettings),
    .testTarget(
      name: "ContactSheetTests", dependencies: all(runningTests, ["FormatFixtures"]),
      swiftSettings: testSettings),
    .testTarget(
      name: "ContactSheetCommandTests", dependencies: all(commandTests), exclude: ["Golden"],
      swiftSettings: testSettings),
  ],
  swiftLanguageModes: [.v6]
)

// Sweeps, damaged files, faults and combinations. Each target is named after the promise that it
// checks. They are built only on request, because they take as long as everything else; see
// CONTRIBUTING.
if let exhaustive = Context.environment["EXHAUSTIVE"] {
  func target(
    _ name: String, _ dependencies: [String], _ settings: [SwiftSetting] = testSettings
  ) -> Target {
    .testTarget(
      name: name, dependencies: all(dependencies), path: "Tests/Exhaustive/\(name)",
      swiftSettings: settings)
  }
  // Tests of whole runs.
  package.targets += [
    target("BoundedMemoryTests", processTests),
    // How the command runs and ends, and what it writes; the executable is built beside these
    // tests.
    target("CommandRunningTests", processTests),
    target("CommandSheetsTests", processTests),
    target("CompletePlansTests", runningTests),
    target("EveryFactTests", runningTests),
    target("EveryMessageTests", commandTests),
    target("EveryPairTests", processTests + readingTests),
    target("FaithfulPDFTests", processTests + ["ContactSheet", "ContactSheetCommand"]),
    target("KeptFilesTests", processTests + runningTests),
    target("SameBytesTests", processTests),
  ]
  // Tests of single modules. `.ci/run` asks for EXHAUSTIVE=runs, which leaves these out; `.ci/long`
  // runs them, and `.ci/address` those whose modules contain C.
  if exhaustive != "runs" {
    package.targets += [
      target("EveryFormatTests", readingTests),
      target("EveryMetadataTests", readingTests),
      target(
        "EveryScriptTests",
        ["SheetModel", "SheetImaging", "SheetLayout", "SheetText", "TestSupport", "TextFixtures"]),
      target("LayoutRulesTests", ["LayoutFixtures", "SheetLayout", "TestSupport"]),
      // Its inner loops compare bytes, so it is optimised.
      target("LosslessDeflateTests", ["CPNGCodec", "TestSupport"], swiftSettings),
      target(
        "LosslessPNGTests",
        [
          "CPNGCodec", "CPNGOracle", "CPNGShims", "CZlib", "PNGFixtures", "PictureFixtures",
          "SheetImaging", "SheetPictures", "TestSupport",
        ]),
      target("PageRulesTests", planningTests),
      target(
        "TrueColorTests",
        ["CKernels", "ColorFixtures", "ImagingFixtures", "SheetImaging", "TestSupport"]),
      target("TrueTilesTests", renderingTests + ["ContactSheet"]),
    ]
  }
}

// Plugins for packages that depend on this one. SwiftPM builds every module once more for plugins,
// so they are left out when SwiftPM is started in this package's own folder.
if Context.environment["PWD"] != Context.packageDirectory,
  Context.environment["EXHAUSTIVE"] != "fuzzing"
{
  package.products += [
    .plugin(name: "ContactSheetPlugin", targets: ["ContactSheetPlugin"]),
    .plugin(name: "ResourceSheetPlugin", targets: ["ResourceSheetPlugin"]),
  ]
  package.targets += [
    .plugin(
      name: "ContactSheetPlugin",
      capability: .command(
        intent: .custom(verb: "contactsheet", description: "Makes contact sheets."),
        permissions: [
          .writeToPackageDirectory(reason: "It writes sheets, and what else its options name.")
        ]),
      dependencies: ["ContactSheetCommand"], path: "Sources/ContactSheetPlugin"),
    .plugin(
      name: "ResourceSheetPlugin", capability: .buildTool(),
      dependencies: ["ContactSheetCommand"], path: "Sources/ResourceSheetPlugin"),
  ]
}

// What .ci/address builds: the modules that contain C, and their tests.
if Context.environment["HOLDING_C"] != nil {
  let others = [
    "SheetPlans", "SheetPlanning", "SheetRendering", "ContactSheet",
    "ContactSheetCommand", "ContactSheetPlugin", "ResourceSheetPlugin",
    "CommandFixtures", "FolderFixtures",
  ]
  let tests = [
    "EveryFormatTests", "EveryMetadataTests", "LosslessDeflateTests", "LosslessPNGTests",
    "SheetPicturesTests", "SheetTextTests",
  ]
  package.products.removeAll()
  for target in package.targets where target.name == "SheetFixtures" {
    target.exclude = ["PlannedJobs.swift"]
    target.dependencies.removeAll { dependency in
      if case .byNameItem(let name, _) = dependency { others.contains(name) } else { false }
    }
  }
  package.targets.removeAll { target in
    others.contains(target.name) || target.type == .test && !tests.contains(target.name)
  }
}

// The program that Tests/Fuzzing/fuzz.sh builds with its own flags. It links the command's options,
// so the command is built without its entry point.
if Context.environment["EXHAUSTIVE"] == "fuzzing" {
  package.products.removeAll { $0.name == "contactsheet" }
  for (index, target) in package.targets.enumerated() where target.name == "ContactSheetCommand" {
    package.targets[index] = .target(
      name: target.name, dependencies: target.dependencies, exclude: ["ContactSheetCommand.swift"],
      swiftSettings: target.swiftSettings)
  }
  package.targets.append(
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "CPNGCodec", "CZlib", "ColorFixtures", "ContactSheetCommand", "ContactSheet",
        "FormatFixtures",
        "JPEGFixtures", "PNGFixtures", "SheetFiles", "SheetImaging",
        "SheetLayout", "SheetFixtures", "SheetPictures", "SheetPlanning", "SheetModel",
        "SheetText", "TestSupport", systemPackage,
      ],
      path: "Tests/Fuzzing", exclude: ["fuzz.sh"], swiftSettings: swiftSettings))
}
