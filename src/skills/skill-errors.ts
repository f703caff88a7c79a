import { SopwithError, type Diagnostic } from "../base/errors.ts";
import { joinNames, nearestNames } from "../base/names.ts";

/** No skill has this name. */
export function skillNotFound(name: string, known: readonly string[], reason?: string): SopwithError {
  const near = nearestNames(name, known);
  const nearest = near.length > 0 ? `, nearest: ${joinNames(near.map((other) => `"${other}"`))}` : "";
  return new SopwithError({
    code: "SKILL_NOT_FOUND",
    message: `There is no skill called "${name}".`,
    details: [
      reason ?? `${known.length} ${known.length === 1 ? "skill is" : "skills are"} known${nearest || listOf(known)}.`,
    ],
    hint:
      near.length > 0
        ? `Use the name "${near[0]}", or add the skill.`
        : `Add a folder "${name}" with a SKILL.md to a skills folder.`,
    data: { name, nearest: near },
  });
}

/** The first names, where none is near. */
function listOf(known: readonly string[]): string {
  if (known.length === 0) return "";
  const first = known.slice(0, 10).map((name) => `"${name}"`);
  return `: ${known.length > first.length ? `${first.join(", ")}, ...` : joinNames(first)}`;
}

/** The skill's file is there but holds no skill. */
export function skillBroken(name: string, location: string, diagnostics: readonly Diagnostic[]): SopwithError {
  const count = diagnostics.filter((fault) => fault.severity === "error").length;
  const where = diagnostics.find((fault) => fault.severity === "error")?.where ?? { file: location };
  return new SopwithError({
    code: "SKILL_BROKEN",
    message: `The skill "${name}" cannot be used: its file has ${count === 1 ? "an error" : `${count} errors`}.`,
    where,
    hint: "Mend the file; it is read again at the next call.",
    data: { name },
    diagnostics,
  });
}

/** A resource that will not be read. The reason says nothing of what lies outside the skill's folder. */
export function resourceRefused(skill: string, path: string, reason: string): SopwithError {
  return new SopwithError({
    code: "SKILL_RESOURCE_REFUSED",
    message: `The file ${JSON.stringify(path)} of skill "${skill}" is not read: ${reason}.`,
    hint: 'Name a file inside the skill\'s folder with a relative path, for example "references/policy.md".',
    data: { skill, path },
  });
}

/** The skill has no such file. */
export function resourceNotFound(skill: string, path: string, known: readonly string[]): SopwithError {
  const near = nearestNames(path, known);
  const list = near.length > 0 ? near : known.slice(0, 5);
  return new SopwithError({
    code: "SKILL_RESOURCE_NOT_FOUND",
    message: `The skill "${skill}" has no file ${JSON.stringify(path)}.`,
    details: [
      list.length > 0
        ? `It has ${joinNames(list.map((other) => `"${other}"`))}.`
        : "It has no files beside its SKILL.md.",
    ],
    hint: list.length > 0 ? "Use one of these paths." : "Go on without it.",
    data: { skill, path, nearest: near },
  });
}

/** The resource is larger than 1 MiB. */
export function resourceTooLarge(skill: string, path: string, bytes: number): SopwithError {
  return new SopwithError({
    code: "SKILL_RESOURCE_TOO_LARGE",
    message: `The file ${JSON.stringify(path)} of skill "${skill}" has ${bytes} bytes; at most 1048576 (1 MiB) are read.`,
    hint: "Split the file, or let a tool read it in parts.",
    data: { skill, path, bytes },
  });
}

/** The resource is not text. */
export function resourceNotText(skill: string, path: string): SopwithError {
  return new SopwithError({
    code: "SKILL_RESOURCE_NOT_TEXT",
    message: `The file ${JSON.stringify(path)} of skill "${skill}" is not UTF-8 text.`,
    hint: "Only text can be read into a conversation; hand the file to a tool instead.",
    data: { skill, path },
  });
}

/** An SOP, made by hand, that nobody could follow. */
export function sopInvalid(diagnostics: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "SOP_INVALID",
    message: `The SOP cannot be checked: it has ${diagnostics.length === 1 ? "a fault" : `${diagnostics.length} faults`}.`,
    hint: "Mend the named steps.",
    diagnostics,
  });
}

/** The project's embedder gave something else than vectors. */
export function embeddingInvalid(seen: string): SopwithError {
  return new SopwithError({
    code: "SKILL_EMBEDDING_INVALID",
    message: `The embedder gave ${seen}.`,
    hint: "Let `search.embed` in sopwith.config.ts give one list of numbers for each text, all of one length.",
  });
}
