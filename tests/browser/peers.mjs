// Views written with the TypeScript SDK, bundled from npm: `view(1)` with 1.7.5, `view(2)` with 2.0.4.

import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("./", import.meta.url));
const bundles = new Map();

/** A View's page: `views/<name>.js` over one version of ext-apps. */
export async function view(name, version) {
  const key = `${name} ${version}`;
  if (!bundles.has(key)) bundles.set(key, bundle(name, version));
  return bundles.get(key);
}

async function bundle(name, version) {
  const built = await build({
    entryPoints: [`${folder}views/${name}.js`],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    platform: "browser",
    logLevel: "error",
    alias: { "@modelcontextprotocol/ext-apps": `ext-apps-${version}` },
    absWorkingDir: folder,
  });
  // The bundle is inline, so nothing in it may end its script.
  const script = built.outputFiles[0].text.replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><head><title>${name}</title></head><body><main></main><script>${script}</script></body></html>`;
}
