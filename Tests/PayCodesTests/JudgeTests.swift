import Foundation
import Money
import PayCodes
import TestSupport
import Testing

/// What `Tests/Servers/pay_code_judge.py` has other programs say.
struct JudgeTests {
    private func judge(_ arguments: String) async throws -> String {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/pay_code_judge.py").path
        return try await Shell.run(
            "exec \"${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}\" '\(script)' \(arguments)"
        )
    }

    @Test func `account numbers are right and wrong as another reader of the registry finds`() async throws {
        let lines = try await judge("accounts 3000").split(separator: "\n")

        #expect(lines.count == 3_000)
        for line in lines {
            let (verdict, text) = (line.prefix(5), String(line.dropFirst(6)))
            #expect(((try? IBAN(parsing: text)) != nil) == (verdict == "right"), "\(line)")
        }
    }

    private struct Payment: Encodable {
        var kind: String
        var name = "Leila Example"
        var account: String
        var amount: String
        var currency = "EUR"
        var text: String
        var street = "Rue du Lac"
        var houseNumber = "12a"
        var postcode = "2501"
        var town = "Biel"
        var country = "CH"
        var code: String
    }

    @Test func `codes are written as other programs write them`() async throws {
        let address = PostalAddress(
            street: "Rue du Lac", houseNumber: "12a", postcode: "2501", town: "Biel", country: "CH")
        var payments: [Payment] = []
        for (index, minor) in zip(0..., [1, 10, 1_240, 99_999, 100_000, 12_345_678] as [Int64]) {
            let text = "Thursday lunch, K7Q\(index)"
            let euros = amount(minor)
            let epc = try EPCPayment(
                name: "Leila Example", account: Account.finnish, amount: euros, text: text)
            payments.append(
                Payment(
                    kind: "epc", account: Account.finnish.text, amount: euros.decimal, text: text,
                    code: epc.payload))
            for money in [euros, amount(minor, "CHF")] {
                let swiss = try SwissPayment(
                    name: "Leila Example", address: address, account: Account.swiss, amount: money, text: text
                )
                payments.append(
                    Payment(
                        kind: "swiss", account: Account.swiss.text, amount: money.decimal,
                        currency: money.currency.code, text: text, code: swiss.payload))
            }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try JSONEncoder().encode(payments).write(to: file)

        #expect(try await judge("codes '\(file.path)'") == "")
    }
}
