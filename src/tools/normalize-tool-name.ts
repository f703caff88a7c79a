/** The form in which names are compared after an exact miss: lower case, repeated separators as one. Nothing else is repaired silently. */
export function normalizeToolName(name: string): string {
  return name.toLowerCase().replace(/([/_.-])\1+/g, "$1");
}
