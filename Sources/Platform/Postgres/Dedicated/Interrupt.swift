import Glibc
import Synchronization

/// A one-way switch that wakes a thread waiting for its socket.
final class Interrupt: Sendable {
    private let isFired = Atomic<Bool>(false)
    private let signal = Signal()

    var descriptor: Int32 { signal.descriptor }

    var hasFired: Bool { isFired.load(ordering: .acquiring) }

    /// Returns at `moment`, or earlier if the interrupt is fired.
    func wait(until moment: Moment) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while !hasFired, Moment.now < moment { _ = poll(&request, 1, Moment.now.pollTimeout(until: moment)) }
    }

    func fire() {
        isFired.store(true, ordering: .releasing)
        signal.fire()
    }
}
