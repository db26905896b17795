"""What an operator reads who got something wrong: one sentence that says what to do."""

import asyncio
import re
import subprocess
import sys
from contextlib import contextmanager

import psycopg
import pytest
import trustme

from kit.nats import NatsServer
from kit.postgres import PASSWORD
from kit.postgres_databases import OWNER, new_database
from kit.server import ServerProcess
from kit.wire import connected
from polemos.log.postgres.database import Database
from polemos.log.postgres.migrations import steps
from polemos.log.store import StoreError
from polemos.settings import Settings
from polemos.stores import SERVING, opened_stores

SECONDS_MAX = 60
"""Who is not refused would run on."""

POLEMOS = [sys.executable, "-m", "polemos.cli.main"]
LOGGED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (INFO|WARNING|ERROR) ")
SECRETS = ("correct horse", "correct%20horse", "wrong horse", "wrong%20horse", "battery staple")


def refused(*words, command=("serve", "--port", "0")):
    """Run a command that must be refused, and give its one sentence."""
    done = subprocess.run(
        [*POLEMOS, *command, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS_MAX,
    )
    said = [line for line in done.stderr.splitlines() if not LOGGED.match(line)]
    assert (done.returncode, done.stdout, len(said)) == (2, "", 1), done.stderr
    assert not any(secret in done.stderr for secret in SECRETS)
    assert said[0].endswith(".")
    return said[0]


def play_one(server):
    """Open a room for bots, watch its game to the end, and give the game's id."""

    async def played():
        async with connected(server.websocket_url) as host:
            opened = await host.ask("open_room", preset="war", tempo="lightning", rules={"cap": 3})
            await host.ask("watch", game=opened["game"])
            await host.receive_until("GameEnded")
            return opened["game"]

    return asyncio.run(played())


def without_port(address, port):
    return re.sub(r":\d+/", f":{port}/", address)


@pytest.mark.parametrize(
    ("where", "named"),
    [
        (
            "postgresql://polemos@127.0.0.1:1/polemos",
            "127.0.0.1:1/polemos cannot be reached: check",
        ),
        (
            "postgresql://nowhere.invalid/polemos",
            "nowhere.invalid/polemos cannot be reached: check",
        ),
        ("postgresql://polemos:wrong horse@/x?y", "cannot be read: write it as"),
        ("mysql://polemos:wrong%20horse@host/x", "no kind of store 'mysql': use"),
    ],
)
def test_a_wrong_address_of_the_database_is_named(where, named):
    assert named in refused("--store", where)


@pytest.mark.parametrize(
    ("where", "named"),
    [
        ("nats://127.0.0.1:1", "nats://127.0.0.1:1 cannot be used: nobody listens there; start"),
        ("nats://nowhere.invalid", "there is no host nowhere.invalid; correct"),
        ("http://ann:wrong%20horse@host", "begins with neither nats:// nor tls://"),
    ],
)
def test_a_wrong_address_of_the_bus_is_named(address, where, named):
    assert named in refused("--store", address, "--bus", where)


def test_a_database_in_place_of_the_bus_is_told(address, postgres):
    where = f"nats://127.0.0.1:{postgres.port}"
    assert f"The bus at {where} cannot be used: " in refused("--store", address, "--bus", where)


def test_a_database_that_is_not_there_is_told(postgres):
    sentence = refused("--store", postgres.address("nothing", OWNER))
    assert sentence.endswith("/nothing does not exist: create it, or name another.")


def test_a_wrong_password_of_the_database_is_told(postgres, database_name):
    wrong = postgres.address(database_name, OWNER, "wrong horse")
    assert "does not take this user and password: check both" in refused("--store", wrong)


def test_a_wrong_password_of_the_bus_is_told(address):
    with NatsServer(words=("--user", "ann", "--pass", "battery staple")) as bus:
        wrong = f"nats://ann:wrong%20horse@127.0.0.1:{bus.port}"
        sentence = refused("--store", address, "--bus", wrong)
    assert f"{bus.url} cannot be used: it refuses our user and password" in sentence


def test_a_user_of_the_bus_without_rights_is_told_which(address, tmp_path):
    configuration = tmp_path / "nats.conf"
    configuration.write_text(
        'authorization { users = [ { user: ann, password: "battery staple",'
        ' permissions: { publish: "other.>", subscribe: "other.>" } } ] }'
    )
    with NatsServer(words=("-c", str(configuration))) as bus:
        where = f"nats://ann:battery%20staple@127.0.0.1:{bus.port}"
        sentence = refused("--store", address, "--bus", where)
    assert "give its user the right to publish and to subscribe to polemos.>" in sentence


@pytest.fixture
def stranger(postgres):
    """A role that may log in and nothing else."""
    return postgres.new_role()


def granted(sentence):
    """Read the grants that a refusal gives."""
    assert "lacks rights in the database" in sentence
    return re.search(r"run there (GRANT .*)\.$", sentence)[1].split("; ")


@pytest.fixture
def served_name(postgres, address, database_name):
    """A database in which a server has made everything."""
    with opened_stores(Settings(store=address)):
        return database_name


def test_whoever_runs_the_grants_that_a_refusal_gives_has_a_server(
    postgres, served_name, stranger, tmp_path
):
    words = ("--store", postgres.address(served_name, stranger))
    for grant in granted(refused(*words)):
        postgres.execute(grant, served_name)
    with ServerProcess(tmp_path / "data", words=words) as server:
        play_one(server)
        assert server.terminate() == 0
    assert "ERROR" not in server.stderr()


def test_a_reader_of_the_log_is_no_server(postgres, served_name, stranger):
    postgres.execute(f"GRANT polemos_reader TO {stranger}", served_name)
    grants = granted(refused("--store", postgres.address(served_name, stranger)))
    assert f"GRANT INSERT ON polemos.events, polemos.types TO {stranger}" in grants
    assert f"GRANT USAGE ON SCHEMA polemos_vault TO {stranger}" in grants
    assert not any("SCHEMA polemos_views" in grant for grant in grants)


EVERY_RIGHT = [
    *((privilege, name) for name, its in SERVING.items() for privilege in its),
    *(("USAGE", schema) for schema in ("polemos", "polemos_vault", "polemos_views")),
]


def kind_of(name):
    if "." not in name:
        return "SCHEMA "
    if SERVING[name] == ("EXECUTE",):
        return "FUNCTION "
    return "SEQUENCE " if SERVING[name] == ("USAGE",) else ""


@pytest.fixture
def node_role(postgres, served_name, stranger):
    """A role with what nodes need and nothing else."""
    postgres.execute("REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA polemos FROM public", served_name)
    for privilege, name in EVERY_RIGHT:
        postgres.execute(f"GRANT {privilege} ON {kind_of(name)}{name} TO {stranger}", served_name)
    return stranger


def test_each_right_that_is_missing_is_told_with_the_words_that_grant_it(
    postgres, served_name, node_role
):
    where = postgres.address(served_name, node_role)
    Database.open(where, rights=SERVING).close()
    for privilege, name in EVERY_RIGHT:
        what = f"{privilege} ON {kind_of(name)}{name}"
        postgres.execute(f"REVOKE {what} FROM {node_role}", served_name)
        with pytest.raises(StoreError) as told:
            Database.open(where, rights=SERVING)
        (grant,) = granted(str(told.value))
        assert grant == f"GRANT {what} TO {node_role}"
        postgres.execute(grant, served_name)
    Database.open(where, rights=SERVING).close()


@pytest.mark.parametrize(
    "right",
    [
        "INSERT ON polemos.events",
        "UPDATE ON polemos_vault.rooms",
        "UPDATE ON polemos_views.cursor",
        "USAGE ON SEQUENCE polemos.fences",
        "EXECUTE ON FUNCTION polemos.claim",
        "USAGE ON SCHEMA polemos_vault",
    ],
)
def test_a_server_that_lacks_one_right_does_not_start(postgres, served_name, node_role, right):
    postgres.execute(f"REVOKE {right} FROM {node_role}", served_name)
    sentence = refused("--store", postgres.address(served_name, node_role))
    assert granted(sentence) == [f"GRANT {right} TO {node_role}"]


def test_the_rights_that_are_asked_for_are_all_that_a_server_needs(
    postgres, served_name, node_role, tmp_path
):
    words = ("--store", postgres.address(served_name, node_role))
    with ServerProcess(tmp_path / "data", words=words) as server:
        play_one(server)
        assert server.terminate() == 0
        server.restart()
        play_one(server)
        assert server.terminate() == 0
    assert "permission denied" not in server.stderr()


def test_every_function_of_the_log_is_asked_for(postgres, served_name):
    functions = postgres.execute(
        "SELECT proname FROM pg_proc WHERE pronamespace = 'polemos'::regnamespace"
        " AND prorettype <> 'trigger'::regtype",
        served_name,
    )
    assert {f"polemos.{name}" for (name,) in functions} == {
        name for name, its in SERVING.items() if its == ("EXECUTE",)
    }


@pytest.mark.parametrize(
    ("command", "needs"),
    [
        (["export"], "SELECT ON polemos.cluster, polemos.events"),
        (["rebuild", "--check"], "SELECT ON polemos.cluster, polemos.events"),
        (["forget"], "SELECT, DELETE ON polemos_vault.names"),
    ],
)
def test_whoever_may_not_do_what_a_command_does_is_told(
    postgres, served_name, stranger, command, needs
):
    word = {"export": ["h5jjh9g8xb-1"], "forget": ["a" * 22]}.get(command[0], [])
    where = postgres.address(served_name, stranger)
    assert any(
        needs in grant for grant in granted(refused(*word, "--store", where, command=command))
    )


def test_a_reader_may_run_whatever_only_reads(postgres, served_name, stranger, tmp_path):
    with ServerProcess(
        tmp_path / "data", words=("--store", postgres.address(served_name, OWNER))
    ) as server:
        game = play_one(server)
        server.terminate()
    postgres.execute(f"GRANT polemos_reader TO {stranger}", served_name)
    where = postgres.address(served_name, stranger)
    for words in (["export", game], ["audit", game], ["rebuild", "--check"]):
        command = [*POLEMOS, *words, "--store", where]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_a_user_who_may_not_make_the_tables_is_told(postgres, bare_address, stranger):
    where = re.sub(r"//\w+:", f"//{stranger}:", bare_address)
    sentence = refused("--store", where)
    assert "has no log yet and this user may not change that" in sentence
    assert "start one node as the owner" in sentence


@contextmanager
def older_database(postgres):
    """Give a database with the tables of the version before this one."""
    with new_database(postgres, template="template1") as name:
        with psycopg.connect(postgres.address(name, OWNER)) as connection:
            for number, step in enumerate(steps()[:-1], start=1):
                connection.execute(step)
                connection.execute("INSERT INTO polemos.steps (version) VALUES (%s)", [number])
        yield name


def test_an_older_schema_that_this_user_may_not_change_is_told(postgres, stranger):
    with older_database(postgres) as name:
        postgres.execute(f"GRANT USAGE ON SCHEMA polemos TO {stranger}", name)
        postgres.execute(f"GRANT SELECT ON polemos.steps TO {stranger}", name)
        sentence = refused("--store", postgres.address(name, stranger))
    assert (
        f"version {len(steps()) - 1}, older than {len(steps())}, and this user may not" in sentence
    )
    assert "start one node as the owner" in sentence


def test_an_older_schema_is_brought_up_to_date_by_its_owner(postgres, tmp_path):
    with older_database(postgres) as name:
        with ServerProcess(tmp_path, words=("--store", postgres.address(name, OWNER))) as server:
            assert server.terminate() == 0
        assert postgres.execute("SELECT max(version) FROM polemos.steps", name) == [(len(steps()),)]


def test_a_copy_does_not_change_an_older_source(postgres, tmp_path):
    with older_database(postgres) as name:
        words = ("--from", postgres.address(name, OWNER), "--to", f"sqlite:{tmp_path}/new")
        sentence = refused(*words, command=["copy"])
    assert "start the server on it once, which brings it up to date" in sentence


def test_a_newer_schema_is_told_and_left_alone(postgres, address, database_name):
    postgres.execute("INSERT INTO polemos.steps (version) VALUES (99)", database_name)
    sentence = refused("--store", address)
    assert f"has version 99 and this program knows versions up to {len(steps())}" in sentence
    assert sentence.endswith("install a newer Polemos.")


@pytest.mark.parametrize("store", ["sqlite:", "memory:"])
def test_a_bus_without_a_store_that_nodes_can_share_is_told(tmp_path, store):
    words = ("--data", tmp_path / "data", "--store", store, "--bus", "nats://127.0.0.1:1")
    assert f"the store {store} is one process's own: use --store postgresql://" in refused(*words)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "words",
    [
        ("--store", "mysql://polemos:wrong%20horse@host/x", "--bus", "nats://127.0.0.1:1"),
        ("--store", "postgresql://polemos@127.0.0.1:1/polemos"),
        ("--host", "nowhere.invalid"),
        ("--port", "70000"),
        ("--bus", "http://host"),
    ],
)
def test_a_start_that_is_refused_has_made_no_folder(monkeypatch, tmp_path, words):
    monkeypatch.chdir(tmp_path)
    refused(*words)
    assert [*tmp_path.iterdir()] == []


SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'polemos%'"


@pytest.mark.parametrize(
    "words",
    [("--bus", "nats://127.0.0.1:1"), ("--bus", "http://host"), ("--host", "nowhere.invalid")],
)
def test_a_start_that_is_refused_has_made_no_table(postgres, bare_address, words):
    refused("--store", bare_address, *words)
    assert postgres.execute(SCHEMAS, bare_address.rpartition("/")[2]) == []


def test_a_cluster_that_does_not_please_is_left_without_tables(postgres, bare_address):
    def refuse(cluster):
        raise StoreError(f"There are {len(cluster.nodes)} nodes.")

    with pytest.raises(StoreError, match="There are 0 nodes"):
        Database.open(bare_address, check=refuse)
    assert postgres.execute(SCHEMAS, bare_address.rpartition("/")[2]) == []


def test_a_start_that_is_refused_leaves_an_older_database_as_it_was(postgres):
    with older_database(postgres) as name:
        turn_clock(postgres, name, 1)
        assert "clock is 3," in refused("--store", postgres.address(name, OWNER))
        versions = postgres.execute("SELECT max(version) FROM polemos.steps", name)
        assert versions == [(len(steps()) - 1,)]


def turn_clock(postgres, name, hours):
    postgres.execute(
        "CREATE OR REPLACE FUNCTION polemos.clock() RETURNS timestamptz LANGUAGE sql STABLE AS"
        f" 'SELECT clock_timestamp() + interval ''{hours} hours'''",
        name,
    )


@pytest.mark.parametrize(("hours", "is_how"), [(1, "behind"), (-1, "ahead of")])
def test_clocks_an_hour_apart_are_told(address, database_name, postgres, hours, is_how):
    turn_clock(postgres, database_name, hours)
    sentence = refused("--store", address)
    assert re.search(rf"clock is 3,(599|600) s {is_how} the database's: set both", sentence)


def test_a_second_node_without_a_bus_is_told(address, tmp_path):
    with ServerProcess(tmp_path, words=("--store", address)):
        sentence = refused("--store", address)
    assert "runs on this database already: give every node the same --bus" in sentence


def read_until(path, words):
    """Follow what a server says until a line with these words, and give that line."""
    command = ["timeout", "60", "tail", "--lines=+1", "--follow=name", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as tail:
        assert tail.stdout is not None
        found = next((line for line in tail.stdout if words in line), "")
        tail.terminate()
    return found


def test_two_clusters_on_one_bus_are_told_by_both_and_run_on(postgres, address, tmp_path):
    with NatsServer() as bus, new_database(postgres) as other:
        # A copy of a database would be the same cluster; this one draws an id of its own.
        postgres.execute("UPDATE polemos.cluster SET id = gen_random_uuid()::text", other)
        servers = [
            ServerProcess(tmp_path / name, words=("--store", store, "--bus", bus.url))
            for name, store in (("one", address), ("two", postgres.address(other, OWNER)))
        ]
        with servers[0], servers[1]:
            for server in servers:
                told = read_until(server.stderr_path, "Another cluster")
                assert "give all nodes the same database" in told
                assert PASSWORD not in server.stderr()
            assert [server.terminate() for server in servers] == [0, 0]
        for server in servers:
            assert server.stderr().count("Another cluster") == 1
            assert "Traceback" not in server.stderr()


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    """Files of certificates: of our authority, of another one, and such as are none."""
    folder = tmp_path_factory.mktemp("database")  # a word that other refusals have, too
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "authority.pem")
    trustme.CA().cert_pem.write_to_path(folder / "another.pem")
    (folder / "letter.pem").write_text("Dear operator,\n")
    certificate = authority.issue_cert("127.0.0.1")
    certificate.cert_chain_pems[0].write_to_path(folder / "server.pem")
    certificate.private_key_pem.write_to_path(folder / "server.key")
    return folder


@pytest.fixture(scope="module")
def secure_bus(tls):
    words = ("--tls", "--tlscert", str(tls / "server.pem"), "--tlskey", str(tls / "server.key"))
    with NatsServer(words=words) as bus:
        yield f"tls://127.0.0.1:{bus.port}"


def test_a_bus_whose_authority_is_named_is_used(address, tls, secure_bus, monkeypatch, tmp_path):
    monkeypatch.setenv("SSL_CERT_FILE", str(tls / "authority.pem"))
    words = ("--store", address, "--bus", secure_bus)
    with ServerProcess(tmp_path / "data", words=words) as server:
        assert server.terminate() == 0


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("nothing.pem", "which cannot be read (No such file or directory): correct the path"),
        ("", "which cannot be read (Is a directory): correct"),
        ("letter.pem", "which is no file of certificates: name the authority's"),
        ("another.pem", "its certificate is not trusted"),
    ],
)
def test_a_wrong_file_of_authorities_of_the_bus_is_named(
    bare_address, postgres, tls, secure_bus, monkeypatch, file, named
):
    monkeypatch.setenv("SSL_CERT_FILE", str(tls / file))
    sentence = refused("--store", bare_address, "--bus", secure_bus)
    assert named in sentence
    assert "not trusted" in sentence or str(tls / file) in sentence
    assert postgres.execute(SCHEMAS, bare_address.rpartition("/")[2]) == []


@pytest.fixture
def secure_database(postgres, tls):
    """The address of a database of the run's server, which offers TLS meanwhile."""
    postgres.offer_tls(tls / "server.pem", tls / "server.key")
    with new_database(postgres) as name:
        yield postgres.address(name, OWNER)
    postgres.offer_no_tls()


@pytest.mark.parametrize(
    ("host", "words", "named"),
    [
        ("127.0.0.1", "sslrootcert={}/nothing.pem", 'nothing.pem" does not exist)'),
        ("127.0.0.1", "sslrootcert={}/letter.pem", 'letter.pem": no certificate'),
        ("127.0.0.1", "sslrootcert={}/another.pem", "not trusted: name the certificate of its"),
        ("localhost", "sslrootcert={}/authority.pem", "correct the host in the address"),
        ("127.0.0.1", "sslrootcert={0}/authority.pem&sslcert={0}/letter.pem", "sslcert and sslkey"),
        (
            "127.0.0.1",
            "sslrootcert={0}/authority.pem&sslcert={0}/server.pem&sslkey={0}/nothing.key",
            "nothing.key",
        ),
    ],
)
def test_a_wrong_file_of_certificates_of_the_database_is_named(
    secure_database, tls, host, words, named
):
    where = secure_database.replace("127.0.0.1", host)
    sentence = refused("--store", f"{where}?sslmode=verify-full&{words.format(tls)}")
    assert named in sentence
    assert "check the address and that the server runs" not in sentence
    assert "create it" not in sentence


def test_a_database_that_proves_itself_is_used(secure_database, tls, tmp_path):
    where = f"{secure_database}?sslmode=verify-full&sslrootcert={tls}/authority.pem"
    with ServerProcess(tmp_path / "data", words=("--store", where)) as server:
        assert server.terminate() == 0


@pytest.mark.parametrize(
    ("sslmode", "named"), [("require", "offers no TLS: turn ssl on"), ("yes", "correct sslmode")]
)
def test_a_wrong_demand_for_tls_is_told(address, sslmode, named):
    assert named in refused("--store", f"{address}?sslmode={sslmode}")


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("POLEMOS_STROE", "POLEMOS_STROE (is POLEMOS_STORE meant?)"),
        ("polemos_trusted_proxy", "polemos_trusted_proxy (is POLEMOS_TRUSTED_PROXIES meant?)"),
        ("POLEMOS_SERVICE_HOST", "POLEMOS_SERVICE_HOST"),
        ("POLEMOS_XYZZY", "no setting: POLEMOS_XYZZY; correct the name, or take it out"),
    ],
)
def test_a_setting_that_is_none_is_told_and_nothing_is_made(monkeypatch, tmp_path, name, named):
    monkeypatch.setenv(name, "postgresql://polemos:wrong%20horse@host/x")
    monkeypatch.chdir(tmp_path)
    assert named in refused()
    assert [*tmp_path.iterdir()] == []


def test_a_setting_that_is_none_is_told_to_whoever_reads_the_log(monkeypatch, tmp_path):
    monkeypatch.setenv("POLEMOS_STROE", "postgresql://polemos@host/x")
    monkeypatch.chdir(tmp_path)
    assert "POLEMOS_STORE" in refused("h5jjh9g8xb-1", command=["export"])
    assert [*tmp_path.iterdir()] == []


def test_every_setting_is_a_setting(monkeypatch, tmp_path):
    for name, field in Settings.model_fields.items():
        if isinstance(field.default, int | float):
            monkeypatch.setenv(f"POLEMOS_{name.upper()}", str(field.default))
    with ServerProcess(tmp_path / "data", words=("--store", "memory:")) as server:
        assert server.terminate() == 0
