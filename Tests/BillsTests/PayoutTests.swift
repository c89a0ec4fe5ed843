import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Bills

@Suite struct `A way to be paid` {
    private static let account = #"{"value":"FI21 1234 5600 0007 85","name":"Leila Virtanen"}"#

    @Test func `is masked in lists, and shown to debtors of open transfers alone, with a code`() async throws
    {
        try await withBills { world in
            let (path, tom, mei) = try await world.splitDinner()
            let stored = try await world.leila.put("/v1/me/payout-methods/account", Self.account)
            let options = path + "/transfers/\(tom)/options"

            let shown = try await world.tom.get(options)
            let code = try await world.tom.get(options + "/epc/qr.svg")

            #expect(stored["items"][0]["masked"].text == "FI •••• 0785")
            #expect(shown["items"][0]["kind"].text == "epc")
            #expect(shown["items"][0]["qrCode"].text == options + "/epc/qr.svg")
            #expect(shown.text.contains("FI21 1234 5600 0007 85"))
            #expect(code.status == .ok && code.text.hasPrefix("<svg"))
            #expect(try await world.mei.get(options).status == .forbidden)
            #expect(try await world.leila.get(options).status == .forbidden)
            #expect(try await world.stranger.get(options).status == .notFound)
            #expect(try await world.tom.get(path + "/transfers/\(mei)/options").status == .forbidden)

            _ = try await world.leila.put(path + "/transfers/\(tom)/state", #"{"state":"received"}"#)
            #expect(try await world.tom.get(options)["items"].elements.isEmpty)
            #expect(try await world.tom.get(options + "/epc/qr.svg").status == .notFound)
        }
    }

    @Test func `68: is not needed: without one the list is empty`() async throws {
        try await withBills { world in
            let (path, tom, _) = try await world.splitDinner()

            let shown = try await world.tom.get(path + "/transfers/\(tom)/options")
            let bill = try await world.tom.get(path)
            let cash = try await world.leila.put(
                path + "/transfers/\(tom)/state", #"{"state":"received"}"#)

            #expect(shown.status == .ok && shown["items"].elements.isEmpty)
            // Tom knows who gets how much, and the code to write; Leila confirms cash.
            let owed = bill["transfers"].elements.first { $0["id"].text == tom }
            #expect(owed?["creditor"]["name"].text == "Leila" && owed?["amountMinor"].number == 1_000)
            #expect(owed?["code"].text?.count == 5 && cash.status == .ok)
        }
    }

    @Test func `can be a link of the operator, with a code, for its currencies alone`() async throws {
        try await withBills { world in
            let (path, tom, _) = try await world.splitDinner()
            let options = path + "/transfers/\(tom)/options"

            let unknown = try await world.leila.put(
                "/v1/me/payout-methods/link", #"{"value":"+358401234567","label":"swish"}"#)
            let stored = try await world.leila.put(
                "/v1/me/payout-methods/link", #"{"value":"+358 40/1&2","label":"mobilepay"}"#)
            let shown = try await world.tom.get(options)
            let code = try await world.tom.get(options + "/link/qr.svg")
            let offered = try await world.leila.get("/v1/payment-links")

            #expect(unknown.code == "unknown_link" && unknown["errors"][0]["pointer"].text == "/label")
            #expect(stored["items"][0]["kind"].text == "link")
            #expect(shown["items"][0]["label"].text == "MobilePay")
            let url = shown["items"][0]["url"].text ?? ""
            #expect(url.hasPrefix("https://pay.example/?to=%2B358%2040%2F1%262&amount=10.00&text="))
            #expect(code.status == .ok && code.text.hasPrefix("<svg"))
            #expect(offered["items"][0]["id"].text == "mobilepay")
            #expect(offered["items"][0]["currencies"].elements.compactMap(\.text) == ["DKK", "EUR"])
        }
    }

    @Test func `is checked, stored sealed, and removed at once`() async throws {
        try await withBills { world in
            let wrong = try await world.leila.put(
                "/v1/me/payout-methods/account", #"{"value":"FI21 1234 5600 0007 86","name":"Leila"}"#)
            let nameless = try await world.leila.put(
                "/v1/me/payout-methods/account", #"{"value":"FI21 1234 5600 0007 85"}"#)
            _ = try await world.leila.put("/v1/me/payout-methods/account", Self.account)
            let rows: [String] = try await world.all("SELECT encode(sealed, 'escape') FROM payout_method")
            let removed = try await world.leila.delete("/v1/me/payout-methods/account")

            #expect(wrong.code == "malformed_payout" && wrong["errors"][0]["pointer"].text == "/value")
            #expect(nameless["errors"][0]["pointer"].text == "/name")
            #expect(rows.count == 1 && rows.allSatisfy { !$0.contains("FI21") })
            #expect(removed.status == .noContent)
            #expect(try await world.leila.get("/v1/me/payout-methods")["items"].elements.isEmpty)
            #expect(
                try await world.leila.put("/v1/me/payout-methods/pigeon", Self.account).status == .notFound)
        }
    }
}
