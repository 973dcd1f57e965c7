import CProcess
import Foundation
import SheetLayout
import Synchronization
import Testing

@testable import ContactSheet

@Suite struct WorkerThreadTests {
  /// The threads on which tasks ran.
  private final class Threads: Sendable {
    private let seen = Mutex<Set<UInt>>([])

    func note() { seen.withLock { _ = $0.insert(UInt(pthread_self())) } }
    var count: Int { seen.withLock { $0.count } }
  }

  @Test("All tasks run on at most the given number of threads", arguments: [1, 2, 5])
  func tasks(count: Int) throws {
    let threads = Threads()
    let sum = try WorkerThreads(count: count).run {
      threads.note()
      return try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...1000 {
          group.addTask {
            threads.note()
            await Task.yield()
            threads.note()
            return number
          }
        }
        var sum = 0
        for try await number in group { sum += number }
        threads.note()
        return sum
      }
    }
    #expect(sum == 500_500)
    #expect(threads.count <= count)
  }

  @Test("Tasks run in parallel if there are enough threads")
  func together() throws {
    let arrived = Arrivals()
    try WorkerThreads(count: 3).run {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            arrived.count.add(1, ordering: .relaxed)
            // Each task waits until all threads have arrived, so that none runs two tasks.
            while arrived.count.load(ordering: .relaxed) < 3 { usleep(1000) }
          }
        }
      }
    }
  }

  private final class Arrivals: Sendable {
    let count = Atomic(0)
  }

  @Test("A stale errno from one job does not reach the next")
  func errorNumber() throws {
    let left = try WorkerThreads(count: 1).run {
      errno = ENOMEM
      await Task.yield()
      return errno
    }
    #expect(left == 0)
  }

  @Test("A worker's stack overflow ends the process, after its temporary files are removed")
  func stackOverflow() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    await #expect(processExitsWith: .signal(SIGSEGV)) { [file = file as String] in
      _ = cprocess_file_add(AT_FDCWD, file)
      cprocess_install()
      let caller = UInt(pthread_self())
      try WorkerThreads(count: 2).run {
        await withTaskGroup(of: Void.self) { group in
          // The calling thread waits, so that a worker takes the job.
          let arrivals = Arrivals()
          for _ in 0..<2 {
            group.addTask {
              arrivals.count.add(1, ordering: .relaxed)
              while arrivals.count.load(ordering: .relaxed) < 2 { usleep(1000) }
              if UInt(pthread_self()) == caller { sleep(60) }
              _ = deep(1)
            }
          }
        }
      }
    }
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("An error thrown by a task is rethrown")
  func failure() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try WorkerThreads(count: 2).run { throw Failure() } }
  }
}

/// Recurses deeper than the stack allows.
@inline(never) private func deep(_ depth: Int) -> Int {
  guard depth < .max else { return 0 }
  var block = [depth, depth + 1]
  block[depth % 2] = deep(depth + 1)
  return block.reduce(0, &+)
}
