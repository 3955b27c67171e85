import autocannon from "autocannon";

export interface Shot {
  url: string;
  headers?: Record<string, string>;
  method?: "GET" | "POST";
  /** A fresh body for each request. */
  body?: (count: number) => string;
  /** A fresh path for each request. */
  path?: (count: number) => string;
}

/** Requests per second, over a bounded time; an answer that is not 2xx spoils the measurement. */
export async function rate({ url, headers = {}, method = "GET", body, path }: Shot, seconds: number, connections = 16): Promise<number> {
  let count = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method,
        headers,
        ...(body || path
          ? {
              setupRequest: (request: { path: string; body?: string }) => {
                count += 1;
                if (path) request.path = path(count);
                if (body) request.body = body(count);
                return request;
              },
            }
          : {}),
      },
    ],
  } as never);
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return result.requests.average;
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
export const range = (values: readonly number[]) => `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
