import { memoryStorage } from "../../../src/store/memory/storage.ts";
import { storageSuite } from "../suite.ts";

storageSuite("memory", async () => memoryStorage());
