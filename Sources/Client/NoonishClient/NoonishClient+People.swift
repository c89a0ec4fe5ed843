import JSON
public import NoonishAPI

/// Sign-in by mail, profile, friends and circles.
extension NoonishClient {
    /// `POST /v1/auth/email`: mails a code. The response is the same for every address.
    public func requestCode(for address: String) async throws {
        try await perform(.post("/v1/auth/email", ["email": .string(address)] as JSONValue, key: nil))
    }

    /// `POST /v1/auth/email/verify`: signs in with the mailed code.
    public func signIn(_ address: String, code: String) async throws -> Session {
        try await writeForValue(
            .post(
                "/v1/auth/email/verify", ["email": .string(address), "code": .string(code)] as JSONValue,
                key: nil))
    }

    /// `POST /v1/auth/email/verify`: signs in with the token of a mailed link, or of one that an operator
    /// created.
    public func signIn(token: String) async throws -> Session {
        try await writeForValue(
            .post("/v1/auth/email/verify", ["token": .string(token)] as JSONValue, key: nil))
    }

    /// `DELETE /v1/sessions/{id}` with `current` as the id: ends the current session and clears the cache.
    public func signOut() async throws {
        try await perform(.delete("/v1/sessions/current"))
        try await cache?.clear()
    }

    /// `GET /v1/sessions`
    public func sessions() async throws -> Resource<Page<SessionSummary>> {
        try await read(.get("/v1/sessions"))
    }

    /// `DELETE /v1/sessions/{id}`
    public func endSession(_ id: SessionID) async throws { try await perform(.delete("/v1/sessions/\(id)")) }

    /// `GET /v1/me`
    public func me() async throws -> Resource<Me> { try await read(.get("/v1/me")) }

    /// `PATCH /v1/me`
    public func editMe(
        name: String? = nil, timeZone: FieldEdit<String> = .keep, locale: FieldEdit<String> = .keep
    ) async throws -> Me {
        try await writeForValue(.patch("/v1/me", MeEdit(name: name, timeZone: timeZone, locale: locale)))
    }

    /// `GET /v1/me/diets`
    public func diets() async throws -> Resource<DietNeeds> { try await read(.get("/v1/me/diets")) }

    /// `PUT /v1/me/diets`
    public func setDiets(_ needs: DietNeeds) async throws -> DietNeeds {
        try await writeForValue(.put("/v1/me/diets", needs))
    }

    /// `GET /v1/people/{id}`
    public func person(_ id: PersonID) async throws -> Resource<Person> {
        try await read(.get("/v1/people/\(id)"))
    }

    /// `GET /v1/friends`
    ///
    /// - Parameter text: The beginning of a name.
    public func friends(
        _ text: String? = nil, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<FriendsPage> {
        try await read(
            .get(
                "/v1/friends", [("query", text), ("limit", limit.map(String.init)), ("cursor", cursor)]))
    }

    /// `POST /v1/friends/requests`: requests the friendship of a person by mail address. The response is the
    /// same whether or not the address is known.
    public func requestFriendship(_ address: String) async throws {
        try await perform(.post("/v1/friends/requests", ["email": .string(address)] as JSONValue))
    }

    /// `POST /v1/friends/requests/{id}/accept`
    public func accept(_ request: FriendRequestID) async throws -> Friend {
        try await writeForValue(.post("/v1/friends/requests/\(request)/accept"))
    }

    /// `POST /v1/friends/requests/{id}/decline`
    public func decline(_ request: FriendRequestID) async throws {
        try await perform(.post("/v1/friends/requests/\(request)/decline"))
    }

    /// `DELETE /v1/friends/{id}`
    public func removeFriend(_ id: PersonID) async throws { try await perform(.delete("/v1/friends/\(id)")) }

    /// `GET /v1/friends/companions`: lists the people the caller has eaten with.
    public func companions() async throws -> Resource<Page<Companion>> {
        try await read(.get("/v1/friends/companions"))
    }

    /// `GET /v1/circles`
    public func circles() async throws -> Resource<Page<Circle>> { try await read(.get("/v1/circles")) }

    /// `POST /v1/circles`
    public func makeCircle(_ name: String, of people: [PersonID] = []) async throws -> Circle {
        try await writeForValue(
            .post("/v1/circles", ["name": .string(name), "people": .ids(people)] as JSONValue))
    }

    /// `PATCH /v1/circles/{id}`
    public func renameCircle(_ id: CircleID, to name: String) async throws -> Circle {
        try await writeForValue(.patch("/v1/circles/\(id)", ["name": .string(name)] as JSONValue))
    }

    /// `PUT /v1/circles/{id}/members/{person}`
    public func add(_ person: PersonID, to circle: CircleID) async throws -> Circle {
        try await writeForValue(.put("/v1/circles/\(circle)/members/\(person)"))
    }

    /// `DELETE /v1/circles/{id}/members/{person}`
    public func remove(_ person: PersonID, from circle: CircleID) async throws -> Circle {
        try await writeForValue(.delete("/v1/circles/\(circle)/members/\(person)"))
    }

    /// `DELETE /v1/circles/{id}`
    public func deleteCircle(_ id: CircleID) async throws { try await perform(.delete("/v1/circles/\(id)")) }
}

private struct MeEdit: JSONEncodable {
    let name: String?
    let timeZone, locale: FieldEdit<String>

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("name", ifPresent: name)
            $0.field("timeZone", timeZone)
            $0.field("locale", locale)
        }
    }
}
