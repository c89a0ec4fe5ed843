-- Prepares a database for a backup that is restored as noonish_owner: creates the roles that own and use the tables, and makes
-- noonish_owner the owner of the database. The first migration creates the same roles in an empty database.

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
    -- The owner of a database owns its schema public and can grant its use.
    EXECUTE format('ALTER DATABASE %I OWNER TO noonish_owner', current_database());
END
$$;
