package import Access
import Accounts
import Foundation
package import HTTPKit
package import Journal
package import NoonishAPI
package import Postgres
package import Restaurants

/// The transactions that change an outing itself. Each locks the outing's row first and then authorises the
/// action with ``decide``.
package struct OutingEdits: Sendable {
    let record: OutingRecord
    package let invitations: InvitationEdits
    let waitlist: WaitlistEdits

    package init(record: OutingRecord, site: Site, mailsPerDay: Int) {
        self.record = record
        waitlist = WaitlistEdits(record: record)
        invitations = InvitationEdits(record: record, site: site, mailsPerDay: mailsPerDay)
    }

    /// A writer for one edit of many outings, which does not interrupt deferrals: see ``OutingRecord/quiet``.
    package var quiet: OutingEdits {
        OutingEdits(
            record: record.quiet, site: invitations.site, mailsPerDay: invitations.mailsPerDay)
    }

    /// Locks the outing, reads it for `actor`, and authorises `action`.
    ///
    /// - Throws: ``Denial``; not found also for an outing that does not exist.
    package static func open(
        _ id: OutingID, _ actor: Actor, _ action: Action, in transaction: Transaction
    ) async throws -> (outing: OutingRow, capability: Capability<OutingID>) {
        guard let outing = try await transaction.locked(id, for: actor.person) else { throw Denial.notFound }
        return (outing, try decide(actor, action, id, as: outing.relation(of: actor)))
    }

    /// Creates an outing and invites the people in `input.invite`.
    func create(_ input: NewOuting, by host: PersonID, in transaction: Transaction) async throws -> OutingID {
        let id = OutingID.make()
        let snapshot = try await restaurant(input.restaurant, in: transaction)
        let ownZone = try await transaction.first(.timeZone(of: host)) ?? nil
        let zone = input.timeZone ?? ownZone ?? snapshot?.timeZone ?? "UTC"
        var state = OutingState.empty
        state.zone = zone
        input.fields.apply(to: &state)
        if let starts = try input.startsAt?.read(in: zone) {
            state.time = OutingTime(startsAt: starts, endsAt: try input.endsAt?.read(in: zone))
        }
        state.place = snapshot.map(OutingPlace.init) ?? input.place.map { OutingPlace(name: $0) }
        state.deadline = try input.respondBy?.read(in: zone).instant
        try Self.check(state)
        try await transaction.execute(.insert(id, state, host: host))
        try await transaction.execute(.insertHost(host, of: id))
        try await transaction.beginWatches(of: id, [host], mail: [host], sentRev: 1)
        let invited = try await invitations.add(
            input.invite, to: id, by: host, nextRev: 1, in: transaction)
        let seat = Change.attendee(host, from: nil, to: Answer(role: .host, status: .attending))
        _ = try await record.record(
            [seat] + invited, of: id, by: host, movesVersion: true,
            urgent: !invited.isEmpty && state.startsSoon(at: Date()), in: transaction)
        return id
    }

    /// The outing has changed since the client read it.
    struct VersionMismatch: Error {
        let current: OutingRow
    }

    /// Applies a merge patch and, if nothing else is to be done, commits. A patch that changes nothing creates
    /// no revision.
    ///
    /// - Returns: The new state as `actor` sees it; `nil` if the caller must read it.
    /// - Throws: ``VersionMismatch``.
    func patch(
        _ id: OutingID, _ patch: OutingPatch, ifMatch: TagCondition, by actor: Actor,
        in transaction: Transaction
    ) async throws -> OutingRow? {
        let (outing, _) = try await Self.open(id, actor, .editOuting, in: transaction)
        guard ifMatch.permits(version: outing.version) else { throw VersionMismatch(current: outing) }
        return try await apply(patch, to: outing, by: actor.person, commits: true, in: transaction)
    }

    /// Applies a merge patch to an outing. The caller holds the row lock and has authorised the edit.
    ///
    /// - Parameters:
    ///   - person: `nil` for the service itself.
    ///   - others: Changes that belong to the same revision.
    ///   - commits: Whether the caller has nothing else to do in the transaction than to read the new state if
    ///     it must.
    /// - Returns: The new state; `nil` if the caller must read it.
    @discardableResult
    package func apply(
        _ patch: OutingPatch, to outing: OutingRow, by person: PersonID?, with others: [Change] = [],
        commits: Bool = false, in transaction: Transaction
    ) async throws -> OutingRow? {
        guard !outing.isOver || patch.isAllowedAfterEnd else { throw OutingProblems.done }
        let state = try await patched(outing.state, by: patch, in: transaction)
        return try await change(
            outing, to: state, by: person, with: others, commits: commits, in: transaction)
    }

    /// Sets the fields of an outing that PATCH can write to an already validated state. The caller holds the
    /// row lock.
    ///
    /// - Parameters:
    ///   - person: `nil` for the service itself.
    ///   - others: Changes that belong to the same revision.
    ///   - countsReach: `false` if the caller has counted the people towards ``ReachLimit``.
    ///   - commits: As for ``apply(_:to:by:with:commits:in:)``.
    /// - Returns: The new state; `nil` if more than these fields may have changed, so that the caller must
    ///   read it.
    @discardableResult
    package func change(
        _ outing: OutingRow, to state: OutingState, by person: PersonID?, with others: [Change] = [],
        countsReach: Bool = true, commits: Bool = false, in transaction: Transaction
    ) async throws -> OutingRow? {
        let changes = outing.state.changes(to: state)
        guard !changes.isEmpty || !others.isEmpty else { return outing }
        if countsReach, let person { try await ReachLimit.takeLists([outing], by: person, in: transaction) }
        let isAlone =
            others.isEmpty && outing.counts.waitlisted == 0 && !record.isFollowed(changes)
            && state.place?.restaurant == outing.state.place?.restaurant
        let revision: JournalWriter.Revision
        do {
            revision = try await record.record(
                changes + others, of: outing.id, by: person, movesVersion: !changes.isEmpty,
                urgent: Self.isUrgent(changes, before: outing.state, after: state, now: outing.now),
                setting: changes.isEmpty ? nil : EditedColumns(state),
                // Aggregates are read for the response in the same transaction.
                commits: commits && isAlone && !outing.hasAggregates, in: transaction)
        } catch let error as PostgresError {
            guard error.constraint == "outing_capacity_kept" else { throw error }
            throw OutingProblems.capacityBelowSeatsTaken(outing.counts.seats + outing.held)
        }
        if outing.counts.waitlisted > 0 { try await waitlist.advance(outing.id, in: transaction) }
        return isAlone ? outing.edited(to: state, as: revision) : nil
    }

    /// Cancels an outing, or changes the reason. ``ReachLimit`` never keeps a host from it: taking a cancellation back counts.
    ///
    /// - Parameter others: Changes that belong to the same revision.
    package func cancel(
        _ id: OutingID, reason: String?, by actor: Actor, with others: [Change] = [],
        in transaction: Transaction
    ) async throws {
        let (outing, _) = try await Self.open(id, actor, .cancelOuting, in: transaction)
        guard outing.stage != .done else { throw OutingProblems.done }
        let cancellation = Cancellation(reason: reason)
        guard outing.state.cancellation != cancellation, let person = actor.person else { return }
        try await transaction.execute(.cancel(id, by: person, reason: reason))
        _ = try await record.record(
            [.cancellation(from: outing.state.cancellation, to: cancellation)] + others, of: id, by: person,
            urgent: true, in: transaction)
    }

    /// Revokes a cancellation, unless the start has passed.
    ///
    /// - Parameter countsReach: `false` if the caller has counted the people towards ``ReachLimit``.
    package func reactivate(
        _ id: OutingID, by actor: Actor, countsReach: Bool = true, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await Self.open(id, actor, .cancelOuting, in: transaction)
        guard let cancellation = outing.state.cancellation else { return }
        if let starts = outing.state.time?.startsAt.instant, starts <= outing.now {
            throw OutingProblems.started
        }
        if countsReach, let person = actor.person {
            try await ReachLimit.takeLists([outing], by: person, in: transaction)
        }
        try await transaction.execute(.reactivate(id))
        _ = try await record.record(
            [.cancellation(from: cancellation, to: nil)], of: id, by: actor.person, urgent: true,
            in: transaction)
        if outing.counts.waitlisted > 0 { try await waitlist.advance(id, in: transaction) }
    }

    /// Deletes an outing that was never shared with anyone.
    func delete(_ id: OutingID, by actor: Actor, in transaction: Transaction) async throws {
        let (_, capability) = try await Self.open(id, actor, .deleteOuting, in: transaction)
        guard try await !transaction.one(.isShared(capability.object)) else { throw OutingProblems.shared }
        try await record.prepareDeletion(of: id, in: transaction)
        guard try await transaction.execute(.deleteUnshared(capability.object)) == 1 else {
            throw OutingProblems.shared
        }
    }
}

extension OutingEdits {
    /// Returns `old` with `patch` applied (RFC 7396, with the rules of times and places).
    private func patched(
        _ old: OutingState, by patch: OutingPatch, in transaction: Transaction
    ) async throws -> OutingState {
        var state = old
        patch.fields.apply(to: &state)
        if case .value(let zone) = patch.timeZone { state.zone = zone }
        state.time = try patch.time(over: old, zone: state.zone)
        switch patch.respondBy {
        case .absent: break
        case .null: state.deadline = nil
        case .value(let text): state.deadline = try text.read(in: state.zone).instant
        }
        state.place = try await patchedPlace(old.place, patch.restaurant, patch.place, in: transaction)
        try Self.check(state)
        return state
    }

    package static func check(_ state: OutingState) throws(Problem) {
        if let time = state.time, let ends = time.endsAt, ends.instant <= time.startsAt.instant {
            throw OutingProblems.endBeforeStart
        }
        if let time = state.time, let ends = time.endsAt,
            ends.instant.timeIntervalSince(time.startsAt.instant) > OutingLimits.longestDuration
        {
            throw OutingProblems.tooLong
        }
    }

    /// Returns the place after a patch: a restaurant or a text replaces it, and null removes only what it names.
    package func patchedPlace(
        _ old: OutingPlace?, _ restaurant: PatchField<RestaurantID>, _ place: PatchField<String>,
        in transaction: Transaction
    ) async throws -> OutingPlace? {
        switch (restaurant, place) {
        case (.value(let restaurant), _):
            guard old?.restaurant != restaurant else { return old }
            return try await self.restaurant(restaurant, in: transaction).map(OutingPlace.init)
        case (_, .value(let place)): return OutingPlace(name: place)
        case (.null, _) where old?.restaurant != nil: return nil
        case (_, .null) where old?.restaurant == nil: return nil
        default: return old
        }
    }

    package func restaurant(
        _ id: RestaurantID?, in transaction: Transaction
    ) async throws -> RestaurantSnapshot? {
        guard let id else { return nil }
        guard let snapshot = try await transaction.first(.snapshot(of: id)) else {
            throw OutingProblems.unknownRestaurant
        }
        return snapshot
    }

    /// Returns whether a change must not wait for the quiet window: a new time or place of an outing that
    /// starts soon, before or after the edit.
    static func isUrgent(
        _ changes: [Change], before: OutingState, after: OutingState, now: Date
    ) -> Bool {
        changes.contains(where: \.kind.invalidatesAnswers)
            && (before.startsSoon(at: now) || after.startsSoon(at: now))
    }
}

extension OutingState {
    /// Whether people must be notified at once, so that they can still come.
    func startsSoon(at now: Date) -> Bool {
        guard let starts = time?.startsAt.instant else { return false }
        return starts > now && starts < now + OutingLimits.urgentLeadTime
    }
}

extension OutingPatch {
    /// Returns the time after this patch. A change of the zone alone keeps the wall time and moves the
    /// instant; a new start keeps the duration unless an end is given; removing the start removes the end.
    package func time(over old: OutingState, zone: String) throws(Problem) -> OutingTime? {
        let starts: ZonedTime
        switch startsAt {
        case .null: return nil
        case .value(let text): starts = try text.read(in: zone)
        case .absent:
            guard let time = old.time else {
                if case .value = endsAt { throw OutingProblems.endWithoutStart }
                return nil
            }
            starts = try time.startsAt.inZone(zone, pointer: "/timeZone")
        }
        switch endsAt {
        case .null: return OutingTime(startsAt: starts)
        case .value(let text): return OutingTime(startsAt: starts, endsAt: try text.read(in: zone))
        case .absent:
            guard let time = old.time, let ends = time.endsAt else { return OutingTime(startsAt: starts) }
            if startsAt.isAbsent {
                return OutingTime(startsAt: starts, endsAt: try ends.inZone(zone, pointer: "/timeZone"))
            }
            let moved = starts.instant + ends.instant.timeIntervalSince(time.startsAt.instant)
            return OutingTime(
                startsAt: starts, endsAt: ZonedTime(moved, in: TimeZone(identifier: zone) ?? .gmt))
        }
    }
}

extension ZonedTime {
    /// Returns the same wall time in another zone.
    fileprivate func inZone(_ name: String, pointer: String) throws(Problem) -> ZonedTime {
        guard name != zone else { return self }
        return try TimeInput(text: wall.text, pointer: pointer).read(in: name)
    }
}

extension OutingPlace {
    package init(_ snapshot: RestaurantSnapshot) {
        self.init(
            restaurant: snapshot.id, name: snapshot.name, address: snapshot.address, phone: snapshot.phone,
            website: snapshot.website, latitude: snapshot.latitude, longitude: snapshot.longitude,
            attribution: snapshot.attribution)
    }
}

extension OutingRow {
    /// Returns the actor's relation to the outing. A personal token is valid for its own outing only.
    package func relation(of actor: Actor) -> Relation {
        Relation(mine?.answer.role, of: actor, to: id)
    }
}

extension Relation {
    /// The relation of the person with a role on an outing's list; `nil` for a person who is not on it.
    init(_ role: AttendanceRole?) {
        self =
            switch role {
            case .host: .host
            case .cohost: .cohost
            case .invitee: .invitee
            case nil: .stranger
            }
    }

    /// The relation of an actor with a role on an outing's list. A personal token is valid for its own outing only.
    package init(_ role: AttendanceRole?, of actor: Actor, to outing: OutingID) {
        if case .guest(_, let own) = actor, own != outing {
            self = .stranger
        } else {
            self.init(role)
        }
    }
}
