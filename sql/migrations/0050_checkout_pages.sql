-- 0050 checkout pages: their addresses are sealed.
--
-- Why:     the database holds no secret in the clear, and anyone who has the address of an open page can use it.
-- Locks:   checkout, for an instant; nothing is read or written.
-- Deploy:  before the code that writes it (expand). A start of that code seals the addresses of open pages that are stored
--          in the clear. A process of an older version then offers an open page without its address: stop all of them first.
-- Undo:    ALTER TABLE checkout DROP COLUMN sealed_url; people who were at an open page can open it no more.

SET LOCAL ROLE noonish_owner;

ALTER TABLE checkout ADD COLUMN sealed_url bytea;

ALTER TABLE checkout
    ADD CONSTRAINT checkout_url_here_or_sealed CHECK (num_nonnulls(url, sealed_url) <= 1) NOT VALID,
    ADD CONSTRAINT checkout_url_sealed_fits    CHECK (octet_length(sealed_url) BETWEEN 29 AND 32796) NOT VALID;

COMMENT ON COLUMN checkout.url        IS 'as a former version stored it; NULL once it is sealed';
COMMENT ON COLUMN checkout.sealed_url IS 'the provider''s page, while it is open: AES-GCM with a key derived from the server''s, which is not in the database';
COMMENT ON COLUMN provider_authorization.destination IS 'path to redirect to afterwards: AES-GCM, in base64url, bound to the state, since it may be a guest''s link';

RESET ROLE;
