import Synchronization

/// Counts records while a file is read, and reports progress at intervals.
final class ImportTally: Sendable {
    private struct State {
        var read = 0
        var bytes = 0
        var staged = 0
        var skipped: [SkipReason: Int] = [:]
        var hours = HoursTally()
        var lastReportedAt: ContinuousClock.Instant
        /// Size of the whole file in bytes; `nil` if unknown.
        var size: Int?
    }

    private let state: Mutex<State>
    private let start = ContinuousClock.now
    private let progress: @Sendable (ImportProgress) -> Void

    /// Minimum time between two reports: ten a second are as many as anyone can see.
    private static let interval = Duration.milliseconds(100)

    init(progress: @escaping @Sendable (ImportProgress) -> Void) {
        self.progress = progress
        state = Mutex(State(lastReportedAt: start))
    }

    var read: Int { state.withLock(\.read) }
    var staged: Int { state.withLock(\.staged) }
    var skipped: [SkipReason: Int] { state.withLock(\.skipped) }
    var hours: HoursTally { state.withLock(\.hours) }

    func expect(bytes: Int?) { state.withLock { $0.size = bytes } }

    func addBytes(_ count: Int) { state.withLock { $0.bytes += count } }

    func skip(_ reason: SkipReason) {
        count { $0.skipped[reason, default: 0] += 1 }
    }

    /// Counts a staged restaurant.
    ///
    /// - Returns: The row's ordinal, starting with 1.
    func stage(_ restaurant: ImportedRestaurant) -> Int {
        count {
            $0.staged += 1
            $0.hours.count(restaurant.openingHours, zone: restaurant.timeZone)
        }
        return staged
    }

    private func count(_ change: (inout State) -> Void) {
        let now = ContinuousClock.now
        let report: ImportProgress? = state.withLock { state in
            state.read += 1
            change(&state)
            guard now - state.lastReportedAt >= Self.interval else { return nil }
            state.lastReportedAt = now
            return ImportProgress(
                phase: .reading, count: state.read,
                fraction: state.size.map { fraction(state.bytes, of: $0) },
                elapsed: now - start)
        }
        if let report { progress(report) }
    }

    private func fraction(_ bytes: Int, of size: Int) -> Double {
        size > 0 ? min(1, Double(bytes) / Double(size)) : 1
    }
}
