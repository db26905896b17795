#!/bin/sh
# Makes sure that a Chromium is there for the browser tests, with a font that has the suits.
set -eu

if ! command -v chromium >/dev/null 2>&1 && [ -z "${POLEMOS_CHROMIUM:-}" ]; then
    sh "$(dirname "$0")/debian.sh" chromium fonts-dejavu-core
fi
