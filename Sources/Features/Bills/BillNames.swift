package import NoonishAPI
import Outings

// The people that bills name: withListedNames gives them the names of the outing's list.

extension OutingBill: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) {
        madeBy.updatePeople(update)
        content.updatePeople(update)
        for index in balances.indices { balances[index].person.updatePeople(update) }
        for index in payments.indices { payments[index].person.updatePeople(update) }
        for index in transfers.indices {
            transfers[index].debtor.updatePeople(update)
            transfers[index].creditor.updatePeople(update)
        }
    }
}

extension BillContent: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) {
        for charge in charges.indices {
            for share in charges[charge].shares.indices {
                charges[charge].shares[share].person.updatePeople(update)
            }
        }
        for index in shares.indices { shares[index].person.updatePeople(update) }
    }
}
