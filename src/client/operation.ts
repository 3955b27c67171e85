/** A schema of the contract. It is one of zod 4; these methods and the Standard Schema are promised. */
export interface Schema<T> {
  parse(value: unknown): T;
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => { value: T } | { issues: readonly Issue[] } | Promise<{ value: T } | { issues: readonly Issue[] }>;
  };
}

interface Issue {
  message: string;
  path: readonly PropertyKey[];
}

/** A body that is not JSON, by its media types. */
export interface Binary {
  binary: readonly string[];
  description: string;
}

type JsonOf<C> = C extends { "application/json": infer T }
  ? Schema<T>
  : C extends { "application/problem+json": infer T }
    ? Schema<T>
    : Binary;
type PartOf<O, Part extends string> = O extends { parameters: { [P in Part]: infer T } } ? Schema<T> : undefined;
type BodyOf<O> = O extends { requestBody?: { content: { "application/json": infer T } } } ? Schema<T> : undefined;

/** One operation, as data; `O` is its type in the OpenAPI document. */
export interface Operation<Method extends string, Path extends string, O = unknown> {
  method: Method;
  path: Path;
  summary: string;
  description?: string;
  params: PartOf<O, "path">;
  query?: O extends { parameters: { query?: infer Q } } ? (Q extends undefined ? undefined : Schema<Q>) : undefined;
  body?: BodyOf<O>;
  responses: O extends { responses: infer R }
    ? { [S in keyof R]: R[S] extends { content: infer C } ? JsonOf<C> : unknown }
    : Record<number, Schema<unknown> | Binary>;
  examples: Record<string, { summary: string; query?: object; body?: unknown; status?: number; response?: unknown }>;
  /** Keys of `assumptions`: what it settles that the specification leaves open. */
  assumes?: readonly string[];
}
