/// Generates an initializer of a structure, with the structure's access level and a parameter for each stored property
/// in the order of their declaration. A variable's initial value is its parameter's default; a `let` with a value has
/// no parameter.
///
/// The compiler generates the same initializer, but for use in one module only.
@attached(member, names: named(init))
package macro MemberwiseInit() = #externalMacro(module: "Macros", type: "MemberwiseInitMacro")
