import { fileStorage } from "../../src/store/file.ts";
import { temporaryFolder } from "./folders.ts";
import { storageSuite } from "./suite.ts";

storageSuite("file", () => fileStorage(temporaryFolder()));
