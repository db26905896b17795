#!/bin/sh
# Installs Debian packages where it may, and otherwise names what is missing.
# Usage: debian.sh PACKAGE...
set -eu

if ! command -v apt-get >/dev/null 2>&1; then
    printf 'Missing: %s. This system has no apt-get: install them with its own package tool.\n' "$*" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root=sudo
else
    printf 'Missing: %s. Install them as root: apt-get install %s\n' "$*" "$*" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null
