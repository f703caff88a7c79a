import { relative } from "node:path";
import { formatError, isSopwithError } from "../base/errors.ts";
import { openProject, type Project } from "../project/open-project.ts";
import type { CommandArguments } from "./command.ts";
import { resumeInDev, runInDev, workflowForDev } from "./dev-run.ts";
import type { DevNews } from "./dev-news.ts";
import { watchProject } from "./dev-watch.ts";
import { type FromWorker, type ToWorker, workerMark } from "./dev-worker.ts";
import { EXIT } from "./exit-code.ts";
import { fromFolder } from "./from-folder.ts";
import { createPaint, type Paint } from "./paint.ts";
import { withStopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";
import { viewSkillTable } from "./view-skill-table.ts";
import { breakersNoticeWriter, noticeWriter } from "./with-project.ts";

/** What the person at the prompt can change. */
interface DevState {
  workflow: string | undefined;
  onSave: boolean;
  model: boolean;
}

interface DevSession {
  readonly project: Project;
  readonly terminal: Terminal;
  readonly paint: Paint;
  readonly state: DevState;
  readonly signal: AbortSignal;
}

/** One session of `dev`, until somebody ends it or a module changes. Its exit code is 0 for any end that was asked for. */
export async function runDevSession(args: CommandArguments, terminal: Terminal): Promise<number> {
  const onNotice = noticeWriter(terminal);
  const project = await openProject({
    cwd: terminal.folder,
    holdSkills: true,
    onNotice,
    onBreakersNotice: breakersNoticeWriter(terminal),
    onRegistryNotice: (message) => terminal.writeError(`! ${message}\n`),
  });
  const state = { workflow: args.words[0], onSave: args.has("on-save"), model: args.has("model") };
  try {
    return await withStopSignals(terminal, async (signal) => {
      const session = { project, terminal, state, signal, paint: createPaint(terminal.colour) };
      state.workflow = await workflowForDev(project, state.workflow).catch((error: unknown) => {
        // A module that is broken just now is mended while it is watched.
        if (isSopwithError(error, "WORKFLOW_NOT_FOUND")) throw error;
        say(session)(error);
        return state.workflow;
      });
      if (!(await mayBegin(signal))) return EXIT.completed;
      terminal.write(viewSkillTable(await project.skills(), terminal.folder, terminal.columns));
      const watch = await watchProject(project, { folder: terminal.folder, paint: session.paint });
      try {
        return await follow(session, watch);
      } finally {
        await watch.close();
      }
    });
  } finally {
    await project.close();
  }
}

/** Shows what comes, runs when it is to be run, and asks the person in between. */
async function follow(session: DevSession, watch: DevNews): Promise<number> {
  const { terminal, signal, state } = session;
  terminal.write(`${stateLine(session)}\n`);
  for (;;) {
    if (signal.aborted) return EXIT.completed;
    const news = watch.take();
    for (const line of news.lines) terminal.write(`${line}\n`);
    if (news.code !== undefined && (await isTakenOver(session, news.code))) return EXIT.completed;
    for (const thread of news.due) await resumeInDev({ ...session, thread }).catch(say(session));
    if (news.isSaved && state.onSave) await run(session);
    else if (news.lines.length === 0 && news.due.length === 0 && news.code === undefined) {
      const command = await waitForPerson(session, watch);
      if (command === "q") return EXIT.completed;
      if (command !== undefined) await obey(session, command);
    }
  }
}

/** The person's words, or nothing when there is news to show first. Without a person only news ends the waiting. */
async function waitForPerson({ terminal, signal }: DevSession, watch: DevNews): Promise<string | undefined> {
  const wake = new AbortController();
  const onStop = (): void => wake.abort();
  signal.addEventListener("abort", onStop, { once: true });
  const news = watch.next(wake.signal).then(() => wake.abort());
  try {
    if (!terminal.interactive) {
      await news;
      return undefined;
    }
    const words = await terminal.ask("dev> ", wake.signal);
    if (!wake.signal.aborted) return words === undefined ? "q" : words.trim();
    terminal.write("\n");
    return undefined;
  } finally {
    signal.removeEventListener("abort", onStop);
    wake.abort();
  }
}

async function obey(session: DevSession, command: string): Promise<void> {
  const { terminal, state, project } = session;
  const [word = "", name] = command.split(/\s+/);
  if (word === "r" || word === "m") {
    state.model = word === "m";
    await run(session);
  } else if (word === "s") state.onSave = !state.onSave;
  else if (word === "w") state.workflow = (await workflowForDev(project, name).catch(say(session))) ?? state.workflow;
  else if (word === "t") terminal.write(viewSkillTable(await project.skills(), terminal.folder, terminal.columns));
  else if (word !== "")
    terminal.write(`r: run with the rehearsal, m: with the model, s: at each save, w <workflow>, t: skills, q: end\n`);
  terminal.write(`${stateLine(session)}\n`);
}

async function run(session: DevSession): Promise<void> {
  const { state, terminal } = session;
  if (state.workflow === undefined) return terminal.write("Choose a workflow first: w <workflow>\n");
  await runInDev({ ...session, workflow: state.workflow, model: state.model }).catch(say(session));
}

/** An error ends a run, not the session. */
function say({ terminal }: DevSession): (error: unknown) => undefined {
  return (error) => {
    terminal.writeError(`${fromFolder(formatError(error), terminal.folder)}\n`);
    return undefined;
  };
}

/** A worker that follows another one waits until that has ended. Without a parent nobody is waited for. */
async function mayBegin(signal: AbortSignal): Promise<boolean> {
  return (await askParent({ opened: true }, signal)) !== "end";
}

/** Has the parent start another worker with the new modules. False where that could not open the project. */
async function isTakenOver({ terminal, state, signal }: DevSession, file: string): Promise<boolean> {
  terminal.write(`${relative(terminal.folder, file)} changed: starting again.\n`);
  const words = [
    ...(state.workflow === undefined ? [] : [state.workflow]),
    ...(state.onSave ? ["--on-save"] : []),
    ...(state.model ? ["--model"] : []),
  ];
  if ((await askParent({ restart: words }, signal)) !== "stay") return true;
  terminal.write("Kept what was good last; the next change is tried again.\n");
  return false;
}

/** Tells the parent something and gives its answer; "end" when the session is stopped meanwhile. */
async function askParent(message: FromWorker, signal: AbortSignal): Promise<ToWorker> {
  if (!process.send || process.env[workerMark] === undefined) return "go";
  const { promise, resolve } = Promise.withResolvers<ToWorker>();
  const onMessage = (answer: unknown): void => resolve(answer as ToWorker);
  const onStop = (): void => resolve("end");
  process.once("message", onMessage);
  process.once("disconnect", onStop);
  signal.addEventListener("abort", onStop, { once: true });
  process.send(message);
  try {
    return await promise;
  } finally {
    process.off("message", onMessage);
    process.off("disconnect", onStop);
    signal.removeEventListener("abort", onStop);
  }
}

function stateLine({ state, paint }: DevSession): string {
  const who = state.model ? "the model" : "the rehearsal";
  const how = state.onSave ? `runs with ${who} at each save` : "r runs it with the rehearsal, m with the model";
  return paint("faint", `watching; ${state.workflow ?? "no workflow chosen"}, ${how}; ? for help`);
}
