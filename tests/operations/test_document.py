"""docs/operations.md and the examples say the same, and the programs meant take the examples."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest
import trustme

from polemos.settings import Settings

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "operations.md").read_text()
EXAMPLES = sorted((ROOT / "examples").iterdir())
SHOWN = dict(re.findall(r"<!-- examples/(\S+) -->\n```\w+\n(.*?)```\n", DOCUMENT, re.S))
DEFAULTS = {name.upper(): field.default for name, field in Settings.model_fields.items()}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_is_shown_as_it_is_or_linked(example):
    if example.name in SHOWN:
        assert SHOWN[example.name] == example.read_text()
    else:
        assert f"(../examples/{example.name})" in DOCUMENT


def test_whatever_is_shown_as_an_example_is_one():
    assert {*SHOWN} <= {example.name for example in EXAMPLES}
    assert len(SHOWN) >= 5


def test_every_setting_that_is_named_is_one():
    texts = [DOCUMENT, *(example.read_text() for example in EXAMPLES)]
    named = {name for text in texts for name in re.findall(r"POLEMOS_([A-Z_]+[A-Z])", text)}
    assert len(named) > 5
    assert named <= {*DEFAULTS}


def test_the_limits_that_matter_have_the_defaults_that_are_told():
    rows = re.findall(r"^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([^|]+) \|", DOCUMENT, re.M)
    told = {}
    for names, values in rows:
        # 10,000 is one value, and 60, 200 are two.
        listed = re.split(r", (?!\d{3}\b)|, (?=\d{3}$)", values.strip())
        told |= dict(zip(re.findall(r"[A-Z_]+", names), listed, strict=True))
    assert len(told) > 5
    for name, value in told.items():
        default = DEFAULTS[name]
        if isinstance(default, int | float):
            assert float(value.replace(",", "")) == default, name
        else:
            assert not default, name


def test_the_unit_allows_more_files_than_there_may_be_connections():
    unit = (ROOT / "examples" / "polemos.service").read_text()
    (files,) = re.findall(r"^LimitNOFILE=(\d+)$", unit, re.M)
    assert int(files) >= DEFAULTS["CONNECTIONS_MAX"] + 1_000


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def takes(program, *words):
    """Have a program read its example, where it is installed."""
    found = shutil.which(
        program, path="/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin"
    )
    if found is None:
        return
    done = subprocess.run([found, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def certified(tmp_path):
    """Change an example's files and ports to some that are there."""
    certificate = trustme.CA().issue_cert("war.example")
    files = {
        "war.example.pem": certificate.cert_chain_pems[0],
        "war.example.key": certificate.private_key_pem,
        "war.example.both.pem": certificate.private_key_and_cert_chain_pem,
    }
    for name, pem in files.items():
        pem.write_to_path(tmp_path / name)

    def change(name):
        text = (ROOT / "examples" / name).read_text()
        assert "/etc/polemos/tls/" in text
        text = text.replace("/etc/polemos/tls/", f"{tmp_path}/")
        text = text.replace("/var/log/nginx/", f"{tmp_path}/")
        for port in (443, 80):
            text = re.sub(rf"(listen |bind :){port}\b", rf"\g<1>{free_port()}", text)
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return change


def test_nginx_takes_its_example(certified, tmp_path):
    example = certified("nginx.conf")
    assert "proxy_set_header Upgrade $http_upgrade;" in example.read_text()
    takes("nginx", "-t", "-q", "-c", example, "-g", f"pid {tmp_path}/nginx.pid;")


def test_haproxy_takes_its_example(certified):
    example = certified("haproxy.cfg")
    assert "uri /readyz" in example.read_text()
    takes("haproxy", "-c", "-f", example)


@pytest.mark.parametrize("name", ["nginx.conf", "haproxy.cfg"])
def test_balancers_hand_on_whose_connection_it_is_and_keep_nobody_at_one_node(name):
    text = (ROOT / "examples" / name).read_text()
    assert re.search(r"X-Forwarded-For (\$remote_addr|%\[src\])", text)
    obeyed = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    assert not re.search(r"ip_hash|sticky|cookie|stick-table|balance source", obeyed)
    assert len(re.findall(r"10\.0\.0\.1[123]:8765", text)) == 3
