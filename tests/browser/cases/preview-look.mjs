// How the preview looks, at the sizes it is made for. With PREVIEW_SHOTS=FOLDER the pictures are kept: those in
// runtime/docs are made so.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cli, weather } from "../built.mjs";
import { smaller } from "../picture.mjs";
import { preview, servers } from "../preview.mjs";

export const prepare = () => { cli(); weather(); };

const LOOKS = [
  { name: "preview", width: 1280, height: 800, colorScheme: "light", tab: "log" },
  { name: "preview-dark", width: 1280, height: 800, colorScheme: "dark", tab: "result" },
  { name: "preview-half", width: 640, height: 800, colorScheme: "light", tab: "log" },
];

/** Controls that are cut off: wider than the bar they are in, or outside of the window. */
const cutOff = (page) => page.evaluate(() => {
  const wide = [document.documentElement, ...document.querySelectorAll(".bar, header, main > section")].filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && !element.matches(".tabs"));
  const outside = [...document.querySelectorAll("button, input, select")].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && !element.closest(".tabs, #list, #panels") && (left < -1 || right > innerWidth + 1);
  });
  return [...wide, ...outside].map((element) => `${element.localName}#${element.id}.${element.className}`);
});

export default LOOKS.map(({ name, width, height, colorScheme, tab }) => ({
  name: `at ${width}×${height}, ${colorScheme}, nothing is cut off`,
  async run(stage) {
    const shown = await preview(stage, servers.weather());
    const user = await shown.open({ viewport: { width, height }, colorScheme });
    assert.deepEqual(await cutOff(user.page), [], "before a View");
    await user.page.fill("#call input", "Paris");
    await user.page.keyboard.press("Control+Enter");
    await user.state("ready");
    await stage.until(() => user.told.some(({ op, result }) => op === "result" && result), "the result");
    await user.text("Live");
    await user.tab(tab);
    assert.deepEqual(await cutOff(user.page), [], "with a View");
    for (const other of ["host", "viewTools", "policy"]) {
      await user.tab(other);
      assert.deepEqual(await cutOff(user.page), [], other);
    }
    await user.tab(tab);
    const folder = process.env.PREVIEW_SHOTS;
    if (!folder) return;
    const picture = await smaller(await stage.open(), await user.page.screenshot());
    assert.ok(picture.length <= 150_000, `the picture has ${picture.length} bytes`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.png`), picture);
  },
}));
