import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'

export interface Answer<R> {
  readonly status: number
  /** The parsed body, typed as the endpoint's reply; only valid for a success. */
  readonly body: R
  /** The lines of a failure; empty for a success. */
  readonly errors: readonly Record<string, string>[]
  readonly headers: Readonly<Record<string, unknown>>
}

export interface Sending {
  /** Idempotency-Key. */
  readonly key?: string
  readonly headers?: Record<string, string>
  /** The endpoint's other address. */
  readonly alias?: number
  /** Parameters of an upload's address. */
  readonly params?: Record<string, string>
}

export interface FilePart {
  readonly part: string
  readonly filename: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** Headers of a proxy; ignored without `TRUST_PROXY`. */
export const throughProxy = { host: 'fieldbook.test', 'x-forwarded-for': '192.0.2.200' }

/** Calls the real app the way the web app does. */
export class ApiClient {
  readonly app: FastifyInstance
  readonly token: string | null
  private readonly key: string | null

  constructor(app: FastifyInstance, token: string | null, key: string | null = null) {
    this.app = app
    this.token = token
    this.key = key
  }

  withToken(token: string): ApiClient {
    return new ApiClient(this.app, token)
  }

  /** A program that calls with an API key. */
  withKey(key: string): ApiClient {
    return new ApiClient(this.app, null, key)
  }

  /** Does not check the status. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    sending: Sending = {},
  ): Promise<Answer<ReplyOf<E>>> {
    const body = partOf(input, 'body')
    return this.send(endpoint, input, { ...(body === undefined ? {} : { payload: body as object }) }, sending)
  }

  /** Sends multipart fields and files in this order, like the browser. */
  async upload<E extends Endpoint>(
    endpoint: E,
    fields: readonly (readonly [string, string])[],
    files: readonly FilePart[],
    sending: Sending = {},
  ): Promise<Answer<ReplyOf<E>>> {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    for (const file of files)
      form.append(file.part, new Blob([Uint8Array.from(file.bytes)], { type: file.type }), file.filename)
    const encoded = new Response(form)
    const payload = Buffer.from(await encoded.arrayBuffer())
    const type = encoded.headers.get('content-type') ?? ''
    return this.send(
      endpoint,
      { params: sending.params },
      { payload, headers: { 'content-type': type } },
      sending,
    )
  }

  /** Sends a plain GET without a token, like an `<img>` or a link. */
  async open(address: string, headers: Record<string, string> = {}) {
    const url = new URL(address, 'http://fieldbook.test')
    return this.app.inject({ method: 'GET', url: url.pathname + url.search, headers })
  }

  private async send<R>(
    endpoint: Endpoint,
    input: object,
    how: InjectOptions,
    sending: Sending,
  ): Promise<Answer<R>> {
    const response = await this.app.inject({
      ...how,
      method: endpoint.method,
      url: addressOf(endpoint, input, sending.alias),
      headers: {
        ...how.headers,
        ...throughProxy,
        ...(this.token === null ? {} : { token: this.token }),
        ...(this.key === null ? {} : { authorization: `Bearer ${this.key}` }),
        ...(sending.key === undefined ? {} : { 'idempotency-key': sending.key }),
        ...sending.headers,
      },
    })
    const isJson = String(response.headers['content-type']).includes('application/json')
    const body = isJson ? response.json() : response.rawPayload
    return { status: response.statusCode, body, errors: body?.errors ?? [], headers: response.headers }
  }
}

function addressOf(endpoint: Endpoint, input: object, alias: number | undefined): string {
  const params = (partOf(input, 'params') ?? {}) as Record<string, string>
  const path = alias === undefined ? endpoint.path : (endpoint.aliases?.[alias] ?? endpoint.path)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((partOf(input, 'query') ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) query.append(name, String(value))
  }
  return `/api${filled}${query.size > 0 ? `?${query}` : ''}`
}

function partOf(input: object, name: string): unknown {
  return name in input ? (input as Record<string, unknown>)[name] : undefined
}
