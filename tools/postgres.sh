#!/bin/sh
# Makes sure that the tests have the programs of a PostgreSQL server. Debian's package would also
# make and start a cluster of its own, which a machine that only runs tests has no use for.
set -eu

found() {
    [ -n "${POLEMOS_POSTGRES:-}" ] || command -v initdb >/dev/null 2>&1 ||
        ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

found && exit 0
debian="$(dirname "$0")/debian.sh"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    # The package that asks comes first, so that the answer does not stand in its way.
    sh "$debian" postgresql-common
    answer=/etc/postgresql-common/createcluster.d/polemos-tests.conf
    mkdir -p "$(dirname "$answer")"
    trap 'rm -f "$answer"' EXIT
    echo 'create_main_cluster = false' >"$answer"
fi
sh "$debian" postgresql
