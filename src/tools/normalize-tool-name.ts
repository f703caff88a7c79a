/** The form in which names are compared after an exact miss: lower case, repeated separators as one. Nothing else is repaired silently. */
export function normalizeToolName(name: string): string {
  // A name that is looked up in several places is asked for several times in a row.
  if (name !== last.name) last = { name, normal: name.toLowerCase().replace(/([/_.-])\1+/g, "$1") };
  return last.normal;
}

let last = { name: "", normal: "" };
