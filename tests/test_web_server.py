"""`penstock serve` under friends and strangers: who may not ask is refused, and whatever is asked, it survives."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from tests.served import PAGE, TEXT_KB, Data, Served, alive, serving
from tests.support import eventually
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from penstock.faces.cli.main import main
from penstock.faces.web.serving import bound_socket

pytestmark = pytest.mark.slow
SMALL = "chan q = [2] of { byte };\nactive proctype P() { do :: q!1 od }\nactive proctype Q() { do :: q?_ od }\n"
LARGE = "int a, b, c;\nactive [3] proctype P() { end: do :: a < 999 -> a++ :: b < 999 -> b++ :: c < 999 -> c++ od }\n"
WIDE = "int a[500];\nactive proctype P() { int i; end: do :: i < 499 -> i++ :: a[i] < 99 -> a[i]++ :: i = 0 od }\n"
"""Each of its states takes some memory."""
WITH_C = 'c_code { system("touch executed"); };\nactive proctype P() { c_code { system("touch executed"); } }\n'
EVIL = "</script><script>alert(1)</script>"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    root = tmp_path_factory.mktemp("models")
    (root / "small.pml").write_text(SMALL)
    with serving(root, "--max-seconds", "120") as found:
        yield found


# -- who may ask ---------------------------------------------------------------------------------


def test_the_token_is_exchanged_for_a_cookie(served: Served) -> None:
    entered = httpx.get(served.address + "&embed=1&theme=dark")
    assert entered.status_code == 303 and entered.headers["location"] == "/?embed=1&theme=dark"
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie.replace("Strict", "strict")
    page = served.get("/")
    assert page.status_code == 200 and page.text == PAGE and served.token not in page.text


def test_the_policy_lets_nothing_in_from_elsewhere(served: Served) -> None:
    headers = served.get("/").headers
    policy = dict(one.strip().split(" ", 1) for one in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'" and policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == f"'self' ws://{served.host}" and policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store" and "server" not in headers


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {"Cookie": ""}),
        ("/page.js", {"Cookie": ""}),
        ("/", {"Cookie": "penstock=guessed"}),
        ("/?token=guessed", {"Cookie": ""}),
        ("/?token=", {"Cookie": ""}),
        ("/", {"Origin": "http://elsewhere.example"}),
        ("/", {"Origin": "null"}),
        ("/", {"Host": "elsewhere.example"}),
    ],
)
def test_strangers_are_refused(served: Served, path: str, headers: dict[str, str]) -> None:
    answer = served.get(path, **headers)
    assert answer.status_code == 403 and PAGE not in answer.text and served.token not in answer.text


def test_a_name_that_leads_here_is_not_ours(served: Served) -> None:
    """Whoever owns a name can make it lead to this machine, and let a browser ask under it."""
    port = served.host.rpartition(":")[2]
    assert served.get("/", Host=f"rebound.example:{port}").status_code == 403
    assert served.get("/", Host=f"localhost:{port}").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "", "Origin": "own"},
        {"Cookie": "own", "Origin": "http://elsewhere.example"},
        {"Cookie": "own", "Origin": "null"},
        {"Cookie": "own", "Origin": "https://127.0.0.1"},
        {"Cookie": "penstock-1=own", "Origin": "own"},
    ],
)
def test_sockets_of_strangers_are_refused(served: Served, headers: dict[str, str]) -> None:
    own = {"Cookie": served.cookie, "Origin": served.base}
    given = {name: own[name] if value == "own" else value for name, value in headers.items()}
    with pytest.raises(InvalidStatus) as caught:
        connect(f"ws://{served.host}/engine", additional_headers=given).close()
    assert caught.value.response.status_code == 403


def test_other_methods_are_refused(served: Served) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        answer = httpx.request(method, served.base + "/", headers={"Cookie": served.cookie}, content=b"x" * 1000)
        assert answer.status_code == 405


# -- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/link.txt", "/way/secret.txt", "//etc/passwd"]
)
def test_no_file_beside_the_page_is_served(served: Served, path: str, tmp_path: Path) -> None:
    root = Path(served.process.args[3])  # type: ignore[index,arg-type]
    static = Path(served.process.args[4])  # type: ignore[index,arg-type]
    (root.parent / "secret.txt").write_text("secret")
    for name, target in (("link.txt", root.parent / "secret.txt"), ("way", root.parent)):
        if not (static / name).is_symlink():
            (static / name).symlink_to(target)
    raw = f"GET {path} HTTP/1.1\r\nHost: {served.host}\r\nCookie: {served.cookie}\r\nConnection: close\r\n\r\n"
    answer = raw_answer(served, raw.encode())
    assert answer.startswith(b"HTTP/1.1 404") and b"secret" not in answer


def test_models_reach_nothing_outside_of_their_directory(served: Served) -> None:
    root = Path(served.process.args[3])  # type: ignore[index,arg-type]
    (root.parent / "outside.pml").write_text("byte secret_name;")
    (root / "inside.pml").symlink_to(root.parent / "outside.pml")
    with served.page() as page:
        for text in ('#include "../outside.pml"\ninit { skip }', '#include "inside.pml"\ninit { skip }'):
            frame = page.answer(page.send("check", text=text, name="model.pml"))
            assert "secret_name" not in json.dumps(frame) and not frame.get("result", {}).get("fine")
        assert page.problem("check", path="../outside.pml")["kind"] == "usage"
        assert page.problem("file.read", path="inside.pml")["kind"] == "usage"
        assert page.ask("file.read", path="small.pml")["text"] == SMALL


@pytest.mark.needs("spin", "gcc")
def test_c_code_is_not_executed(served: Served) -> None:
    with served.page() as page:
        told = page.problem("verify", text=WITH_C)
        assert told["kind"] == "usage" and "C code" in told["message"]
        assert page.problem("run.open", model={"text": WITH_C})["kind"] == "usage"
    assert not (Path(served.process.args[3]) / "executed").exists()  # type: ignore[index,arg-type]


# -- too much ------------------------------------------------------------------------------------


def test_ten_megabytes_of_text_are_refused(served: Served) -> None:
    before = served.memory_mb()
    with served.page() as page, pytest.raises(ConnectionClosed):
        page.ask("check", text="x" * (10 << 20))
    with served.page() as page:
        told = page.problem("check", text="x" * (TEXT_KB + 1 << 10))
        assert told["kind"] == "limit"
        assert page.ask("check", text=SMALL)["fine"]
    assert served.memory_mb() < before + 60


def test_a_thousand_questions_at_once(served: Served) -> None:
    before = served.memory_mb()
    with served.page() as page:
        numbers = [page.send("check", text=SMALL) for _ in range(1000)]
        frames: dict[int, Data] = {}
        while len(frames) < len(numbers):
            frame = json.loads(page.socket.recv(timeout=60))
            frames[frame["id"]] = frame
        answered = [one for one in frames.values() if "result" in one]
        refused = [one["error"]["kind"] for one in frames.values() if "error" in one]
        assert answered and set(refused) <= {"limit"}
        assert page.ask("check", text=SMALL)["fine"], "afterwards it is as before"
    assert served.memory_mb() < before + 60


def test_a_thousand_jobs_at_once(served: Served) -> None:
    with served.page() as page:
        numbers = [page.send("bound", text=SMALL) for _ in range(1000)]
        kinds = [page.answer(number).get("error", {}).get("kind") for number in numbers[10:]]
        assert set(kinds) == {"limit"}
        assert len(served.children()) < 12
    assert eventually(lambda: len(served.children()) <= 3)


def test_pages_that_do_not_read_hold_nobody_up(served: Served) -> None:
    """What a page does not read stays in its process, which waits."""
    before = served.memory_mb()
    headers = {"Cookie": served.cookie, "Origin": served.base}
    address = f"ws://{served.host}/engine"
    with connect(address, additional_headers=headers, compression=None, max_queue=1) as sleeping:
        for number in range(2000):
            sleeping.send(json.dumps({"id": number, "method": "hello", "params": {}}))
        with served.page() as page:
            assert page.ask("check", text=SMALL)["fine"]
        assert served.memory_mb() < before + 60
        sleeping.socket.close()


def test_clients_that_never_finish_their_question_are_sent_away(served: Served) -> None:
    halves = []
    for _ in range(100):
        half = socket.create_connection(served.host.split(":"))  # type: ignore[arg-type]
        half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        halves.append(half)
    assert served.get("/").status_code == 200, "others do not wait for them"
    for half in halves:
        half.settimeout(20)
        with suppress(ConnectionResetError):
            assert half.recv(1000)[:12] in (b"", b"HTTP/1.1 400")
        half.close()


@pytest.mark.parametrize(
    "raw", [b"\0" * 1000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 9999]
)
def test_what_is_not_http_is_refused(served: Served, raw: bytes) -> None:
    assert b"200" not in raw_answer(served, raw)[:15]
    assert served.get("/").status_code == 200


FRAMES = [
    "",
    "null",
    "[]",
    "{",
    "[" * 100_000,
    '{"id": 1}',
    '{"id": true, "method": "hello"}',
    '{"id": -1, "method": "hello"}',
    '{"id": 1e400, "method": "hello"}',
    '{"id": 1, "method": 5}',
    '{"id": 1, "method": "hello", "params": []}',
    '{"cancel": "all", "id": "x"}',
    '{"method": "hello"}',
]


def test_frames_that_make_no_sense_are_answered(served: Served) -> None:
    with served.page() as page:
        for frame in FRAMES:
            page.socket.send(frame)
            assert page.answer(None)["error"]["kind"] == "usage", frame[:50]
        page.socket.send('{"cancel": 17}')
        page.socket.send(json.dumps({"id": 500, "method": "explore", "params": {"text": LARGE}}))
        page.socket.send('{"id": 500, "method": "check"}')
        assert page.answer(500)["error"]["message"] == "question 500 is not answered yet"
        page.socket.send('{"cancel": 500}')
        assert page.ask("check", text=SMALL)["fine"]


def test_bytes_are_no_question(served: Served) -> None:
    with served.page() as page:
        page.socket.send(b"\0\1\2")
        with pytest.raises(ConnectionClosed):
            page.socket.recv(timeout=60)
    with served.page() as page:
        assert page.ask("check", text=SMALL)["fine"]


def test_markup_and_control_characters_stay_text(served: Served) -> None:
    text = f'chan q = [1] of {{ byte }};\nactive proctype P() {{ printf("{EVIL}\\n\x01\x1b[31m\x7f"); q!1; q!2 }}\n'
    with served.page() as page:
        view = page.ask("run.open", model={"text": text, "name": f"{EVIL}\x01\x02.pml"})["view"]
        view = page.ask("run.go", run=view["run"], choice=1)
        assert EVIL in view["scene"]["step"]["printed"]
        told = page.ask("run.export", run=view["run"], format="svg")["text"]
        assert "<script" not in told and not re.search("[\x00-\x08\x0b-\x1f]", told)
        broken = page.answer(page.send("check", text=f"byte {EVIL};", name=EVIL + ".pml"))
        assert not broken["result"]["fine"]
    assert served.get("/").text == PAGE


def test_deep_and_long_models_are_survived(served: Served) -> None:
    with served.page() as page:
        for text in (
            "init { " + "(" * 50_000 + "1" + ")" * 50_000 + " }",
            "init { " + "skip; " * 40_000 + "}",
            "{" * 200_000,
        ):
            frame = page.answer(page.send("check", text=text))
            assert "result" in frame or frame["error"]["kind"] in ("usage", "model", "time", "memory")
        assert page.ask("check", text=SMALL)["fine"]


# -- processes -----------------------------------------------------------------------------------


def test_a_killed_process_is_replaced(served: Served) -> None:
    with served.page() as page:
        view = page.ask("run.open", model={"text": SMALL})["view"]
        before = set(served.children())
        number = page.send("run.random", run=view["run"], count=100_000)
        for pid in before:
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)  # the one that is ready for others, too
        assert page.answer(number)["error"]["kind"] == "fault"
        assert page.ask("check", text=SMALL)["fine"]
        gone = page.problem("run.go", run=view["run"], choice=1)
        assert gone["kind"] == "usage" and "open it again" in gone["message"]


def test_a_killed_job_is_told(served: Served) -> None:
    with served.page() as page:
        assert page.ask("check", text=SMALL)["fine"]
        number = page.send("explore", text=LARGE, limit=100_000_000)
        page.socket.recv(timeout=60)
        os.kill(busiest(served.children()), signal.SIGKILL)
        assert page.answer(number)["error"]["kind"] == "fault"
        assert page.ask("bound", text=SMALL)["summary"]


@pytest.mark.needs("spin", "gcc")
def test_cancelling_ends_what_works(served: Served) -> None:
    with served.page() as page:
        for method, more in (("explore", {"limit": 100_000_000}), ("verify", {})):
            number = page.send(method, text=LARGE, **more)
            page.news.clear()
            while not page.news:
                page.news.append(json.loads(page.socket.recv(timeout=60)))
            page.socket.send(json.dumps({"cancel": number}))
            frame = page.answer(number, 20)
            assert frame.get("error", {}).get("kind") == "cancelled" or not frame["result"]["fine"]
        assert page.ask("check", text=SMALL)["fine"]
        assert eventually(lambda: len(served.children()) <= 4), served.children()


@pytest.mark.needs("spin", "gcc")
def test_everything_ends_with_its_page(served: Served) -> None:
    assert eventually(lambda: len(served.children()) <= 3)
    with served.page() as page:
        page.send("verify", text=LARGE)
        page.send("run.open", model={"text": SMALL})
        json.loads(page.socket.recv(timeout=60))
        assert len(served.children()) > 3
    assert eventually(lambda: len(served.children()) <= 3), served.children()


@pytest.mark.needs("spin", "gcc")
def test_everything_ends_with_the_server(tmp_path: Path) -> None:
    numbers = [signal.SIGTERM, signal.SIGINT, signal.SIGKILL]
    with ThreadPoolExecutor(len(numbers)) as pool:
        list(pool.map(ends_with_its_server, [tmp_path / number.name for number in numbers], numbers))


def ends_with_its_server(root: Path, number: signal.Signals) -> None:
    root.mkdir()
    with serving(root) as served, served.page() as page:
        page.send("verify", text=LARGE)
        page.send("check", text=SMALL)
        assert eventually(lambda: bool(page.socket.recv(timeout=60)) and len(served.children()) > 4, 60)
        children = served.children()
        served.process.send_signal(number)
        served.process.wait(30)
        assert eventually(lambda: not alive(children), 20), alive(children)


def test_a_job_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    root = tmp_path / "models"
    root.mkdir()
    with serving(root, "--max-seconds", "1") as served, served.page() as page:
        frame = page.answer(page.send("explore", text=LARGE, limit=100_000_000))
        assert frame.get("error", {}).get("kind") == "time" or not frame["result"]["outcome"]["complete"]
        frame = page.answer(page.send("run.open", model={"text": SMALL}))
        run = frame["result"]["view"]["run"]
        assert page.problem("run.until", run=run, condition="len(q) == 9", most=10_000_000)["kind"] == "time"


def test_a_job_that_needs_too_much_memory_is_ended(tmp_path: Path) -> None:
    root = tmp_path / "models"
    root.mkdir()
    with serving(root, "--memory", "300") as served, served.page() as page:
        frame = page.answer(page.send("explore", text=WIDE, limit=100_000_000), 120)
        assert frame["error"]["kind"] in ("memory", "fault")
        assert page.ask("check", text=SMALL)["fine"]


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What `penstock serve` says about wrong usage, where the page is built."""
    (tmp_path / "index.html").write_text(PAGE)
    monkeypatch.setattr("penstock.faces.web.serving.STATIC", tmp_path)

    def said(*words: str) -> str:
        with pytest.raises(SystemExit) as ended:
            raise SystemExit(main(["serve", *words]))
        assert ended.value.code == 2
        return capsys.readouterr().err

    return said


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["nowhere.pml"], "there is no file or directory `nowhere.pml`"),
        ([__file__], "is not a model: its name must end in one of"),
        (["--port", "70000"], "70000 is not a port"),
        (["--port", "-1"], "--port"),
        (["--host", "203.0.113.7", "--port", "0"], "cannot listen on 203.0.113.7"),
    ],
)
def test_wrong_usage_is_told(words: list[str], problem: str, said: Callable[..., str]) -> None:
    assert problem in said(*words)


def test_a_port_in_use_is_told(said: Callable[..., str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} of 127.0.0.1 is in use" in said("--port", str(port))


def test_a_page_that_was_not_built_is_told(said: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "index.html").unlink()
    assert "the page is not built: `make web` builds it" in said()


def test_frames_are_sent_at_once() -> None:
    """Where asyncio is not told that a socket is one of TCP, the second of two frames waits for 40 ms."""
    with bound_socket("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "websockets"])
def test_a_missing_package_is_named(package: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None\nfrom penstock.faces.cli.main import main\nmain(['serve'])"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert f"this needs the `{package}` package: pip install 'penstock[web]'" in ended.stderr


def busiest(pids: list[int]) -> int:
    """Who works most in the next second."""
    before = {pid: processor_time(pid) for pid in pids}
    time.sleep(1)
    return max(alive(pids), key=lambda pid: processor_time(pid) - before[pid])


def processor_time(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])


def raw_answer(served: Served, raw: bytes) -> bytes:
    name, port = served.host.split(":")
    with socket.create_connection((name, int(port))) as client:
        client.settimeout(20)
        found = b""
        try:
            client.sendall(raw)
            while len(found) < 1 << 20 and (more := client.recv(1 << 16)):
                found += more
        except OSError:
            pass
        return found
