import Access
import Crypto
import Encoding
import Fetch
import Foundation
import JSON

// Facebook's Graph API
// ====================
// `/me` identifies the person. The request carries the access token and a proof that we know the app's
// secret, so that a token stolen from another app is useless here. User IDs are specific to the app. An ID
// token exists only where Facebook's OpenID Connect is enabled. If there is one, it is validated, and both
// must name the same person. The address is never treated as verified, because Facebook does not say whether
// it is.
//
// `/me/friends` lists only friends who use this app too and granted `user_friends`, a permission that
// Facebook reviews first. It only suggests people who are already here; invitations go by link and mail.

extension ProviderExchange {
    func facebook(
        _ tokens: Tokens, _ secrets: VisitSecrets, _ endpoints: FacebookEndpoints
    ) async throws(IdentityFault) -> ProvenIdentity {
        guard let access = tokens.access, case .text(let secret) = provider.secret else {
            throw .invalid("the response has no access token")
        }
        let proof = FacebookSecret.proof(of: access, secret: secret)
        let me = try await graph("/me", [("fields", "id,name,email")], access, proof, endpoints)
        guard case .string(let id)? = me["id"], IdentityLimits.subject.contains(id.unicodeScalars.count)
        else {
            throw .invalid("the Graph API returned no user ID")
        }
        if let token = tokens.id {
            let content = try await verifyIDToken(token, nonce: secrets.nonce, access: nil)
            guard content.sub == id else { throw .invalid("the ID token has another subject") }
        }
        func text(_ name: String) -> String? {
            if case .string(let text)? = me[name] { text } else { nil }
        }
        var identity = ProvenIdentity(issuer: provider.issuer, subject: id)
        identity.take(address: text("email"), isVerified: false, name: text("name"))
        if provider.scopes.contains("user_friends") {
            identity.friends = await friends(access, proof, endpoints)
        }
        return identity
    }

    /// Returns the friends read before the first failure. Friends are not needed to sign in.
    private func friends(_ access: String, _ proof: String, _ endpoints: FacebookEndpoints) async -> [String]
    {
        var ids: [String] = []
        var after: String?
        for _ in 0..<IdentityLimits.friendPages {
            let fields = [("fields", "id"), ("limit", "200")] + (after.map { [("after", $0)] } ?? [])
            guard let page = try? await graph("/me/friends", fields, access, proof, endpoints),
                case .array(let people)? = page["data"]
            else { break }
            for case .object(let person) in people {
                if case .string(let id)? = person["id"] { ids.append(id) }
            }
            guard case .object(let paging)? = page["paging"], paging["next"] != nil,
                case .object(let cursors)? = paging["cursors"], case .string(let next)? = cursors["after"],
                ids.count < IdentityLimits.friends
            else { break }
            after = next
        }
        return Array(ids.prefix(IdentityLimits.friends))
    }

    private func graph(
        _ path: String, _ fields: [(String, String)], _ access: String, _ proof: String,
        _ endpoints: FacebookEndpoints
    ) async throws(IdentityFault) -> JSONObject {
        let query = formEncoded(fields + [("access_token", access), ("appsecret_proof", proof)])
        let response = try await client.send(.get, "\(endpoints.graph)\(path)?\(query)", of: provider)
        guard response.status == 200, case .object(let answer)? = try? JSONValue(parsing: response.body)
        else {
            throw .unavailable("\(response.status) from the Graph API")
        }
        return answer
    }
}

/// Uses of an app's secret at Facebook.
enum FacebookSecret {
    /// Returns the `appsecret_proof` of an access token.
    ///
    /// - Source: Meta, Securing Graph API calls: hex of HMAC-SHA-256 of the access token.
    static func proof(of accessToken: String, secret: String) -> String {
        Hexadecimal.encode(code(Data(accessToken.utf8), secret))
    }

    /// Returns the person who asked Facebook to have their data deleted here, and when.
    ///
    /// - Returns: `nil` if the request is malformed or not signed by Facebook.
    /// - Source: Meta, Data deletion request callback: `base64url(HMAC-SHA-256).base64url(JSON)`.
    static func person(inSignedRequest text: String, secret: String) -> (subject: String, at: Date)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let signature = Base64URL.decode(parts[0]),
            let content = Base64URL.decode(parts[1]),
            HMAC<SHA256>.isValidAuthenticationCode(
                signature, authenticating: Data(parts[1].utf8), using: SymmetricKey(data: Data(secret.utf8))),
            case .object(let members)? = try? JSONValue(parsing: content),
            case .string("HMAC-SHA256")? = members["algorithm"],
            case .string(let subject)? = members["user_id"],
            case .integer(let seconds)? = members["issued_at"]
        else { return nil }
        return (subject, Date(timeIntervalSince1970: Double(seconds)))
    }

    private static func code(_ data: Data, _ secret: String) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: Data(secret.utf8))))
    }
}
