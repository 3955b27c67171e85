import { fileStorage } from "../../../src/store/file/file.ts";

/** Opens a folder, says how that went, and holds it until nobody listens any more. */
try {
  const storage = await fileStorage(process.argv[2] as string);
  console.log("open");
  process.stdin.resume().once("end", () => storage.close());
} catch (error) {
  console.log(String(error));
}
