/** What can be said of a binding line: whether a call can prove it, and what it takes. */
export type Checkable = "call" | "order" | "no";

/**
 * Sorts a MUST line of a procedure written for people. `call`: it asks for, or forbids, something that a tool does and
 * a call shows (write a file, run a command, ask the user). `order`: it forbids going on before such a thing. All else
 * is about content and manner, which no call shows. A word list, so an estimate; see the guide for how it was checked.
 */
export function sortLine(line: string): Checkable {
  const text = line.replace(/\.(?=\S)/g, "·");
  if (order.test(text)) return "order";
  if (alone.test(text)) return "call";
  const act = acts.exec(text)?.[0];
  return act !== undefined && objects.test(act) ? "call" : "no";
}

/** The binding lines of a text: those with MUST in capitals. */
export function mustLines(text: string): readonly string[] {
  return text.split("\n").filter((line) => /\bMUST\b/.test(line));
}

const order =
  /\bMUST (?:NOT|NEVER)\b[^.;]*\b(?:proceed|return|start|begin|continue|move)\b[^.;]*\b(?:until|without|before|if)\b|\bMUST\b[^.;]*\b(?:before (?:proceeding|moving|starting|any|generating)|until the user|explicit(?:ly)? (?:approv|confirm))/i;
const alone =
  /\bMUST (?:NOT |NEVER |first |explicitly )?(?:ask for|ask if|ask the|push|commit|prompt|(?:run|execute) (?:[\w-]+ ){0,3}tests?)\b/;
const acts =
  /\bMUST(?: NOT| NEVER)?\b(?: [\w,-]+){0,5}? (?:create|save|write|read|run|execute|update|delete|remove|copy|place|store|append|record|add|list|search|load|fetch|download|install|mark|wait|check (?:if|whether|that)|use git|document)\b[^.;]*/;
const objects =
  /·(?:md|py|json|txt|ya?ml|log)\b|\bfiles?\b|\bdirector(?:y|ies)\b|\bfolders?\b|\bcommands?\b|\bgit\b|\brepository\b|\buser's\b|`[^`]+`/i;
