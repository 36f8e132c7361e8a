#!/bin/sh
# Runs once, in a new database: the service is the owner of its own database, and no superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$QUEENBOOK_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role queenbook login password :'password';
create database queenbook owner queenbook;
SQL
