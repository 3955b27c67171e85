// The measure of all ratios: Express 5 and `res.json`, nothing else.
import { readFileSync } from "node:fs";
import express from "express";

const [file = "", port = "0"] = process.argv.slice(2);
const bodies = JSON.parse(readFileSync(file, "utf8"));
const app = express();
for (const [path, body] of Object.entries(bodies)) app.get(path, (_request, response) => void response.json(body));
app.post("/write", express.json(), (request, response) => void response.json({ id: 45, label: request.body.label, values: request.body.values }));
const server = app.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
