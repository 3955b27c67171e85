import { shows } from "./short-form.ts";

shows("neighbours", "leaves turns of the event loop to others while any operation serves its worst requests");
