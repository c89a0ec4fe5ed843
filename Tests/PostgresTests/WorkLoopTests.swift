import Foundation
import Jobs
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Timing

/// A loop works while there is work, rests while there is none, and stops between two steps.
@Suite(.timeLimit(.minutes(30))) struct WorkLoopTests {
    private struct Broken: Error {}

    private func loop(
        _ pace: WorkLoop.Pace = .init(pollInterval: .seconds(600)), _ signal: Signal = Signal(),
        step: @escaping @Sendable () async throws -> WorkLoop.Outcome
    ) -> WorkLoop {
        WorkLoop("test.work", pace: pace, signal: signal, logger: .forTests, step: step)
    }

    /// Runs `loop` in a group while `test` looks at it, then ends it gracefully.
    private func run(_ loop: WorkLoop, while test: () async throws -> Void) async throws {
        let group = ServiceGroup(services: [loop], logger: .forTests)
        let running = Task { try await group.run() }
        try await test()
        await group.triggerGracefulShutdown()
        try await running.value
    }

    @Test func `a signal wakes it`() async throws {
        let signal = Signal()
        let steps = Tally()
        let loop = loop(.init(pollInterval: .seconds(600)), signal) {
            steps.add()
            return .idle
        }
        try await run(loop) {
            try await until { steps.count == 1 }

            signal.fire()
            try await until { steps.count == 2 }
        }
        #expect(steps.count == 2)
    }

    @Test func `it goes on at once while there is work`() async throws {
        let steps = Tally()
        let loop = loop { steps.add() < 100 ? .worked : .idle }
        try await run(loop) {
            try await until { steps.count == 100 }
        }
    }

    @Test func `it looks by itself when no signal comes`() async throws {
        let steps = Tally()
        let loop = loop(.init(pollInterval: .milliseconds(5))) {
            steps.add()
            return .idle
        }
        try await run(loop) {
            try await until { steps.count >= 5 }
        }
    }

    @Test func `a step that fails is tried again`() async throws {
        let steps = Tally()
        let loop = loop(.init(pollInterval: .seconds(600), backoff: .quick)) {
            if steps.add() < 5 { throw Broken() }
            return .idle
        }
        try await run(loop) {
            try await until { steps.count == 5 }
        }
    }

    @Test func `a step that takes too long is cancelled and tried again`() async throws {
        let steps = Tally()
        let pace = WorkLoop.Pace(
            pollInterval: .seconds(600), stepLimit: .milliseconds(20), backoff: .quick)
        let loop = loop(pace) {
            if steps.add() < 3 { try await Task.sleep(for: .seconds(600)) }
            return .idle
        }
        try await run(loop) {
            try await until { steps.count == 3 }
        }
    }

    @Test func `a step that takes too long and does not heed its cancellation is left behind`() async throws {
        let steps = Tally()
        let gate = Gate()
        let pace = WorkLoop.Pace(
            pollInterval: .seconds(600), stepLimit: .milliseconds(20), backoff: .quick)
        let loop = loop(pace) {
            if steps.add() < 3 { await gate.wait() }
            return .idle
        }
        try await run(loop) {
            try await until { steps.count == 3 }
        }
        gate.open()
    }

    /// Holds every caller until it is opened, cancelled or not.
    private final class Gate: Sendable {
        private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

        func wait() async {
            await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
        }

        func open() {
            for continuation in waiting.withLock({ $0 }) { continuation.resume() }
        }
    }

    @Test func `graceful shutdown waits for the step`() async throws {
        let begun = Tally()
        let ended = Tally()
        let gate = Signal()
        let loop = WorkLoop("test.work", pace: .init(pollInterval: .seconds(600)), logger: .forTests) {
            begun.add()
            await gate.wait()
            if !Task.isCancelled { ended.add() }
            return .worked
        }
        let group = ServiceGroup(services: [loop], logger: .forTests)
        let running = Task { try await group.run() }
        try await until { begun.count == 1 }

        await group.triggerGracefulShutdown()
        gate.fire()
        try await running.value

        #expect(begun.count == 1)
        #expect(ended.count == 1)
    }

    @Test func `a signal is kept for the next to wait, and waiting has an end`() async {
        let signal = Signal()
        signal.fire()
        signal.fire()
        await signal.wait()
        await signal.wait(timeout: .milliseconds(5))

        let waiter = Task { await signal.wait() }
        waiter.cancel()
        await waiter.value
    }

    private final class Tally: Sendable {
        private let value = Mutex(0)

        var count: Int { value.withLock { $0 } }

        @discardableResult
        func add() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }
}

extension Backoff {
    /// For tests of what is tried again, which do not wait for it.
    static let quick = Backoff(first: .milliseconds(1), longest: .milliseconds(5))
}
