import JSON
public import NoonishAPI

/// Updates about the caller's outings, and their delivery. For live updates see
/// ``NoonishClient/live(of:after:)``.
extension NoonishClient {
    /// Lists updates, oldest first.
    ///
    /// - Parameters:
    ///   - number: The number of the last update that the caller has.
    ///   - isFolded: Whether the updates of one outing on the page become one, with what holds after the last.
    public func updates(
        after number: Int = 0, limit: Int? = nil, isFolded: Bool = false
    ) async throws -> Resource<Page<Update>> {
        try await read(
            Call(
                .listUpdates,
                query: [
                    ("after", String(number)), ("limit", limit.map(String.init)),
                    ("folded", isFolded ? "true" : nil),
                ]))
    }

    /// Marks updates as read.
    ///
    /// - Parameter outing: Only the updates of this outing; `nil` for all.
    /// - Returns: The number up to which all updates are now read.
    public func markUpdatesRead(upTo number: Int, outing: OutingID? = nil) async throws -> Int {
        let content: JSONValue = ["upTo": .integer(number), "outing": .orNull(outing?.description)]
        let read: [String: Int] = try await writeForValue(Call(.markUpdatesRead, body: content))
        return read["upTo"] ?? number
    }

    /// Lists the caller's notification settings by channel.
    public func channels() async throws -> Resource<Page<ChannelPreference>> {
        try await read(Call(.listChannels))
    }

    /// Edits the settings of a channel.
    public func editChannel(
        _ channel: String, wanted: Bool? = nil,
        quietHours: FieldEdit<ChannelPreference.QuietHours> = .keep, urgent: Bool? = nil,
        everything: Bool? = nil
    ) async throws -> ChannelPreference {
        let edit = ChannelEdit(wanted: wanted, quietHours: quietHours, urgent: urgent, everything: everything)
        return try await writeForValue(Call(.editChannel, channel, body: edit))
    }

    /// Lists the devices and webhooks that receive updates.
    public func subscriptions() async throws -> Resource<Page<Subscription>> {
        try await read(Call(.listSubscriptions))
    }

    /// Adds a webhook. ``Subscription/secret`` is the key that signs its requests; it is not returned
    /// again.
    public func addWebhook(_ url: String, name: String? = nil) async throws -> Subscription {
        let content: JSONValue = ["kind": "webhook", "url": .string(url), "name": .orNull(name)]
        return try await writeForValue(Call(.subscribe, body: content))
    }

    /// Removes a subscription.
    public func removeSubscription(_ id: EndpointID) async throws {
        try await perform(Call(.unsubscribeDevice, id))
    }
    /// Returns the key for a browser's Web Push subscription, `applicationServerKey`.
    public func pushKey() async throws -> String {
        let answer: Resource<[String: String]> = try await read(Call(.readPushKey))
        guard let key = answer.value["key"] else {
            throw ClientFault.unexpected(path: Endpoint.readPushKey.path, "no key")
        }
        return key
    }

    /// Adds an Apple device.
    ///
    /// - Parameters:
    ///   - token: The device token in hexadecimal digits.
    ///   - topic: The app's topic; `nil` for the one that the service is configured for.
    public func addApplePush(
        _ token: String, topic: String? = nil, isSandbox: Bool = false, name: String? = nil
    ) async throws -> Subscription {
        let content: JSONValue = [
            "kind": "applePush", "token": .string(token), "topic": .orNull(topic),
            "environment": isSandbox ? "sandbox" : "production", "name": .orNull(name),
        ]
        return try await writeForValue(Call(.subscribe, body: content))
    }

    /// Edits a subscription.
    ///
    /// - Parameters:
    ///   - events: The events that a webhook receives; empty for all.
    ///   - enabled: `true` resumes a subscription that has ended.
    public func editSubscription(
        _ id: EndpointID, name: FieldEdit<String> = .keep, events: [String]? = nil, enabled: Bool? = nil
    ) async throws -> Subscription {
        let edit = SubscriptionEdit(name: name, events: events, enabled: enabled)
        return try await writeForValue(Call(.editSubscription, id, body: edit))
    }

    /// Sends a test message now and returns the result.
    public func testSubscription(_ id: EndpointID) async throws -> SubscriptionTest {
        try await writeForValue(Call(.testSubscription, id))
    }

    /// Creates a new secret for a webhook. The old one is also used for signing for a limited time.
    public func renewWebhookSecret(_ id: EndpointID) async throws -> Subscription {
        try await writeForValue(Call(.renewWebhookSecret, id))
    }

    /// Lists delivery attempts, newest first.
    public func webhookAttempts(
        _ id: EndpointID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<WebhookAttempt>> {
        try await read(Call(.listWebhookAttempts, id, query: .page(limit, cursor)))
    }

    /// Sends the message with the id ``WebhookAttempt/message`` again.
    public func replay(_ message: String, to id: EndpointID) async throws -> SubscriptionTest {
        try await writeForValue(
            Call(.replayWebhookMessage, id, body: ["message": .string(message)] as JSONValue))
    }
}

@JSONObject
private struct SubscriptionEdit: JSONEncodable {
    let name: FieldEdit<String>
    @JSONMember(omitIfNil: true) let events: [String]?
    @JSONMember(omitIfNil: true) let enabled: Bool?
}

@JSONObject
private struct ChannelEdit: JSONEncodable {
    @JSONMember(omitIfNil: true) let wanted: Bool?
    let quietHours: FieldEdit<ChannelPreference.QuietHours>
    @JSONMember(omitIfNil: true) let urgent: Bool?
    @JSONMember(omitIfNil: true) let everything: Bool?
}
