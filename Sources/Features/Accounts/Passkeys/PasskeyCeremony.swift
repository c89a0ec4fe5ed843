import Access
import Crypto
import Encoding
import Foundation
import JSON

/// The reason why a passkey was rejected, for the log.
struct PasskeyFault: Error, Hashable {
    let words: String
    init(_ words: String) { self.words = words }
}

/// The relying party that passkeys are bound to.
struct PasskeySite: Hashable, Sendable {
    /// The relying party's ID.
    let host: String
    let origin: String

    /// - Returns: `nil` if browsers do not support passkeys on this site: its host is an IP address, or it
    ///   uses plain HTTP and is not localhost.
    init?(_ site: Site) {
        guard let url = URLComponents(string: site.publicURL), let host = url.host?.lowercased(),
            let scheme = url.scheme?.lowercased()
        else { return nil }
        let isName = host.contains(where: \.isLetter) && !host.contains(":")
        guard isName, scheme == "https" || host == "localhost" || host.hasSuffix(".localhost") else {
            return nil
        }
        self.host = host
        let isUsual = url.port == nil || (scheme == "https" ? 443 : 80) == url.port
        origin = "\(scheme)://\(host)" + (isUsual ? "" : ":\(url.port ?? 0)")
    }
}

/// The result of a browser's `create` or `get`: the JSON of a `PublicKeyCredential`.
struct PasskeyAnswer: Sendable {
    let id: [UInt8]
    let clientData: [UInt8]
    /// Only in results of `create`, like `transports`.
    let attestation: [UInt8]?
    let transports: [String]
    /// Only in results of `get`, like `signature` and `user`.
    let authenticatorData: [UInt8]?
    let signature: [UInt8]?
    let user: [UInt8]?
}

extension PasskeyAnswer {
    /// Ignores unknown members: browsers add new ones over time.
    init(_ value: JSONValue) throws(PasskeyFault) {
        guard case .object(let credential) = value, case .object(let response)? = credential["response"],
            credential["type"] == .string("public-key")
        else { throw PasskeyFault("no credential") }
        func bytes(_ object: JSONObject, _ name: String) throws(PasskeyFault) -> [UInt8]? {
            guard case .string(let text)? = object[name] else { return nil }
            guard let bytes = Base64URL.decode(text), bytes.count <= PasskeyLimits.answerBytes else {
                throw PasskeyFault("\(name) is no base64url")
            }
            return bytes
        }
        guard let id = try bytes(credential, "rawId"), let clientData = try bytes(response, "clientDataJSON")
        else { throw PasskeyFault("no id or client data") }
        self.id = id
        self.clientData = clientData
        attestation = try bytes(response, "attestationObject")
        authenticatorData = try bytes(response, "authenticatorData")
        signature = try bytes(response, "signature")
        user = try bytes(response, "userHandle")
        var transports: [String] = []
        if case .array(let listed)? = response["transports"] {
            for case .string(let text) in listed where PasskeyLimits.transports.contains(text) {
                transports.append(text)
            }
        }
        self.transports = Array(Set(transports)).sorted()
    }
}

/// The checks of Web Authentication Level 3, sections 7.1 and 7.2, that need no database.
struct PasskeyCeremony: Sendable {
    let site: PasskeySite

    struct Registration: Sendable {
        let credential: AuthenticatorData.Credential
        let data: AuthenticatorData
    }

    /// Returns the challenge in `answer`. The caller must check that the server issued it.
    func challenge(of answer: PasskeyAnswer, for type: String) throws(PasskeyFault) -> String {
        guard case .object(let data)? = try? JSONValue(parsing: answer.clientData) else {
            throw PasskeyFault("client data is not JSON")
        }
        guard data["type"] == .string(type) else { throw PasskeyFault("wrong ceremony type") }
        guard data["origin"] == .string(site.origin) else { throw PasskeyFault("wrong origin") }
        guard data["crossOrigin"] == nil || data["crossOrigin"] == .boolean(false), data["topOrigin"] == nil
        else { throw PasskeyFault("embedded in another site") }
        guard case .string(let challenge)? = data["challenge"] else { throw PasskeyFault("no challenge") }
        return challenge
    }

    /// Validates the registration of a new passkey. Attestation is not requested and is ignored if present.
    func registration(_ answer: PasskeyAnswer) throws(PasskeyFault) -> Registration {
        guard let bytes = answer.attestation, let object = try? CBORValue(bytes),
            let authData = object["authData"]?.bytes, let data = try? AuthenticatorData(authData)
        else { throw PasskeyFault("malformed attestation object") }
        try check(data)
        guard let credential = data.credential, credential.id == answer.id else {
            throw PasskeyFault("no credential, or another one")
        }
        return Registration(credential: credential, data: data)
    }

    /// Validates the use of the passkey with `publicKey`.
    func assertion(_ answer: PasskeyAnswer, publicKey: [UInt8]) throws(PasskeyFault) -> AuthenticatorData {
        guard let bytes = answer.authenticatorData, let signature = answer.signature,
            let data = try? AuthenticatorData(bytes), let value = try? CBORValue(publicKey),
            let key = try? COSEKey(value)
        else { throw PasskeyFault("malformed assertion") }
        try check(data)
        guard key.verifies(signature, of: bytes + Array(SHA256.hash(data: answer.clientData))) else {
            throw PasskeyFault("wrong signature")
        }
        return data
    }

    private func check(_ data: AuthenticatorData) throws(PasskeyFault) {
        guard data.siteHash == Array(SHA256.hash(data: Data(site.host.utf8))) else {
            throw PasskeyFault("made for another site")
        }
        guard data.flags.isSuperset(of: [.userPresent, .userVerified]) else {
            throw PasskeyFault("the person was not verified")
        }
    }
}
