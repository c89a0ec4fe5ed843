import JSON

extension ValueParser where Value == Int {
    package static func integer(_ range: ClosedRange<Int>) -> ValueParser<Int> {
        ValueParser(.integer) { (value: JSONValue) throws(Refusal) -> Int in
            guard case .integer(let number) = value else { throw .wrongType("a whole number") }
            guard range.contains(number) else {
                throw .notAllowed("out_of_range", "From \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
    }
}

extension ValueParser where Value == Double {
    package static func number(_ range: ClosedRange<Double>) -> ValueParser<Double> {
        ValueParser(.number) { (value: JSONValue) throws(Refusal) -> Double in
            let number: Double
            switch value {
            case .integer(let whole): number = Double(whole)
            case .double(let double): number = double
            default: throw .wrongType("a number")
            }
            guard range.contains(number) else {
                throw .notAllowed("out_of_range", "From \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
    }
}

extension ValueParser where Value == Bool {
    package static var boolean: ValueParser<Bool> {
        ValueParser(.boolean) { (value: JSONValue) throws(Refusal) -> Bool in
            guard case .boolean(let flag) = value else { throw .wrongType("true or false") }
            return flag
        }
    }
}
