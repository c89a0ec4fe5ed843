/// Suggestions and polls.
extension Endpoint {
    public static var listSuggestions: Endpoint { Endpoint(.get, "/v1/outings/{id}/suggestions") }
    public static var suggest: Endpoint { Endpoint(.post, "/v1/outings/{id}/suggestions") }
    public static var supportSuggestion: Endpoint {
        Endpoint(.put, "/v1/outings/{id}/suggestions/{sid}/support")
    }
    public static var withdrawSuggestion: Endpoint {
        Endpoint(.post, "/v1/outings/{id}/suggestions/{sid}/withdraw")
    }
    public static var acceptSuggestion: Endpoint {
        Endpoint(.post, "/v1/outings/{id}/suggestions/{sid}/accept")
    }
    public static var denySuggestion: Endpoint { Endpoint(.post, "/v1/outings/{id}/suggestions/{sid}/deny") }
    public static var listPolls: Endpoint { Endpoint(.get, "/v1/outings/{id}/polls") }
    public static var openPoll: Endpoint { Endpoint(.post, "/v1/outings/{id}/polls") }
    public static var openPollAboutSuggestion: Endpoint {
        Endpoint(.post, "/v1/outings/{id}/suggestions/{sid}/poll")
    }
    public static var readPoll: Endpoint { Endpoint(.get, "/v1/outings/{id}/polls/{pid}") }
    public static var vote: Endpoint { Endpoint(.put, "/v1/outings/{id}/polls/{pid}/vote") }
    public static var drawPoll: Endpoint { Endpoint(.post, "/v1/outings/{id}/polls/{pid}/draw") }
    public static var acceptPoll: Endpoint { Endpoint(.post, "/v1/outings/{id}/polls/{pid}/accept") }
}
