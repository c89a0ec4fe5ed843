import Postgres

/// Writes acknowledgements in batches: those that arrive while a statement runs are written together by the
/// next one.
///
/// If an acknowledgement fails, its lease runs out and the delivery is repeated under the same id.
actor AcknowledgementBatcher {
    private let database: any Database
    private var waiting: [(receipt: DeliveryReceipt, done: CheckedContinuation<Void, any Error>)] = []
    private var isWriting = false

    init(database: any Database) { self.database = database }

    /// Acknowledges a delivery. Returns once it is written; a lost lease is no error, since another worker
    /// now delivers the notice.
    func add(_ receipt: DeliveryReceipt) async throws {
        try await withCheckedThrowingContinuation { done in
            waiting.append((receipt, done))
            guard !isWriting else { return }
            isWriting = true
            Task { await write() }
        }
    }

    private func write() async {
        while !waiting.isEmpty {
            let batch = waiting.prefix(DeliveryLimits.acknowledgementBatch)
            waiting.removeFirst(batch.count)
            do {
                _ = try await database.all(.acknowledge(batch.map(\.receipt)))
                for entry in batch { entry.done.resume() }
            } catch {
                for entry in batch { entry.done.resume(throwing: error) }
            }
        }
        isWriting = false
    }
}
