import { programs } from "../support/postgres.ts";
import { shows } from "./short-form.ts";

shows("soak", "serves reads, writes and followers without an error, keeps its memory and folds its logs");
shows("connections", "serves busy connections among 2,000 idle ones and slow ones");
shows(
  "replicas",
  "three servers and a database that are killed, paused and cut off lose no answered write and do none twice",
  { "answered writes": 30 },
  !programs,
);
