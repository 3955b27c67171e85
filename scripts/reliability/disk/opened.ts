import { startSandbox } from "../../../src/start.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";

/** The parts of the sources that rows open files with, bundled with planted faults. */
export const opened = { startSandbox, fileStorage };
export type Opened = typeof opened;
