import { existsSync } from "node:fs";
import type { Project } from "../project/open-project.ts";
import { storeMissing } from "../project/registry/registry-errors.ts";

/**
 * Tells a store that was never made from one that was removed: a page that then shows nothing to decide would be false
 * comfort. The answer throws `STORE_GONE` once the file is gone that it has seen.
 */
export function watchPresence({ settings: { store } }: Pick<Project, "settings">): () => void {
  let wasThere = false;
  return () => {
    if (store.kind !== "sqlite") return;
    const isThere = existsSync(store.file);
    if (wasThere && !isThere) throw storeMissing(store.file);
    wasThere = isThere;
  };
}
