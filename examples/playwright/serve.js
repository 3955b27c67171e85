import { createReadStream } from "node:fs";
import { createServer } from "node:http";

/** Serves the page, as the development server of your project would. */
createServer((_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  createReadStream("suppliers.html").pipe(response);
}).listen(4617, "127.0.0.1");
