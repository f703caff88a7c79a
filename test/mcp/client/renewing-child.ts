/** A process of its own that sends one request to a server with the tokens of a folder, when it is told to. */
import { createOAuthSignIn } from "../../../src/mcp/client/oauth-sign-in.ts";

const [folder = "", url = ""] = process.argv.slice(2);
const session = await createOAuthSignIn({ folder }).open("notes", { url });
process.stdout.write("ready\n");
process.stdin.once("data", () => void send());

async function send(): Promise<void> {
  const answer = await session!.fetch(url);
  process.stdout.write(`${answer.status}\n`);
  process.stdin.pause();
}
