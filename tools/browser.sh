#!/bin/sh
# Makes sure that the browser tests have a Chromium, a font that has the suits, and the one library
# that Playwright's driver needs and a small Debian lacks.
set -eu

missing=
if [ -z "${TEST_CHROMIUM:-}" ] && ! command -v chromium >/dev/null 2>&1; then
    missing="chromium fonts-dejavu-core"
fi
if ! /sbin/ldconfig -p | grep -q 'libatomic\.so\.1'; then
    missing="$missing libatomic1"
fi
if [ -n "$missing" ]; then
    # Words on purpose: one package each.
    # shellcheck disable=SC2086
    sh "$(dirname "$0")/debian.sh" $missing
fi
