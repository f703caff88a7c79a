import { createHash } from "node:crypto";
import { normalizeToolName } from "../../tools/normalize-tool-name.ts";

/**
 * The names of a server's tools in our registry, by the server's own names: `server/name`, where characters that our
 * names do not have become `_`. Names that would fall together then, or differ in case only, end in a hash of the
 * server's name, so that one name is the same whatever else the server lists before it.
 */
export function exposedNames(server: string, names: readonly string[]): ReadonlyMap<string, string> {
  const plain = names.map((name) => ({ name, own: name.replace(/[^A-Za-z0-9_-]/g, "_") }));
  const uses = Map.groupBy(plain, ({ own }) => normalizeToolName(own));
  const exact = new Map<string, string>();
  for (const [normal, group] of uses) {
    // A name that needs no change keeps it; of several such, the first in the order of the alphabet.
    const [kept] = group.filter(({ name, own }) => name === own).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (kept) exact.set(normal, kept.name);
  }
  return new Map(
    plain.map(({ name, own }) => {
      const normal = normalizeToolName(own);
      const alone = uses.get(normal)!.length === 1;
      const whole = alone || exact.get(normal) === name ? own : `${own}-${hashOf(name)}`;
      return [name, `${server}/${whole === "" ? hashOf(name) : whole}`];
    }),
  );
}

function hashOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 8);
}
