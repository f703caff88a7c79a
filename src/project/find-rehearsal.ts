import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Rehearsal } from "../model/rehearsal.ts";
import type { WorkflowFile } from "./discover-workflows.ts";
import { rehearsalAmbiguous, rehearsalForOther, rehearsalGone, rehearsalNotFound } from "./project-errors.ts";

const FILE_NAME = /\.ya?ml$/;
const DEFAULT_NAME = "approved";

/** The folder beside a workflow's file that holds its rehearsals: `workflows/<file's name>/rehearsals`. */
export function rehearsalFolder(file: string): string {
  return join(dirname(file), basename(file, extname(file)), "rehearsals");
}

/** The rehearsal files of a workflow, by name. */
export async function listRehearsals(file: string): Promise<string[]> {
  const folder = rehearsalFolder(file);
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => FILE_NAME.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** The name by which a rehearsal is chosen: its file's, without the ending. */
export function rehearsalName(file: string): string {
  return basename(file).replace(FILE_NAME, "");
}

/**
 * The file of the rehearsal that is meant: by name or path; without either the one called `approved`, or the only one.
 * `undefined` when none is asked for and there is none.
 *
 * @throws `REHEARSAL_NOT_FOUND`, `REHEARSAL_AMBIGUOUS`
 */
export async function findRehearsal(found: WorkflowFile, name?: string): Promise<string | undefined> {
  const files = await listRehearsals(found.file);
  const names = files.map(rehearsalName);
  const workflow = found.workflow.name;
  if (name === undefined) {
    if (files.length < 2) return files[0];
    const index = names.indexOf(DEFAULT_NAME);
    if (index === -1) throw rehearsalAmbiguous(workflow, names);
    return files[index];
  }
  const byName = files[names.indexOf(name)];
  if (byName !== undefined) return byName;
  if (FILE_NAME.test(name) && existsSync(name)) return resolve(name);
  throw rehearsalNotFound({ name, workflow, known: names, folder: rehearsalFolder(found.file) });
}

/**
 * Reads a rehearsal for a workflow.
 *
 * @throws `REHEARSAL_INVALID` with all mistakes of the file, `REHEARSAL_OTHER` if it is written for another workflow,
 * `REHEARSAL_GONE` if it cannot be read
 */
export async function loadRehearsal(file: string, workflow: string): Promise<Rehearsal> {
  const rehearsal = await readRehearsalFile(file);
  if (rehearsal.workflow !== workflow) throw rehearsalForOther({ file, rehearsal, asked: workflow });
  return rehearsal;
}

/** Reads a rehearsal, whatever it is for. @throws `REHEARSAL_INVALID`, `REHEARSAL_GONE` */
export async function readRehearsalFile(file: string): Promise<Rehearsal> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw rehearsalGone(file, error);
  });
  const { parseRehearsal } = await import("../model/parse-rehearsal.ts");
  return parseRehearsal(text, { file });
}
