import Foundation
import NIOCore
import NoonishAPI
import Synchronization

/// One open stream, as the hub sees it: what it has not written yet, of bounded size however slow its reader is.
///
/// The hub marks what is new, the stream takes all of it when it can write again. Of an outing only the newest revision is
/// kept, and of the inbox only that it grew: that is the snapshot a slow reader gets.
final class StreamSubscription: Sendable {
    let person: PersonID
    /// Says once that something is due, however much became due since.
    let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let due = Mutex(Due())

    /// What is to be written.
    struct Due: Sendable {
        var inboxGrew = false
        var revisions: [OutingID: ByteBuffer] = [:]
        var comment = false
        var sessionCheck = false
        var isClosed = false

        fileprivate var isEmpty: Bool {
            !inboxGrew && revisions.isEmpty && !comment && !sessionCheck && !isClosed
        }
    }

    init(_ person: PersonID) {
        self.person = person
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Everything that is due; nothing is due afterwards.
    func take() -> Due {
        due.withLock { due in
            defer { due = Due() }
            return due
        }
    }

    func inboxGrew() { mark { $0.inboxGrew = true } }
    func comment() { mark { $0.comment = true } }
    func checkSession() { mark { $0.sessionCheck = true } }
    func close() { mark { $0.isClosed = true } }

    /// - Parameter event: the encoded event; its memory is shared by all streams.
    func revised(_ outing: OutingID, _ event: ByteBuffer) { mark { $0.revisions[outing] = event } }

    /// The person is off the list of `outing`: nothing more of it is written.
    func forget(_ outing: OutingID) {
        due.withLock { $0.revisions[outing] = nil }
    }

    private func mark(_ change: (inout Due) -> Void) {
        let wasEmpty = due.withLock { due in
            let wasEmpty = due.isEmpty
            change(&due)
            return wasEmpty
        }
        if wasEmpty { wake.yield() }
    }
}
