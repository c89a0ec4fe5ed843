import Synchronization

/// Wakes a thread that waits for its socket, for good.
final class Interrupt: Sendable {
    private let isFired = Atomic<Bool>(false)
    private let bell = Bell()

    var descriptor: Int32 { bell.descriptor }

    var hasFired: Bool { isFired.load(ordering: .acquiring) }

    func fire() {
        isFired.store(true, ordering: .releasing)
        bell.ring()
    }
}
