public import JSON

/// The picture of an item of a menu.
@JSONObject
public struct MenuPicture: WireValue {
    /// The item's key.
    public var item: String
    /// The path of the picture, which changes with it; with `&size=160`, that of a square.
    public var path: String
}

/// The pictures of a menu.
@JSONObject
public struct MenuPictures: WireValue {
    public var items: [MenuPicture]
}
