import Accounts
import Foundation

extension Settings.SignIn {
    /// The providers that `signIn.providers` names, each from its settings below `provider.NAME`.
    struct ProviderSettings: Sendable {
        let all: [IdentityProvider]

        init(_ reader: inout SettingsReader) {
            all = reader.read("signIn.providers", .names).split(separator: " ")
                .compactMap { reader.provider(String($0)) }
        }
    }
}

extension SettingsReader {
    /// Reads one provider. Returns `nil`, with an error recorded, if its secret is missing.
    fileprivate mutating func provider(_ name: String) -> IdentityProvider? {
        let preset = IdentityProvider.presets[name]
        let place = "provider.\(name)"
        let label = read("\(place).label", .nonEmpty, otherwise: preset?.label ?? name)
        let clientID = read("\(place).clientID", .nonEmpty)
        let issuer = read("\(place).issuer", .issuer, otherwise: preset?.issuer)
        let scopes = read("\(place).scopes", .nonEmpty, otherwise: preset?.scopes ?? "openid email profile")
        let addresses = read("\(place).addresses", .addressTrust, otherwise: preset?.addresses ?? "")
        let natives = read("\(place).nativeClientIDs", .text("client ids, or empty"), otherwise: "")
        let (secret, dialect) = name == "apple" ? apple(place) : secret(place, isFacebook: name == "facebook")
        guard let secret else { return nil }
        return IdentityProvider(
            id: name, label: label, issuer: issuer, clientID: clientID,
            nativeClientIDs: natives.split(separator: " ").map(String.init), secret: secret,
            scopes: scopes.split(separator: " ").map(String.init), addresses: addresses, dialect: dialect)
    }

    private mutating func apple(
        _ place: String
    ) -> (IdentityProvider.Secret?, IdentityProvider.Dialect) {
        let key = read("\(place).key", .minting, secret: true)
        let keyID = read("\(place).keyID", .nonEmpty)
        let teamID = read("\(place).teamID", .nonEmpty)
        return (MintedSecret(pem: key, keyID: keyID, teamID: teamID).map { .minted($0) }, .apple)
    }

    private mutating func secret(
        _ place: String, isFacebook: Bool
    ) -> (IdentityProvider.Secret?, IdentityProvider.Dialect) {
        let text = read(
            "\(place).clientSecret", isFacebook ? .nonEmpty : .text("some text, or empty"), secret: true,
            otherwise: isFacebook ? nil : "")
        let secret: IdentityProvider.Secret = text.isEmpty ? .none : .text(text)
        guard isFacebook else { return (secret, .standard) }
        let url = read("\(place).url", .address("http", "https"), otherwise: "")
        return (secret, .facebook(url.isEmpty ? .production : FacebookEndpoints(below: url)))
    }
}

extension SettingKind where Value == String {
    /// Names of settings that follow.
    static var names: Self {
        .text("names of small letters and digits, each once, with spaces between, or empty") { text in
            let names = text.split(separator: " ", omittingEmptySubsequences: false)
            return text.isEmpty
                || Set(names).count == names.count
                    && names.allSatisfy { $0.wholeMatch(of: /[a-z][a-z0-9]{0,19}/) != nil }
        }
    }

    /// An issuer. Plain HTTP is only allowed on this machine: elsewhere an attacker on the network could
    /// impersonate anyone.
    fileprivate static var issuer: Self {
        .text("https://…, or http:// on this machine") { text in
            guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty, url.query == nil,
                url.fragment == nil
            else { return false }
            return url.scheme == "https"
                || url.scheme == "http" && ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        }
    }

    fileprivate static var minting: Self {
        SettingKind(allowed: "a private key of P-256 in PEM, as Apple's .p8 file has it", placeholder: "") {
            text in
            MintedSecret(pem: text, keyID: "", teamID: "") == nil ? nil : text
        }
    }
}

extension SettingKind where Value == AddressTrust {
    fileprivate static var addressTrust: Self {
        SettingKind(
            allowed: "domains with spaces between, *, or empty", placeholder: .domains([])
        ) { text in
            guard text != "*" else { return .all }
            let domains = text.lowercased().split(separator: " ").map(String.init)
            let areDomains = domains.allSatisfy { domain in
                domain.contains(".") && domain.wholeMatch(of: /[a-z0-9.-]+/) != nil
            }
            return areDomains ? .domains(Set(domains)) : nil
        }
    }
}
