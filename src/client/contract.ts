import * as contract from "../../contract/index.ts";
import type { Control, Service } from "./contract-types.ts";
import type { Operation, Schema } from "./operation.ts";
import type { EventName as Name } from "./world.ts";

/** The operations of the service, by group and name. */
export const service = contract.service as unknown as Service;
/** The operations of the control plane. */
export const control = contract.control as unknown as Control;
/** The gaps of the specification, and the choice that fills each. */
export const assumptions: Record<string, { gap: string; chosen: string; confirmed?: string }> = contract.assumptions;
/** The event types; `options` lists them. */
export const EventName = contract.EventName as unknown as Schema<Name> & { options: readonly Name[] };
/** Every operation of a contract with its operation id. */
export const operationsOf = contract.operationsOf as unknown as (
  contract: Service | Control,
) => { operationId: string; tag: string; endpoint: Operation<string, string> }[];

export type { operations as ControlOperations } from "./control-schema.ts";
export type { Binary, Operation, Schema } from "./operation.ts";
export type { operations as ServiceOperations } from "./schema.ts";
export type { Control, Service };
