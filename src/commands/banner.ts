export interface Started {
  version: string;
  url: string;
  place: string;
  /** null where none is needed. */
  token: string | null;
}

export function banner({ version, url, place, token }: Started): string {
  const service = `${url}/api/v1/account/demo`;
  const authorization = token === null ? "" : `-H "Authorization: Bearer ${token}" `;
  return `tiers-sandbox ${version} is ready.

  Service     ${service}
  Console     ${url}/
  Swagger UI  ${url}/docs
  Account     demo (user demo, password demo)
  Data        ${place}

Try it:

  curl ${authorization}${service}/thirdparties
`;
}
