// A module of web/src/static with all that it imports, as Node can load it.
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../web/", import.meta.url));
const require = createRequire(WEB);

export async function bundled(name) {
  const place = await mkdtemp(join(tmpdir(), "penstock-static-"));
  try {
    await require("esbuild").build({
      entryPoints: [join(WEB, "src/static", name)],
      outdir: place,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      platform: "node",
      format: "esm",
      plugins: [installed],
    });
    return await import(join(place, name.replace(/\.ts$/, ".mjs")));
  } finally {
    await rm(place, { recursive: true });
  }
}

// Packages are loaded from where they are installed, beside their WebAssembly.
const installed = {
  name: "installed",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path: require.resolve(path), external: true },
    );
  },
};
