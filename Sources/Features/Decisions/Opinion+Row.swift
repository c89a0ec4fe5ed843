public import NoonishAPI
public import Postgres

extension Opinion: PostgresDecodable {}
