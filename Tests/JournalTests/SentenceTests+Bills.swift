import JSON
import Journal

extension SentenceTests {
    /// The news of bills, as they are stored.
    static let bills: [Example] = [
        transfer("asked", from: .null, "you owe someone €12.40"),
        transfer("sent", from: "asked", "someone says €12.40 is on its way to you"),
        transfer("received", from: "sent", "someone has received €12.40"),
        transfer("disputed", from: "sent", "someone hasn’t received €12.40 yet"),
        transfer("forgiven", from: "asked", "someone let you off the €12.40 you owed"),
        transfer("void", from: "asked", "you no longer owe someone €12.40"),
        Example(
            stored([
                "kind": "transfer_reminder", "transfer": id, "person": id, "creditor": id, "amount": 1240,
                "currency": "EUR",
            ]), "you still owe someone €12.40"),
        Example(
            stored([
                "kind": "transfer_debtor_gone", "transfer": id, "person": id, "creditor": id, "amount": 1240,
                "currency": "EUR",
            ]),
            "someone who owed you €12.40 has deleted their account: mark the transfer as received or forgive it"
        ),
        online("paid", "your online payment of €12.40 is confirmed"),
        online("refunded", "€12.40 of your online payment was refunded"),
        Example(stored(["kind": "bill_settled", "bill": id, "person": id]), "the bill is settled"),
    ]

    private static let id: JSONValue = "0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"

    private static func online(_ step: String, _ says: String) -> Example {
        Example(
            stored([
                "kind": .string("online_\(step)"), "payment": id, "person": id, "amount": 1240,
                "currency": "EUR", "step": .string(step),
            ]), says)
    }

    private static func transfer(_ state: String, from old: JSONValue, _ says: String) -> Example {
        Example(
            stored([
                "kind": .string("transfer_\(state)"), "transfer": id, "person": id, "creditor": id,
                "amount": 1240,
                "currency": "EUR", "previous": old, "current": .string(state),
            ]), says)
    }
}
