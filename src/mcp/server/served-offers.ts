import type { Awaitable } from "../../base/awaitable.ts";

/** What is offered beside tools, workflows and skills. */
export interface ServedOffers {
  readonly prompts?: readonly ServedPrompt[];
  readonly resources?: readonly ServedResource[];
  /** Told of changes of the lists. @returns what ends it */
  readonly onChange?: (listener: (list: "prompts" | "resources") => void) => () => void;
}

/** A prompt that is offered. */
export interface ServedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly ServedPromptArgument[];
  get(values: Readonly<Record<string, string>>): Awaitable<readonly ServedMessage[]>;
  /** Values that an argument may mean that begins with `text`. */
  complete?(argument: string, text: string): Awaitable<readonly string[]>;
}

/** What a prompt is asked with. */
export interface ServedPromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** One message of a prompt. `content` is a part as MCP knows it: text, image, audio, resource. */
export interface ServedMessage {
  readonly role: "user" | "assistant";
  readonly content: Readonly<Record<string, unknown>>;
}

/** A resource that is offered. */
export interface ServedResource {
  /** An address, or a template with places in braces: `notes://{id}`. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** @param values what stands at the places of the template */
  read(
    uri: string,
    values: Readonly<Record<string, string>>,
  ): Awaitable<{ readonly text: string } | { readonly blob: string }>;
}
