internal import CProcess
internal import Glibc
internal import SheetFiles
internal import SheetLayout
internal import Synchronization

/// The threads that carry out all tasks of a run.
///
/// Threads are started when there is work for them. If the system provides no more threads, the
/// existing ones do all the work. The command never uses Swift's own executor, which waits for ever
/// if a thread cannot be started. In other programs, that executor stays available.
@safe package final class WorkerThreads: TaskExecutor, @unchecked Sendable {
  private let state: Mutex<State>
  // A semaphore with one unit for each waiting job, and one for the end. It is allocated on the
  // heap because it must not move.
  private let arrivals: UnsafeMutablePointer<sem_t>

  private struct State {
    var jobs: [UnownedJob] = []
    /// The number of threads that are waiting for a job, or are about to wait.
    var idle: Int
    var running: Int
    var maximum: Int
  }

  /// The stack size of a thread.
  ///
  /// It is enough for the deepest recursion, which is in reading a plan's JSON, and small enough
  /// for many threads.
  package static let stackSize = 1 << 20

  private init(maximum: Int, running: Int) {
    state = Mutex(State(idle: running, running: running, maximum: maximum))
    unsafe arrivals = .allocate(capacity: 1)
    unsafe sem_init(arrivals, 0, 0)
  }

  deinit {
    unsafe sem_destroy(arrivals)
    unsafe arrivals.deallocate()
  }

  /// Creates up to `count` threads, including the caller's, once there is work for them.
  package convenience init(count: Int) { self.init(maximum: count, running: 1) }

  /// Carries out `work` on at most `workers` new threads, and returns when it is done.
  package static func run<Success: Sendable>(
    workers: Int = Processors.available, _ work: @Sendable (_ workers: Int) async throws -> Success
  ) async throws -> Success {
    let threads = WorkerThreads(maximum: workers, running: 0)
    defer { unsafe sem_post(threads.arrivals) }
    return try await withTaskExecutorPreference(threads, isolation: nil) {
      try Task.checkCancellation()
      return try await work(workers)
    }
  }

  /// Carries out `work` and returns when it is done; may be called only once, on a stack of at
  /// least ``stackSize``.
  package func run<Success: Sendable>(
    _ work: @escaping @Sendable () async throws -> Success
  ) throws -> Success {
    let outcome = Mutex<Result<Success, any Error>?>(nil)
    Task.detached(executorPreference: self) {
      let result: Result<Success, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      // There are no more jobs after this one.
      unsafe sem_post(self.arrivals)
    }
    carryOutJobs()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the work has ended") }
    return try result.get()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.idle < state.jobs.count, state.running < state.maximum else { return false }
      state.running += 1
      state.idle += 1
      return true
    }
    unsafe sem_post(arrivals)
    guard needsThread else { return }
    if let thread = startThread() {
      pthread_detach(thread)
    } else {
      let isAlone = state.withLock { state in
        state.running -= 1
        state.idle -= 1
        state.maximum = max(1, state.running)
        return state.running == 0
      }
      // If there are no other threads, the caller's thread does the job.
      if isAlone { _ = carryOutNext() }
    }
  }

  private func carryOutJobs() { while carryOutNext() {} }

  /// Waits for a job and carries it out; returns false at the end, when no more jobs will come.
  private func carryOutNext() -> Bool {
    while unsafe sem_wait(arrivals) != 0 {}
    let next = state.withLock { state in
      state.idle -= 1
      return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
    }
    guard let job = next else {
      // Each thread that learns of the end passes the signal on to the next.
      unsafe sem_post(arrivals)
      return false
    }
    // An `errno` of 0 makes the fault handler report that memory has run out.
    errno = 0
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    state.withLock { $0.idle += 1 }
    return true
  }

  /// Starts a thread that carries out jobs, to be joined or detached; nil if the system provides
  /// none.
  private func startThread() -> pthread_t? {
    // The initialiser of this type belongs to a module of swift-system that cannot be imported
    // here.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    unsafe pthread_attr_init(attributes)
    defer { unsafe pthread_attr_destroy(attributes) }
    unsafe pthread_attr_setstacksize(attributes, Self.stackSize)
    var thread = pthread_t()
    // The new thread releases this reference.
    let threads = unsafe Unmanaged.passRetained(self)
    let result = unsafe pthread_create(
      &thread, attributes,
      { threads in
        unsafe cprocess_run_thread(
          { threads in
            guard let threads = unsafe threads else { return }
            unsafe Unmanaged<WorkerThreads>.fromOpaque(threads).takeRetainedValue().carryOutJobs()
          }, threads)
        return nil
      }, threads.toOpaque())
    if result == 0 { return thread }
    unsafe threads.release()
    errno = 0
    return nil
  }
}
