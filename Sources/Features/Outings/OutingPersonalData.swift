import HTTPKit
import Initializers
import Journal
package import NoonishAPI
import People
package import Postgres
package import Privacy

/// What outings store about people.
///
/// Erasing a person takes them off the lists of upcoming outings, and attendees are notified. An outing that
/// they host and have shared is handed over to the cohost who has been on its list longest, or cancelled if
/// there is none; an unshared one is deleted, unless a place has its order. Past outings are kept for the
/// other attendees, without the person's name.
@MemberwiseInit
package struct OutingPersonalData: PersonalDataStore {
    let record: OutingRecord

    package let files: [PersonalFile] = [
        // What a host wrote; of the attendees only their number.
        PersonalFile(
            "outings.json", "outings.export_outings",
            .list(
                of: """
                    'id', o.id, \(fragment: .plainMembers(of: "o")), 'timeZone', o.time_zone,
                    'startsAt', o.starts_at, 'endsAt', o.ends_at, 'place', o.place_name,
                    'respondBy', o.respond_by, 'attending', o.attending_count, 'createdAt', o.created_at,
                    'cancelledAt', o.cancelled_at, 'cancelReason', o.cancel_reason
                    """,
                orderedBy: "o.id", "FROM outing AS o WHERE o.host_id = own.id")),
        PersonalFile(
            "answers.json", "outings.export_answers",
            .list(
                of: """
                    'outing', jsonb_build_object('id', o.id, 'title', o.title, 'startsAt', o.starts_at,
                                                 'place', o.place_name),
                    'role', a.role, 'status', a.status, 'partySize', a.party_size, 'note', a.note,
                    'respondedAt', a.responded_at, 'setByAnother', a.set_by_id IS NOT NULL
                    """,
                orderedBy: "o.id",
                "FROM attendance AS a JOIN outing AS o ON o.id = a.outing_id WHERE a.person_id = own.id")),
        PersonalFile(
            "invitations.json", "outings.export_invitations",
            .object([
                "sent": .list(
                    of:
                        "'outing', i.outing_id, 'channel', i.channel, 'address', i.address, 'at', i.created_at",
                    orderedBy: "i.id", "FROM invitation AS i WHERE i.invited_by = own.id"),
                "received": .list(
                    of: """
                        'outing', i.outing_id, 'channel', i.channel, 'address', i.address,
                        'ownAddress', i.own_address, 'state', i.state, 'at', i.created_at
                        """,
                    orderedBy: "i.id", "FROM invitation AS i WHERE i.person_id = own.id"),
                "links": .list(
                    of:
                        "'outing', l.outing_id, 'at', l.created_at, 'expiresAt', l.expires_at, 'uses', l.uses",
                    orderedBy: "l.id", "FROM outing_link AS l WHERE l.created_by = own.id"),
                "edits": .list(
                    of: "'outing', c.outing_id, 'revision', c.rev, 'at', c.at", orderedBy: "c.at",
                    "FROM outing_change AS c WHERE c.actor_id = own.id"),
            ])),
        PersonalFile(
            "origins.json", "outings.export_starting_points",
            .list(
                of:
                    "'outing', g.outing_id, 'latitude', g.latitude, 'longitude', g.longitude, 'sharedAt', g.shared_at",
                orderedBy: "g.outing_id", "FROM starting_point AS g WHERE g.person_id = own.id")),
    ]

    package func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        try await transaction.restrictRowAccess(to: person)
        return try await exportFiles(of: person, in: transaction)
    }

    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        for outing in try await transaction.all(.outingsHosted(by: person)) {
            try await giveUp(outing, by: person, in: transaction)
        }
        for outing in try await transaction.all(.outingsToCome(of: person)) {
            try await leave(outing, person, in: transaction)
        }
        for command in erasure(of: person) { try await transaction.execute(command) }
        try await transaction.restrictRowAccess(to: person)
        try await transaction.execute(.forgetOrigins(of: person))
    }

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "outings.erase_answers",
                "UPDATE attendance SET note = NULL WHERE person_id = \(person) AND note IS NOT NULL"),
            // The links become invalid, and the addresses that a host or the guest entered are deleted.
            Command(
                "outings.erase_invitations",
                """
                UPDATE invitation
                   SET channel = CASE WHEN channel = 'mail' THEN 'link' ELSE channel END, address = NULL,
                       own_address = NULL,
                       ended_at = coalesce(ended_at, now())
                 WHERE person_id = \(person)
                """),
            Command(
                "outings.erase_links",
                "UPDATE outing_link SET revoked_at = now() WHERE created_by = \(person) AND revoked_at IS NULL"
            ),
        ]
    }

    private func giveUp(_ id: OutingID, by person: PersonID, in transaction: Transaction) async throws {
        guard let outing = try await transaction.locked(id, for: person), outing.host == person
        else { return }
        if try await deleteUnshared(id, in: transaction) { return }
        guard !outing.isOver, outing.state.cancellation == nil else { return }
        guard let successor = try await transaction.first(.firstCohost(of: id)),
            let mine = outing.mine, let row = try await transaction.first(.attendee(successor, of: id))
        else {
            try await transaction.execute(.cancel(id, by: person, reason: nil))
            _ = try await record.record(
                [.cancellation(from: nil, to: Cancellation(reason: nil))], of: id, by: person, urgent: true,
                in: transaction)
            return
        }
        try await transaction.execute(.handOver(id, from: person, to: successor))
        try await transaction.execute(.endWatches(of: id, person, farewell: false))
        var answer = row.answer
        answer.role = .host
        _ = try await record.record(
            [
                .attendee(successor, from: row.answer, to: answer),
                .attendee(person, from: mine.answer, to: nil),
            ],
            of: id,
            by: person, movesVersion: true, in: transaction)
        try await WaitlistEdits(record: record).advance(id, in: transaction)
    }

    /// Deletes an outing that was never shared, with its order.
    ///
    /// - Returns: False for others, and while a place has the order. Its ticket must not vanish from the
    ///   kitchen: a cancellation is shown there, and what the place prepares already stays.
    private func deleteUnshared(_ id: OutingID, in transaction: Transaction) async throws -> Bool {
        guard try await !transaction.one(.isShared(id)) else { return false }
        do {
            try await record.prepareDeletion(of: id, in: transaction)
        } catch let problem as Problem where problem.code == OutingProblems.orderPlaced.code {
            return false
        }
        return try await transaction.execute(.deleteUnshared(id)) == 1
    }

    private func leave(_ id: OutingID, _ person: PersonID, in transaction: Transaction) async throws {
        guard let row = try await transaction.all(.attendee(person, of: id), after: [.lock(id)]).first,
            row.answer.role != .host
        else { return }
        try await transaction.execute(.dropAttendee(person, from: id))
        try await transaction.execute(.endWatches(of: id, person, farewell: false))
        _ = try await record.record(
            [.attendee(person, from: row.answer, to: nil)], of: id, by: person, in: transaction)
        try await WaitlistEdits(record: record).advance(id, in: transaction)
    }
}

extension Query where Row == OutingID {
    fileprivate static func outingsHosted(by person: PersonID) -> Self {
        Query("outings.list_hosted_outings", "SELECT id FROM outing WHERE host_id = \(person) ORDER BY id")
    }

    /// Reads upcoming outings that the person does not host, including those without a start.
    fileprivate static func outingsToCome(of person: PersonID) -> Self {
        Query(
            "outings.list_coming_outings",
            """
            SELECT o.id
              FROM attendance AS a
              JOIN outing AS o ON o.id = a.outing_id
             WHERE a.person_id = \(person) AND a.role <> 'host'
               AND (o.starts_at IS NULL
                    OR \(fragment: OutingRow.end) > now())
             ORDER BY o.id
            """)
    }
}

extension Query where Row == PersonID {
    /// Reads the cohost who has been on the list longest.
    fileprivate static func firstCohost(of outing: OutingID) -> Self {
        Query(
            "outings.read_successor",
            """
            SELECT a.person_id
              FROM attendance AS a
              JOIN person AS p ON p.id = a.person_id
             WHERE a.outing_id = \(outing) AND a.role = 'cohost' AND p.kind = 'member'
             ORDER BY a.created_at, a.person_id
             LIMIT 1
            """)
    }
}

extension Command {
    /// Makes the cohost the host and takes the former host off the list.
    fileprivate static func handOver(_ outing: OutingID, from host: PersonID, to successor: PersonID)
        -> Command
    {
        Command(
            "outings.hand_over_outing",
            """
            WITH given AS (UPDATE outing SET host_id = \(successor) WHERE id = \(outing)),
                 left_by AS (DELETE FROM attendance WHERE outing_id = \(outing) AND person_id = \(host))
            UPDATE attendance SET role = 'host' WHERE outing_id = \(outing) AND person_id = \(successor)
            """)
    }

    fileprivate static func dropAttendee(_ person: PersonID, from outing: OutingID) -> Command {
        Command(
            "outings.erase_attendee",
            "DELETE FROM attendance WHERE outing_id = \(outing) AND person_id = \(person)")
    }
}
