// swift-tools-version: 6.2
import PackageDescription

// A package that depends on this library, as other people's packages do. It uses every public
// declaration of the library, which compile.sh checks. samples.py writes the examples of the
// documentation into its target.
let package = Package(
  name: "outside",
  dependencies: [
    .package(name: "contactsheet", path: "../.."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .executableTarget(
      name: "Outside",
      dependencies: [
        .product(name: "ContactSheet", package: "contactsheet"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
