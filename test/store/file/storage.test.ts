import { fileStorage } from "../../../src/store/file/storage.ts";
import { storageSuite } from "../suite.ts";
import { temporaryFolder } from "./folders.ts";

storageSuite("file", () => fileStorage(temporaryFolder()));
