internal import ContactSheet

/// What becomes of the value of an option.
///
/// It also tells whether the option may stand beside `--from-plan`: a plan settles what the sheet
/// is, which is the job's part, and leaves open what is asked of the run.
struct OptionEffect<Value: Sendable>: Sendable {
  /// Puts a value into something; where other options bear on that, they are in the arguments.
  typealias Change<Target> = @Sendable (inout Target, Value, Arguments) throws -> Void

  /// The change of the job; nil for none.
  private(set) var job: Change<SheetJob>?
  /// The change of the request; nil for none.
  private(set) var request: Change<SheetRequest>?
  /// Whether a plan that was made before has settled what the option says.
  var isSettledByPlan = false

  /// A property of the sheet.
  static func job(_ change: @escaping @Sendable (inout SheetJob, Value) throws -> Void) -> Self {
    job { job, value, _ in try change(&job, value) }
  }

  /// A property of the sheet on which other options bear.
  static func job(_ change: @escaping Change<SheetJob>) -> Self {
    Self(job: change, isSettledByPlan: true)
  }

  static func request(
    _ change: @escaping @Sendable (inout SheetRequest, Value) throws -> Void
  ) -> Self {
    Self(request: { request, value, _ in try change(&request, value) })
  }

  /// Something that is asked of a run, on which other options bear.
  static func request(_ change: @escaping Change<SheetRequest>) -> Self { Self(request: change) }

  /// A property of the sheet for which a run of a plan may have another value.
  static func both(
    _ property: any WritableKeyPath<SheetJob, Value> & Sendable,
    request: @escaping @Sendable (inout SheetRequest, Value) -> Void
  ) -> Self {
    Self(
      job: { job, value, _ in job[keyPath: property] = value },
      request: { target, value, _ in request(&target, value) })
  }

  /// A part of what another option of the job says, which reads it: `--columns` of `--layout`,
  /// `--null` of `--files-from`.
  static var detail: Self { Self(isSettledByPlan: true) }

  /// Something that the command itself does, whatever sheet is made.
  static var command: Self { Self() }
}
