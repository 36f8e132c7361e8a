#!/bin/sh
# Runs once, when PostgreSQL creates its data folder. The role of the service owns its database, but is not a superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$QUEENBOOK_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role queenbook login password :'password';
create database queenbook owner queenbook;
SQL
