/// A part of the leased connections that all transactions with the same key share.
///
/// Without shares, one caller with many transactions, or many transactions that wait for one locked row, would
/// occupy every leased connection. A transaction whose share is used up waits while later ones pass it.
///
/// ```swift
/// try await LeaseShare.$current.withValue([LeaseShare(of: person, divisor: 4)]) {
///     try await database.transaction { … }
/// }
/// ```
public struct LeaseShare: Hashable, Sendable {
    /// The shares that transactions of the current task count towards.
    @TaskLocal public static var current: [LeaseShare] = []

    let key: Int
    let divisor: Int

    /// - Parameters:
    ///   - owner: What transactions have in common: a person, an object.
    ///   - divisor: Transactions of the same owner use at most one in `divisor` of the connections, and at
    ///     least one connection.
    public init(of owner: some Hashable, divisor: Int) {
        precondition(divisor > 0, "a share is a positive part of the connections")
        key = owner.hashValue
        self.divisor = divisor
    }

    /// Returns how many of `connections` this share may use at a time.
    func limit(of connections: Int) -> Int { max(1, connections / divisor) }
}
