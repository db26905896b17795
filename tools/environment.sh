#!/bin/sh
# Makes the virtual environment and installs Polemos with the given extras.
# Usage: environment.sh PYTHON VENV EXTRAS
set -eu
python=$1 venv=$2 extras=$3

say() { printf '%s\n' "$*" >&2; }

if ! command -v "$python" >/dev/null 2>&1; then
    if [ "$python" != python3 ]; then
        say "There is no '$python': install it, or name another, e.g. make PYTHON=python3.11."
        exit 1
    fi
    sh "$(dirname "$0")/debian.sh" python3 python3-venv
fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    say "Polemos needs Python 3.11 or newer, and '$python' is $("$python" -V): name another, e.g. make PYTHON=python3.11."
    exit 1
}
if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    sh "$(dirname "$0")/debian.sh" python3-venv
fi
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint constraints.txt --editable ".[$extras]"
