const newline = 0x0a;
/** What is kept of each end of a line that is too long: the id of the message stands near one of them. */
const keptEnd = 512;

/** What a line reader tells. */
export interface LineSink {
  line(text: string): void;
  /** A line that was longer than the limit, as far as it is kept, and its length in bytes. */
  tooLong(head: string, tail: string, bytes: number): void;
}

/**
 * Cuts a stream of bytes into lines. A line beyond `maxBytes` is dropped while it comes, so that it takes no more memory
 * than the limit, and the lines after it are read as ever.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #sink: LineSink;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Set while a line that is too long goes by. */
  #head: Buffer | undefined;
  #tail: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number, sink: LineSink) {
    this.#maxBytes = maxBytes;
    this.#sink = sink;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#take(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  #take(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#head) {
      this.#tail = lastOf(Buffer.concat([this.#tail, lastOf(part)]));
      return;
    }
    this.#parts.push(part);
    if (this.#bytes <= this.#maxBytes) return;
    const whole = Buffer.concat(this.#parts);
    this.#head = Buffer.from(whole.subarray(0, keptEnd));
    this.#tail = lastOf(whole);
    this.#parts = [];
  }

  #finish(): void {
    const { length } = this.#parts;
    const bytes = this.#bytes;
    const head = this.#head;
    const line = length === 1 ? this.#parts[0]! : length === 0 ? undefined : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    this.#head = undefined;
    if (head) this.#sink.tooLong(head.toString("utf8"), this.#tail.toString("utf8"), bytes);
    else if (line) this.#sink.line(line.toString("utf8"));
  }
}

/** A copy, so that the whole is not held by its end. */
function lastOf(part: Buffer): Buffer {
  return Buffer.from(part.subarray(Math.max(0, part.length - keptEnd)));
}
