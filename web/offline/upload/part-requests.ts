import type { FileReader, HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'

/**
 * Milliseconds without progress or a reply after which a request is aborted. A slow network is no failure.
 */
export const stallTimeout = 90_000

/** Requests for the tus library that abort when they stall. */
export const partRequests: HttpStack = {
  getName: () => 'PartRequests',
  createRequest: (method, url) => new PartRequest(method, url),
}

/** Reads blobs only. The library's default also includes code for other platforms. */
export const blobReader: FileReader = {
  openFile: async (blob: Blob) => ({
    size: blob.size,
    slice: async (start, end) => ({ value: blob.slice(start, end), done: end >= blob.size }),
    close: () => {},
  }),
}

class PartRequest implements HttpRequest {
  readonly #request = new XMLHttpRequest()
  readonly #headers = new Map<string, string>()
  readonly #method: string
  readonly #url: string
  #progress: (sent: number) => void = () => {}

  constructor(method: string, url: string) {
    this.#method = method
    this.#url = url
    this.#request.open(method, url)
  }

  getMethod = () => this.#method
  getURL = () => this.#url
  getHeader = (name: string) => this.#headers.get(name)
  getUnderlyingObject = () => this.#request

  setHeader(name: string, value: string): void {
    this.#headers.set(name, value)
    this.#request.setRequestHeader(name, value)
  }

  setProgressHandler(handler: (sent: number) => void): void {
    this.#progress = handler
  }

  send(body: Blob | null): Promise<HttpResponse> {
    const request = this.#request
    return new Promise((resolve, reject) => {
      const unreached = () => reject(new Error('Not reached'))
      let watch = setTimeout(() => request.abort(), stallTimeout)
      request.upload.onprogress = ({ loaded }) => {
        clearTimeout(watch)
        watch = setTimeout(() => request.abort(), stallTimeout)
        this.#progress(loaded)
      }
      request.onload = () => resolve(answerOf(request))
      request.onerror = unreached
      request.onabort = unreached
      request.onloadend = () => clearTimeout(watch)
      request.send(body)
    })
  }

  async abort(): Promise<void> {
    this.#request.abort()
  }
}

function answerOf(request: XMLHttpRequest): HttpResponse {
  return {
    getStatus: () => request.status,
    getHeader: (name) => request.getResponseHeader(name) ?? undefined,
    getBody: () => request.responseText,
    getUnderlyingObject: () => request,
  }
}
