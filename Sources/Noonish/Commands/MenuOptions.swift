import ArgumentParser
import Logging
import Menus

/// The options of `noonish import menu`.
struct MenuOptions: ParsableArguments {
    @Option(help: "A restaurant of the menu; repeat it for the branches that share the menu.")
    var restaurant: [String] = []
    @Option(help: "The format of the menu: json, csv, jsonld or openmenu; detected by default.")
    var format: MenuImportFile.Format?
    @Option(help: "The currency of the menu, if the file does not state it.") var currency: String?
    @Option(help: "The language of the menu, if the file does not state it.") var language: String?
    @Flag(help: "The prices of a menu that is not our own JSON are without taxes.")
    var pricesExcludeTax = false
    @Flag(help: "Publish the menu.") var publish = false

    func importMenu(
        _ file: String, of source: String, _ settings: Settings, _ logger: Logger
    ) async throws {
        let request = MenuImport.Request(
            file: file, format: format, restaurants: restaurant, source: source,
            defaults: MenuImportDefaults(
                language: language, currency: currency, pricesIncludeTax: !pricesExcludeTax),
            publishes: publish)
        let migration = try Migration(settings, logger)
        try await runCancellingOnSignal(logger) {
            try await withDatabase(settings, logger) { database in
                try await migration.apply(to: database)
                let report = try await withClient(of: database, as: .worker, logger) { client in
                    do {
                        return try await MenuImport(database: client).run(request)
                    } catch let faults as MenuFaults {
                        throw CommandError(.data, faults.description)
                    } catch let fault as MenuImportFault {
                        throw CommandError(.data, fault.description)
                    }
                }
                print(report.text(published: publish))
            }
        }
    }
}

extension MenuImportFile.Format: ExpressibleByArgument {}

extension MenuImport.Report {
    /// A summary, one fact per line.
    fileprivate func text(published isPublished: Bool) -> String {
        let draft = outcome.isNew ? "new" : outcome.draftChanged ? "changed" : "unchanged"
        let publication =
            isPublished
            ? "published for \(outcome.published) of \(outcome.branches) restaurants, unchanged for the others"
            : "not published: add --publish"
        let facts = ["\(outcome.items) items, draft \(draft), \(publication)"]
        return (facts + ignored.sorted { $0.key < $1.key }.map { "  left out \($0.value): \($0.key)" })
            .joined(separator: "\n")
    }
}
