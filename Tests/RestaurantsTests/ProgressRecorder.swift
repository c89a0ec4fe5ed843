import Synchronization

@testable import Restaurants

/// Records the progress of an import.
final class ProgressRecorder: Sendable {
    private let progress = Mutex<[ImportProgress]>([])

    var all: [ImportProgress] { progress.withLock { $0 } }

    func add(_ news: ImportProgress) { progress.withLock { $0.append(news) } }
}
