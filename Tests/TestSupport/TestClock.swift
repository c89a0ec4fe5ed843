package import Accounts
package import Foundation
import Synchronization

/// The database's clock until a test moves it.
package final class TestClock: Sendable {
    private let time = Mutex<Date?>(nil)

    package init() {}

    /// `nil` for the database's clock.
    package var now: Date? { time.withLock { $0 } }

    package var accountClock: AccountClock { AccountClock { self.now } }

    package func advance(by seconds: Double) {
        time.withLock { $0 = ($0 ?? Date()).addingTimeInterval(seconds) }
    }
}
