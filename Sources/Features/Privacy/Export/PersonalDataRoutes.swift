package import Access

/// The routes by which people export and erase their data.
package struct PersonalDataRoutes: RouteGroup {
    private let exports: ExportRoutes
    private let erasures: ErasureRoutes

    package static let definitions: [RouteDefinition<Self>] = [
        ExportRoutes.definitions { $0.exports }, ErasureRoutes.definitions { $0.erasures },
    ].flatMap { $0 }

    package init(exports: Exports, erasures: Erasures) {
        self.exports = ExportRoutes(exports: exports)
        self.erasures = ErasureRoutes(erasures: erasures)
    }
}
