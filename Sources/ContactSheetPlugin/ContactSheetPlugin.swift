internal import Foundation
internal import PackagePlugin

/// `swift package contactsheet`: the command, run in the folder of a package.
@main
struct ContactSheetPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let command = Process()
    command.executableURL = try context.tool(named: "ContactSheetCommand").url
    command.arguments = arguments
    command.currentDirectoryURL = context.package.directoryURL
    // SwiftPM communicates with the plugin over the plugin's own standard input.
    command.standardInput = FileHandle.nullDevice
    try command.run()
    command.waitUntilExit()
    let isSignal = command.terminationReason == .uncaughtSignal
    exit((isSignal ? 128 : 0) + command.terminationStatus)
  }
}
