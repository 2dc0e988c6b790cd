// JSON Schema, as much of it as tools' inputs use: which control a schema wants, and what it begins with.

const DEEPEST = 6;

/** A schema with its `$ref` followed, within the same document. */
export function resolve(schema, root, depth = 0) {
  if (schema === true || schema === undefined || schema === null) return {};
  if (typeof schema !== "object") return {};
  if (typeof schema.$ref !== "string" || depth > DEEPEST) return schema;
  if (!schema.$ref.startsWith("#")) return schema;
  const steps = schema.$ref.slice(1).split("/").slice(1).map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  const target = steps.reduce((here, step) => (Object.hasOwn(here ?? {}, step) ? here[step] : undefined), root);
  const { $ref, ...beside } = schema;
  return { ...resolve(target, root, depth + 1), ...beside };
}

/** The parts of `allOf` in one. */
function merged(schema, root) {
  if (!Array.isArray(schema.allOf)) return schema;
  const { allOf, ...own } = schema;
  return allOf.map((part) => merged(resolve(part, root), root)).concat(own).reduce((all, part) => ({
    ...all, ...part,
    ...(all.properties || part.properties ? { properties: { ...all.properties, ...part.properties } } : {}),
    ...(all.required || part.required ? { required: [...(all.required ?? []), ...(part.required ?? [])] } : {}),
  }), {});
}

/** The one type of a schema: a nullable one is what it is when it is not null. */
function typeOf(schema) {
  const types = [schema.type].flat().filter((type) => type && type !== "null");
  if (types.length === 1) return types[0];
  if (types.length > 1) return null;
  if (schema.properties) return "object";
  if (schema.items || schema.prefixItems) return "array";
  return null;
}

/**
 * What to draw: `{ kind, schema, … }`, where kind is `const`, `enum`, `boolean`, `number`, `text`,
 * `object`, `array`, `choice`, or `json` for what only JSON can express.
 */
export function plan(given, root, depth = 0) {
  let schema = merged(resolve(given, root), root);
  if (depth > DEEPEST) return { kind: "json", schema };
  if ("const" in schema) return { kind: "const", schema, value: schema.const };
  if (Array.isArray(schema.enum)) return { kind: "enum", schema, values: schema.enum.filter((value, _, all) => value !== null || all.length === 1) };
  const choices = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(choices)) {
    const { oneOf, anyOf, ...beside } = schema;
    const options = choices.map((option) => merged(resolve(option, root), root)).filter((option) => option.type !== "null");
    const some = options.filter((option) => Object.keys(option).length > 0);
    if (some.length === 1) return plan({ ...some[0], ...beside }, root, depth);
    if (some.length > 0 && some.every((option) => "const" in option)) {
      return { kind: "enum", schema, values: some.map((option) => option.const), labels: some.map((option) => option.title) };
    }
    const required = (option) => (beside.properties || beside.required ? merged({ allOf: [beside, option] }, root) : option);
    return some.length > 1 ? { kind: "choice", schema, options: some.map(required) } : { kind: "json", schema };
  }
  switch (typeOf(schema)) {
    case "boolean": return { kind: "boolean", schema };
    case "integer": return { kind: "number", schema, step: schema.multipleOf ?? 1, whole: true };
    case "number": return { kind: "number", schema, step: schema.multipleOf ?? "any", whole: false };
    case "string": return { kind: "text", schema };
    case "object":
      return schema.properties && Object.keys(schema.properties).length > 0 ? { kind: "object", schema } : { kind: "json", schema, begin: {} };
    case "array":
      return schema.items && typeof schema.items === "object" ? { kind: "array", schema, item: schema.items } : { kind: "json", schema, begin: [] };
    default: return { kind: "json", schema };
  }
}

const INPUTS = { date: "date", time: "time", "date-time": "datetime-local", email: "email", uri: "url", url: "url", color: "color", password: "password" };

/** The kind of `<input>` for a string, `area` for a long one. */
export function inputFor(schema) {
  if (schema.contentMediaType || (schema.maxLength ?? 0) > 200) return "area";
  return INPUTS[schema.format] ?? "text";
}

/** The smallest value that fits, to begin with. */
export function begin(given, root, depth = 0) {
  const planned = plan(given, root, depth);
  const { schema } = planned;
  if (schema.default !== undefined) return schema.default;
  if (planned.kind === "const") return planned.value;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  switch (planned.kind) {
    case "enum": return planned.values[0];
    case "boolean": return false;
    case "number": return schema.minimum ?? (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 1 : 0);
    case "text": return "";
    case "array": return Array.from({ length: schema.minItems ?? 0 }, () => begin(planned.item, root, depth + 1));
    case "choice": return begin(planned.options[0], root, depth + 1);
    case "object": {
      const required = (schema.required ?? []).filter((name) => Object.hasOwn(schema.properties, name));
      return Object.fromEntries(required.map((name) => [name, begin(schema.properties[name], root, depth + 1)]));
    }
    default: return planned.begin ?? null;
  }
}

/** Whether a value is of the kind a schema wants: enough to choose among `oneOf`. */
export function fits(value, given, root) {
  const planned = plan(given, root);
  switch (planned.kind) {
    case "const": return value === planned.value;
    case "enum": return planned.values.includes(value);
    case "boolean": return typeof value === "boolean";
    case "number": return typeof value === "number" && (!planned.whole || Number.isInteger(value));
    case "text": return typeof value === "string";
    case "array": return Array.isArray(value);
    case "object": {
      const is = typeof value === "object" && value !== null && !Array.isArray(value);
      const members = Object.entries(planned.schema.properties);
      return is && (planned.schema.required ?? []).every((name) => Object.hasOwn(value, name))
        && members.every(([name, member]) => !("const" in resolve(member, root)) || value[name] === resolve(member, root).const);
    }
    default: return true;
  }
}
