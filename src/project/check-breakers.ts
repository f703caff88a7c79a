import { showHidden } from "../base/show-hidden.ts";
import { type Finding, finding } from "./doctor-check.ts";
import type { Project } from "./open-project.ts";

/** Can breakers be shared as the config says? Without Redis runs work all the same, each process for itself. */
export async function checkBreakers(project: Project): Promise<Finding> {
  const link = await project.shareBreakers();
  return link?.isUp
    ? finding("ok", "shared over Redis")
    : finding(
        "warning",
        `${showHidden(link?.problem ?? "Redis does not answer.")} Each process counts for itself; check breakers.share in the config`,
      );
}
