// swift-tools-version: 6.2
import PackageDescription

// A package that depends on this library, as other people's packages do.
// samples.py writes the examples of the documentation into its target.
let package = Package(
  name: "outside",
  dependencies: [.package(name: "contactsheet", path: "../..")],
  targets: [
    .executableTarget(
      name: "Outside",
      dependencies: [.product(name: "ContactSheet", package: "contactsheet")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
