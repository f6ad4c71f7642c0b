type Answer = Readonly<Record<string, unknown>>

/** A WebDriver BiDi connection that controls a browser. */
export interface Bidi {
  send(method: string, params: Readonly<Record<string, unknown>>): Promise<Answer>
  /** Returns the next matching event of this name. */
  next(event: string, fits: (params: Answer) => boolean): Promise<Answer>
  close(): void
}

interface Waiting {
  readonly method: string
  resolve(answer: Answer): void
  reject(error: Error): void
}

export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, Waiting>()
  const listening = new Set<(event: string, params: Answer) => void>()
  let count = 0
  await new Promise<void>((opened, failed) => {
    socket.onopen = () => opened()
    socket.onerror = () => failed(new Error(`No connection to ${address}`))
  })
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message, method, params } = JSON.parse(String(data))
    if (type === 'event') {
      for (const listen of listening) listen(method, params)
      return
    }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') asked?.resolve(result)
    else asked?.reject(new Error(`${asked.method}: ${error} ${message}`))
  }
  socket.onclose = () => {
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: the browser is gone`))
    waiting.clear()
  }
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        // A closed socket drops commands silently, so the promise would never settle.
        if (socket.readyState !== WebSocket.OPEN) throw new Error(`${method}: the browser is gone`)
        const id = ++count
        waiting.set(id, { method, resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    next: (event, fits) =>
      new Promise((found) => {
        const listen = (method: string, params: Answer) => {
          if (method !== event || !fits(params)) return
          listening.delete(listen)
          found(params)
        }
        listening.add(listen)
      }),
    close: () => socket.close(),
  }
}
