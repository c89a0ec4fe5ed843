import Access
import Journal
import Money
import NoonishAPI
import Testing

@testable import Bills

@Suite struct `News of a transfer` {
    private let change = { (old: BillTransfer.State?, new: BillTransfer.State?) in
        TransferChange(
            transfer: TransferSnapshot(
                id: BillTransferID.make(), debtor: PersonID.make(), creditor: PersonID.make(),
                amount: Money(1_240, Currency("EUR")!)), old: old, new: new)
    }

    @Test(
        arguments: [
            (nil, .asked), (.asked, .sent), (.sent, .received), (.sent, .disputed), (.asked, .forgiven),
            (.asked, .void),
        ] as [(BillTransfer.State?, BillTransfer.State)])
    func `is for the one of the two who did not take the step`(
        old: BillTransfer.State?, new: BillTransfer.State
    ) {
        let change = change(old, new)
        let standing = Standing(role: .invitee, status: .declined)
        func isNews(to person: PersonID) -> Bool {
            change.isNews(to: NewsReader(person, standing), as: standing, among: [:])
        }

        #expect(isNews(to: change.transfer.debtor) == (new != .sent))
        #expect(isNews(to: change.transfer.creditor) == (new == .sent))
        #expect(!isNews(to: PersonID.make()))
    }

    @Test func `is none if it was withdrawn before the debtor was notified`() {
        let asked = change(nil, .asked)
        var void = asked
        void.old = .asked
        void.new = .void

        #expect(asked.folded(with: void) == nil)
    }
}
