"""The Model Context Protocol: tools, resources and the prompt, over the standard input and output.

This needs the `mcp` package.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any

import anyio
from anyio import CapacityLimiter, create_task_group, from_thread, open_signal_receiver, sleep, to_thread
from mcp import MCPError, types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from penstock import __version__
from penstock.errors import UsageError
from penstock.faces.mcp import reference
from penstock.faces.mcp.answers import Told
from penstock.faces.mcp.calling import Call, call_of, unknown_tool
from penstock.faces.mcp.limits import CallLimits
from penstock.faces.mcp.tools import TOOLS, input_schema, output_schema
from penstock.faces.mcp.working import answer

Context = ServerRequestContext[Any, Any]
_MARKDOWN = "text/markdown"
_SECONDS_BETWEEN_WORDS = 0.5
_GRACE = 3.0
_ENDED = 143


class AgentServer:
    """What the protocol asks for; `running` are the calls that work, each with what stops it."""

    def __init__(self, limits: CallLimits) -> None:
        self.limits = limits
        self.running: set[Event] = set()
        self._slots: CapacityLimiter | None = None

    async def list_tools(self, _context: Context, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[self._tool(verb) for verb in TOOLS])

    def _tool(self, verb: str) -> types.Tool:
        tool = TOOLS[verb]
        return types.Tool(
            name=verb,
            title=tool.title,
            description=tool.description,
            input_schema=input_schema(verb, self.limits),
            output_schema=output_schema(verb),
            annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in TOOLS:
            raise MCPError(types.INVALID_PARAMS, unknown_tool(params.name))
        try:
            call = call_of(params.name, params.arguments or {}, self.limits)
        except UsageError as problem:
            return _error(str(problem))
        told = await self._answered(call, context)
        if told.answer is None:
            return _error(told.text)
        return types.CallToolResult(content=[_text(told.text)], structured_content=told.answer)

    async def _answered(self, call: Call, context: Context) -> Told:
        """The answer of a process; who cancels the call ends the process."""
        stop, report = Event(), _Reports(context, call.seconds)
        self._slots = self._slots or CapacityLimiter(self.limits.calls)
        async with self._slots, create_task_group() as group:
            self.running.add(stop)
            group.start_soon(_stopping, stop)
            try:
                told = await to_thread.run_sync(partial(answer, call, report.hear, stop))
            finally:
                self.running.discard(stop)
            group.cancel_scope.cancel()
        return told

    async def list_resources(self, _context: Context, _params: Any) -> types.ListResourcesResult:
        found = [
            types.Resource(uri=page.uri, name=page.name, title=page.title, description=page.about, mime_type=_MARKDOWN)
            for page in reference.pages()
        ]
        return types.ListResourcesResult(resources=found)

    async def list_templates(self, _context: Context, _params: Any) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(
            uri_template=reference.DIAGNOSTIC,
            name="diagnostic",
            title="What a code means",
            description="the explanation of a code such as E301: why the rule is there, a wrong and a right model",
            mime_type=_MARKDOWN,
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(
        self, _context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        text = reference.page_text(str(params.uri))
        if text is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no resource `{params.uri}`")
        contents = types.TextResourceContents(uri=params.uri, mime_type=_MARKDOWN, text=text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(self, _context: Context, _params: Any) -> types.ListPromptsResult:
        wish = types.PromptArgument(
            name=reference.WISH, description="what is to be modelled, and what must hold", required=True
        )
        prompt = types.Prompt(
            name=reference.PROMPT,
            title="Write a good model",
            description="how to write a Promela model step by step, and how to know that it says what it should",
            arguments=[wish],
        )
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(self, _context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        wish = (params.arguments or {}).get(reference.WISH, "").strip()
        if params.name != reference.PROMPT:
            raise MCPError(types.INVALID_PARAMS, f"there is no prompt `{params.name}`; there is `{reference.PROMPT}`")
        if not wish:
            raise MCPError(types.INVALID_PARAMS, f"`{reference.WISH}` is missing: say what is to be modelled")
        message = types.PromptMessage(role="user", content=_text(reference.prompt_text(wish)))
        return types.GetPromptResult(messages=[message])

    async def complete(self, _context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        """The codes that begin like what was typed."""
        codes = reference.codes(params.argument.value) if params.argument.name == reference.CODE else []
        return types.CompleteResult(completion=types.Completion(values=codes[:100], total=len(codes)))

    def protocol(self) -> Server[Any]:
        return Server(
            "penstock",
            version=__version__,
            title="Penstock",
            description="a workbench for Promela, the language of the SPIN model checker",
            instructions=reference.instructions(),
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
            on_completion=self.complete,
        )


class _Reports:
    """How far a call is, told to the client now and then from the thread that listens to the process."""

    def __init__(self, context: Context, seconds: float) -> None:
        self._context, self._seconds = context, seconds
        self._begin = self._last = time.monotonic()

    def hear(self, text: str) -> None:
        now = time.monotonic()
        if now - self._last >= _SECONDS_BETWEEN_WORDS:
            self._last = now
            tell: Callable[..., Any] = self._context.session.report_progress
            from_thread.run(tell, round(now - self._begin, 1), self._seconds, text)


async def _stopping(stop: Event) -> None:
    try:
        await anyio.sleep_forever()
    finally:
        stop.set()


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def _error(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[_text(text)], is_error=True)


def serve(limits: CallLimits) -> None:
    """Answer until the client closes our standard input."""
    anyio.run(_serve, AgentServer(limits))


async def _serve(server: AgentServer) -> None:
    protocol = server.protocol()
    async with create_task_group() as group:
        group.start_soon(_hear_signals, server)
        async with stdio_server() as (read, write):
            await protocol.run(read, write, protocol.create_initialization_options())
        group.cancel_scope.cancel()


async def _hear_signals(server: AgentServer) -> None:
    """A signal ends the calls, then us: the thread that waits for the standard input hears nothing else."""
    with open_signal_receiver(signal.SIGTERM, signal.SIGINT, signal.SIGHUP) as signals:
        async for _ in signals:
            for stop in list(server.running):
                stop.set()
            until = time.monotonic() + _GRACE
            while server.running and time.monotonic() < until:
                await sleep(0.05)
            os._exit(_ENDED)
