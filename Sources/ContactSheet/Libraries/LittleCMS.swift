internal import OptionalLibraries

/// The functions of Little CMS 2 that sheets need, where it is installed.
///
/// Source: lcms2.h of Little CMS 2.8, the first with a flag to copy alpha.
@safe struct LittleCMS: Sendable {
  /// What Debian calls the package that brings the library.
  static let packageName = "liblcms2-2"

  /// The library of this system, nil where there is none.
  static let installed = LittleCMS()

  typealias OpenProfile = @convention(c) @Sendable (UnsafeRawPointer?, UInt32) -> OpaquePointer?
  typealias CreateProfile = @convention(c) @Sendable () -> OpaquePointer?
  typealias CreateGrayProfile =
    @convention(c) @Sendable (UnsafePointer<Double>?, OpaquePointer?) -> OpaquePointer?
  typealias CloseProfile = @convention(c) @Sendable (OpaquePointer?) -> Int32
  typealias BuildCurve =
    @convention(c) @Sendable (OpaquePointer?, Int32, UnsafePointer<Double>?) -> OpaquePointer?
  typealias Free = @convention(c) @Sendable (OpaquePointer?) -> Void
  typealias CreateTransform =
    @convention(c) @Sendable (
      OpaquePointer?, UInt32, OpaquePointer?, UInt32, UInt32, UInt32
    ) -> OpaquePointer?
  typealias DoTransform =
    @convention(c) @Sendable (
      OpaquePointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt32
    ) -> Void

  let openProfile: OpenProfile
  let createSRGBProfile: CreateProfile
  let createGrayProfile: CreateGrayProfile
  let closeProfile: CloseProfile
  let buildCurve: BuildCurve
  let freeCurve: Free
  let createTransform: CreateTransform
  let deleteTransform: Free
  let doTransform: DoTransform

  private init?() {
    guard let library = OptionalLibrary(["liblcms2.so.2", "liblcms2.2.dylib"]),
      let openProfile = unsafe library.function("cmsOpenProfileFromMem", as: OpenProfile.self),
      let createSRGBProfile = unsafe library.function(
        "cmsCreate_sRGBProfile", as: CreateProfile.self),
      let createGrayProfile = unsafe library.function(
        "cmsCreateGrayProfile", as: CreateGrayProfile.self),
      let closeProfile = unsafe library.function("cmsCloseProfile", as: CloseProfile.self),
      let buildCurve = unsafe library.function("cmsBuildParametricToneCurve", as: BuildCurve.self),
      let freeCurve = unsafe library.function("cmsFreeToneCurve", as: Free.self),
      let createTransform = unsafe library.function(
        "cmsCreateTransform", as: CreateTransform.self),
      let deleteTransform = unsafe library.function("cmsDeleteTransform", as: Free.self),
      let doTransform = unsafe library.function("cmsDoTransform", as: DoTransform.self)
    else { return nil }
    unsafe self.openProfile = openProfile
    unsafe self.createSRGBProfile = createSRGBProfile
    unsafe self.createGrayProfile = createGrayProfile
    unsafe self.closeProfile = closeProfile
    unsafe self.buildCurve = buildCurve
    unsafe self.freeCurve = freeCurve
    unsafe self.createTransform = createTransform
    unsafe self.deleteTransform = deleteTransform
    unsafe self.doTransform = doTransform
  }
}
