// The samples: the shaders of the project with inputs for those that run.

import type { State } from "./state.js";

export interface Sample {
  name: string;
  title: string;
  args: string;
  text: string;
  job: string;
}

let loaded: Promise<Sample[]> | undefined;

export function samples(): Promise<Sample[]> {
  return (loaded ??= fetch(SAMPLES_URL).then((response) => response.json() as Promise<Sample[]>));
}

export const stateOf = ({ name, args, text, job }: Sample): State => ({ files: [{ name: `${name}.hlsl`, text }], args, job, data: {} });
