package import Access
package import Bills
import Foundation
import HTTPKit
import Initializers
package import Logging
import Money
import NoonishAPI
import Outings
package import Postgres

/// Begins checkouts, and books what the provider says of them.
@MemberwiseInit
package struct Checkouts: Sendable {
    let database: PostgresClient
    /// `nil` if no bill can be paid online.
    let provider: StripeAPI?
    let edits: BillEdits
    let site: Site
    let logger: Logger

    private static let limit = DurableLimit(
        "checkouts", most: CheckoutLimits.perDay, window: .seconds(24 * 3_600))
}

extension Checkouts {
    /// Returns what the caller can pay of a bill, and their checkouts.
    func overview(
        of bill: BillID, on outing: OutingID, for actor: Actor, in database: any Database
    ) async throws -> CheckoutOverview {
        let (person, debt) = try await database.debt(of: actor, to: bill, on: outing)
        let place = try await database.first(.place(of: bill, on: outing))
        let unresolved = try await database.first(.unresolved(of: person, for: bill, on: outing))
        let isOffered =
            provider != nil && place?.isOffered == true && place?.isAccepted == true && unresolved == nil
        return CheckoutOverview(
            payableMinor: isOffered && (debt.minor == 0 || StripeAmount.isChargeable(debt))
                ? Int(debt.minor) : nil,
            currency: debt.currency.code,
            hasCard: try await database.first(.customer(of: person)) != nil,
            checkouts: try await database.all(.checkouts(of: person, for: bill, on: outing)).map {
                $0.wire(site.key)
            })
    }

    /// Closes pages of the caller that are not right any more, and books what was paid at them, so that no one pays twice.
    ///
    /// - Throws: 503 `payment_not_available` while the provider does not say how they ended.
    func closeFormer(
        for bill: BillID, on outing: OutingID, remember: Bool, for actor: Actor
    ) async throws {
        let former = try await database.transaction { transaction in
            _ = try await transaction.locked(outing, for: actor.person)
            let (person, debt) = try await transaction.debt(of: actor, to: bill, on: outing)
            if let current = try await transaction.first(.current(of: person, for: bill, on: outing)),
                !current.fits(debt, remember: remember, site.key)
            {
                try await transaction.execute(.replace(current.id))
            }
            return try await transaction.all(.replaced(of: person, for: bill, on: outing))
        }
        for checkout in former {
            // Now, though the provider may have been down a moment ago.
            try await database.execute(.scheduleRead(checkout.id, seconds: 0))
            guard try await settle(checkout.id) else { throw CheckoutProblems.notAvailable }
        }
    }

    /// Prepares a checkout of what the caller owes, or returns the one that they have begun.
    ///
    /// - Throws: 409 if there is nothing to pay, or not here; 429; 503 if a former page is not closed yet.
    func prepare(
        _ bill: BillID, on outing: OutingID, remember: Bool, for actor: Actor, in transaction: Transaction
    ) async throws -> CheckoutRow {
        _ = try await transaction.locked(outing, for: actor.person)
        let (person, debt) = try await transaction.debt(of: actor, to: bill, on: outing)
        if remember, case .guest = actor { throw CheckoutProblems.membersOnly }
        guard debt.minor > 0 else { throw CheckoutProblems.nothingToPay }
        let place = try await transaction.one(.place(of: bill, on: outing))
        guard provider != nil, place.isOffered, StripeAmount.isChargeable(debt) else {
            throw CheckoutProblems.notOffered
        }
        guard place.isAccepted else { throw CheckoutProblems.orderNotAccepted }
        guard try await transaction.first(.unresolved(of: person, for: bill, on: outing)) == nil else {
            throw CheckoutProblems.unresolved
        }
        if let current = try await transaction.first(.current(of: person, for: bill, on: outing)) {
            guard current.fits(debt, remember: remember, site.key) else {
                throw CheckoutProblems.notAvailable
            }
            return current
        }
        guard try await transaction.first(.replaced(of: person, for: bill, on: outing)) == nil else {
            throw CheckoutProblems.notAvailable
        }
        guard try await Self.limit.take(by: person.description, in: transaction) else {
            throw try await Self.limit.problem(of: person.description, in: transaction)
        }
        let id = CheckoutID.make()
        try await transaction.execute(
            .insert(
                id, of: person, Int(debt.minor), debt.currency.code, remember: remember, for: bill, on: outing
            ))
        return try await transaction.one(.checkout(id))
    }

    /// Has the provider make the page of a checkout. A repetition, also by another process, gets the same page.
    ///
    /// - Throws: 409 `online_payment_not_offered`, 503 `payment_not_available`.
    func open(_ row: CheckoutRow) async throws -> CheckoutRow {
        guard row.state == .preparing, let provider, let bill = row.bill, let outing = row.outing else {
            return row
        }
        do throws(StripeFault) {
            let session = try await create(try await request(row, bill, outing), for: row, by: provider)
            let opened = try await store(session, for: row)
            // It may have ended meanwhile; no one knows the page then.
            guard opened.state == .open else { throw .unavailable("the checkout has ended") }
            return opened
        } catch {
            throw await problem(of: error, for: row)
        }
    }
}

extension Checkouts {
    private func request(
        _ row: CheckoutRow, _ bill: BillID, _ outing: OutingID
    ) async throws(StripeFault) -> StripeAPI.SessionRequest {
        do {
            let place = try await database.one(.place(of: bill, on: outing))
            let customer = row.remembers ? try await customer(of: row.payer) : nil
            return StripeAPI.SessionRequest(
                id: row.id.description, units: StripeAmount.units(row.money(row.amount)) ?? 0,
                currency: row.currency, name: String(place.name.prefix(200)),
                returnURL: site.url(CheckoutReturn.path(bill, on: outing)),
                expiresAt: Int(row.expiresAt.timeIntervalSince1970), remember: row.remembers,
                customer: customer)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Creates the session, without a remembered card if the provider has none any more.
    private func create(
        _ request: StripeAPI.SessionRequest, for row: CheckoutRow, by provider: StripeAPI
    ) async throws(StripeFault) -> StripeSession {
        do {
            return try await provider.create(request)
        } catch .refused("resource_missing") where request.customer != nil {
            try await forgetCustomer(of: row.payer)
            var other = request
            other.customer = nil
            return try await provider.create(other)
        }
    }

    private func forgetCustomer(of person: PersonID) async throws(StripeFault) {
        do {
            try await database.execute(.removeCustomer(of: person))
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Says why no page was made. What the provider refused, or would fail at again, ends.
    private func problem(of fault: StripeFault, for row: CheckoutRow) async -> Problem {
        logger.error(
            "cannot open a checkout", metadata: ["checkout": "\(row.id)", "because": "\(fault.reason)"])
        switch fault {
        case .unavailable: return CheckoutProblems.notAvailable
        case .failed:
            await fail(row)
            return CheckoutProblems.notAvailable
        case .refused:
            await fail(row)
            return CheckoutProblems.notOffered
        }
    }

    private func store(
        _ session: StripeSession, for row: CheckoutRow
    ) async throws(StripeFault) -> CheckoutRow {
        do {
            let page = try session.url.map { try CheckoutPage.seal($0, site.key, for: row.id) }
            return try await database.transaction { transaction in
                try await transaction.execute(.open(row.id, session.id, page: page))
                return try await transaction.one(.checkout(row.id))
            }
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Ends a checkout without a page, so that the next one is another.
    private func fail(_ row: CheckoutRow) async {
        do {
            try await database.execute(.fail(row.id))
        } catch {
            logger.warning(
                "cannot end a checkout", metadata: ["checkout": "\(row.id)", "because": "\(error)"])
        }
    }
}

extension CheckoutPlace {
    var isOffered: Bool { takesPayments && !isCancelled }
}

extension CheckoutRow {
    /// Whether the page is still right: of the same amount, open for a while, and at a known address.
    func fits(_ debt: Money, remember: Bool, _ key: SecretKey) -> Bool {
        let age = Date().timeIntervalSince(createdAt)
        let most = state == .preparing ? CheckoutLimits.retryAge : CheckoutLimits.life - 60
        return amount == debt.minor && currency == debt.currency.code && remembers == remember
            && age < Double(most) && (state == .preparing || page(key) != nil)
    }
}
