/// Notification channels and subscriptions.
extension Endpoint {
    public static var listChannels: Endpoint { .get("/v1/me/channels") }
    public static var editChannel: Endpoint { .patch("/v1/me/channels/{channel}") }
    public static var readPushKey: Endpoint { .get("/v1/push/key") }
    public static var listSubscriptions: Endpoint { .get("/v1/subscriptions") }
    public static var subscribe: Endpoint { .post("/v1/subscriptions") }
    public static var editSubscription: Endpoint { .patch("/v1/subscriptions/{id}") }
    public static var unsubscribeDevice: Endpoint { .delete("/v1/subscriptions/{id}") }
    public static var testSubscription: Endpoint { .post("/v1/subscriptions/{id}/test") }
    public static var renewWebhookSecret: Endpoint { .post("/v1/subscriptions/{id}/secret") }
    public static var listWebhookAttempts: Endpoint { .get("/v1/subscriptions/{id}/attempts") }
    public static var replayWebhookMessage: Endpoint { .post("/v1/subscriptions/{id}/replay") }
}
