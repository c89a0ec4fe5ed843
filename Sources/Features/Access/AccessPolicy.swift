// The complete access policy, as data. Every route names its ``Action``, so a route without a row here does
// not compile. Stores require a ``Capability`` for every access to a row, and only ``decide`` creates one.

/// Everything that a caller can request.
package enum Action: String, Hashable, Sendable, CaseIterable {
    // Access and people
    case signIn, readOwnSessions, endOwnSession, readSelf, editSelf, readSignInMethods, editSignInMethods,
        readPerson
    case exportSelf, eraseSelf, reportPerson, operate
    case readFriends, requestFriend, answerFriendRequest, removeFriend
    case readCompanions, matchContacts, blockPerson
    case readCircles, editCircles
    case readMailOutbox
    // Restaurants
    case searchRestaurants, readRestaurant
    // Venues
    case readOwnVenues, claimVenue, readVenue, editVenue, readVenueMembers, manageVenueMembers, leaveVenue
    case readVenueChanges
    case editVenueMenu, manageVenueDevices, pairDevice, readVenueOrders, answerVenueOrder, setAvailability
    case readStock, countStock, takeDishesOff
    case recordSale, readSales, voidSale, writeInvoice, readInvoices
    case readCustomers, editCustomers, manageCustomers, editFilters
    // Outings
    case createOuting, listOutings, readOuting, editOuting, deleteOuting, cancelOuting
    case readAttendees, countDiets, invite, nudge, removeAttendee, answerForAttendee, answer, leave
    case changeRole, stepDown, transferHost, shareOrigin
    case readSuggestions, suggest, supportSuggestion, withdrawSuggestion, decideSuggestion
    case readPolls, openPoll, vote, decidePoll
    case manageLinks, openInvitation, claimInvitation, requestLinks, resendLink, confirmAddress
    // Bills
    case readBill, createBill, editBill, recordPayment, sendTransfer, settleTransfer, readPaymentOptions
    case editPayoutMethods
    case payOnline, takeCheckoutEvent, editRememberedCard
    // Messages and history
    case readMessages, postMessage, editMessage, deleteMessage, reportMessage, readUnread
    case readHistory, undoEdit
    // Visits
    case rateVisit
    // Orders
    case openOrder, readOrder, editOrder, runOrder, cancelOrder, pickDish, pickForOthers, readOrderSheet
    case readOwnOrders
    // Series
    case listSeries, createSeries, readSeries, editSeries, answerSeries, leaveSeries
    case setStandingOrder, readSeriesReceipts
    // Updates
    case readUpdates, streamUpdates, unsubscribe, manageSubscriptions, readPushKey
    case manageCalendar, followCalendar, receiveMail
    // The program itself
    case readService
}

/// The caller's relation to the object of a request.
package enum Relation: String, Hashable, Sendable, CaseIterable {
    /// The host of the object, such as an outing.
    case host
    case cohost
    /// Runs the order of an outing that others host.
    case coordinator
    /// Invited, with an account or by a personal token, whatever their answer.
    case invitee
    /// Has a share link that is still valid.
    case linkHolder
    /// Owns the venue.
    case owner
    /// Works at the venue.
    case staff
    /// A tablet that was paired with the venue.
    case device
    /// A friend, or a person who has shared an outing with the caller.
    case acquaintance
    /// The object is the caller's own: their profile, their sessions, a new outing.
    case oneself
    /// None of the above.
    case stranger
}

/// Proof that ``decide(_:_:_:as:)`` allowed `action` on `object`. Stores require one, and only that function
/// creates it.
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

/// Why an action is denied. Objects that the caller may not know of are reported as not found.
package enum Denial: Error, Hashable, Sendable {
    case notFound
    case forbidden
}

/// Decides whether `actor`, in their `relation` to `object`, may do `action`.
///
/// A pure and total function that depends on nothing but the table of ``AccessPolicy``.
/// - Throws: ``Denial/notFound`` for strangers, ``Denial/forbidden`` for callers who may see the object.
package func decide<Object>(
    _ actor: Actor, _ action: Action, _ object: Object, as relation: Relation
) throws(Denial) -> Capability<Object> {
    guard AccessPolicy.allowed[action, default: []].contains(relation) else {
        throw AccessPolicy.viewers.contains(relation) ? .forbidden : .notFound
    }
    return Capability(actor: actor, action: action, object: object, relation: relation)
}

package enum AccessPolicy {
    private static let hosts: Set<Relation> = [.host, .cohost]
    private static let members: Set<Relation> = [.host, .cohost, .invitee]
    private static let orderRunners: Set<Relation> = [.host, .cohost, .coordinator]
    private static let orderMembers: Set<Relation> = [.host, .cohost, .coordinator, .invitee]
    private static let venueMembers: Set<Relation> = [.owner, .staff]
    private static let everyRelation = Set(Relation.allCases)

    /// The relations that each action is allowed to.
    package static let allowed: [Action: Set<Relation>] = [
        .signIn: everyRelation,
        .readOwnSessions: [.oneself],
        .endOwnSession: [.oneself],
        .readSelf: [.oneself],
        .editSelf: [.oneself],
        .readSignInMethods: [.oneself],
        .editSignInMethods: [.oneself],
        .exportSelf: [.oneself],
        .eraseSelf: [.oneself],
        .reportPerson: [.acquaintance],
        .operate: everyRelation,
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
        .readMailOutbox: everyRelation,

        .searchRestaurants: everyRelation,
        .readRestaurant: everyRelation,

        .readOwnVenues: [.oneself],
        .claimVenue: [.oneself],
        .readVenue: [.owner, .staff, .device],
        .editVenue: [.owner],
        .readVenueMembers: venueMembers,
        .manageVenueMembers: [.owner],
        .leaveVenue: venueMembers,
        .readVenueChanges: [.owner],
        .editVenueMenu: [.owner],
        .manageVenueDevices: [.owner],
        .pairDevice: everyRelation,
        .readVenueOrders: [.owner, .staff, .device],
        .answerVenueOrder: [.owner, .staff, .device],
        .setAvailability: [.owner, .staff, .device],
        .readStock: venueMembers,
        .countStock: venueMembers,
        .takeDishesOff: [.owner],
        .recordSale: venueMembers,
        .readSales: [.owner],
        .voidSale: [.owner],
        .writeInvoice: [.owner],
        .readInvoices: [.owner],
        .readCustomers: venueMembers,
        .editCustomers: venueMembers,
        .manageCustomers: [.owner],
        .editFilters: [.owner],

        .createOuting: [.oneself],
        .listOutings: [.oneself],
        .readOuting: members,
        .editOuting: hosts,
        .deleteOuting: [.host],
        .cancelOuting: hosts,
        .readAttendees: members,
        .invite: hosts,
        .countDiets: hosts,
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
        .requestLinks: everyRelation,
        .resendLink: hosts,
        .openInvitation: [.linkHolder, .invitee, .host, .cohost],

        // For bills, `oneself` is an invitee who made one of its versions or paid, for payments the payer, for transfers
        // the debtor or the creditor. Invitees without a share are strangers.
        .readBill: members.union([.oneself]),
        .createBill: members,
        .editBill: hosts.union([.oneself]),
        .recordPayment: hosts.union([.oneself]),
        .sendTransfer: [.oneself],
        .settleTransfer: [.oneself],
        .readPaymentOptions: [.oneself],
        .editPayoutMethods: [.oneself],
        .payOnline: members.union([.oneself]),
        .takeCheckoutEvent: everyRelation,
        .editRememberedCard: [.oneself],

        .readMessages: members,
        .postMessage: members,
        // For messages, `oneself` is the author.
        .editMessage: [.oneself],
        .deleteMessage: hosts.union([.oneself]),
        .reportMessage: members,
        .readUnread: [.oneself],
        .readHistory: members,
        .undoEdit: hosts,

        .rateVisit: members,

        .openOrder: hosts,
        .readOrder: orderMembers,
        .editOrder: hosts,
        .runOrder: orderRunners,
        .cancelOrder: hosts,
        .pickDish: orderMembers,
        .pickForOthers: orderRunners,
        .readOrderSheet: orderRunners,
        .readOwnOrders: [.oneself],

        .listSeries: [.oneself],
        .createSeries: [.oneself],
        .readSeries: members,
        .editSeries: [.host],
        .answerSeries: [.invitee],
        .leaveSeries: members,
        .setStandingOrder: members,
        .readSeriesReceipts: [.host],

        .readUpdates: [.oneself],
        .streamUpdates: [.oneself],
        .unsubscribe: [.oneself],
        .confirmAddress: [.oneself],
        .manageSubscriptions: [.oneself],
        .readPushKey: everyRelation,
        .manageCalendar: [.oneself],
        .followCalendar: everyRelation,
        .receiveMail: everyRelation,

        .readService: everyRelation,
    ]

    /// The relations that may know that the object exists, so that a denial is reported as forbidden.
    fileprivate static let viewers: Set<Relation> = [
        .host, .cohost, .coordinator, .invitee, .owner, .staff, .device, .acquaintance, .oneself,
    ]
}
