"""The official client of the Model Context Protocol, with the real server behind it."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
import jsonschema
from mcp import Client, types
from mcp.client.stdio import StdioServerParameters

from penstock.faces.mcp.tools import output_schema

Answer = TypeVar("Answer")


def with_client(work: Callable[[Client], Awaitable[Answer]], root: Path, *options: str) -> Answer:
    """What `work` makes of a client of a server that may read below `root`."""
    words = ["-m", "penstock", "mcp", "--root", str(root), *options]
    server = StdioServerParameters(command=sys.executable, args=words)

    async def meet() -> Answer:
        with anyio.fail_after(120):
            async with Client(server) as client:
                return await work(client)

    return anyio.run(meet)


async def called(client: Client, calls: list[tuple[str, dict[str, Any]]]) -> list[types.CallToolResult]:
    """The answers to calls that are made at the same time."""
    found: dict[int, types.CallToolResult] = {}

    async def call(number: int, name: str, arguments: dict[str, Any]) -> None:
        found[number] = await client.call_tool(name, arguments)
        if not found[number].is_error:
            jsonschema.validate(found[number].structured_content, output_schema(name))

    async with anyio.create_task_group() as group:
        for number, (name, arguments) in enumerate(calls):
            group.start_soon(call, number, name, arguments)
    return [found[number] for number in range(len(calls))]


def text_of(result: types.CallToolResult) -> str:
    content = result.content[0]
    assert isinstance(content, types.TextContent)
    return content.text
