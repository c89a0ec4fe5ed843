// Who may do what, as data: the whole of it stands in this file. A route names its action, so one without a row here
// does not compile; a feature touches a row of its table only with a ``Capability``, which only ``decide`` makes.

/// Everything somebody can ask for.
package enum Action: String, Hashable, Sendable, CaseIterable {
    // Access and people
    case signIn, readOwnSessions, endOwnSession, readSelf, editSelf, readWaysIn, editWaysIn, readPerson
    case exportSelf, eraseSelf, reportPerson, operate
    case readFriends, requestFriend, answerFriendRequest, removeFriend
    case readCompanions, matchContacts, blockPerson
    case readCircles, editCircles
    case readMailOutbox
    // Restaurants
    case searchRestaurants, readRestaurant
    // Outings
    case createOuting, listOutings, readOuting, editOuting, deleteOuting, cancelOuting
    case readAttendees, invite, nudge, removeAttendee, answerForAttendee, answer, leave
    case changeRole, stepDown, transferHost, shareOrigin
    case readSuggestions, suggest, supportSuggestion, withdrawSuggestion, decideSuggestion
    case readPolls, openPoll, vote, decidePoll
    case manageLinks, openInvitation, claimInvitation, askForLinks, sendLinkAgain
    // Talk and history
    case readMessages, postMessage, editMessage, deleteMessage, reportMessage, readUnread
    case readHistory, undoEdit
    // Circles' memory
    case rateVisit
    // Series
    case listSeries, createSeries, readSeries, editSeries, answerSeries, leaveSeries
    // Updates
    case readUpdates, streamUpdates, unsubscribe, manageSubscriptions, readPushKey
    case manageCalendar, followCalendar, takeMail
    // The program itself
    case readService
}

/// What somebody is to the thing they ask for.
package enum Relation: String, Hashable, Sendable, CaseIterable {
    /// The host of the outing.
    case host
    case cohost
    /// Invited, whatever they answered, with an account or by a personal token.
    case invitee
    /// Holds a share link that still works.
    case linkHolder
    /// A friend, or somebody one has shared an outing with.
    case acquaintance
    /// The thing is their own: their profile, their sessions, a new outing.
    case oneself
    /// Nothing of the above.
    case stranger
}

/// Proof that ``decide(_:_:_:as:)`` allowed `action` on `object`. Stores ask for one; nobody else can make it.
package struct Capability<Object: Hashable & Sendable>: Sendable {
    package let actor: Actor
    package let action: Action
    package let object: Object
    package let relation: Relation

    fileprivate init(actor: Actor, action: Action, object: Object, relation: Relation) {
        self.actor = actor
        self.action = action
        self.object = object
        self.relation = relation
    }
}

/// Why somebody may not. What one may not know of does not exist.
package enum Denial: Error, Hashable, Sendable {
    case notFound
    case forbidden
}

/// May `actor`, who is `relation` to `object`, do `action` to it?
///
/// Pure, total and table-driven: ``AccessPolicy`` is all it knows.
/// - Throws: ``Denial/notFound`` to a stranger, ``Denial/forbidden`` to somebody who may see the object.
package func decide<Object>(
    _ actor: Actor, _ action: Action, _ object: Object, as relation: Relation
) throws(Denial) -> Capability<Object> {
    guard AccessPolicy.allowed[action, default: []].contains(relation) else {
        throw AccessPolicy.seers.contains(relation) ? .forbidden : .notFound
    }
    return Capability(actor: actor, action: action, object: object, relation: relation)
}

package enum AccessPolicy {
    private static let hosts: Set<Relation> = [.host, .cohost]
    private static let members: Set<Relation> = [.host, .cohost, .invitee]
    private static let everybody = Set(Relation.allCases)

    /// The table.
    package static let allowed: [Action: Set<Relation>] = [
        .signIn: everybody,
        .readOwnSessions: [.oneself],
        .endOwnSession: [.oneself],
        .readSelf: [.oneself],
        .editSelf: [.oneself],
        .readWaysIn: [.oneself],
        .editWaysIn: [.oneself],
        .exportSelf: [.oneself],
        .eraseSelf: [.oneself],
        .reportPerson: [.acquaintance],
        .operate: everybody,
        .readPerson: [.oneself, .acquaintance],
        .readFriends: [.oneself],
        .requestFriend: [.oneself],
        .answerFriendRequest: [.oneself],
        .removeFriend: [.oneself],
        .readCompanions: [.oneself],
        .matchContacts: [.oneself],
        .blockPerson: [.oneself],
        .readCircles: [.oneself],
        .editCircles: [.oneself],
        .readMailOutbox: everybody,

        .searchRestaurants: everybody,
        .readRestaurant: everybody,

        .createOuting: [.oneself],
        .listOutings: [.oneself],
        .readOuting: members,
        .editOuting: hosts,
        .deleteOuting: [.host],
        .cancelOuting: hosts,
        .readAttendees: members,
        .invite: hosts,
        .nudge: hosts,
        .removeAttendee: hosts,
        .answerForAttendee: hosts,
        .answer: members,
        .leave: members,
        .shareOrigin: members,
        .changeRole: [.host],
        .stepDown: hosts,
        .transferHost: [.host],
        .readSuggestions: members,
        .suggest: members,
        .supportSuggestion: members,
        .withdrawSuggestion: members,
        .decideSuggestion: hosts,
        .readPolls: members,
        .openPoll: hosts,
        .vote: members,
        .decidePoll: hosts,
        .manageLinks: hosts,
        .claimInvitation: [.oneself],
        .askForLinks: everybody,
        .sendLinkAgain: hosts,
        .openInvitation: [.linkHolder, .invitee, .host, .cohost],

        .readMessages: members,
        .postMessage: members,
        // To a message `oneself` is its author.
        .editMessage: [.oneself],
        .deleteMessage: hosts.union([.oneself]),
        .reportMessage: members,
        .readUnread: [.oneself],
        .readHistory: members,
        .undoEdit: hosts,

        .rateVisit: members,

        .listSeries: [.oneself],
        .createSeries: [.oneself],
        .readSeries: members,
        .editSeries: [.host],
        .answerSeries: [.invitee],
        .leaveSeries: members,

        .readUpdates: [.oneself],
        .streamUpdates: [.oneself],
        .unsubscribe: [.oneself],
        .manageSubscriptions: [.oneself],
        .readPushKey: everybody,
        .manageCalendar: [.oneself],
        .followCalendar: everybody,
        .takeMail: everybody,

        .readService: everybody,
    ]

    /// Who knows that the object exists, so that a "no" may be said plainly.
    fileprivate static let seers: Set<Relation> = [.host, .cohost, .invitee, .acquaintance, .oneself]
}
