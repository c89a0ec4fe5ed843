import Foundation
import NIOCore
import NoonishAPI
import NoonishClient
import TestSupport
import Testing

/// Bills by nothing but the client, against the built program.
@Suite struct BillTests {
    @Test(.timeLimit(.minutes(10)))
    func `friends split a bill and pay each other`() async throws {
        try await withProgram([:]) { program, _ async throws in
            let leila = try await member("leila@example.org", of: program)
            let tom = try await member("tom@example.org", of: program)
            try await befriend(leila, tom, "tom@example.org")
            let me = try await leila.me().value.id
            let tomsID = try await tom.me().value.id
            var new = NewOuting(title: "Dinner")
            new.startsAt = Date(timeIntervalSinceNow: -86_400).formatted(.iso8601)
            new.timeZone = "Europe/Helsinki"
            new.invite = Invitees(people: [tomsID])
            let outing = try await leila.startOuting(new).value.id
            _ = try await tom.answer(outing, NewAnswer(.attending))

            // A total and a tip, corrected to items with the same sum.
            var bill = NewBill(currency: "EUR", total: "20.00", charges: [.init(kind: .tip, percent: "10")])
            let preview = try await leila.previewBill(bill, for: outing)
            let paid = NewPayment(personId: me, amount: "22.00", method: .card)
            let created = try await leila.createBill(bill, paid: [paid], for: outing)
            let id = created.value.id
            bill.total = nil
            bill.items = [
                .init(amount: "12.00", label: "Ramen", people: [.init(personId: tomsID)]),
                .init(
                    amount: "8.00",
                    people: [.init(personId: me, share: "3.00"), .init(personId: tomsID, share: "5.00")]),
            ]
            let corrected = try await leila.correctBill(
                id, bill, of: try #require(created.tag), in: outing)
            let former = try await tom.bill(id, version: 1, of: outing).value

            #expect(preview.charges.map(\.kind) == ["items", "tip"])
            #expect(created.value.payments.count == 1 && created.value.transfers.count == 1)
            #expect(corrected.value.version == 2 && corrected.value.content.charges.count == 3)
            #expect(former.content.charges.count == 2)

            // Leila can be paid by a bank account, and Tom reads its code.
            let methods = try await leila.setPayoutMethod(
                .account, NewPayoutMethod(value: "FI21 1234 5600 0007 85", name: "Leila Virtanen"))
            let transfer = try #require(try await tom.bill(id, of: outing).value.transfers.first)
            let options = try await tom.paymentOptions(for: transfer.id, of: id, in: outing).value.items
            let option = try #require(options.first)
            let code = try await tom.paymentCode(option, for: transfer.id, of: id, in: outing)
            let sent = try await tom.markSent(transfer.id, of: id, in: outing).value
            let settled = try await leila.settle(transfer.id, as: .received, of: id, in: outing).value

            #expect(try await leila.payoutMethods().value.items == methods && methods.count == 1)
            #expect(option.kind == "epc" && option.qrCode != nil)
            #expect(String(buffer: code).contains("<svg"))
            #expect(sent.transfers.map(\.state) == [.sent])
            #expect(settled.transfers.map(\.state) == [.received] && settled.settledAt != nil)
            #expect(try await tom.bills(of: outing).value.items.count == 1)

            // A payment that was taken back opens the bill again, and a new one closes it.
            let payment = try #require(settled.payments.first)
            let reversed = try await leila.reversePayment(payment.id, of: id, in: outing).value
            let again = try await leila.recordPayment(paid, for: id, in: outing).value
            try await leila.removePayoutMethod(.account)
            let link = try await leila.makeLink(to: outing)
            let linkCode = try await leila.linkCode(link.id, to: outing)

            #expect(reversed.settledAt == nil && again.settledAt != nil)
            #expect(try await leila.payoutMethods().value.items.isEmpty)
            #expect(String(buffer: linkCode).contains("<svg"))
        }
    }
}
