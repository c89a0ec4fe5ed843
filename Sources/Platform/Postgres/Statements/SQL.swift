/// SQL text with its values kept apart, so that a value can never become SQL.
///
/// Interpolating a value writes `$1`, `$2`, … and encodes the value as a binary parameter with its type. There is
/// deliberately no way to interpolate raw text.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    public private(set) var text: String
    public private(set) var parameters: Parameters

    public init(stringLiteral text: String) {
        self.text = text
        parameters = Parameters()
    }

    public init(stringInterpolation parts: StringInterpolation) {
        text = parts.text
        parameters = parts.parameters
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var parameters = Parameters()

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 3 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Text that several statements share, such as a list of columns.
        ///
        /// - Precondition: `fragment` binds no values, so it was written out in the program.
        public mutating func appendInterpolation(fragment: SQL) {
            precondition(fragment.parameters.count == 0, "a fragment binds no values")
            text += fragment.text
        }

        public mutating func appendInterpolation(_ value: some PostgresEncodable) {
            parameters.append(value)
            text += "$\(parameters.count)"
        }

        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            parameters.append(value)
            text += "$\(parameters.count)"
        }
    }
}
