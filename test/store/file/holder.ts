import { fileStorage } from "../../../src/store/file/storage.ts";

/** Opens a folder and prints the outcome; the end of its input ends it. */
try {
  const storage = await fileStorage(process.argv[2] as string);
  console.log("open");
  process.stdin.resume().once("close", () => storage.close());
} catch (error) {
  console.log(String(error));
}
