/// Suggestions and polls.
extension Endpoint {
    public static var listSuggestions: Endpoint { .get("/v1/outings/{id}/suggestions") }
    public static var suggest: Endpoint { .post("/v1/outings/{id}/suggestions") }
    public static var supportSuggestion: Endpoint { .put("/v1/outings/{id}/suggestions/{sid}/support") }
    public static var withdrawSuggestion: Endpoint { .post("/v1/outings/{id}/suggestions/{sid}/withdraw") }
    public static var acceptSuggestion: Endpoint { .post("/v1/outings/{id}/suggestions/{sid}/accept") }
    public static var denySuggestion: Endpoint { .post("/v1/outings/{id}/suggestions/{sid}/deny") }
    public static var listPolls: Endpoint { .get("/v1/outings/{id}/polls") }
    public static var openPoll: Endpoint { .post("/v1/outings/{id}/polls") }
    public static var openPollAboutSuggestion: Endpoint { .post("/v1/outings/{id}/suggestions/{sid}/poll") }
    public static var readPoll: Endpoint { .get("/v1/outings/{id}/polls/{pid}") }
    public static var vote: Endpoint { .put("/v1/outings/{id}/polls/{pid}/vote") }
    public static var drawPoll: Endpoint { .post("/v1/outings/{id}/polls/{pid}/draw") }
    public static var acceptPoll: Endpoint { .post("/v1/outings/{id}/polls/{pid}/accept") }
}
