import JSON
public import NoonishAPI

/// Sign-in by mail, profile, friends and circles.
extension NoonishClient {
    /// Mails a code. The response is the same for every address.
    public func requestCode(for address: String) async throws {
        try await perform(Call(.requestSignInMail, body: ["email": .string(address)] as JSONValue, key: nil))
    }

    /// Signs in with the mailed code.
    public func signIn(_ address: String, code: String) async throws -> Session {
        try await writeForValue(
            Call(
                .signInByMail, body: ["email": .string(address), "code": .string(code)] as JSONValue, key: nil
            ))
    }

    /// Signs in with the token of a mailed link, or of one that an operator created.
    public func signIn(token: String) async throws -> Session {
        try await writeForValue(
            Call(.signInByMail, body: ["token": .string(token)] as JSONValue, key: nil))
    }

    /// Ends the current session and clears the cache.
    public func signOut() async throws {
        try await perform(Call(.endSession, "current"))
        try await cache?.clear()
    }

    /// Lists the sessions of the caller.
    public func sessions() async throws -> Resource<Page<SessionSummary>> {
        try await read(Call(.listSessions))
    }

    /// Ends a session.
    public func endSession(_ id: SessionID) async throws { try await perform(Call(.endSession, id)) }

    /// Returns the caller.
    public func me() async throws -> Resource<Me> { try await read(Call(.readMe)) }

    /// Edits the caller's profile.
    public func editMe(
        name: String? = nil, timeZone: FieldEdit<String> = .keep, locale: FieldEdit<String> = .keep
    ) async throws -> Me {
        try await writeForValue(Call(.editMe, body: MeEdit(name: name, timeZone: timeZone, locale: locale)))
    }

    /// Returns what the caller does not eat.
    public func diets() async throws -> Resource<DietNeeds> { try await read(Call(.readDiets)) }

    /// Replaces what the caller does not eat.
    public func setDiets(_ needs: DietNeeds) async throws -> DietNeeds {
        try await writeForValue(Call(.replaceDiets, body: needs))
    }

    /// Returns a person whom the caller knows.
    public func person(_ id: PersonID) async throws -> Resource<Person> {
        try await read(Call(.readPerson, id))
    }

    /// Lists the caller's friends by name.
    ///
    /// - Parameter text: The beginning of a name.
    public func friends(
        _ text: String? = nil, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<FriendsPage> {
        try await read(
            Call(
                .listFriends, query: [("query", text), ("limit", limit.map(String.init)), ("cursor", cursor)])
        )
    }

    /// Requests the friendship of a person by mail address. The response is the same whether or not the
    /// address is known.
    public func requestFriendship(_ address: String) async throws {
        try await perform(Call(.requestFriend, body: ["email": .string(address)] as JSONValue))
    }

    /// Accepts a friend request.
    public func accept(_ request: FriendRequestID) async throws -> Friend {
        try await writeForValue(Call(.acceptFriendRequest, request))
    }

    /// Declines a friend request, without notifying its sender.
    public func decline(_ request: FriendRequestID) async throws {
        try await perform(Call(.declineFriendRequest, request))
    }

    /// Ends a friendship.
    public func removeFriend(_ id: PersonID) async throws { try await perform(Call(.removeFriend, id)) }

    /// Lists the people the caller has eaten with.
    public func companions() async throws -> Resource<Page<Companion>> {
        try await read(Call(.listCompanions))
    }

    /// Lists the caller's circles by name.
    public func circles() async throws -> Resource<Page<Circle>> { try await read(Call(.listCircles)) }

    /// Creates a circle.
    public func makeCircle(_ name: String, of people: [PersonID] = []) async throws -> Circle {
        try await writeForValue(
            Call(.createCircle, body: ["name": .string(name), "people": .ids(people)] as JSONValue))
    }

    /// Renames a circle.
    public func renameCircle(_ id: CircleID, to name: String) async throws -> Circle {
        try await writeForValue(Call(.renameCircle, id, body: ["name": .string(name)] as JSONValue))
    }

    /// Adds a person to a circle.
    public func add(_ person: PersonID, to circle: CircleID) async throws -> Circle {
        try await writeForValue(Call(.addToCircle, circle, person))
    }

    /// Removes a person from a circle.
    public func remove(_ person: PersonID, from circle: CircleID) async throws -> Circle {
        try await writeForValue(Call(.removeFromCircle, circle, person))
    }

    /// Deletes a circle.
    public func deleteCircle(_ id: CircleID) async throws { try await perform(Call(.deleteCircle, id)) }
}

@JSONObject
private struct MeEdit: JSONEncodable {
    @JSONMember(omitIfNil: true) let name: String?
    let timeZone, locale: FieldEdit<String>
}
