// The debug adapter, driven by the client that adapters of VS Code are tested with.
// PENSTOCK is the command, MODELS the directory of examples.

const assert = require("node:assert");
const path = require("node:path");
const { test, beforeEach, afterEach } = require("node:test");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const CROSSING = path.join(process.env.MODELS, "crossing.pml");
const SEND = 18;
let client;

beforeEach(async () => {
    client = new DebugClient(process.env.PENSTOCK, "dap", "penstock");
    client.defaultTimeout = 30000;
    await client.start();
});
afterEach(() => client.stop());

async function launched(configuration) {
    const stopped = client.waitForEvent("stopped");
    await Promise.all([client.configurationSequence(), client.launch(configuration)]);
    return (await stopped).body;
}

async function seen() {
    const { threads } = (await client.threadsRequest()).body;
    const all = [];
    for (const thread of threads) {
        const { stackFrames } = (await client.stackTraceRequest({ threadId: thread.id })).body;
        const { scopes } = (await client.scopesRequest({ frameId: stackFrames[0].id })).body;
        for (const { name, variablesReference } of scopes) {
            const { variables } = (await client.variablesRequest({ variablesReference })).body;
            all.push([thread.name, stackFrames[0].line, name, variables.map((one) => [one.name, one.value])]);
        }
    }
    return JSON.stringify(all);
}

async function moved(request) {
    const stopped = client.waitForEvent("stopped");
    await request();
    return (await stopped).body;
}

test("an unknown request is refused", async () => {
    await assert.rejects(client.send("illegal_request"), /there is no request/);
});

test("it can step back", async () => {
    const answer = await client.initializeRequest();
    assert.equal(answer.body.supportsStepBack, true);
    assert.equal(answer.body.supportsConfigurationDoneRequest, true);
});

test("a breakpoint is hit", async () => {
    await client.hitBreakpoint({ program: CROSSING, seed: 1, stopOnEntry: false }, { path: CROSSING, line: SEND });
});

test("a condition that holds stops, one that does not does not", async () => {
    const location = { path: CROSSING, line: SEND };
    client.setBreakpointsRequest = ((send) => (wanted) => {
        wanted.breakpoints.forEach((one) => (one.condition = "i == 3"));
        return send.call(client, wanted);
    })(client.setBreakpointsRequest);
    await client.hitBreakpoint({ program: CROSSING, seed: 1, stopOnEntry: false }, location);
    const frame = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0];
    const answer = await client.evaluateRequest({ expression: "i", frameId: frame.id });
    assert.equal(answer.body.result, "3");
});

test("the program runs to its deadlock", async () => {
    await Promise.all([
        client.configurationSequence(),
        client.launch({ program: CROSSING, seed: 1, stopOnEntry: false }),
        client.assertStoppedLocation("exception", { path: CROSSING }),
    ]);
});

test("forward and back again everything is the same", async () => {
    assert.equal((await launched({ program: CROSSING, seed: 1 })).reason, "entry");
    const states = [await seen()];
    for (let step = 0; step < 20; step++) {
        assert.equal((await moved(() => client.stepInRequest({ threadId: 1 }))).reason, "step");
        states.push(await seen());
    }
    for (const before of states.slice(0, -1).reverse()) {
        await moved(() => client.stepBackRequest({ threadId: 1 }));
        assert.equal(await seen(), before);
    }
    await moved(() => client.continueRequest({ threadId: 1 }));
    const begin = await moved(() => client.reverseContinueRequest({ threadId: 1 }));
    assert.equal(begin.reason, "entry");
    assert.equal(await seen(), states[0]);
});

test("a model with errors is refused with their text", async () => {
    await client.initializeRequest();
    const program = path.join(process.env.MODELS, "mistakes.pml");
    await assert.rejects(client.launchRequest({ program }), /the model has errors/);
});
