/// Calendar feeds and incoming mail.
extension Endpoint {
    public static var downloadEvent: Endpoint { .get("/v1/outings/{id}/calendar.ics") }
    public static var readCalendarAddress: Endpoint { .get("/v1/calendar") }
    public static var rotateCalendarAddress: Endpoint { .post("/v1/calendar/rotate") }
    public static var revokeCalendarAddress: Endpoint { .delete("/v1/calendar") }
    public static var followCalendar: Endpoint { .get("/v1/calendar/{secret}.ics") }
    public static var takeMail: Endpoint { .post("/v1/inbound/mail") }
}
