import SwiftCompilerPlugin
import SwiftSyntaxMacros

// Macros
// ======
// The compiler runs this program while it compiles a module that uses one of its macros. It reads a type's stored
// properties and returns the code that would otherwise repeat their names:
//
//     @JSONObject        in `Sources/Platform/JSON/JSONObject+Macro.swift`
//     @Row               in `Sources/Platform/Postgres/Statements/Row+Macro.swift`
//     @MemberwiseInit    in `Sources/Platform/Initializers/MemberwiseInit.swift`
//     @StoredChange      in `Sources/Features/Journal/StoredChange+Macro.swift`
//     @SettingsSection   in `Sources/Noonish/Settings/Setting+Macro.swift`
//
// To see what a macro generates, compile with `-Xfrontend -dump-macro-expansions`.

@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        JSONObjectMacro.self, MemberwiseInitMacro.self, RowMacro.self, PropertyMarkerMacro.self,
        SettingsSectionMacro.self, StoredChangeMacro.self,
    ]
}
