import Access
import Encoding
import JSON
import NoonishAPI

/// `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3, section 5.5).
struct PasskeyRequest: JSONEncodable {
    let challenge: String
    let host: String
    let allowed: [KnownCredential]

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("challenge", challenge)
            $0.field("rpId", host)
            $0.field("timeout", Int(PasskeyLimits.challenge * 1_000))
            $0.field("userVerification", "required")
            $0.field("allowCredentials", allowed)
        }
    }
}

/// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3, section 5.4).
struct PasskeyCreation: JSONEncodable {
    let challenge: String
    let host: String
    let person: Me
    let excluded: [KnownCredential]

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("challenge", challenge)
            $0.object("rp") {
                $0.field("id", host)
                $0.field("name", "Noonish")
            }
            $0.object("user") {
                $0.field("id", Base64URL.encode(person.id.handle))
                $0.field("name", person.email ?? person.name)
                $0.field("displayName", person.name)
            }
            $0.field("pubKeyCredParams", COSEKey.algorithms.map(PasskeyAlgorithm.init))
            $0.field("timeout", Int(PasskeyLimits.challenge * 1_000))
            $0.field("attestation", "none")
            $0.object("authenticatorSelection") {
                $0.field("residentKey", "required")
                $0.field("requireResidentKey", true)
                $0.field("userVerification", "required")
            }
            $0.field("excludeCredentials", excluded)
        }
    }
}

private struct PasskeyAlgorithm: JSONEncodable {
    let number: Int

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("type", "public-key")
            $0.field("alg", number)
        }
    }
}

extension KnownCredential: JSONEncodable {
    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("type", "public-key")
            $0.field("id", Base64URL.encode(id))
            $0.field("transports", transports)
        }
    }
}
