import { control } from "../contract/control.ts";
import type { Contract } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";

const quoted = (text: string) => JSON.stringify(text);

function shape(name: string, contract: Contract): string {
  const groups = Object.entries(contract).map(([tag, group]) => {
    const operations = Object.entries(group).map(([key, { method, path }]) => {
      const line = `${key}: Operation<${quoted(method)}, ${quoted(path)}, ${name}Operations[${quoted(`${tag}.${key}`)}]>;`;
      if (line.length <= 116) return `    ${line}`;
      const [types, end] = [[quoted(method), quoted(path), `${name}Operations[${quoted(`${tag}.${key}`)}]`], "    >;"];
      return `    ${key}: Operation<\n${types.map((type) => `      ${type}`).join(",\n")}\n${end}`;
    });
    return `  ${tag}: {\n${operations.join("\n")}\n  };`;
  });
  return `export interface ${name} {\n${groups.join("\n")}\n}\n`;
}

/** The contract as the package's users see it: typed by the OpenAPI documents, so that no type of zod is shipped. */
export const contractTypes = () => `/** Made from the contract by npm run generate; not to be edited. */

import type { operations as ControlOperations } from "./control-schema.ts";
import type { Operation } from "./operation.ts";
import type { operations as ServiceOperations } from "./schema.ts";

${shape("Service", service)}
${shape("Control", control)}`;
