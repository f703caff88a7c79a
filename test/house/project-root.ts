import { fileURLToPath } from "node:url";

/** The folder with package.json. */
export const projectRoot: string = fileURLToPath(new URL("../../", import.meta.url));
