extension IdentityProvider {
    /// What is known of a provider without being told.
    package struct Preset: Sendable {
        package let label: String
        package let issuer: String
        package let scopes: String
        /// Domains of the mailboxes that it runs itself: about others it knows only that somebody read one mail, once.
        package let addresses: String
    }

    /// - Source: Google, OpenID Connect; Apple, Sign in with Apple REST API; Meta, Facebook Login, OIDC token.
    package static let presets: [String: Preset] = [
        "google": Preset(
            label: "Google", issuer: "https://accounts.google.com", scopes: "openid email profile",
            addresses: "gmail.com googlemail.com"),
        "apple": Preset(
            label: "Apple", issuer: "https://appleid.apple.com", scopes: "openid email name",
            addresses: "icloud.com me.com mac.com privaterelay.appleid.com"),
        "facebook": Preset(
            label: "Facebook", issuer: "https://www.facebook.com", scopes: "openid email public_profile",
            addresses: ""),
    ]
}

/// Where Facebook's pages and its Graph API are, with the version in it.
package struct FacebookPlaces: Hashable, Sendable {
    /// Without slashes at their ends.
    package let dialog: String
    package let graph: String
    package let keys: String

    package init(dialog: String, graph: String, keys: String) {
        self.dialog = dialog
        self.graph = graph
        self.keys = keys
    }

    package static let real = FacebookPlaces(
        dialog: "https://www.facebook.com/v24.0/dialog/oauth", graph: "https://graph.facebook.com/v24.0",
        keys: "https://www.facebook.com/.well-known/oauth/openid/jwks/")

    /// All of it below one address: a server of one's own in its place.
    package init(below address: String) {
        self.init(dialog: "\(address)/dialog/oauth", graph: "\(address)/graph", keys: "\(address)/keys")
    }
}
