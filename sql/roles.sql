-- What a database needs before a backup is restored into it by noonish_owner: the roles that own and use its tables, and that it is
-- its owner's until then. The first migration makes the same roles for a database that begins empty.

DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['noonish_owner', 'noonish_app', 'noonish_worker'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
            EXECUTE format('CREATE ROLE %I LOGIN NOBYPASSRLS', wanted);
        END IF;
        IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
            EXECUTE format('GRANT %I TO %I', wanted, current_user);
        END IF;
    END LOOP;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO noonish_app, noonish_worker', current_database());
    -- Who owns a database owns its schema public, and may say who uses it.
    EXECUTE format('ALTER DATABASE %I OWNER TO noonish_owner', current_database());
END
$$;
