// The names of built files, which the build script fills in.

declare const WORKER_URL: string;
declare const WASM_URL: string;
declare const SAMPLES_URL: string;
