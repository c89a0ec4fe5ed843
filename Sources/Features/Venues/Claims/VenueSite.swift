import Access
package import Fetch
import Foundation
import Initializers
import NoonishAPI

/// Reads the proof of a claim from a restaurant's website: a file, or a `meta` tag of its page. The address is a stranger's, so
/// the rules of ``AddressPolicy/publicOnly`` hold, and no redirect is followed.
@MemberwiseInit
package struct VenueSite: Sendable {
    let client: FetchClient
    /// ``AddressPolicy/publicOnly`` except in tests, which have no public host.
    var policy: AddressPolicy = .publicOnly

    static let file = "/.well-known/noonish-venue.txt"

    /// The text that the site has to show.
    static func proof(of claim: VenueClaimID, key: SecretKey) -> String {
        key.token("venue claim", claim.description)
    }

    /// Returns whether the site of a restaurant shows `proof`. A site that cannot be read does not.
    ///
    /// - Parameter ownsHost: Whether the whole host is the restaurant's. On others, the page itself has to show it.
    func shows(_ proof: String, at website: String, ownsHost: Bool) async -> Bool {
        guard var page = URLComponents(string: website), page.host != nil else { return false }
        // A certificate proves whose page it is.
        page.scheme = "https"
        page.fragment = nil
        if ownsHost {
            var file = page
            (file.path, file.query) = (Self.file, nil)
            if let text = await text(of: file),
                text.split(whereSeparator: \.isWhitespace).contains(Substring(proof))
            {
                return true
            }
        }
        guard let text = await text(of: page) else { return false }
        return text.matches(of: /<meta\s[^<>]*>/.ignoresCase()).contains { tag in
            let attributes = tag.output.matches(of: /([a-zA-Z]+)\s*=\s*["']([^"']*)["']/)
            func value(_ name: String) -> Substring? {
                attributes.first { $0.output.1.lowercased() == name }?.output.2
            }
            return value("name") == "noonish-venue" && value("content").map(String.init) == proof
        }
    }

    private func text(of url: URLComponents) async -> String? {
        guard let address = url.string,
            let request = try? FetchRequest(
                .get, address, policy: policy,
                limits: TransferLimits(responseBytes: VenueLimits.siteBytes)),
            let response = try? await client.fetch(request), response.status == 200
        else { return nil }
        return String(decoding: response.body, as: UTF8.self)
    }
}
