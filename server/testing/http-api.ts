import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'

export interface HttpAnswer<R> {
  readonly status: number
  readonly body: R
}

/** Calls a server over the network; returns null without an answer. */
export class HttpApi {
  readonly address: string
  readonly token: string | null
  private readonly headers: Readonly<Record<string, string>>

  constructor(address: string, token: string | null = null, headers: Readonly<Record<string, string>> = {}) {
    this.address = address
    this.token = token
    this.headers = headers
  }

  as(token: string): HttpApi {
    return new HttpApi(this.address, token, this.headers)
  }

  async call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    key?: string,
  ): Promise<HttpAnswer<ReplyOf<E>> | null> {
    const {
      params = {},
      query = {},
      body,
    } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams(query)
    return this.send(
      endpoint.method,
      `/api${path}?${search}`,
      body === undefined ? undefined : JSON.stringify(body),
      {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    )
  }

  async upload<E extends Endpoint>(
    endpoint: E,
    form: FormData,
    key: string,
  ): Promise<HttpAnswer<ReplyOf<E>> | null> {
    return this.send(endpoint.method, `/api${endpoint.path}`, form, { 'idempotency-key': key })
  }

  async bytes(path: string): Promise<Buffer | null> {
    const response = await fetch(new URL(path, this.address))
    return response.ok ? Buffer.from(await response.arrayBuffer()) : null
  }

  private async send<R>(
    method: string,
    path: string,
    body: string | FormData | undefined,
    headers: Record<string, string>,
  ): Promise<HttpAnswer<R> | null> {
    try {
      const response = await fetch(this.address + path, {
        method,
        headers: { ...this.headers, ...headers, ...(this.token === null ? {} : { token: this.token }) },
        ...(body === undefined ? {} : { body }),
      })
      return { status: response.status, body: (await response.json()) as R }
    } catch {
      return null
    }
  }
}
