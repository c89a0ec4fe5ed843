public import Foundation
public import JSON

/// A device or program that receives its owner's updates.
@JSONObject
public struct Subscription: WireValue {
    public var id: EndpointID
    public var kind: Kind
    /// The owner's name for it.
    public var name: String?
    /// The host that updates are sent to.
    public var destination: String
    public var createdAt: Date
    /// The URL and the event types of a webhook; an empty list means all types.
    public var webhook: Webhook? = nil
    /// The key that signs a webhook's messages. Only in the response to creating the webhook or changing its
    /// secret.
    public var secret: String? = nil
    /// When and why the subscription ended; nothing is sent to it any more.
    public var endedAt: Date? = nil
    public var endedBecause: String? = nil

    public enum Kind: String, CaseIterable, WireValue {
        case webPush, applePush, webhook
    }

    public struct Webhook: Hashable, Sendable {
        public var url: String
        public var events: [String]
        /// Until when messages are also signed with the previous secret.
        public var formerSecretUntil: Date?

        public init(url: String, events: [String], formerSecretUntil: Date?) {
            self.url = url
            self.events = events
            self.formerSecretUntil = formerSecretUntil
        }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("kind", kind)
            $0.field("name", name)
            $0.field("destination", destination)
            $0.field("createdAt", createdAt)
            if let webhook {
                $0.field("url", webhook.url)
                $0.field("events", webhook.events)
                $0.field("formerSecretUntil", webhook.formerSecretUntil)
            }
            $0.field("secret", ifPresent: secret)
            $0.field("endedAt", endedAt)
            $0.field("endedBecause", endedBecause)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        var webhook: Webhook?
        if let url: String = try read.optional("url") {
            webhook = try Webhook(
                url: url, events: read("events"), formerSecretUntil: read.optional("formerSecretUntil"))
        }
        try self.init(
            id: read("id"), kind: read("kind"), name: read.optional("name"), destination: read("destination"),
            createdAt: read("createdAt"), webhook: webhook, secret: read.optional("secret"),
            endedAt: read.optional("endedAt"), endedBecause: read.optional("endedBecause"))
    }
}

/// The result of a message sent just now to a device or program.
@JSONObject
public struct SubscriptionTest: WireValue {
    public var delivered: Bool
    /// The reason why it was not delivered, for people.
    public var detail: String?
}

/// One attempt to deliver a message to a webhook. Only the status of the response is stored.
@JSONObject
public struct WebhookAttempt: WireValue {
    /// The message's `webhook-id`.
    public var message: String
    public var type: String
    public var at: Date
    /// `nil` if there was no response; `failure` then has the reason.
    public var status: Int?
    public var failure: String?
    public var milliseconds: Int
}
