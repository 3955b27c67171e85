import { memoryStorage } from "../../../src/store/memory/memory.ts";
import { storageSuite } from "../suite.ts";

storageSuite("memory", async () => memoryStorage());
