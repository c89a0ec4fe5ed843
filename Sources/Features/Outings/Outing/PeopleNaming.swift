package import NoonishAPI
package import Postgres

/// A response that names people of one outing.
package protocol PeopleNaming {
    mutating func updatePeople(_ update: (inout Person) -> Void)
}

extension Person: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) { update(&self) }
}

extension Page: PeopleNaming where Item: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) { items.updatePeople(update) }
}

extension Array: PeopleNaming where Element: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) {
        for index in indices { self[index].updatePeople(update) }
    }
}

extension Optional: PeopleNaming where Wrapped: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) { self?.updatePeople(update) }
}

extension Database {
    /// Returns a response with the names that the list of `outing` shows to `reader`.
    ///
    /// - Parameter showsAddresses: Whether the reader may see addresses that they entered; `false` for a text that leaves
    ///   the group.
    package func withListedNames<Response: PeopleNaming>(
        _ response: Response, of outing: OutingID, for reader: PersonID?, showsAddresses: Bool = true
    ) async throws -> Response {
        var response = response
        var isUnnamed = false
        response.updatePeople { person in isUnnamed = isUnnamed || person.isUnnamedGuest }
        guard isUnnamed, let reader else { return response }
        let isHost = try await one(.isHost(reader, of: outing))
        var names: [PersonID: String] = [:]
        for guest in try await all(.unnamedGuests(of: [outing])) {
            names[guest.person] = guest.name(to: showsAddresses ? reader : nil, isHost: isHost)
        }
        response.updatePeople { person in person.name = names[person.id] ?? person.name }
        return response
    }
}

extension Query where Row == Bool {
    fileprivate static func isHost(_ person: PersonID, of outing: OutingID) -> Self {
        Query(
            "outings.is_host",
            """
            SELECT EXISTS (SELECT FROM attendance AS a
                            WHERE a.outing_id = \(outing) AND a.person_id = \(person) AND a.role <> 'invitee')
            """)
    }
}
