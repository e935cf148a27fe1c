#!/bin/sh
# Makes the secrets that compose.yaml reads, once. What is there already is kept: without the master key nothing in the
# database can be read again.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets

make() {
  [ -e "secrets/$1" ] || { umask 077 && printf '%s' "$2" >"secrets/$1"; }
}

make master-key "$(openssl rand -hex 32)"
make key-pepper "$(openssl rand -hex 32)"
make postgres-password "$(openssl rand -hex 24)"
make database-url "postgres://switchyard:$(cat secrets/postgres-password)@postgres:5432/switchyard"
# The containers read them as other users than the one who made them.
chmod 644 secrets/*
