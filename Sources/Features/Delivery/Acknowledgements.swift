import Postgres

/// Writes acknowledgements in batches: those that come while a statement is under way go together into the next one.
///
/// One that fails is one whose lease runs out; the delivery is then done again, under the same id.
actor Acknowledgements {
    private let database: any Database
    private var waiting: [(told: Told, done: CheckedContinuation<Void, any Error>)] = []
    private var isWriting = false

    init(database: any Database) { self.database = database }

    /// Returns when it is written, or when the lease turned out to be lost, which is no error: somebody else tells it.
    func add(_ told: Told) async throws {
        try await withCheckedThrowingContinuation { done in
            waiting.append((told, done))
            guard !isWriting else { return }
            isWriting = true
            Task { await write() }
        }
    }

    private func write() async {
        while !waiting.isEmpty {
            let batch = waiting.prefix(DeliveryLimits.acknowledgedAtOnce)
            waiting.removeFirst(batch.count)
            do {
                _ = try await database.all(.acknowledge(batch.map(\.told)))
                for entry in batch { entry.done.resume() }
            } catch {
                for entry in batch { entry.done.resume(throwing: error) }
            }
        }
        isWriting = false
    }
}
