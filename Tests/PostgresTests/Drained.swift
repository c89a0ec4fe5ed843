import Foundation
import TestSupport

@testable import Postgres

/// Hands statements to a loop so that it drains them as one batch, in this order, and returns what each caller got.
///
/// - Parameter statements: Each with the lane it goes to. Several statements share one sync.
func drained(
    _ configuration: PostgresConfiguration, _ statements: [(Lane, [SQL])]
) async -> [Result<[ServerResult], PostgresError>] {
    let registry = StatementRegistry()
    let inbox = Inbox()
    let requests = statements.enumerated().map { index, entry in
        Request(
            entry.1.map { registry.bind("drained.\(index)", $0) }, to: .lane(entry.0),
            deadline: .now + .seconds(20), isAbandonable: true)
    }
    let callers = requests.map { request in
        Task {
            await withCheckedContinuation { continuation in _ = request.arm(continuation) }
        }
    }
    for request in requests {
        while !request.isAwaited { await Task.yield() }
        inbox.submit(request)
    }
    let thread = BackgroundThread("drained") {
        Loop(configuration, inbox: inbox, logger: .forTests).run()
    }
    var answers: [Result<[ServerResult], PostgresError>] = []
    for caller in callers {
        answers.append(
            await caller.value.map { answer in
                if case .results(let results) = answer { results } else { [] }
            })
    }
    inbox.stop()
    await thread.join()
    return answers
}

/// One connection a lane, so that all requests share it.
func alone(_ configuration: PostgresConfiguration) -> PostgresConfiguration {
    var configuration = configuration
    configuration.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
    return configuration
}

extension Result where Success == [ServerResult], Failure == PostgresError {
    /// `ok`, or the code of the failure.
    var word: String {
        switch self {
        case .success: "ok"
        case .failure(let error): error.sqlState ?? "\(String(reflecting: error))"
        }
    }

    /// The numbers of its only column.
    var numbers: [Int]? {
        try? get().first?.rows { row throws(PostgresError) in try row.next() }
    }
}
