import Initializers

extension IdentityProvider {
    /// The built-in settings of a well-known provider.
    package struct Preset: Sendable {
        package let label: String
        package let issuer: String
        package let scopes: String
        /// Domains of the mailboxes that the provider runs itself. About other addresses it knows only that
        /// the person once read a mail there.
        package let addresses: String
    }

    /// - Source: Google, OpenID Connect; Apple, Sign in with Apple REST API; Meta, Facebook Login, OIDC
    ///   token.
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

/// The addresses of Facebook's pages and Graph API, including the API version.
@MemberwiseInit
package struct FacebookEndpoints: Hashable, Sendable {
    /// Without a trailing slash, like `graph`.
    package let dialog: String
    package let graph: String
    package let keys: String

    package static let production = FacebookEndpoints(
        dialog: "https://www.facebook.com/v24.0/dialog/oauth", graph: "https://graph.facebook.com/v24.0",
        keys: "https://www.facebook.com/.well-known/oauth/openid/jwks/")

    /// Places all addresses below one base address, for a stand-in server.
    package init(below address: String) {
        self.init(dialog: "\(address)/dialog/oauth", graph: "\(address)/graph", keys: "\(address)/keys")
    }
}
