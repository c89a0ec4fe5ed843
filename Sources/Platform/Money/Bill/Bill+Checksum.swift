import Crypto
import Foundation

extension Bill {
    /// The SHA-256 digest of ``canonicalText``, by which two screens can tell that they show the same bill.
    public var checksum: [UInt8] { Array(SHA256.hash(data: Array(canonicalText.utf8))) }

    /// The bill as text that other programs can reproduce byte by byte: a line for the bill, for each charge and for
    /// each share, in their order, each ended by a line feed. Identifiers are in lower case.
    ///
    /// ```
    /// bill 0190c2a4-… EUR 1240
    /// charge 1 items own 1240
    /// share 0190c2a5-… 1240
    /// ```
    public var canonicalText: String {
        var text = "bill \(id.uuidString.lowercased()) \(currency.code) \(total)\n"
        for charge in charges {
            text +=
                "charge \(charge.number) \(charge.kind.rawValue) \(charge.basis.rawValue) \(charge.amount)\n"
            for share in charge.shares {
                text += "share \(share.person.uuidString.lowercased()) \(share.amount)\n"
            }
        }
        return text
    }
}
