/// Generates how a section of the settings reads itself, `init(_: inout SettingsReader)`: each property with
/// ``Setting(_:secret:alias:)`` from the key `name.property`, and each other property as a section.
///
///     @SettingsSection("http")
///     struct HTTP: Sendable {
///         @Setting(.integer(0...65_535)) let port: Int
///     }
@attached(member, names: named(init))
macro SettingsSection(_ name: StaticString? = nil) =
    #externalMacro(module: "Macros", type: "SettingsSectionMacro")

/// Describes a setting. `config/noonish.yaml` has its default and its documentation.
///
/// - Parameters:
///   - secret: Whether the value is also read from the file in `NOONISH_…_FILE`, and never appears in an error.
///   - alias: Another environment variable, read after our own.
@attached(peer)
macro Setting<Value>(_ kind: SettingKind<Value>, secret: Bool = false, alias: String? = nil) =
    #externalMacro(module: "Macros", type: "PropertyMarkerMacro")

/// Describes a setting whose key differs from the property's name.
@attached(peer)
macro Setting<Value>(_ key: StaticString, _ kind: SettingKind<Value>, secret: Bool = false) =
    #externalMacro(module: "Macros", type: "PropertyMarkerMacro")
