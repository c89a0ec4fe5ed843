import Delivery
import Foundation
import WebPush

extension Settings.ApplePush {
    /// Reads the settings of Apple push; `nil` without a key. With a key, the key id, team and app are
    /// required.
    init?(_ reader: inout SettingsReader) {
        let key = reader.read("applePush.key", .signingKey, secret: true)
        let word = key == nil ? SettingKind<String>.appleIdentifier : .requiredAppleIdentifier
        let keyID = reader.read("applePush.keyID", word)
        let teamID = reader.read("applePush.teamID", word)
        let topic = reader.read("applePush.topic", word)
        guard let key else { return nil }
        self.init(key: key, keyID: keyID, teamID: teamID, topic: topic)
    }
}

extension SettingKind where Value == SigningKey? {
    static var signingKey: Self {
        SettingKind(
            allowed: "a private key of P-256 (32 bytes in base64url, or PEM), or empty", placeholder: nil
        ) { text in
            guard !text.isEmpty else { return .some(nil) }
            return (try? SigningKey(text)).map(Optional.some)
        }
    }
}

extension SettingKind where Value == PushServices {
    static var pushServices: Self {
        SettingKind(
            allowed: "hosts, *.domains or origins with spaces between", placeholder: .none
        ) { PushServices($0) }
    }
}

extension SettingKind where Value == String {
    static var contact: Self {
        .text("mailto:name@host, https://…, or empty") { text in
            text.isEmpty || (try? VAPIDIdentity(key: .random(), contact: text)) != nil
        }
    }

    fileprivate static var appleIdentifier: Self {
        .text("letters, digits, . and -, or empty", where: isAppleIdentifier)
    }

    fileprivate static var requiredAppleIdentifier: Self {
        .text("letters, digits, . and -, as applePush.key is set") { !$0.isEmpty && isAppleIdentifier($0) }
    }

    private static func isAppleIdentifier(_ text: String) -> Bool {
        text.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || $0 == "." || $0 == "-" }
    }
}
