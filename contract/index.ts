export { assumptions } from "./assumptions.ts";
export { control } from "./control.ts";
export type { Contract, Endpoint, RequestOf, ResponseOf } from "./endpoint.ts";
export { operationsOf } from "./endpoint.ts";
export { EventName } from "./events.ts";
export { service } from "./service.ts";
