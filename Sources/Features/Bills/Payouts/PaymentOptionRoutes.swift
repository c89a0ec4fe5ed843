package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
import Outings
import PayCodes
package import Postgres

/// The ways to pay a transfer: fields to copy, links, and QR codes that the debtor's bank reads.
@MemberwiseInit
package struct PaymentOptionRoutes: RouteGroup {
    let database: PostgresClient
    let links: [OperatorLink]

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listPaymentOptions, .readPaymentOptions, scope: .guest, "List the ways to pay a transfer",
            "By its debtor, while it is open. Empty if the creditor has entered none: ask them.",
            answers: [.ok(.page(of: .paymentOption), "All of them, on one page")], problems: [.forbidden],
            handler: list),
        RouteDefinition(
            .readPaymentCode, .readPaymentOptions, scope: .guest, "Read a QR code for a transfer",
            parameters: [.paymentCode], answers: [.paymentCode], problems: [.forbidden], handler: code),
    ]

    func list(_ call: Call) async throws -> Response {
        let path = call.request.uri.path
        let items = try await options(call).map { option in
            TransferPaymentOption(
                kind: option.kind.rawValue, label: option.label, url: option.url,
                qrCode: option.qrCode.map { _ in "\(path)/\(option.kind.rawValue)/qr.svg" },
                fields: option.fields.map { .init(label: $0.label.rawValue, text: $0.text) })
        }
        return .json(.ok, Page(items: items))
    }

    func code(_ call: Call) async throws -> Response {
        try await options(call).picture(ofKind: call.text("kind"))
    }

    private func options(_ call: Call) async throws -> [PaymentOption] {
        guard let outing = try await database.first(.outing(call.id("id"), for: call.actor.person)) else {
            throw Denial.notFound
        }
        return try await TransferPaymentOptions(database: database, key: call.site.key, links: links)
            .options(of: call.id("transfer"), of: call.id("bid"), on: outing, for: call.actor)
    }
}

extension Parameter {
    static let paymentCode = Parameter.path(
        "kind", .words(["epc", "swiss", "upi", "pix", "payPal", "link"]), "The `kind` of an option.")
}

extension OpenAPI.Answer {
    static let paymentCode = Self.text(
        QRCodePicture.mediaType, "An SVG picture, dark on light", example: "<svg/>")
}

extension Schema {
    fileprivate static let paymentOption = Schema.named(
        "TransferPaymentOption",
        .object(
            .field(
                "kind", .words(["epc", "swiss", "account", "upi", "pix", "payPal", "link", "other"]),
                "What the code or link is of."),
            .field("label", .string("MobilePay").orNull), .field("url", .string("upi://pay").orNull),
            .field(
                "qrCode", .string("/v1/outings/…/options/epc/qr.svg").orNull, "The path of an SVG picture."),
            .field(
                "fields",
                .array(
                    of: .object(
                        .field(
                            "label",
                            .words([
                                "name", "account", "address", "key", "value", "amount", "reference", "code",
                            ])), .field("text", .string("FI21 1234 5600 0007 85")))), "Values to copy.")))
}
