"""Tools for agents: every tool on good and bad models, by the official client and the real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import pytest
from mcp import Client, MCPError, types
from tests.agents import called, text_of, with_client
from tests.loading import load_model

from penstock.codegen.fingerprint import fingerprint
from penstock.faces.mcp.tools import TOOLS

pytestmark = pytest.mark.slow
FINE = "chan q = [3] of { byte };\nactive proctype P() { q!1 }\nactive proctype Q() { q?_ }\n"
WRONG = "byte x;\nactive proctype P() { x = 1; assert(x == y) }\n"
FAILING = "chan q = [1] of { byte };\nbyte x;\nactive proctype P() { do :: q!1; x++; assert(x < 3) :: q?_ od }\n"
ENDLESS = "chan q = [2] of { byte };\nactive proctype P() { do :: q!1 od }\nactive proctype Q() { do :: q?_ od }\n"
OPEN = "mtype = { go };\nenv chan c = [1] of { mtype };\nactive proctype P() { end: do :: c?go od }\n"
LARGE = "int a, b, c;\nactive [3] proctype P() { end: do :: a < 999 -> a++ :: b < 999 -> b++ :: c < 999 -> c++ od }\n"
TRACE = "penstock 1 no such model\n"
TEN = {"max_seconds": 10}
FOUR = {"max_seconds": 4, "limit": 1_000_000_000}


def calls_on(text: str, traced: str = TRACE) -> list[tuple[str, dict[str, Any]]]:
    """Every tool on a model; `explain` has none."""
    return [
        ("explain", {"code": "E301"})
        if verb == "explain"
        else (verb, {"text": text, **TEN} | ({"trace": traced} if verb == "conform" else {}))
        for verb in TOOLS
    ]


@pytest.mark.needs("spin", "gcc")
def test_every_tool_on_fine_models(tmp_path: Path) -> None:
    async def work(client: Client) -> tuple[list[types.Tool], list[types.CallToolResult], types.CallToolResult]:
        tools = (await client.list_tools()).tools
        given = [call for call in calls_on(FINE) if call[0] not in ("close", "conform")]
        closed = await client.call_tool("close", {"text": OPEN, **TEN})
        return tools, await called(client, given), closed

    tools, results, closed = with_client(work, tmp_path)
    assert [tool.name for tool in tools] == list(TOOLS)
    schemas = {tool.name: tool.output_schema or {} for tool in tools}
    names = [verb for verb in TOOLS if verb not in ("close", "conform")]
    for verb, result in [*zip(names, results, strict=True), ("close", closed)]:
        assert not result.is_error, text_of(result)
        told: Any = result.structured_content
        jsonschema.validate(told, schemas[verb])
        assert told["status"] == "fine" and told["reason"] in text_of(result) and "\n" not in told["reason"]
        assert told["answer"] is not None and not told["cut"]
    answers = {verb: result.structured_content or {} for verb, result in zip(names, results, strict=True)}
    assert answers["verify"]["answer"]["verdict"] == "holds"
    assert answers["bound"]["answer"]["channels"][0]["bound"] == 1
    assert len(answers["simulate"]["run"]) == 4 and "model.pml:2" in answers["simulate"]["run"][0]
    assert "chan c" in (closed.structured_content or {})["answer"]["promela"]


@pytest.mark.needs("spin", "gcc")
def test_every_tool_on_a_text_that_is_no_model(tmp_path: Path) -> None:
    results = with_client(lambda client: called(client, calls_on(WRONG)), tmp_path)
    for verb, result in zip(TOOLS, results, strict=True):
        if verb == "explain":
            continue
        told: Any = result.structured_content
        found = told["answer"]["diagnostics"] if verb == "check" else told["diagnostics"]
        assert told["status"] == "errors" and "line 2" in told["reason"] and "`y` is not declared" in told["reason"]
        assert [(one["code"], one["line"], one["column"]) for one in found] == [("E301", 2, 42)]
        assert "error[E301]" in text_of(result) and "^" in text_of(result)


@pytest.mark.needs("spin", "gcc")
def test_what_goes_wrong_is_shown_in_the_lines_of_the_model(tmp_path: Path) -> None:
    (tmp_path / "model.pml").write_text(FAILING)
    given = {"path": "model.pml", **TEN}
    calls = [
        ("verify", given),
        ("explore", given),
        ("bound", {"text": ENDLESS, **TEN}),
        ("verify", given | {"ltl": ["[] (x < 2)"]}),
    ]
    verified, explored, bounded, formula = with_client(lambda client: called(client, calls), tmp_path)
    for result in (verified, explored):
        told: Any = result.structured_content
        assert told["status"] == "finding" and "assert" in told["reason"]
        assert "model.pml:3  assert((x < 3))" in told["run"][-1] or "model.pml:3" in told["run"][-1]
        assert all(line in text_of(result) for line in told["run"])
    told = bounded.structured_content
    assert told["status"] == "finding" and told["answer"]["verdict"] == "UNBOUNDED" and "q!1" in told["run"][-1]
    told = formula.structured_content
    assert told["status"] == "finding" and "[] (x < 2)" in told["reason"].replace("(x< 2)", "(x < 2)")


def test_wrong_calls(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "secret.pml").write_text(FINE)
    (tmp_path / "root" / "link.pml").symlink_to(tmp_path / "secret.pml")
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("check", {"text": FINE}, "`max_seconds` is missing"),
        ("check", {"text": FINE, "max_seconds": 0}, "greater than 0, not 0"),
        ("check", {"text": FINE, "max_seconds": -1}, "greater than 0"),
        ("check", {"text": FINE, "max_seconds": "10"}, "greater than 0, not '10'"),
        ("check", {"text": FINE, "max_seconds": 100_000}, "allows 600 seconds at most"),
        ("check", {"text": FINE, **TEN, "max_kb": 1000}, "from 1 to 64, not 1000"),
        ("check", {**TEN}, "either as `path` or as `text`"),
        ("check", {"txt": FINE, **TEN}, "did you mean `text`?"),
        ("check", {"text": 3, **TEN}, "`text` must be a text, not 3"),
        ("check", {"path": "nothing.pml", **TEN}, "No such file"),
        ("check", {"path": "../secret.pml", **TEN}, "outside of the directory"),
        ("check", {"path": str(tmp_path / "secret.pml"), **TEN}, "outside of the directory"),
        ("check", {"path": "link.pml", **TEN}, "outside of the directory"),
        ("check", {"text": '#include "../secret.pml"\n', **TEN}, "outside of the directory"),
        ("check", {"text": FINE, "directories": [".."], **TEN}, "outside of the directory"),
        ("conform", {"text": FINE, "trace_path": "../secret.pml", **TEN}, "outside of the directory"),
        ("conform", {"text": FINE, **TEN}, "either as `trace`, its text, or as `trace_path`"),
        ("conform", {"text": FINE, "run": ".", **TEN}, "`run` is not a parameter here"),
        ("conform", {"text": FINE, "trace": TRACE, **TEN}, "trace"),
        ("verify", {"text": "init { c_code { ; } }", **TEN}, "contains C code, which is not executed here"),
        ("verify", {"text": FINE, "search": "fast", **TEN}, "one of `exhaustive`, `bitstate`, `swarm`"),
        ("verify", {"text": FINE, "cluster": "127.0.0.1:1", **TEN}, "`cluster` is not a parameter here"),
        ("explain", {"code": "E999"}, "no finding with the code"),
    ]

    async def work(client: Client) -> tuple[list[types.CallToolResult], str]:
        results = await called(client, [(name, given) for name, given, _ in wrong])
        with pytest.raises(MCPError) as unknown:
            await client.call_tool("verfy", {})
        return results, unknown.value.message

    results, unknown = with_client(work, tmp_path / "root")
    assert "did you mean `verify`?" in unknown
    for (name, given, expected), result in zip(wrong, results, strict=True):
        assert result.is_error and expected in text_of(result), (name, given, text_of(result))


@pytest.mark.needs("spin", "gcc")
def test_a_cancelled_call_stops_its_work(tmp_path: Path) -> None:
    """The one beside it is not disturbed, and nothing of the other is left, verifiers included."""

    async def work(client: Client) -> tuple[list[Path], types.CallToolResult]:
        found, seen = [], set[Path]()

        async def go_on() -> None:
            found.append(await client.call_tool("explore", {"text": LARGE, **FOUR}))

        async with anyio.create_task_group() as group:
            with anyio.move_on_after(20) as patience:
                async with anyio.create_task_group() as inner:
                    inner.start_soon(client.call_tool, "verify", {"text": LARGE, "max_seconds": 60})
                    while not any(_runs(one, b"pan") for one in seen):
                        await anyio.sleep(0.1)
                        seen |= _descendants(os.getpid())
                    group.start_soon(go_on)
                    seen = {one for one in seen if _runs(one, b"pan") or _runs(one, b"mcp.worker")}
                    patience.cancel()
            with anyio.fail_after(10):
                while any(one.exists() for one in seen):
                    await anyio.sleep(0.1)
        return list(seen), found[0]

    seen, other = with_client(work, tmp_path)
    assert len(seen) >= 2 and not any(one.exists() for one in seen)
    told: Any = other.structured_content
    assert told["status"] == "undecided" and told["answer"]["states"] > 1 and not told["answer"]["complete"]


def _descendants(process: int) -> set[Path]:
    """What a process started, and what that started, as directories of /proc."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents.setdefault(int((entry / "stat").read_text().rpartition(")")[2].split()[1]), []).append(
                int(entry.name)
            )
    found, left = set[Path](), [process]
    while left:
        children = parents.get(left.pop(), [])
        found |= {Path("/proc", str(child)) for child in children}
        left += children
    return found


def _runs(process: Path, program: bytes) -> bool:
    with suppress(OSError):
        return program in (process / "cmdline").read_bytes()
    return False


def test_three_calls_at_once(tmp_path: Path) -> None:
    """Each takes its whole budget; one after the other they would take as long as all of these together."""
    calls = [("explore", {"text": LARGE, **FOUR})] * 3

    async def work(client: Client) -> tuple[float, list[types.CallToolResult]]:
        begin = time.monotonic()
        results = await called(client, calls)
        return time.monotonic() - begin, results

    seconds, results = with_client(work, tmp_path)
    told = [result.structured_content or {} for result in results]
    assert all(one["status"] == "undecided" for one in told)
    assert min(one["seconds"] for one in told) > 3 and seconds < sum(one["seconds"] for one in told)


def test_long_answers_are_cut_and_say_so(tmp_path: Path) -> None:
    text = "byte x;\nactive proctype P() { do :: x++ od }\n"
    given = {"text": text, "steps": 3000, "seed": 1, **TEN}

    async def work(client: Client) -> tuple[types.Tool, types.CallToolResult]:
        tool = next(tool for tool in (await client.list_tools()).tools if tool.name == "simulate")
        return tool, await client.call_tool("simulate", given)

    tool, result = with_client(work, tmp_path)
    told: Any = result.structured_content
    jsonschema.validate(told, tool.output_schema or {})
    assert len(str(told)) < 9000
    cuts = {one["at"]: one for one in told["cut"]}
    assert cuts["/answer/steps"]["of"] == 3000 and cuts["/answer/steps"]["kept"] == len(told["answer"]["steps"])
    assert told["answer"]["steps"][0]["step"] == 1 and told["answer"]["steps"][-1]["step"] == 3000
    assert "lines left out" in text_of(result) and len(text_of(result)) < 16_000


def test_memory_is_limited(tmp_path: Path) -> None:
    given = {"text": LARGE, "limit": 100_000_000, "max_seconds": 60}
    result = with_client(lambda client: client.call_tool("explore", given), tmp_path, "--memory", "300")
    assert result.is_error and "memory ran out" in text_of(result)


def test_progress_is_told(tmp_path: Path) -> None:
    heard: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async def work(client: Client) -> None:
        await client.call_tool("explore", {"text": LARGE, **FOUR}, progress_callback=hear)

    with_client(work, tmp_path)
    assert heard and all(total == 4 and "exploring" in (message or "") for _, total, message in heard)


def test_resources_and_the_prompt(tmp_path: Path) -> None:
    async def work(client: Client) -> dict[str, str]:
        read: dict[str, str] = {}
        uris = [resource.uri for resource in (await client.list_resources()).resources]
        templates = (await client.list_resource_templates()).resource_templates
        uris += [template.uri_template.replace("{code}", "E301") for template in templates]
        for uri in uris:
            contents = (await client.read_resource(uri)).contents[0]
            assert isinstance(contents, types.TextResourceContents)
            read[uri] = contents.text
        prompt = (await client.list_prompts()).prompts[0]
        message = (await client.get_prompt(prompt.name, {"wish": "two traffic lights"})).messages[0].content
        assert isinstance(message, types.TextContent)
        for uri in ("penstock://reference/nothing", "penstock://diagnostics/E999", "file:///etc/passwd"):
            with pytest.raises(MCPError, match="no resource"):
                await client.read_resource(uri)
        with pytest.raises(MCPError, match="`wish` is missing"):
            await client.get_prompt(prompt.name, {})
        return read | {"prompt": message.text}

    read = with_client(work, tmp_path)
    assert len(read) == 9 and "not declared" in read["penstock://diagnostics/E301"]
    assert "E301" in read["penstock://diagnostics"] and "two traffic lights" in read["prompt"]


def test_the_package_is_named_where_it_is_missing(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError('no mcp', name='mcp')\n")
    words = [
        sys.executable,
        "-c",
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from penstock.faces.cli.main import main; sys.exit(main())",
    ]
    result = subprocess.run([*words, str(tmp_path), "mcp"], capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert result.stderr == "penstock mcp: this needs the `mcp` package: pip install 'penstock[mcp]'\n"


def test_traces_of_programs(tmp_path: Path) -> None:
    (tmp_path / "model.pml").write_text("byte x; active proctype p() { x = 1; x = 2 }\n")
    head = f"model {fingerprint(load_model(str(tmp_path / 'model.pml')))}\n"
    (tmp_path / "good.log").write_text(head + "step 0 1:31\nstep 0 1:38\nend 0\nover ended\n")
    given = {"path": "model.pml", **TEN}
    calls = [("conform", given | {"trace_path": "good.log"}), ("conform", given | {"trace": head + "step 0 1:38\n"})]
    good, bad = with_client(lambda client: called(client, calls), tmp_path)
    assert (good.structured_content or {})["answer"]["conforms"] is True
    told: Any = bad.structured_content
    assert told["status"] == "finding" and told["answer"]["departure"]["line"] == 2
    assert "x = 1" in text_of(bad), "what the model would have allowed"


@pytest.mark.parametrize("way", ["signal", "closed"])
def test_nothing_is_left_when_the_server_ends(way: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "penstock", "mcp", "--root", str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdin is not None and server.stdout is not None
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        call = {"name": "explore", "arguments": {"text": LARGE, "max_seconds": 60, "limit": 1_000_000_000}}
        for number, (method, params) in enumerate([("initialize", hello), ("tools/call", call)]):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            server.stdin.write(json.dumps(message).encode() + b"\n")
            server.stdin.flush()
            if number == 0:
                assert b"serverInfo" in server.stdout.readline()
                server.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        until = time.monotonic() + 20
        while not (started := _descendants(server.pid)) and time.monotonic() < until:
            time.sleep(0.05)
        assert started
        if way == "signal":
            server.terminate()
        else:
            server.stdin.close()
        server.wait(10)
    until = time.monotonic() + 10
    while any(one.exists() for one in started) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(one.exists() for one in started)


def test_a_budget_that_is_too_small_gives_what_was_found(tmp_path: Path) -> None:
    """Or says that there is nothing: reading this text takes longer than it may."""
    text = "".join(f"#define a{number} a{number - 1} + a{number - 1}\n" for number in range(1, 19)) + "#define a0 x\n"
    text += "int x;\ninit { x = a18 }\n"
    calls = [
        ("explore", {"text": LARGE, "max_seconds": 2, "limit": 10**9}),
        ("simulate", {"text": text, "max_seconds": 0.2}),
    ]
    explored, simulated = with_client(lambda client: called(client, calls), tmp_path)
    assert (explored.structured_content or {})["status"] == "undecided"
    assert simulated.is_error and "time ran out after 0.2 seconds" in text_of(simulated)


@pytest.mark.needs("spin", "gcc")
def test_c_is_executed_where_that_is_allowed(tmp_path: Path) -> None:
    text = "c_decl { \\#include <assert.h>\n }\nbyte x;\ninit { c_code { now.x = 2; }; assert(x == 2) }\n"
    given = {"text": text, "max_seconds": 20}
    result = with_client(lambda client: client.call_tool("verify", given), tmp_path, "--allow-c")
    assert (result.structured_content or {})["answer"]["verdict"] == "holds"
    outside = with_client(
        lambda client: client.call_tool("verify", {"path": "/etc/passwd", **TEN}), tmp_path, "--allow-c"
    )
    assert outside.is_error and "outside" in text_of(outside)
