import Access
import Foundation
import HTTPKit
import NoonishAPI
import Orders

/// Which streams follow which boards of venues, and what they have received.
struct BoardTopics {
    private var followers: [RestaurantID: [ObjectIdentifier: StreamSubscription]] = [:]
    /// The newest revision that streams received.
    private var known: [RestaurantID: KnownBoard] = [:]
    private var boardsToCheck: Set<RestaurantID> = []

    private struct KnownBoard {
        let revision: Int
        let event: StreamEvent
    }

    /// Adds a stream, which the caller has authorised.
    ///
    /// - Returns: The revisions of its boards that are known already.
    mutating func add(_ subscription: StreamSubscription) -> [StreamTopics.RevisionEvent] {
        subscription.boards.compactMap { board in
            followers[board, default: [:]][ObjectIdentifier(subscription)] = subscription
            boardsToCheck.insert(board)
            return known[board].map {
                StreamTopics.RevisionEvent(subscription: subscription, topic: .board(board), event: $0.event)
            }
        }
    }

    mutating func remove(_ subscription: StreamSubscription) {
        for board in subscription.boards { unfollow(board, subscription) }
    }

    private mutating func unfollow(_ board: RestaurantID, _ subscription: StreamSubscription) {
        followers[board]?[ObjectIdentifier(subscription)] = nil
        if followers[board]?.isEmpty ?? false {
            followers[board] = nil
            known[board] = nil
        }
    }

    /// Marks boards to be checked.
    ///
    /// - Returns: Whether any followed board is to be checked.
    mutating func markForCheck(_ boards: some Sequence<RestaurantID>) -> Bool {
        for board in boards where followers[board] != nil { boardsToCheck.insert(board) }
        return !boardsToCheck.isEmpty
    }

    /// Takes the boards to query.
    ///
    /// - Parameter aboutAll: Whether to include those without a wake-up.
    mutating func question(aboutAll: Bool) -> [RestaurantID] {
        defer { boardsToCheck = [] }
        return aboutAll ? Array(followers.keys) : Array(boardsToCheck)
    }

    /// Records a revision of a board. People who no longer work there stop following it, and the stream of a device that
    /// was removed ends.
    ///
    /// - Returns: The revision for each stream that may see it, if it is new.
    mutating func publish(_ board: BoardRevision) -> [StreamTopics.RevisionEvent] {
        let people = Set(board.people)
        let devices = Set(board.devices)
        let streams = (followers[board.venue] ?? [:]).values
        for subscription in streams where !subscription.isReader(people, devices) {
            unfollow(board.venue, subscription)
            subscription.forget(.board(board.venue))
            if subscription.person == nil { subscription.close() }
        }
        guard let left = followers[board.venue], known[board.venue]?.revision != board.revision else {
            return []
        }
        let event = StreamEvent(ServerSentEvent.board(board))
        known[board.venue] = KnownBoard(revision: board.revision, event: event)
        return left.values.map {
            StreamTopics.RevisionEvent(subscription: $0, topic: .board(board.venue), event: event)
        }
    }
}

extension StreamSubscription {
    fileprivate func isReader(_ people: Set<UUID>, _ devices: Set<UUID>) -> Bool {
        if case .device(let device, _) = actor { return devices.contains(device.uuid) }
        return person.map { people.contains($0.uuid) } ?? false
    }
}
