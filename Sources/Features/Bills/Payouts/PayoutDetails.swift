import Access
import Foundation
import HTTPKit
import JSON
import NIOCore
import NoonishAPI
import PayCodes

/// How a person wants to be paid, as they typed it. It is stored sealed, and every field is checked before.
struct PayoutDetails: Hashable, Sendable {
    let value: String
    /// The name of the account's owner.
    var name: String?
    /// The town of a Pix account.
    var city: String?
    /// The name of an app, for kinds without a code of their own; the id of an operator's link.
    var label: String?
    var address: PostalAddress?

    /// Reads `{value, name?, city?, label?, address?: {street?, houseNumber?, postcode, town, country}}`.
    init(
        _ body: ObjectReader, kind: PayoutMethodSummary.Kind, links: [OperatorLink]
    ) throws(Problem) {
        var body = body
        let value = body.required("value", .text(BillLimits.payoutText))
        name = body.optional("name", .text(BillLimits.payoutText))
        city = body.optional("city", .text(BillLimits.payoutText))
        label = body.optional("label", .text(BillLimits.payoutText))
        address = body.object("address") { address in
            let street = address.optional("street", .text(BillLimits.payoutText))
            let number = address.optional("houseNumber", .text(BillLimits.payoutText))
            let postcode = address.required("postcode", .text(BillLimits.payoutText))
            let town = address.required("town", .text(BillLimits.payoutText))
            let country = address.required("country", .text(2...2))
            guard let postcode, let town, let country else { return nil }
            return PostalAddress(
                street: street ?? "", houseNumber: number ?? "", postcode: postcode, town: town,
                country: country.uppercased())
        }
        let needsName = kind == .account || kind == .upi || kind == .pix
        if needsName, !body.has("name") { body.refuse("name", "missing", "Required.") }
        if kind == .pix, !body.has("city") { body.refuse("city", "missing", "Required.") }
        if kind == .other || kind == .link, !body.has("label") {
            body.refuse("label", "missing", "Required.")
        }
        self.value = try body.finish(value)
        guard kind != .link || links.contains(where: { $0.id == label }) else {
            throw .unprocessable("unknown_link", "This service has no such link.", pointer: "/label")
        }
        guard method(kind, links) != nil else {
            throw .unprocessable(
                "malformed_payout", "Check the digits and letters of what you entered.", pointer: "/value")
        }
    }

    /// Returns the way to be paid; `nil` if the value is not one of the kind, such as an IBAN with a wrong digit.
    func method(_ kind: PayoutMethodSummary.Kind, _ links: [OperatorLink]) -> PayoutMethod? {
        switch kind {
        case .account: (try? IBAN(parsing: value)).map { .account($0, name: name ?? "", address: address) }
        case .upi: (try? UPIAddress(parsing: value)).map { .upi($0, name: name ?? "") }
        case .pix: (try? PixKey(parsing: value)).map { .pix($0, name: name ?? "", city: city ?? "") }
        case .payPal: (try? PayPalName(parsing: value)).map { .payPal($0) }
        case .link: links.first { $0.id == label }.map { .link($0.template, value: value) }
        case .other: .other(label: label ?? "", value: value)
        }
    }

    /// What lists show: the last characters.
    func masked(_ kind: PayoutMethodSummary.Kind) -> String {
        if kind == .account, let account = try? IBAN(parsing: value) { return account.masked }
        let shown = value.count > 8 ? 4 : value.count / 2
        return "•••• \(value.suffix(max(1, shown)))"
    }
}

/// Payment details are stored sealed.
extension PayoutDetails {
    static let purpose = "payout"

    func sealed(_ key: SecretKey, of person: PersonID, kind: PayoutMethodSummary.Kind) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.object { object in
            object.field("value", value)
            object.field("name", name)
            object.field("city", city)
            object.field("label", label)
            object.field("street", address?.street)
            object.field("houseNumber", address?.houseNumber)
            object.field("postcode", address?.postcode)
            object.field("town", address?.town)
            object.field("country", address?.country)
        }
        return try key.seal(
            Array(writer.finish().readableBytesView), Self.purpose, owner: "\(person) \(kind.rawValue)")
    }

    /// - Returns: `nil` if it was sealed with another key, or for another person or kind.
    init?(sealed: [UInt8], _ key: SecretKey, of person: PersonID, kind: PayoutMethodSummary.Kind) {
        guard let bytes = key.open(sealed, Self.purpose, owner: "\(person) \(kind.rawValue)"),
            case .object(let object)? = try? JSONValue(parsing: ByteBuffer(bytes: bytes))
        else { return nil }
        func text(_ name: String) -> String? {
            if case .string(let text)? = object[name] { text } else { nil }
        }
        guard let value = text("value") else { return nil }
        self.value = value
        name = text("name")
        city = text("city")
        label = text("label")
        if let postcode = text("postcode"), let town = text("town"), let country = text("country") {
            address = PostalAddress(
                street: text("street") ?? "", houseNumber: text("houseNumber") ?? "", postcode: postcode,
                town: town, country: country)
        }
    }
}
