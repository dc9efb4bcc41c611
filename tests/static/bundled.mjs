// A module of web/src/static with all that it imports, as Node can load it.
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../web/", import.meta.url));
const require = createRequire(WEB);

export const installed = (name) => require(name);

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
      plugins: [beside],
    });
    return await import(join(place, name.replace(/\.ts$/, ".mjs")));
  } finally {
    await rm(place, { recursive: true });
  }
}

// Packages are loaded from where they are installed, beside their WebAssembly.
const beside = {
  name: "beside",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path: require.resolve(path), external: true },
    );
  },
};
