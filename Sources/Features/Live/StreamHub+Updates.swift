import Foundation
import HTTPKit
import Logging
import NIOCore
import News
import NoonishAPI

extension StreamHub {
    /// Writes the next updates to every stream that is behind and writable. Streams that need the same
    /// updates share one query and one buffer.
    func writeUpdates() async {
        while true {
            let ready = takeReady()
            guard !ready.isEmpty else { return }
            var groups: [InboxRequest: Group] = [:]
            for subscription in ready {
                guard let person = subscription.person,
                    let (cursor, end) = subscription.reserveUpdates()
                else { continue }
                let request = InboxRequest(
                    person: person, after: cursor, outing: subscription.guestOf,
                    languages: subscription.languages)
                groups[request, default: Group(end: end)].join(subscription, end: end)
            }
            guard !groups.isEmpty else { continue }
            let requests = Array(groups.keys)
            do {
                let updates = try await UpdateReading(database: database, catalogue: catalogue, kinds: kinds)
                    .updates(requests, limit: LiveLimits.replayBatch)
                for (request, updates) in zip(requests, updates) {
                    if let group = groups[request] { write(updates, to: group) }
                }
            } catch {
                logger.warning("cannot read updates for open streams", metadata: ["error": "\(error)"])
                // No immediate retry, as the database is failing. The next new update or the next poll
                // retries.
                let waiting = groups.values.flatMap(\.subscriptions)
                for subscription in waiting { subscription.cancelReservation() }
                return retryLater(waiting)
            }
        }
    }

    /// Streams that need the same updates.
    private struct Group {
        var subscriptions: [StreamSubscription] = []
        /// The end of the inbox that was known before the updates were read.
        var end: Int

        mutating func join(_ subscription: StreamSubscription, end: Int) {
            subscriptions.append(subscription)
            self.end = min(self.end, end)
        }
    }

    private func write(_ updates: [Update], to group: Group) {
        var body = ByteBuffer()
        var written = 0
        for update in updates {
            ServerSentEvent.update(update).write(to: &body)
            written += 1
            if body.readableBytes >= LiveLimits.replayBytes { break }
        }
        // A stream that got all updates is up to date up to the end, even if the last numbers belong to
        // outings that it may not see.
        let isAll = written == updates.count && updates.count < LiveLimits.replayBatch
        let last = written > 0 ? updates[written - 1].seq : 0
        let seq = isAll ? max(last, group.end) : last
        let event = written > 0 ? StreamEvent(encoded: body) : nil
        let outings = updates.prefix(written).map(\.outing.id)
        for subscription in group.subscriptions {
            if !outings.isEmpty { follow(outings, by: subscription) }
            subscription.loop.execute { subscription.write(event, upTo: seq) }
        }
    }
}
