import { fileStorage } from "../../../src/store/file/file.ts";

/** Opens a folder, prints the outcome, and holds the folder until its standard input ends. */
try {
  const storage = await fileStorage(process.argv[2] as string);
  console.log("open");
  process.stdin.resume().once("end", () => storage.close());
} catch (error) {
  console.log(String(error));
}
