import Crypto
import Encoding
import Foundation

/// The signature of an event: `t=SECONDS,v1=HEX[,v1=HEX]`, where each `v1` is the HMAC-SHA-256 of the time, a dot and the
/// body.
///
/// Reads the header as Stripe's libraries do: parts with other names are ignored, the first `t` counts, and any of the
/// signatures may match.
///
/// - Source: https://docs.stripe.com/webhooks, “Verify webhook signatures manually”.
struct StripeSignature {
    /// Any of these may have signed, so that a secret can be replaced.
    let secrets: [String]

    /// Returns whether one of the secrets signed `body` not longer ago than the tolerance.
    func isValid(_ header: String, of body: [UInt8], at now: Date) -> Bool {
        guard let (time, signatures) = Self.parse(header) else { return false }
        let age = Int(now.timeIntervalSince1970).subtractingReportingOverflow(time)
        guard !age.overflow, abs(age.partialValue) <= CheckoutLimits.tolerance else { return false }
        let signed = Data("\(time).".utf8) + body
        return secrets.contains { secret in
            let key = SymmetricKey(data: Data(secret.utf8))
            return signatures.contains {
                HMAC<SHA256>.isValidAuthenticationCode($0, authenticating: signed, using: key)
            }
        }
    }

    /// Returns `nil` if a part that counts is malformed. Signatures that are not hexadecimal match nothing.
    private static func parse(_ header: String) -> (time: Int, signatures: [[UInt8]])? {
        var times: [Substring] = []
        var signatures: [[UInt8]] = []
        for item in header.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", omittingEmptySubsequences: false)
            guard parts[0] == "t" || parts[0] == "v1" else { continue }
            guard parts.count > 1 else { return nil }
            if parts[0] == "t" {
                times.append(parts[1])
            } else if parts[1] == parts[1].lowercased(), let bytes = Hexadecimal.decode(String(parts[1])) {
                signatures.append(bytes)
            }
        }
        guard let first = times.first, let time = Int(first.trimmingCharacters(in: .whitespaces)) else {
            return nil
        }
        return (time, signatures)
    }
}
