import Access

/// Groups of routes under one heading of the OpenAPI document.
struct RouteSection: Sendable {
    let name: String
    let description: String
    let groups: [Group]

    init(_ name: String, _ description: String, _ groups: Group...) {
        self.name = name
        self.description = description
        self.groups = groups
    }

    /// A group of routes, and a function that creates it from the services of a process.
    struct Group: Sendable {
        /// The contracts of the routes, which exist without services.
        let contracts: [RouteContract]
        let routes: @Sendable (RouteServices) -> [Route]

        /// Creates a group.
        ///
        /// - Parameter make: Returns the group, or `nil` if its routes are not served.
        static func group<Routes: RouteGroup>(
            _ make: @escaping @Sendable (RouteServices) -> Routes?
        ) -> Group {
            Group(contracts: Routes.definitions.map(\.contract)) { make($0)?.routes ?? [] }
        }
    }
}
