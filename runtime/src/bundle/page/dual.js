// The View as WebAssembly or, where that is refused, as plain JavaScript. Written by `mcp-apps bundle --mode dual`.
import inflate from "./inflate.js";
import instantiate from "./instantiate.js";
import { __wbg_set_wasm } from "./view_bg.js";
import { imports } from "./imports.js";

const start = (view) => {
  __wbg_set_wasm(view);
  view.__wbindgen_start?.();
};

// `typeof WebAssembly` and `WebAssembly.validate()` say yes where a policy says no: only trying tells.
// The View starts outside of the attempt: if its own start fails, it must not start twice.
inflate().then((module) => WebAssembly.instantiate(module, imports)).then(
  ({ instance }) => instance.exports,
  () => instantiate(),
).then(start);
