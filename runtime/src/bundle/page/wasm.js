// The View as WebAssembly. Written by `mcp-apps bundle --mode wasm`.
import inflate from "./inflate.js";
import { __wbg_set_wasm } from "./view_bg.js";
import { imports } from "./imports.js";

// `typeof WebAssembly` and `WebAssembly.validate()` say yes where a policy says no: only trying tells.
inflate().then((module) => WebAssembly.instantiate(module, imports)).then(
  ({ instance }) => {
    __wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start?.();
  },
  (error) => {
    const byPolicy = /content.security.policy|unsafe-eval/i.test(error);
    const note = document.createElement("p");
    note.id = "mcp-apps-refused";
    note.setAttribute("role", "alert");
    note.style.cssText = "font: 16px/1.5 system-ui, sans-serif; margin: 1rem; max-width: 40rem";
    note.textContent = byPolicy
      ? "This app cannot run here: it is made of WebAssembly, which the host does not allow. "
        + "The host can allow it with 'wasm-unsafe-eval' in its content security policy; "
        + "the app's author can bundle it with --mode portable or --mode dual."
      : "This app cannot start: " + error;
    document.body.replaceChildren(note);
    console.error(error);
  },
);
