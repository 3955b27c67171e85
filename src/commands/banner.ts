export interface Started {
  version: string;
  url: string;
  place: string;
  /** null where none is needed. */
  token: string | null;
  /** Who acts in the account by itself. */
  people?: "all" | "suppliers" | "none";
}

const whoActs = {
  all: "suppliers and the client's people act as time passes; tiers-sandbox people none stops them",
  suppliers: "suppliers act as time passes; tiers-sandbox people none stops them",
};

export function banner({ version, url, place, token, people = "none" }: Started): string {
  const service = `${url}/api/v1/account/demo`;
  const authorization = token === null ? "" : `-H "Authorization: Bearer ${token}" `;
  const acting = people === "none" ? "" : `\n  People      ${whoActs[people]}`;
  return `tiers-sandbox ${version} is ready.

  Service     ${service}
  Console     ${url}/
  Swagger UI  ${url}/docs
  Account     demo (user demo, password demo)
  Data        ${place}${acting}

Try it:

  curl ${authorization}${service}/thirdparties
`;
}
