/// Generates an initializer of a structure, with the structure's access level and a parameter for each stored property
/// in the order of their declaration. A variable's initial value is its parameter's default; a `let` with a value has
/// no parameter.
///
/// The compiler generates the same initializer, but for use in one module only.
///
/// - Parameter unlabeled: How many of the first parameters have no label.
@attached(member, names: named(init))
package macro MemberwiseInit(unlabeled: Int = 0) =
    #externalMacro(module: "Macros", type: "MemberwiseInitMacro")
