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
    /// `GET /v1/push/key`: the key that a browser subscribes to news with, `applicationServerKey`.
    public func pushKey() async throws -> String {
        let answer: Reading<[String: String]> = try await read(.get("/v1/push/key"))
        guard let key = answer.value["key"] else {
            throw ClientFault.unexpected(path: "/v1/push/key", "no key")
        }
        return key
    }

    /// `POST /v1/subscriptions`: a device of Apple's.
    ///
    /// - Parameters:
    ///   - token: Of the device, in hexadecimal digits.
    ///   - topic: The app's; nil: the one that the service is set up for.
    public func addApplePush(
        _ token: String, topic: String? = nil, isSandbox: Bool = false, name: String? = nil
    ) async throws -> Subscription {
        let wish: JSONValue = [
            "kind": "applePush", "token": .string(token), "topic": .ifAny(topic),
            "environment": isSandbox ? "sandbox" : "production", "name": .ifAny(name),
        ]
        return try await written(.post("/v1/subscriptions", wish))
    }

    /// `PATCH /v1/subscriptions/{id}`
    ///
    /// - Parameters:
    ///   - events: Of a webhook: which happenings; empty for all.
    ///   - enabled: True begins again what has ended.
    public func editSubscription(
        _ id: EndpointID, name: FieldEdit<String> = .keep, events: [String]? = nil, enabled: Bool? = nil
    ) async throws -> Subscription {
        let edit = SubscriptionEdit(name: name, events: events, enabled: enabled)
        return try await written(.patch("/v1/subscriptions/\(id)", edit))
    }

    /// `POST /v1/subscriptions/{id}/test`: sends it something now, and says how that went.
    public func testSubscription(_ id: EndpointID) async throws -> SubscriptionTest {
        try await written(.post("/v1/subscriptions/\(id)/test"))
    }

    /// `POST /v1/subscriptions/{id}/secret`: a new secret for a webhook; the one before signs, too, for a while.
    public func renewWebhookSecret(_ id: EndpointID) async throws -> Subscription {
        try await written(.post("/v1/subscriptions/\(id)/secret"))
    }

    /// `GET /v1/subscriptions/{id}/attempts`: the newest first.
    public func webhookAttempts(
        _ id: EndpointID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Reading<Page<WebhookAttempt>> {
        try await read(
            .get("/v1/subscriptions/\(id)/attempts", [("limit", limit.map(String.init)), ("cursor", cursor)]))
    }

    /// `POST /v1/subscriptions/{id}/replay`: sends a message again, ``WebhookAttempt/message``.
    public func replay(_ message: String, to id: EndpointID) async throws -> SubscriptionTest {
        try await written(.post("/v1/subscriptions/\(id)/replay", ["message": .string(message)] as JSONValue))
    }
}

private struct SubscriptionEdit: JSONEncodable {
    let name: FieldEdit<String>
    let events: [String]?
    let enabled: Bool?

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("name", name)
            $0.field("events", ifPresent: events)
            $0.field("enabled", ifPresent: enabled)
        }
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
