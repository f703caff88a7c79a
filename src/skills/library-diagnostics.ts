import type { Diagnostic } from "../base/errors.ts";

/** A root that is not there. The others are read all the same. */
export function rootMissing(root: string, reason: string): Diagnostic {
  return {
    code: "SKILL_ROOT_MISSING",
    severity: "warning",
    message: `The skills folder cannot be read: ${reason}.`,
    where: { file: root },
    fix: "Create the folder, or take it out of the list of skill roots.",
  };
}

/** A folder below a root that cannot be listed. */
export function folderUnreadable(folder: string, reason: string): Diagnostic {
  return {
    code: "SKILL_FOLDER_UNREADABLE",
    severity: "warning",
    message: `The folder cannot be listed: ${reason}. Skills below it are not known.`,
    where: { file: folder },
    fix: "Allow reading the folder, or move it out of the skills folder.",
  };
}

/** A SKILL.md that cannot be opened or is no regular file. */
export function skillUnreadable(file: string, reason: string): Diagnostic {
  return {
    code: "SKILL_UNREADABLE",
    severity: "error",
    message: `The file cannot be read: ${reason}.`,
    where: { file },
    fix: "Make it a regular file that this user may read.",
  };
}

/** The search stopped at a bound. */
export function scanLimit(folder: string, bound: string): Diagnostic {
  return {
    code: "SKILL_SCAN_LIMIT",
    severity: "warning",
    message: `The search for skills stops here: ${bound}. Skills beyond are not known.`,
    where: { file: folder },
    fix: "Name a folder nearer to the skills as a root, or move other files out of it.",
  };
}

/** The file's name is SKILL.md in another case, or there are several such files. `used` is the one that is read. */
export function fileCase(folder: string, found: readonly string[], used: string): Diagnostic {
  const several =
    found.length > 1 ? `The folder holds ${found.join(" and ")}; ${used} is read.` : `The file is called ${used}.`;
  return {
    code: "SKILL_FILE_CASE",
    severity: "warning",
    message: `${several} Many readers know SKILL.md alone.`,
    where: { file: `${folder}/${used}` },
    fix: found.length > 1 ? "Keep one file, and call it SKILL.md." : "Rename it to SKILL.md.",
  };
}

/** Two skills have the same name; the one found first is used. */
export function nameClash(name: string, loser: string, winner: string): Diagnostic {
  return {
    code: "SKILL_NAME_CLASH",
    severity: "warning",
    message: `The name "${name}" is taken by ${winner}, which comes first; this skill is not used.`,
    where: { file: loser },
    fix: "Rename one of the two, or take one of them out of the skill roots.",
  };
}

/** A translation that cannot be used; the SKILL.md stands in for it. `reason` is the first thing that is wrong in it. */
export function translationUnusable(file: string, reason: Diagnostic | undefined): Diagnostic {
  return {
    code: "SKILL_TRANSLATION_UNUSABLE",
    severity: "warning",
    message: `The translation cannot be used, so the SKILL.md is: ${reason?.message ?? "its file cannot be read."}`,
    where: reason?.where ?? { file },
    fix: reason?.fix ?? "Mend the file, or remove it.",
  };
}

/** What is known of the skills cannot be kept for the next process. */
export function indexUnwritable(file: string, reason: string): Diagnostic {
  return {
    code: "SKILL_INDEX_UNWRITABLE",
    severity: "info",
    message: `The index of skills cannot be kept: ${reason}. The next start reads every skill again.`,
    where: { file },
    fix: "Let this user write to the folder.",
  };
}

/** A file that was good before has an error, and its text of before is still used. `first` is the first thing wrong. */
export function skillKept(file: string, first: Diagnostic | undefined): Diagnostic {
  return {
    code: "SKILL_KEPT",
    severity: "warning",
    message: "The file has errors, so the text that was good last is still used.",
    where: first?.where ?? { file },
    fix: "Mend the file; it is taken as soon as it is good.",
  };
}

/** The system gives no more watches or file descriptors. */
export function watchPolls(reason: string): Diagnostic {
  return {
    code: "SKILL_WATCH_POLLING",
    severity: "warning",
    message: `The system gives no more watches (${reason}), so changes are looked for twice a second instead.`,
    fix: "Raise the limits (fs.inotify.max_user_watches, ulimit -n), or name a smaller folder as a skill root.",
  };
}

/** Something went wrong while skills are watched. */
export function watchFailed(reason: string): Diagnostic {
  return {
    code: "SKILL_WATCH_FAILED",
    severity: "warning",
    message: `Part of the skills cannot be watched: ${reason}. Changes there show within two seconds.`,
    fix: "Allow reading the folder, or start again if changes do not show.",
  };
}
