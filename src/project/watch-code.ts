import { dirname, resolve } from "node:path";
import { watchFolders } from "../skills/watch-folders.ts";
import { matchFiles } from "./match-files.ts";
import type { Project } from "./open-project.ts";

/** Which files of a project are no skills, and who is told of them. */
export interface WatchCodeOptions {
  /** A module or the config changed: Node does not forget a module, so a new process has to take over. */
  readonly onCode: (file: string) => void;
  /** A rehearsal changed. */
  readonly onData: (file: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A watch over a project's modules, until it is closed. */
export interface CodeWatcher {
  /** Answers when every folder is watched, or when one cannot be. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** Watches the folders of a project's workflows and tools, with what lies below them, and its config. */
export async function watchCode(project: Project, options: WatchCodeOptions): Promise<CodeWatcher> {
  const modules = [...(await project.workflowFiles()), ...(await matchFiles(project.settings.tools, project.folder))];
  const { configFile, settings, folder } = project;
  const named = [...settings.workflows, ...settings.tools].filter((pattern) => !/[*?{[]/.test(pattern));
  const paths = [
    ...new Set([...named.map((path) => resolve(folder, path)), ...modules.map((file) => dirname(file))]),
    ...(configFile === undefined ? [] : [configFile]),
  ];
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();
  const stop = watchFolders({
    paths,
    isWanted: (path) => codeFile.test(path) || dataFile.test(path),
    onFile: (path) => (codeFile.test(path) ? options.onCode(path) : options.onData(path)),
    onFolder: () => {},
    onReady: setReady,
    onError: (error) => {
      setReady();
      options.onError(error);
    },
  });
  return {
    ready,
    close: async () => {
      await stop();
      setReady();
    },
  };
}

const codeFile = /\.(?:ts|mts|js|mjs)$/;
const dataFile = /\.ya?ml$/;
