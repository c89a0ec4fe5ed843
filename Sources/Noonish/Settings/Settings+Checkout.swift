extension Settings.Checkout {
    /// The secrets that may have signed an event.
    var secrets: [String] { [webhookSecret, formerWebhookSecret].filter { !$0.isEmpty } }
}
