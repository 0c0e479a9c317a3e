// The messages of the compiler and the findings of checked runs, with fixes that a click applies.

import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { Message, Note, Place } from "../../../npm/index.js";
import { button, h } from "../dom.js";
import { Failure } from "../engine.js";
import { range } from "../places.js";

export interface MessageEvents {
  /** Shows a place in the editor. */
  go(place: Place): void;
  /** Replaces a text by another. */
  fix(note: Note): void;
  /** Shows the page about a code. */
  explain(code: string): void;
}

const isFix = (note: Note) => note.replacement !== undefined && note.line !== undefined;

const fixes = ({ notes = [] }: Message) => notes.filter(isFix);

const severity = (message: Message): "error" | "warning" | "info" =>
  message.severity.endsWith("error") ? "error" : message.severity === "warning" ? "warning" : "info";

const placeText = ({ file, line, column }: Place) => (line === undefined ? "" : `${file ?? ""}:${line}:${column ?? 1}`);

function title(note: Note): string {
  return note.replacement === "" ? "Remove it" : `Put “${note.replacement ?? ""}”`;
}

/** The list of messages below the editor. */
export class Messages {
  readonly element = h("ul", { className: "messages", "aria-label": "Messages" });
  readonly status = h("p", { role: "status", className: "status" });
  readonly #events: MessageEvents;

  constructor(events: MessageEvents) {
    this.#events = events;
  }

  show(messages: Message[], failure: Failure | undefined): void {
    this.element.replaceChildren(...(failure ? [this.#failure(failure)] : []), ...messages.map((one) => this.#item(one)));
    const count = (kind: string) => messages.filter((message) => severity(message) === kind).length;
    const [errors, warnings] = [count("error"), count("warning")];
    const texts = [plural(errors, "error"), plural(warnings, "warning")].filter((text) => text !== "");
    this.status.textContent = failure ? "No result" : texts.length === 0 ? "No messages" : texts.join(", ");
    this.status.className = `status ${failure || errors > 0 ? "bad" : warnings > 0 ? "warned" : "good"}`;
  }

  #item(message: Message): HTMLElement {
    const place = placeText(message);
    const { code } = message;
    return h(
      "li",
      { className: severity(message) },
      h("span", { className: "severity" }, message.severity),
      " ",
      place !== "" && button(place, () => this.#events.go(message), { className: "place" }),
      h("span", { className: "text" }, message.message),
      " ",
      code !== undefined && code !== "" && button(code, () => this.#events.explain(code), { className: "code", title: "Explain" }),
      ...(message.notes ?? []).map((note) => this.#note(note)),
    );
  }

  #note(note: Note): HTMLElement {
    const place = placeText(note);
    return h(
      "div",
      { className: "note" },
      place !== "" && !isFix(note) && button(place, () => this.#events.go(note), { className: "place" }),
      h("span", { className: "text" }, note.message),
      isFix(note) && button(title(note), () => this.#events.fix(note), { className: "fix" }),
    );
  }

  #failure(failure: Failure): HTMLElement {
    return h("li", { className: "error" }, h("span", { className: "text" }, failureText(failure)));
  }
}

function plural(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The words for a call without a result. */
export function failureText({ reason, message }: Failure): string {
  switch (reason) {
    case "deadline":
      return `The compiler was ended: ${message}. It starts anew with the next change.`;
    case "mistake":
      return `${message}. The page stays usable; the button “Report” makes a text for a report.`;
    case "memory":
    case "stack":
      return `The compiler has given up: ${message}.`;
    case "stopped":
      return "Stopped.";
    case "refused":
      return message;
  }
}

/** The messages of a file as the editor underlines them. */
export function diagnostics(messages: Message[], file: string, doc: Text, fix: (note: Note) => void): Diagnostic[] {
  const own = messages.filter((message) => message.line === undefined || message.file === file);
  return own.map((message) => ({
    ...range(doc, message.line === undefined ? { line: 1 } : message),
    severity: severity(message),
    message: [`${message.message} [${message.code}]`, ...(message.notes ?? []).map((note) => note.message)].join("\n"),
    actions: fixes(message).map((note) => ({ name: title(note), apply: () => fix(note) })),
  }));
}
