/**
 * contract: the specification as data. Each operation of the service and of the control plane is an object: path,
 * parameters, body, statuses, examples. The server, the types of its handlers, both OpenAPI documents and the checks
 * of requests and answers are made from these objects. It imports zod and nothing of ours, and has no state.
 */

export { assumptions } from "./assumptions.ts";
export { control } from "./control.ts";
export { operationsOf } from "./endpoint.ts";
export { EventName } from "./events.ts";
export { service } from "./service.ts";
