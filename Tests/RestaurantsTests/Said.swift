import Synchronization

@testable import Restaurants

/// What an import said while it ran.
final class Said: Sendable {
    private let progress = Mutex<[ImportProgress]>([])

    var all: [ImportProgress] { progress.withLock { $0 } }

    func add(_ news: ImportProgress) { progress.withLock { $0.append(news) } }
}
