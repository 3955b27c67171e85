import { fileStorage } from "../../../src/store/file/file.ts";
import { storageSuite } from "../suite.ts";
import { temporaryFolder } from "./folders.ts";

storageSuite("file", () => fileStorage(temporaryFolder()));
