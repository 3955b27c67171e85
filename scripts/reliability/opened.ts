/** The parts of the sources that rows open files with, bundled with planted faults. */
export { startSandbox } from "../../src/start.ts";
export { fileStorage } from "../../src/store/file/file.ts";
