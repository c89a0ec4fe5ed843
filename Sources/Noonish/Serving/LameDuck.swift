import Synchronization

/// Whether the process is about to stop: it still answers every request, but says that it is not ready, so that
/// balancers send new requests to other processes before its port closes.
final class LameDuck: Sendable {
    private let hasBegun = Atomic(false)

    var isActive: Bool { hasBegun.load(ordering: .acquiring) }

    func begin() { hasBegun.store(true, ordering: .releasing) }
}
