// Pictures and other files that jobs name: bytes in base64 in a state, texels and bytes for a run.

import type { Picture } from "../../npm/index.js";
import type { State } from "./state.js";

/** The contents of files by their names. */
export type Data = Map<string, Picture | Uint8Array>;

/** The bytes of base64. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Bytes as base64. */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** True for the names of pictures. */
export const isPicture = (name: string) => /\.(png|jpe?g|webp|gif|bmp|avif)$/i.test(name);

/** The texels of a picture's bytes. */
async function texels(bytes: Uint8Array<ArrayBuffer>): Promise<Picture> {
  const bitmap = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) throw new Error("this browser has no canvas");
  context.drawImage(bitmap, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

/** What a state's files hold. Pictures that the browser cannot read stay bytes, and the reason comes with them. */
export async function read(data: State["data"]): Promise<{ data: Data; wrong: string[] }> {
  const wrong: string[] = [];
  const one = async ([name, text]: [string, string]): Promise<[string, Picture | Uint8Array]> => {
    const bytes = bytesOf(text);
    if (!isPicture(name)) return [name, bytes];
    try {
      return [name, await texels(bytes)];
    } catch {
      wrong.push(`'${name}' is not an image that this browser supports`);
      return [name, bytes];
    }
  };
  return { data: new Map(await Promise.all(Object.entries(data).map(one))), wrong };
}
