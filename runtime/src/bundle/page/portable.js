// The View as plain JavaScript. Written by `mcp-apps bundle --mode portable`.
import instantiate from "./instantiate.js";
import { __wbg_set_wasm } from "./view_bg.js";

const view = instantiate();
__wbg_set_wasm(view);
view.__wbindgen_start?.();
