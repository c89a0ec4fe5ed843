package import Access
package import Accounts
import Foundation
import HTTPKit
import Initializers
import Localization
import NoonishAPI
package import Postgres
import Restaurants

/// Claims of restaurants: requests, their proofs, and what becomes of them. A proof makes a provisional venue, which is
/// verified after the time for objections.
@MemberwiseInit
package struct VenueClaimEdits: Sendable {
    let database: PostgresClient
    let site: Site
    let outbox: MailOutbox
    let website: VenueSite

    /// A person's claims within a day.
    private static let daily = DurableLimit(
        "venue_claims", most: VenueLimits.claimsPerDay, window: .seconds(86_400))

    /// Requests a restaurant.
    ///
    /// - Throws: 409 `already_claimed`, `contact_too_fresh`, 422 for a contact that the directory does not have, 429, 503.
    func request(
        _ restaurant: RestaurantID, _ input: NewVenueClaim, by me: Capability<PersonID>,
        in language: Language, in transaction: Transaction
    ) async throws -> VenueClaimRow {
        guard let contact = try await transaction.first(.contact(of: restaurant)) else {
            throw Denial.notFound
        }
        if input.method != .operator {
            guard !contact.isClaimed else { throw VenueProblems.alreadyClaimed }
            guard !contact.isFresh else { throw VenueProblems.contactTooFresh }
        }
        if input.method == .website, contact.website == nil { throw VenueProblems.noWebsite }
        if input.method == .mail {
            guard outbox.delivery != .none else { throw VenueProblems.noMail }
            guard let address = input.address, contact.trusts(address) else { throw VenueProblems.notTheirs }
        }
        guard try await Self.daily.take(by: me.object.description, in: transaction) else {
            throw try await Self.daily.problem(
                of: me.object.description, in: transaction, as: VenueProblems.tooManyClaims)
        }
        let id = VenueClaimID.make()
        let code = input.method == .mail ? ClaimCode.make() : nil
        try await transaction.execute(.replaceClaims(of: restaurant, by: me.object))
        try await transaction.execute(
            .insertClaim(
                id, input.method, of: restaurant, by: me.object,
                codeHash: code.map { ClaimCode.hash($0, of: id, key: site.key) },
                life: input.method == .operator ? VenueLimits.operatorLife : VenueLimits.claimLife),
            breaking: "venue_claim_pending", is: VenueProblems.alreadyClaimed)
        if let code, let address = input.address {
            try await outbox.enqueue(
                MailMessages(language: language).venueCode(
                    code, restaurant: contact.name,
                    hours: Int(VenueLimits.claimLife.components.seconds / 3_600)),
                to: address, in: transaction)
        }
        return try await transaction.one(.claim(id, of: me))
    }

    /// Checks a proof and, if it holds, makes the person the provisional owner. A wrong one counts as an attempt.
    ///
    /// - Throws: 409 `claim_ended`, 422 `wrong_code`, 422 `proof_missing`.
    func prove(
        _ id: VenueClaimID, code: String?, by me: Capability<PersonID>, _ line: AuditLine,
        in language: Language
    ) async throws -> VenueClaimRow {
        guard let claim = try await database.first(.claim(id, of: me)) else { throw Denial.notFound }
        guard claim.state == .requested, claim.isLive, claim.method != .operator else {
            throw VenueProblems.claimEnded
        }
        // Committed by itself, so that a proof that fails counts.
        guard try await database.first(.takeAttempt(at: id, of: me)) != nil else {
            throw VenueProblems.claimEnded
        }
        switch claim.method {
        case .mail:
            let hash = ClaimCode.hash(code ?? "", of: id, key: site.key)
            guard let codeHash = claim.codeHash, equalInConstantTime(codeHash, hash) else {
                throw VenueProblems.wrongCode
            }
        case .website:
            guard let contact = try await database.first(.contact(of: claim.restaurant)),
                let address = contact.website,
                await website.shows(
                    VenueSite.proof(of: id, key: site.key), at: address, ownsHost: contact.domain != nil)
            else { throw VenueProblems.proofMissing }
        case .operator, .registration: throw VenueProblems.claimEnded
        }
        return try await database.transaction { transaction in
            guard let contact = try await transaction.first(.contact(of: claim.restaurant)) else {
                throw Denial.notFound
            }
            // The claim may have been made again or decided while the site was read, and the contact edited.
            guard try await transaction.first(.undecided(id.uuid))?.state == .requested else {
                throw VenueProblems.claimEnded
            }
            guard !contact.isFresh else { throw VenueProblems.contactTooFresh }
            try await makeOwner(
                of: claim.restaurant, me.object, claim: id, as: .provisional, in: transaction)
            if let email = contact.email {
                try await outbox.enqueue(
                    MailMessages(language: language).venueClaimed(
                        restaurant: contact.name,
                        hours: Int(VenueLimits.objectionTime.components.seconds / 3_600),
                        link: site.url("/about")),
                    to: email, in: transaction)
            }
            let row = try await transaction.one(.claim(id, of: me))
            try await transaction.audit(line)
            return row
        }
    }

    /// Makes a person the owner of a venue that has none.
    ///
    /// - Throws: 409 `already_claimed`.
    private func makeOwner(
        of restaurant: RestaurantID, _ person: PersonID, claim: VenueClaimID, as state: Venue.State,
        in transaction: Transaction
    ) async throws {
        let wait = state == .provisional ? VenueLimits.objectionTime : .zero
        guard
            try await transaction.execute(.insertVenue(restaurant, state, verifiedIn: wait)) == 1
        else { throw VenueProblems.alreadyClaimed }
        // One that is taken over may still have people and tablets of the former owner.
        try await transaction.execute(.removeMembers(of: restaurant))
        try await transaction.execute(.removeDevices(of: restaurant))
        try await transaction.execute(.setRole(.owner, of: person, at: restaurant))
        try await transaction.execute(
            .setState(state == .provisional ? .proven : .accepted, of: claim))
        try await transaction.execute(
            .append(.claimed, after: ["person": "\(person)"], to: restaurant, by: person))
    }
}

extension VenueClaimEdits {
    /// Creates a restaurant that the directory lacks, with its venue. Searches have it once it is verified.
    ///
    /// - Throws: 409 `looks_like`, 429.
    func register(
        _ place: NewRestaurant, by me: Capability<PersonID>, in transaction: Transaction
    ) async throws -> RestaurantID {
        if !place.isDistinct {
            let similar = try await transaction.all(.restaurants(near: place.latitude, place.longitude))
                .first { $0.name.comparableName == place.name.comparableName }
            if let similar { throw VenueProblems.looksLike(similar.id) }
        }
        guard try await Self.daily.take(by: me.object.description, in: transaction) else {
            throw try await Self.daily.problem(
                of: me.object.description, in: transaction, as: VenueProblems.tooManyClaims)
        }
        let id = RestaurantID.make()
        try await transaction.execute(.ensureOwnerSource)
        try await transaction.execute(.insertHidden(place, as: id))
        let claim = VenueClaimID.make()
        try await transaction.execute(
            .insertClaim(
                claim, .registration, of: id, by: me.object, codeHash: nil, life: VenueLimits.objectionTime))
        try await makeOwner(of: id, me.object, claim: claim, as: .provisional, in: transaction)
        return id
    }
}
