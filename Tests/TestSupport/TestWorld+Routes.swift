package import Access
package import Accounts
import Bills
import Circles
package import Decisions
import Messages
import Moderation
package import NoonishAPI
package import Outings
import People
import Restaurants

extension TestWorld {
    /// The routes that an outing needs, from its creation to its guests' answers.
    ///
    /// - Parameter merging: Merges guests into members; `nil` when guests are never merged.
    package func outingRoutes(
        nearby: (any NearbyRestaurants)? = nil, merging: GuestMerger? = nil
    ) -> [Route] {
        let services = outingServices(nearby: nearby)
        return OutingRoutes(services, merging: merging).routes
            + AttendanceRoutes(database: database, record: record).routes
            + HostRoutes(database: database, record: record, hours: hours).routes
            + InvitationRoutes(services).routes
    }

    package func outingServices(nearby: (any NearbyRestaurants)? = nil) -> OutingServices {
        OutingServices(
            database: database, record: record, site: publicSite, hours: hours, nearby: nearby)
    }

    /// The routes of members: signing in, profiles, friends, circles and reports.
    ///
    /// - Parameters:
    ///   - claims: Merges guests into members; `nil` when guests are never merged.
    ///   - signedOut: Called with each person one of whose sessions was ended.
    package func memberRoutes(
        providers: IdentityProviders = .none, claims: (any GuestClaims)? = nil,
        signedOut: @escaping @Sendable (PersonID) -> Void = { _ in }
    ) -> [Route] {
        let companions = OutingCompanions(database: database)
        let accounts = AccountRoutes(
            database, settings: settings, site: publicSite, outbox: outbox,
            accessGuard: LocalhostGuard(
                hasMailServer: false, host: "127.0.0.1", publicURL: "http://localhost:8080"),
            providers: providers, claims: claims, clock: clock.accountClock, signedOut: signedOut)
        let acquaintance = Acquaintance(database: database, sharedOutings: companions)
        return accounts.routes
            + PeopleRoutes(database, site: publicSite, outbox: outbox, sharedOutings: companions).routes
            + CircleRoutes(database: database, acquaintance: acquaintance).routes
            + ReportRoutes(database: database, acquaintance: acquaintance).routes
    }

    package func messageRoutes(perMinute limit: Int = MessageLimits.messagesPerMinute) -> [Route] {
        MessageRoutes(database: database, record: record, messagesPerMinute: limit).routes
    }

    /// The routes of suggestions and polls.
    package var decisionRoutes: [Route] {
        SuggestionRoutes(database: database, edits: suggestions).routes
            + PollRoutes(database: database, edits: polls).routes
    }

    package var billRoutes: [Route] {
        BillRoutes(database: database, edits: BillEdits(record: record)).routes
            + PaymentOptionRoutes(database: database, links: Self.paymentLinks).routes
            + PayoutRoutes(database: database, links: Self.paymentLinks).routes
    }

    package var guestAddresses: GuestAddressEdits { GuestAddressEdits(outbox: outbox, site: publicSite) }

    package var outings: OutingEdits { OutingEdits(record: record, site: publicSite, mailsPerDay: 200) }

    package var suggestions: SuggestionEdits { SuggestionEdits(outings: outings, record: record) }

    package var polls: PollEdits { PollEdits(outings: outings, record: record) }
}

extension TestWorld {
    /// What an operator has set.
    private static let paymentLinks = [
        OperatorLink(
            id: "mobilepay", label: "MobilePay", currencies: ["DKK", "EUR"],
            url: "https://pay.example/?to={value}&amount={amount}&text={reference}")
    ].compactMap(\.self)
}
