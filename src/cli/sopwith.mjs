#!/usr/bin/env node
// The first file of the command. It is plain JavaScript without newer syntax, so that an old Node can read it
// and say what is needed instead of printing a stack.
import fs from "fs";
import module from "module";

const NEEDED = [22, 22];

const found = process.versions.node.split(".").map(Number);
if (found[0] < NEEDED[0] || (found[0] === NEEDED[0] && found[1] < NEEDED[1])) {
  process.stderr.write(tooOld());
  process.exitCode = 2;
} else {
  void start();
}

function tooOld() {
  return (
    `NODE_TOO_OLD  sopwith does not run on this version of Node.\n` +
    `  Found Node ${process.versions.node} (${process.execPath}); Node ${NEEDED.join(".")} or newer is needed.\n` +
    `  In a clone: run \`npm ci\`, which brings Node 24, then \`npx sopwith\`, which uses it.\n` +
    `  Elsewhere: install a newer Node from https://nodejs.org.\n`
  );
}

async function start() {
  hideExpectedWarnings();
  module.enableCompileCache();
  const source = new URL("./main.ts", import.meta.url);
  const isClone = fs.existsSync(source);
  if (isClone) resolveOwnNameToSource();
  const main = isClone ? source : new URL("../../dist/cli/main.js", import.meta.url);
  const cli = await import(main.href);
  process.exitCode = await cli.main(process.argv.slice(2));
}

/** Node's notes that type stripping and `node:sqlite` are young say nothing a user could act on; all others pass. */
function hideExpectedWarnings() {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = function (warning, ...rest) {
    const type = typeof rest[0] === "object" && rest[0] !== null ? rest[0].type : rest[0];
    if (type === "ExperimentalWarning" && /^(Type Stripping|SQLite) /i.test(String(warning))) return;
    emitWarning(warning, ...rest);
  };
}

/**
 * In a clone `import "sopwith"` means src/index.ts, from whatever file it is written in: dist/ may be missing or old,
 * and a second copy of the package would not know the tools and nodes of the first.
 */
function resolveOwnNameToSource() {
  module.registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier !== "sopwith" && !specifier.startsWith("sopwith/")) return nextResolve(specifier, context);
      const conditions = ["sopwith-source", ...(context.conditions || [])];
      return nextResolve(specifier, { ...context, conditions, parentURL: import.meta.url });
    },
  });
}
