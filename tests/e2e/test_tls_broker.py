"""A Redis of one's own with TLS and a password: Debian's, over TCP, with API, supervisor and workers."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from app.jobs import BrokerUnavailable, JobRecord, Jobs
from app.limits import RateLimiter
from tests.brokers import eventually, supervised
from tests.conftest import require_tool
from tests.e2e.serving import served
from worker.store import Store, connect
from worker.wire import JobState, Task

pytestmark = pytest.mark.e2e

PASSWORD = "a password: with @ and /"


def make_certificate(place: Path) -> Path:
    """A certificate for 127.0.0.1 that is its own authority, and its key; the certificate's file."""
    how = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    how += ["-subj", "/CN=tilewise test", "-addext", "subjectAltName=IP:127.0.0.1"]
    out = ["-keyout", str(place / "key.pem"), "-out", str(place / "cert.pem")]
    subprocess.run([require_tool("openssl"), "req", *how, *out], check=True, capture_output=True)
    return place / "cert.pem"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def url(certificate: Path) -> Iterator[str]:
    """The address of a Redis that speaks nothing but TLS."""
    program = require_tool("redis-server")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    place = certificate.parent
    options = {
        **{"port": "0", "tls-port": str(port), "bind": "127.0.0.1", "tls-auth-clients": "no"},
        **{"tls-cert-file": str(certificate), "tls-key-file": str(place / "key.pem")},
        **{"appendonly": "yes", "dir": str(place), "logfile": str(place / "redis.log")},
    }
    configuration = "".join(f'{name} "{value}"\n' for name, value in options.items())
    (place / "redis.conf").write_text(f'{configuration}requirepass "{PASSWORD}"\n')
    process = subprocess.Popen([program, str(place / "redis.conf")])
    address = f"rediss://:{quote(PASSWORD, safe='')}@127.0.0.1:{port}/0?ssl_ca_certs={certificate}"
    redis = connect(address)
    eventually(Store(redis, result_ttl=60).ping)
    redis.close()
    yield address
    process.terminate()
    process.wait(10)


def run_one(url: str) -> tuple[JobRecord, dict[str, str]]:
    """A job of the tests' crew, and what the rate limiter tells."""

    async def run() -> tuple[JobRecord, dict[str, str]]:
        jobs = Jobs(url)
        await jobs.start()
        try:
            told = await RateLimiter("100/minute", jobs.pool).admit("key:alice")
            submitted = await jobs.submit(Task.READ, {"do": "echo"}, picture=b"12345")
            return await jobs.wait(submitted.id, 20), told
        finally:
            await jobs.close()

    return asyncio.run(run())


def test_jobs_and_limits_over_tls_with_a_password(url: str) -> None:
    with supervised(url, alone=False):
        record, told = run_one(url)
    assert record.state is JobState.FINISHED
    assert told["RateLimit-Policy"] == '"requests";q=100;w=60'


@pytest.mark.parametrize(
    "wrong",
    [
        lambda url: url.replace(quote(PASSWORD, safe=""), "another"),
        lambda url: url.partition("?")[0],  # an authority that nobody knows
        lambda url: url.replace("rediss:", "redis:").partition("?")[0],
    ],
    ids=["password", "certificate", "plain"],
)
def test_what_is_wrong_is_refused_and_no_secret_told(
    wrong: object, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert callable(wrong)

    async def run() -> None:
        jobs = Jobs(wrong(url))
        await jobs.start()
        try:
            with pytest.raises(BrokerUnavailable):
                await jobs.ping()
            await asyncio.sleep(0.3)
        finally:
            await jobs.close()

    asyncio.run(run())
    assert quote(PASSWORD, safe="") not in caplog.text and "another" not in caplog.text


def test_the_password_is_in_no_command_line_and_no_log(url: str, lexicon_cache: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with served(lexicon_cache, log=log, REDIS_URL=url, LOG_LEVEL="debug") as client:
        answer = client.post("/wordhunt/solve", json={"grid": "STAR/ENIL"}, headers={"Prefer": "wait=60"})
        assert answer.status_code == 200, answer.text
        for process in Path("/proc").glob("[0-9]*"):
            if process.name != str(os.getpid()):
                try:
                    arguments = (process / "cmdline").read_bytes().decode(errors="replace")
                except OSError:
                    continue
                assert quote(PASSWORD, safe="") not in arguments
    written = log.read_text()
    assert answer.json()["id"] in written
    assert quote(PASSWORD, safe="") not in written and PASSWORD not in written
