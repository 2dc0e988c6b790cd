// A screenshot as a PNG of 256 colours: a third of the size, and no difference to the eye.

import { crc32, deflateSync } from "node:zlib";

/** The pixels of a PNG, by the browser. */
async function pixels(page, png) {
  const { width, height, rgba } = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data: raw } = context.getImageData(0, 0, picture.width, picture.height);
    let text = "";
    for (let at = 0; at < raw.length; at += 0x8000) text += String.fromCharCode(...raw.subarray(at, at + 0x8000));
    return { width: picture.width, height: picture.height, rgba: btoa(text) };
  }, png.toString("base64"));
  return { width, height, rgba: Buffer.from(rgba, "base64") };
}

/** At most 256 colours that stand for all: the box with the widest spread over the most pixels is halved, again and again. */
function palette(counts) {
  const boxes = [[...counts.keys()]];
  const channel = (colour, shift) => (colour >> shift) & 255;
  const spread = (box) => {
    const ranges = [16, 8, 0].map((shift) => {
      const values = box.map((colour) => channel(colour, shift));
      return [values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)), shift];
    });
    const [range, shift] = ranges.sort(([a], [b]) => b - a)[0];
    return [range * Math.cbrt(box.reduce((sum, colour) => sum + counts.get(colour), 0)), shift];
  };
  const spreads = [spread(boxes[0])];
  while (boxes.length < 256) {
    const widest = spreads.reduce((best, [range], at) => (range > spreads[best][0] ? at : best), 0);
    const [range, shift] = spreads[widest];
    if (range === 0) break;
    const box = boxes[widest].sort((a, b) => channel(a, shift) - channel(b, shift));
    const halves = [box.slice(0, box.length >> 1), box.slice(box.length >> 1)];
    boxes.splice(widest, 1, ...halves);
    spreads.splice(widest, 1, ...halves.map(spread));
  }
  const mean = (box) => {
    const all = box.reduce((sum, colour) => sum + counts.get(colour), 0);
    const part = (shift) => Math.round(box.reduce((sum, colour) => sum + channel(colour, shift) * counts.get(colour), 0) / all);
    return (part(16) << 16) | (part(8) << 8) | part(0);
  };
  return boxes.map((box) => ({ box, mean: mean(box) }));
}

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** The picture again, smaller. */
export async function smaller(page, png) {
  const { width, height, rgba } = await pixels(page, png);
  const colours = new Uint32Array(width * height);
  const counts = new Map();
  for (let at = 0; at < colours.length; at += 1) {
    colours[at] = rgba.readUIntBE(at * 4, 3);
    counts.set(colours[at], (counts.get(colours[at]) ?? 0) + 1);
  }
  const entries = palette(counts);
  const index = new Map(entries.flatMap(({ box }, at) => box.map((colour) => [colour, at])));
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, at) => { rows[at + Math.floor(at / width) + 1] = index.get(colour); });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.alloc(entries.length * 3);
  entries.forEach(({ mean }, at) => table.writeUIntBE(mean, at * 3, 3));
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("PLTE", table), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
