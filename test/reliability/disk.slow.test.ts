import { hasStrace } from "../../scripts/reliability/interruptions.ts";
import { shows } from "./short-form.ts";

shows("kills", "a server that is killed at random moments loses no answered write and does nothing by halves", {
  "answered writes": 50,
});
shows("syscalls", "an operation whose server is killed at a call to the disk is whole or absent", { killed: 4 });
shows("cuts", "a log that was cut off at any byte gives the world after its last whole write, and says so", {
  "dropped rests": 50,
});
shows("flips", "a bit that was turned in a file of the data folder changes nothing without a word", {
  "kinds of file": 5,
});
shows("interruptions", "a write that a signal interrupts is repeated", { operations: 2 }, !hasStrace);
