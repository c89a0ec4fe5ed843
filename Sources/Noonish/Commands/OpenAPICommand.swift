import ArgumentParser
import OpenAPI

/// `noonish openapi`: prints the OpenAPI document of the HTTP API.
struct OpenAPICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Print the contract of the HTTP API, in OpenAPI 3.1.",
        discussion: "The same as docs/openapi.json and /openapi.json. Needs no database and no setting.")

    func run() { print(Contract.document.text, terminator: "") }
}
