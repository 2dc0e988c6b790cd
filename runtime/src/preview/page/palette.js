// A sample host's style: every variable the specification lists, for light and dark alike.

const both = (light, dark) => `light-dark(${light}, ${dark})`;
const COLORS = {
  background: { primary: ["#ffffff", "#1d2127"], secondary: ["#f5f6f8", "#262b33"], tertiary: ["#eaecf0", "#30363f"], inverse: ["#1d2127", "#ffffff"], ghost: ["transparent", "transparent"],
    info: ["#e7eefe", "#1c2b52"], danger: ["#fdeaea", "#4a1f22"], success: ["#e5f5ea", "#173a24"], warning: ["#fdf3dc", "#45340f"], disabled: ["#f1f2f4", "#2a2f37"] },
  text: { primary: ["#1b1f24", "#f0f2f5"], secondary: ["#4d5662", "#bcc4cf"], tertiary: ["#6b7480", "#929ba8"], inverse: ["#ffffff", "#1b1f24"], ghost: ["#6b7480", "#929ba8"],
    info: ["#1f4fd0", "#8fb0ff"], danger: ["#b3261e", "#ff9a94"], success: ["#1a7a3c", "#7fd79c"], warning: ["#8a5a00", "#f2c464"], disabled: ["#a5acb6", "#5f6773"] },
  border: { primary: ["#d5d9df", "#3c434e"], secondary: ["#e4e7eb", "#323842"], tertiary: ["#eef0f3", "#2a2f37"], inverse: ["#3c434e", "#d5d9df"], ghost: ["transparent", "transparent"],
    info: ["#9db7fb", "#35529b"], danger: ["#f0aaa6", "#8a3a3a"], success: ["#9bd4ae", "#2f6b45"], warning: ["#ecc878", "#7d5f1d"], disabled: ["#e4e7eb", "#323842"] },
  ring: { primary: ["#3b6ef6", "#7ea1ff"], secondary: ["#a5acb6", "#5f6773"], inverse: ["#ffffff", "#1b1f24"], info: ["#3b6ef6", "#7ea1ff"], danger: ["#d6453d", "#ff9a94"], success: ["#2c9a54", "#7fd79c"], warning: ["#c98a12", "#f2c464"] },
};
const colors = Object.entries(COLORS).flatMap(([group, names]) => Object.entries(names).map(([name, pair]) => [`--color-${group}-${name}`, both(...pair)]));
const sized = (kind, sizes) => Object.entries(sizes).flatMap(([name, [size, line]]) => [[`--font-${kind}-${name}-size`, `${size}rem`], [`--font-${kind}-${name}-line-height`, `${line}`]]);

export const palette = Object.fromEntries([
  ...colors,
  ["--font-sans", "system-ui, -apple-system, 'Segoe UI', sans-serif"], ["--font-mono", "ui-monospace, 'SF Mono', Menlo, Consolas, monospace"],
  ["--font-weight-normal", "400"], ["--font-weight-medium", "500"], ["--font-weight-semibold", "600"], ["--font-weight-bold", "700"],
  ...sized("text", { xs: [0.75, 1.35], sm: [0.875, 1.45], md: [1, 1.5], lg: [1.125, 1.5] }),
  ...sized("heading", { xs: [0.875, 1.35], sm: [1, 1.35], md: [1.125, 1.3], lg: [1.25, 1.3], xl: [1.5, 1.25], "2xl": [1.875, 1.2], "3xl": [2.25, 1.15] }),
  ["--border-radius-xs", "2px"], ["--border-radius-sm", "4px"], ["--border-radius-md", "6px"], ["--border-radius-lg", "10px"], ["--border-radius-xl", "16px"], ["--border-radius-full", "999px"],
  ["--border-width-regular", "1px"],
  ["--shadow-hairline", "0 0 0 1px rgb(0 0 0 / 0.06)"], ["--shadow-sm", "0 1px 2px rgb(0 0 0 / 0.08)"], ["--shadow-md", "0 2px 8px rgb(0 0 0 / 0.12)"], ["--shadow-lg", "0 8px 28px rgb(0 0 0 / 0.18)"],
]);
