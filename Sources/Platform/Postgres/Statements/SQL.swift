/// SQL text and its parameters, kept separate so that a value can never be interpreted as SQL.
///
/// Interpolating a value writes `$1`, `$2`, … and encodes the value as a typed binary parameter. Raw text
/// deliberately cannot be interpolated.
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

        /// Inserts SQL that several statements share, such as a list of columns.
        ///
        /// - Precondition: `fragment` has no parameters.
        public mutating func appendInterpolation(fragment: SQL) {
            precondition(fragment.parameters.count == 0, "a fragment binds no values")
            text += fragment.text
        }

        /// Inserts a statement and its parameters.
        ///
        /// - Precondition: no value was bound before, so that the parameters of `statement` keep their numbers.
        public mutating func appendInterpolation(statement: SQL) {
            precondition(parameters.count == 0, "a nested statement binds its values first")
            text += statement.text
            parameters = statement.parameters
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
