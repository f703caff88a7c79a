import { hash } from "node:crypto";

/** The names of one request's tools, there and back. */
export interface ToolNames {
  /** What the server is told: `[a-zA-Z0-9_-]{1,64}`, different for different names. Names outside the table work too. */
  encode(name: string): string;
  /** The tool's own name, whatever the case and with separators repeated; a name that was not sent comes back as written. */
  decode(sent: string): string;
}

/**
 * A reversible map of tool names to what every server takes: `/` becomes `__`, anything else that is not allowed `_`.
 * Names that would fall together, or are longer than 64 characters, end in a hash of the name, so that one name is
 * sent alike whatever else is in the list.
 */
export function toolNames(names: Iterable<string>): ToolNames {
  const own = new Set(names);
  const holders = Map.groupBy(own, plainName);
  const sentNames = new Map<string, string>();
  for (const [plain, sharing] of holders) {
    for (const name of sharing)
      sentNames.set(name, sharing.length === 1 || name === plain ? shorten(plain, name) : hashedName(name));
  }
  const ownNames = new Map(Array.from(sentNames, ([name, sent]) => [sent, name]));
  let folded: ReadonlyMap<string, string> | undefined;
  return {
    encode: (name) =>
      sentNames.get(name) ?? (ownNames.has(plainName(name)) ? hashedName(name) : shorten(plainName(name), name)),
    decode: (sent) => ownNames.get(sent) ?? (folded ??= foldNames(ownNames)).get(foldName(sent)) ?? sent,
  };
}

/** By the form in which case and repeated separators make no difference; a form of several tools means none of them. */
function foldNames(ownNames: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const sharing = Map.groupBy(ownNames, ([sent]) => foldName(sent));
  return new Map([...sharing].flatMap(([form, tools]) => (tools.length === 1 ? [[form, tools[0]![1]]] : [])));
}

/** Two underscores stand for the slash, so fewer of them are another name. */
function foldName(sent: string): string {
  return sent.toLowerCase().replace(/_{3,}/g, "__").replace(/-{2,}/g, "-");
}

/** Both forms that {@link toolNames} may give to a name, the rarer one first. */
export function possibleNames(name: string): readonly [string, string] {
  return [hashedName(name), shorten(plainName(name), name)];
}

const longest = 64;
const hashLength = 8;

function plainName(name: string): string {
  return name.replaceAll("/", "__").replace(/[^a-zA-Z0-9_-]/gu, "_") || "_";
}

function shorten(plain: string, name: string): string {
  return plain.length <= longest ? plain : hashedName(name);
}

function hashedName(name: string): string {
  return `${plainName(name).slice(0, longest - hashLength - 1)}_${hash("sha256", name).slice(0, hashLength)}`;
}
