package import HTTPTypes
package import Hummingbird
import Synchronization

/// Receives the event source of a streaming response if the response may take over the whole connection.
package final class ConnectionTakeover: Sendable {
    private let given = Mutex<(any EventSource)?>(nil)

    package init() {}

    var source: (any EventSource)? {
        get { given.withLock(\.self) }
        set { given.withLock { $0 = newValue } }
    }
}

extension Response {
    /// Returns a response that streams events until `source` or the client ends it.
    ///
    /// On a connection of its own it needs no task and copies nothing; elsewhere (HTTP/1.0, HTTP/2, TLS) it
    /// is the body of an ordinary response.
    package static func events(
        from source: any EventSource, to request: Request, headers: HTTPFields, in context: AppContext
    ) -> Response {
        if let takeover = context.takeover {
            takeover.source = source
            return Response(status: .ok, headers: headers)
        }
        let loop = context.loop
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                let sink = ResponseBodySink(source, on: loop)
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await sink.run(&writer)
                } onInboundClosed: {
                    sink.close()
                }
                try await writer.finish(nil)
            })
    }
}
