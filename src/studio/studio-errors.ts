import { SopwithError } from "../base/errors.ts";

/** The page cannot be served where it should. */
export function studioCannotListen(port: number, reason: string): SopwithError {
  return new SopwithError({
    code: "STUDIO_LISTEN",
    message: `The studio cannot listen at 127.0.0.1:${port}: ${reason}.`,
    hint: "Choose another port with `--port <port>` (0: any free one), or end what listens there.",
    data: { port },
  });
}
