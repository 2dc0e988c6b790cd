// SECURITY.md names the cases that prove its guards; a name that no case has proves nothing.

import { readFileSync } from "node:fs";

/**
 * What SECURITY.md says of the browser cases and is not so. It names one as *file: name*, with
 * **M** after it where the case is run without its guard.
 */
export function* cited(cases) {
  const text = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
  const files = [...new Set(cases.map(({ file }) => file))].join("|");
  const named = new Map(cases.map((entry) => [`${entry.file}: ${entry.name}`, entry]));
  for (const [, name, mutated] of text.matchAll(new RegExp(`\\*((?:${files}): [^*]+)\\*( \\*\\*M\\*\\*)?`, "g"))) {
    const entry = named.get(name);
    named.delete(name);
    if (!entry) yield `no case is called "${name}", or it is named twice`;
    else if (Boolean(mutated) !== Boolean(entry.guards)) yield `"${name}" ${mutated ? "has no" : "has a"} guard taken out`;
  }
  for (const [name, { guards }] of named) if (guards) yield `"${name}" proves a guard and is not named`;
}
