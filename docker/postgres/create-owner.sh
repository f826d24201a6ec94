#!/bin/sh
# The image runs it on a new volume. Services connect as the owner of the database. The superuser has no password and
# connects only from inside the container.
set -eu
psql --variable ON_ERROR_STOP=1 --variable password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE orbweaver LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE orbweaver OWNER orbweaver;
ALTER ROLE postgres PASSWORD NULL;
SQL
