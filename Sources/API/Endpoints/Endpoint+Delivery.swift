/// Notification channels and subscriptions.
extension Endpoint {
    public static var listChannels: Endpoint { Endpoint(.get, "/v1/me/channels") }
    public static var editChannel: Endpoint { Endpoint(.patch, "/v1/me/channels/{channel}") }
    public static var readPushKey: Endpoint { Endpoint(.get, "/v1/push/key") }
    public static var listSubscriptions: Endpoint { Endpoint(.get, "/v1/subscriptions") }
    public static var subscribe: Endpoint { Endpoint(.post, "/v1/subscriptions") }
    public static var editSubscription: Endpoint { Endpoint(.patch, "/v1/subscriptions/{id}") }
    public static var unsubscribeDevice: Endpoint { Endpoint(.delete, "/v1/subscriptions/{id}") }
    public static var testSubscription: Endpoint { Endpoint(.post, "/v1/subscriptions/{id}/test") }
    public static var renewWebhookSecret: Endpoint { Endpoint(.post, "/v1/subscriptions/{id}/secret") }
    public static var listWebhookAttempts: Endpoint { Endpoint(.get, "/v1/subscriptions/{id}/attempts") }
    public static var replayWebhookMessage: Endpoint { Endpoint(.post, "/v1/subscriptions/{id}/replay") }
}
