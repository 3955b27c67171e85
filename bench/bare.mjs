// The measure of all ratios: Express 5 and `res.json`, nothing else.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import express from "express";

const { version } = createRequire(import.meta.url)("express/package.json");
if (!version.startsWith("5."))
  throw new Error(`the measure is Express 5, and this is ${version}: npm ci --prefix bench`);

const [file = "", port = "0"] = process.argv.slice(2);
const bodies = JSON.parse(readFileSync(file, "utf8"));
const app = express();
for (const [path, body] of Object.entries(bodies)) app.get(path, (_request, response) => void response.json(body));
app.post(
  "/write",
  express.json(),
  ({ body: { label, values } }, response) =>
    void response.json({ label, type: "string", values, id: 45, lastUpdateDate: "2026-01-15T09:00:00.000" }),
);
const server = app.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
