// Views written with the TypeScript SDK, bundled from npm: `view(1)` with 1.7.5, `view(2)` with 2.0.4.

import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("./", import.meta.url));
const bundles = new Map();

/** A View's page: `views/<name>.js` over one version of ext-apps. */
export async function view(name, version) {
  return page(name, version, `<!doctype html><html lang="en"><head><title>${name}</title></head><body><main></main><script></script></body></html>`);
}

/** The same in the place of the one script that `html` has inline. */
export async function page(name, version, html) {
  const key = `${name} ${version}`;
  if (!bundles.has(key)) bundles.set(key, bundle(name, version));
  const [before, after, ...more] = html.split(/<script>[^]*<\/script>/);
  if (after === undefined || more.length > 0) throw new Error("expected one script");
  // The bundle is inline, so nothing in it may end its script.
  return `${before}<script>${(await bundles.get(key)).replaceAll("</script", "<\\/script")}</script>${after}`;
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
  return built.outputFiles[0].text;
}
