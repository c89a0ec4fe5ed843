package import NoonishAPI
package import Postgres

/// The address at which a guest was invited who has no name.
@Row
package struct UnnamedGuest: PostgresRow, Sendable {
    package let outing: OutingID
    package let person: PersonID
    let address: String
    let invitedBy: PersonID

    /// Returns the name that the list shows; `nil` if the reader must not see more than that there is a guest. To the
    /// person who entered the address, it is the name, and to the other hosts the part of it before the @.
    package func name(to reader: PersonID?, isHost: Bool) -> String? {
        Self.name(at: address, enteredBy: invitedBy, to: reader, isHost: isHost)
    }

    static func name(
        at address: String, enteredBy inviter: PersonID, to reader: PersonID?, isHost: Bool
    ) -> String? {
        if inviter == reader { return address }
        return isHost ? address.lastIndex(of: "@").map { String(address[..<$0]) } : nil
    }
}

extension Person {
    /// Whether it is a guest who has no name, or has chosen the name that those have.
    package var isUnnamedGuest: Bool { name == Invitee.guestName }
}

extension Database {
    /// Returns the guests without a name among `people`, by their outings, to name them for each reader.
    ///
    /// - Parameter people: Names by person.
    package func unnamedGuests(
        among people: [PersonID: String], of outings: some Collection<OutingID>
    ) async throws -> [OutingID: [UnnamedGuest]] {
        guard people.values.contains(Invitee.guestName) else { return [:] }
        let guests = try await all(.unnamedGuests(of: Array(outings)))
        return Dictionary(grouping: guests.filter { people[$0.person] != nil }, by: \.outing)
    }
}

extension Query where Row == UnnamedGuest {
    /// Reads also those who are no longer on the lists: orders and bills still name them.
    static func unnamedGuests(of outings: [OutingID]) -> Self {
        Query(
            "outings.list_unnamed_guests",
            """
            SELECT i.outing_id, i.person_id, i.address, i.invited_by
              FROM invitation AS i
              JOIN person AS p ON p.id = i.person_id
             WHERE i.outing_id = ANY (\(outings)) AND i.address IS NOT NULL AND p.name = \(Invitee.guestName)
            """)
    }
}
