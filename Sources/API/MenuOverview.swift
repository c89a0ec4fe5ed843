public import JSON

/// What a restaurant's page shows of its menu.
@JSONObject
public struct MenuOverview: WireValue {
    /// The names of its sections, in the caller's language where the menu has it.
    public var sections: [String]
    public var itemCount: Int
    /// The hours that occur on the menu, each as the hours of seven days.
    public var weekHours: [WeekHours]

    /// Serving hours of a menu, a section or an item.
    @JSONObject
    public struct WeekHours: WireValue {
        /// The hours that the menu states, in the syntax of OpenStreetMap's `opening_hours`.
        public var text: String
        public var week: [HoursDay]
    }
}
