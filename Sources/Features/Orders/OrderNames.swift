package import NoonishAPI
import Outings

// The people that responses about orders name: withListedNames gives them the names of the outing's list.

extension GroupOrder: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) {
        coordinator.updatePeople(update)
        lines.updatePeople(update)
        missing.updatePeople(update)
    }
}

extension OrderLine: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) {
        person.updatePeople(update)
        setBy.updatePeople(update)
        for index in sharers.indices { sharers[index].person.updatePeople(update) }
    }
}

extension RepricedOrder: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) {
        for index in changed.indices { changed[index].person.updatePeople(update) }
        for index in unserved.indices { unserved[index].person.updatePeople(update) }
    }
}

extension OrderEvent: PeopleNaming {
    package mutating func updatePeople(_ update: (inout Person) -> Void) {
        actor.updatePeople(update)
        person.updatePeople(update)
    }
}

extension OrderRow: PeopleNaming {
    mutating func updatePeople(_ update: (inout Person) -> Void) { coordinator.updatePeople(update) }
}

extension OrderLineRow: PeopleNaming {
    mutating func updatePeople(_ update: (inout Person) -> Void) {
        person.updatePeople(update)
        setBy.updatePeople(update)
        sharers.updatePeople(update)
    }
}
