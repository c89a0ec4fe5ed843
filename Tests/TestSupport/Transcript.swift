package import Foundation
import Synchronization

/// The output of a child process, which tests can wait for.
package final class Transcript: Sendable {
    private struct State {
        var text = ""
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    package var text: String { state.withLock(\.text) }

    /// Follows `pipe` until its end.
    package func follow(_ pipe: Pipe) {
        pipe.fileHandleForReading.readabilityHandler = { [self] handle in
            let data = handle.availableData
            state.withLock { state in
                if data.isEmpty { state.isClosed = true }
                state.text += String(decoding: data, as: UTF8.self)
            }
            if data.isEmpty { handle.readabilityHandler = nil }
        }
    }

    /// Waits until `find` finds something in the text.
    ///
    /// - Throws: ``NotSeen`` with the text so far, when the process ended or `limit` passed without it.
    package func wait<Found: Sendable>(
        _ what: String, atMost limit: Duration = .seconds(60), for find: @Sendable (String) -> Found?
    ) async throws -> Found {
        try await eventually(what, atMost: limit) {
            let (text, isClosed) = state.withLock { ($0.text, $0.isClosed) }
            if let found = find(text) { return found }
            if isClosed { throw NotSeen(what: what, text: text) }
            return nil
        }
    }

    package struct NotSeen: Error, CustomStringConvertible {
        let what: String
        let text: String
        package var description: String { "not seen: \(what), in: \(text)" }
    }
}

/// Calls `look` repeatedly until it returns a value.
///
/// - Throws: What `look` throws, or ``NeverHappened`` when `limit` passed.
package func eventually<Found>(
    _ what: String, atMost limit: Duration = .seconds(60), _ look: () async throws -> Found?
) async throws -> Found {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
        if let found = try await look() { return found }
        guard clock.now < end else { throw NeverHappened(what: what) }
        try await clock.sleep(for: .milliseconds(50))
    }
}

package struct NeverHappened: Error, CustomStringConvertible {
    let what: String
    package var description: String { "did not happen: \(what)" }
}
