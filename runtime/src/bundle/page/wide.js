// wasm2js hands a 64-bit integer over as two halves, the upper one of a result on the side;
// wasm-bindgen's glue has it as one BigInt, as WebAssembly does.
let upper = 0;
export const setTempRet0 = (half) => { upper = half; };
export const getTempRet0 = () => upper;

const joined = (low, high) => BigInt(high | 0) << 32n | BigInt(low >>> 0);
const lower_half = (whole) => Number(BigInt.asIntN(32, whole));
const upper_half = (whole) => lower_half(whole >> 32n);

/** A function of the glue, as the translated View calls it. `wide`: which parameters have 64 bits and, last, whether the result has. */
export const imported = (call, wide) => (...halves) => {
  let at = 0;
  const result = call(...wide.slice(0, -1).map((is) => is ? joined(halves[at++], halves[at++]) : halves[at++]));
  if (!wide.at(-1)) return result;
  upper = upper_half(result);
  return lower_half(result);
};

/** A function of the translated View, as the glue calls it. */
export const exported = (call, wide) => (...given) => {
  const result = call(...given.flatMap((value, at) => wide[at] ? [lower_half(value), upper_half(value)] : [value]));
  return wide.at(-1) ? joined(result, upper) : result;
};
