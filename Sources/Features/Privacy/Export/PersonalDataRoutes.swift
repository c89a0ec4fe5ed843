package import Access

/// Taking one's data along, and taking it away.
package struct PersonalDataRoutes: Sendable {
    package let routes: [Route]

    package init(exports: Exports, erasures: Erasures) {
        routes = ExportRoutes(exports: exports).routes + ErasureRoutes(erasures: erasures).routes
    }
}
