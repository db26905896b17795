#!/bin/sh
# Makes sure that the tests have the programs of a PostgreSQL server. Debian's package would also
# make and start a cluster of its own, which a machine that only runs tests has no use for.
set -eu

found() {
    [ -n "${TEST_POSTGRES:-}" ] || command -v initdb >/dev/null 2>&1 ||
        ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

found && exit 0
debian="$(dirname "$0")/debian.sh"
as_root=
[ "$(id -u)" = 0 ] || as_root='sudo -n'
if command -v apt-get >/dev/null 2>&1 && $as_root true 2>/dev/null; then
    # The package that asks comes first, so that the answer does not stand in its way.
    sh "$debian" postgresql-common
    answers=/etc/postgresql-common/createcluster.d
    $as_root mkdir -p "$answers"
    trap '$as_root rm -f "$answers/polemos-tests.conf"' EXIT
    echo 'create_main_cluster = false' | $as_root tee "$answers/polemos-tests.conf" >/dev/null
fi
sh "$debian" postgresql
