package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`: who counted portions. Guests count none.
    package static let stock: [PersonReference] = [PersonReference("stock_move", "actor_id", .ends)]
}
