// Share links: a state in the fragment of the address, which no server sees. Version 1 is base64url(deflate-raw(JSON)).

import { checked, type State } from "./state.js";

const VERSION = "1";
/** The most characters of a fragment, and bytes behind it: a few bytes may unpack to gigabytes. */
const MOST_PACKED = 512 << 10;
const MOST_UNPACKED = 8 << 20;

/** The length from which on chat programs and mail cut links. */
export const LONG = 8 << 10;
/** The length from which on a file is the better way. */
export const TOO_LONG = 32 << 10;

export async function fragment(state: State): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await all(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")), MOST_UNPACKED);
  return `#${VERSION}/${base64url(packed)}`;
}

/** The state of a fragment. Throws an error that says what is wrong. */
export async function parsed(hash: string): Promise<State> {
  const [, version, packed] = /^#(\w+)\/([\w-]*)$/.exec(hash) ?? [];
  if (version === undefined || packed === undefined) throw new Error("it is cut off, or was never one");
  if (version !== VERSION) throw new Error(`it is of version ${version.slice(0, 8)}, which this page does not know`);
  if (packed.length > MOST_PACKED) throw new Error("it is too long");
  const bytes = bytesOf(packed);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const unpacked = await all(stream, MOST_UNPACKED);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(unpacked));
  } catch {
    throw new Error("it is damaged");
  }
  return checked(value);
}

/** The bytes of a stream, up to a limit. */
async function all(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("it is damaged");
    });
    if (done) break;
    length += value.byteLength;
    if (length > limit) {
      await reader.cancel();
      throw new Error("it holds too much");
    }
    parts.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base64url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  } catch {
    throw new Error("it is damaged");
  }
}
