import JSON
public import NoonishAPI

/// What happened to one's outings. As it happens: ``NoonishClient/live(of:after:)``.
extension NoonishClient {
    /// `GET /v1/updates`: the oldest first.
    ///
    /// - Parameter number: Of the last update that is here.
    public func updates(after number: Int = 0, limit: Int? = nil) async throws -> Reading<Page<Update>> {
        try await read(
            .get("/v1/updates", [("after", String(number)), ("limit", limit.map(String.init))]))
    }

    /// `POST /v1/updates/read`
    ///
    /// - Returns: The number up to which all are read now.
    public func markUpdatesRead(upTo number: Int) async throws -> Int {
        let read: [String: Int] = try await written(
            .post("/v1/updates/read", ["upTo": .integer(number)] as JSONValue))
        return read["upTo"] ?? number
    }

    /// `GET /v1/me/channels`: how I am told.
    public func channels() async throws -> Reading<Page<ChannelPreference>> {
        try await read(.get("/v1/me/channels"))
    }

    /// `PATCH /v1/me/channels/{channel}`
    public func editChannel(
        _ channel: String, wanted: Bool? = nil,
        quietHours: FieldEdit<ChannelPreference.QuietHours> = .keep, urgent: Bool? = nil
    ) async throws -> ChannelPreference {
        let edit = ChannelEdit(wanted: wanted, quietHours: quietHours, urgent: urgent)
        return try await written(.patch("/v1/me/channels/\(Call.escape(channel))", edit))
    }

    /// `GET /v1/subscriptions`: devices and programs that are told.
    public func subscriptions() async throws -> Reading<Page<Subscription>> {
        try await read(.get("/v1/subscriptions"))
    }

    /// `POST /v1/subscriptions`: a webhook; ``Subscription/secret`` signs what it gets, and is not shown again.
    public func addWebhook(_ url: String, name: String? = nil) async throws -> Subscription {
        let wish: JSONValue = ["kind": "webhook", "url": .string(url), "name": .ifAny(name)]
        return try await written(.post("/v1/subscriptions", wish))
    }

    /// `DELETE /v1/subscriptions/{id}`
    public func removeSubscription(_ id: EndpointID) async throws {
        try await done(.delete("/v1/subscriptions/\(id)"))
    }
}

private struct ChannelEdit: JSONEncodable {
    let wanted: Bool?
    let quietHours: FieldEdit<ChannelPreference.QuietHours>
    let urgent: Bool?

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("wanted", ifPresent: wanted)
            $0.field("quietHours", quietHours)
            $0.field("urgent", ifPresent: urgent)
        }
    }
}
