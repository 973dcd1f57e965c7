internal import FoundationEssentials
internal import Glibc
internal import SheetRunning
internal import Synchronization

/// Threads for the work of one call, so that the pool of Swift's tasks stays free.
///
/// A thread starts if a job waits, and ends if none does.
@safe final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var threads = 0
  }

  /// Enough for the deepest recursion, which reads a plan's JSON.
  private static let stackSize = 1 << 20

  private let maximum: Int
  private let state = Mutex(State())

  private init(maximum: Int) { self.maximum = maximum }

  /// The number of processors that may be used, at least 1.
  static var processors: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// Does work on threads of its own, at most as many as workers.
  static func run<Success: Sendable>(
    workers: Int = processors, _ work: @Sendable (_ workers: Int) async throws -> Success
  ) async throws -> Success {
    let threads = ThreadExecutor(maximum: workers)
    return try await withTaskExecutorPreference(threads, isolation: nil) {
      try Task.checkCancellation()
      return try await work(workers)
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.threads < maximum else { return false }
      state.threads += 1
      return true
    }
    // If the system gives no thread, the caller's thread does the work.
    if needsThread, !startThread() { carryOutJobs() }
  }

  private func carryOutJobs() {
    while let job = nextJob() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// The job that has waited longest; nil if none waits, and the thread ends.
  private func nextJob() -> UnownedJob? {
    state.withLock { state in
      if state.jobs.isEmpty {
        state.threads -= 1
        return nil
      }
      return state.jobs.removeFirst()
    }
  }

  /// Starts a detached thread that carries out jobs; false if the system gives none.
  private func startThread() -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, Self.stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    // The thread releases it.
    let threads = unsafe Unmanaged.passRetained(self)
    let result = unsafe pthread_create(
      &thread, &attributes,
      { threads in
        guard let threads = unsafe threads else { return nil }
        unsafe Unmanaged<ThreadExecutor>.fromOpaque(threads).takeRetainedValue().carryOutJobs()
        return nil
      }, threads.toOpaque())
    if result != 0 { unsafe threads.release() }
    return result == 0
  }
}
