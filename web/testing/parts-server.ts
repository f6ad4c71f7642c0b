import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { vi } from 'vitest'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Body of the call that creates an upload from the parts. */
  readonly json: unknown
  readonly isForm: boolean
}

export interface Answered {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Result of a request: a reply, or a cut after some bytes, or a lost reply. */
type Fate = (
  asked: Asked,
  place: number,
) => Answered | { readonly cutAfter: number } | 'lose-answer' | undefined

const base = '/api/files/uploads'

function requestsTo(server: PartsServer) {
  return class extends FakeRequest {
    override server = server
  }
}

/** Simulates the server of uploads behind `XMLHttpRequest` and `fetch`. */
export class PartsServer {
  readonly asked: Asked[] = []
  readonly parts = new Map<string, { size: number; bytes: Uint8Array }>()
  fate: Fate = () => undefined
  /** False: an older server with only the multipart call. */
  knowsParts = true

  constructor() {
    vi.stubGlobal('location', { origin: 'http://fieldbook.test' })
    vi.stubGlobal('XMLHttpRequest', requestsTo(this))
    vi.stubGlobal('fetch', async (path: string, init: RequestInit & { headers: HeadersInit }) => {
      const headers = Object.fromEntries(new Headers(init.headers))
      const answered = await this.take(init.method ?? 'GET', path, headers, (init.body as string) ?? null)
      if (!answered) throw new TypeError('fetch failed')
      if (init.signal?.aborted) throw new DOMException('Aborted', 'AbortError')
      const body = answered.body === undefined ? null : textOf(answered.body)
      return new Response(body, { status: answered.status, headers: typesOf(answered) })
    })
  }

  /** Requests in order, such as `POST /api/…`. */
  get log(): string[] {
    return this.asked.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{32}/, '…')}`)
  }

  get bytesTaken(): number {
    return this.asked.filter(({ isForm }) => !isForm).reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  async take(
    method: string,
    address: string,
    headers: Record<string, string>,
    body: Blob | FormData | string | null,
  ): Promise<Answered | null> {
    const path = new URL(address, 'http://fieldbook.test').pathname
    const bytes = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : new Uint8Array()
    const json = typeof body === 'string' ? JSON.parse(body) : null
    const isForm = body instanceof FormData
    const whole: Asked = { method, path, headers, bytes, json, isForm }
    const fate = this.fate(whole, this.asked.length)
    const cut = typeof fate === 'object' && 'cutAfter' in fate
    const asked = cut ? { ...whole, bytes: bytes.slice(0, fate.cutAfter) } : whole
    this.asked.push(asked)
    if (typeof fate === 'object' && 'status' in fate) return fate
    const answered = this.answer(asked)
    return cut || fate === 'lose-answer' ? null : answered
  }

  private answer(asked: Asked): Answered {
    const { method, path, bytes } = asked
    if (path === '/api/bx_block_survey/user_survey_media') return uploaded()
    if (path === '/api/bx_block_survey/survey_plans') return planned()
    if (!this.knowsParts) return { status: 404, body: { errors: [{ message: 'Not found.' }] } }
    if (path === '/api/bx_block_survey/user_survey_media/resumed') return this.takeOver(asked)
    if (path === '/api/bx_block_survey/survey_plans/resumed') return this.takePlan(asked)
    const ours = { 'tus-resumable': '1.0.0' }
    if (method === 'POST' && path === base) {
      const id = v7().replaceAll('-', '')
      this.parts.set(id, { size: Number(asked.headers['upload-length']), bytes })
      const headers = { ...ours, location: `${base}/${id}`, 'upload-offset': String(bytes.length) }
      return { status: 201, headers }
    }
    const part = this.parts.get(path.slice(base.length + 1))
    if (!part) return { status: 404, headers: ours, body: method === 'HEAD' ? undefined : { errors: [] } }
    if (method === 'DELETE') this.parts.delete(path.slice(base.length + 1))
    if (method === 'PATCH') {
      if (Number(asked.headers['upload-offset']) !== part.bytes.length) return { status: 409, headers: ours }
      part.bytes = new Uint8Array(Buffer.concat([part.bytes, bytes]))
    }
    const headers = {
      ...ours,
      'upload-offset': String(part.bytes.length),
      'upload-length': String(part.size),
    }
    return { status: method === 'HEAD' ? 200 : 204, headers }
  }

  private takePlan({ json }: Asked): Answered {
    const file = json as { upload: string; sha256: string }
    const part = this.parts.get(file.upload)
    if (!part) return { status: 410, body: { errors: [{ upload: 'gone' }] } }
    const same = createHash('sha256').update(part.bytes).digest('hex') === file.sha256
    if (!same) return { status: 422, body: { errors: [{ sha256: 'damaged' }] } }
    this.parts.delete(file.upload)
    return planned()
  }

  private takeOver({ json }: Asked): Answered {
    const { files } = json as { files: { upload: string; sha256: string }[] }
    const lines = files.flatMap(({ upload, sha256 }, place) => {
      const part = this.parts.get(upload)
      if (!part) return [{ upload: 'gone' }, { [`files[${place}]`]: 'gone' }]
      const same = createHash('sha256').update(part.bytes).digest('hex') === sha256
      return same ? [] : [{ sha256: 'damaged' }, { [`files[${place}]`]: 'damaged' }]
    })
    if (lines.length > 0) return { status: 'upload' in (lines[0] ?? {}) ? 410 : 422, body: { errors: lines } }
    for (const { upload } of files) this.parts.delete(upload)
    return uploaded()
  }
}

function uploaded(): Answered {
  const attributes = { id: 'x', user_survey_sub_section_detail_id: 'x', photo_details: [], media_details: [] }
  return { status: 201, body: { data: { id: 'x', type: 'user_survey_media', attributes } } }
}

function planned(): Answered {
  return { status: 201, body: { data: { id: 'x', type: 'survey_plan', attributes: { id: 'x' } } } }
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function typesOf({ headers, body }: Answered): Record<string, string> {
  return { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers }
}

class FakeRequest {
  server!: PartsServer
  status = 0
  responseText = ''
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  #aborted = false
  #method = ''
  #url = ''
  readonly #headers: Record<string, string> = {}
  #answered: Record<string, string> = {}

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name.toLowerCase()] = value
  }

  getResponseHeader(name: string): string | null {
    return this.#answered[name.toLowerCase()] ?? null
  }

  abort(): void {
    this.#aborted = true
    this.onabort()
    this.onloadend()
  }

  send(body: Blob | FormData | null): void {
    void this.server.take(this.#method, this.#url, this.#headers, body).then((answered) => {
      if (this.#aborted) return
      if (body instanceof Blob) this.upload.onprogress?.({ loaded: body.size, total: body.size })
      if (answered) {
        this.status = answered.status
        this.#answered = typesOf(answered)
        this.responseText = answered.body === undefined ? '' : textOf(answered.body)
        this.onload()
      } else this.onerror()
      this.onloadend()
    })
  }
}
