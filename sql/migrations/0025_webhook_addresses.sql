-- 0025 webhook addresses: sealed, since an address may contain a secret of its receiver.
--
-- Why:     the database holds no secret in the clear.
-- Locks:   webhook, for an instant; nothing is read or written.
-- Deploy:  before the code that writes it (expand). A start of that code seals the addresses that are stored
--          in the clear. A process of an older version fails to list webhooks and to deliver to them: stop all of
--          them first.
-- Undo:    none without the key of the service, which alone can read the addresses.

SET LOCAL ROLE noonish_owner;

ALTER TABLE webhook
    ALTER COLUMN url DROP NOT NULL,
    ADD COLUMN sealed_url bytea,
    ADD COLUMN host       text;

ALTER TABLE webhook
    ADD CONSTRAINT webhook_url_here_or_sealed CHECK (num_nonnulls(url, sealed_url) = 1) NOT VALID,
    ADD CONSTRAINT webhook_url_sealed_fits CHECK (octet_length(sealed_url) BETWEEN 29 AND 2100) NOT VALID,
    ADD CONSTRAINT webhook_host_of_sealed CHECK ((sealed_url IS NULL) = (host IS NULL)) NOT VALID,
    ADD CONSTRAINT webhook_host_fits CHECK (char_length(host) BETWEEN 1 AND 255) NOT VALID;

COMMENT ON COLUMN webhook.url        IS 'as a former version stored it; NULL once it is sealed';
COMMENT ON COLUMN webhook.sealed_url IS 'AES-GCM with a key derived from the server''s, which is not in the database: an address may contain a secret';
COMMENT ON COLUMN webhook.host       IS 'host of the sealed address, which lists and exports show';

RESET ROLE;
