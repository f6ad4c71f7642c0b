import { setTimeout as pause } from 'node:timers/promises'
import { patience } from '../patience.ts'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** Sends a command of WebKit's inspector protocol to the page, and returns its result. */
export type Inspect = (method: string, params?: object) => Promise<Record<string, unknown>>

/**
 * Connects to the page of a WebKit started with WEBKIT_INSPECTOR_HTTP_SERVER. WebDriver can't use an ordinary
 * profile: MiniBrowser gives automation a temporary one.
 */
export async function connectInspector(port: number, gone: Promise<unknown>): Promise<Inspect> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${await pathOfPage(port, gone)}`)
  const waiting = new Map<number, (answer: Message | null) => void>()
  const endAll = () => {
    for (const end of waiting.values()) end(null)
  }
  const found = Promise.withResolvers<void>()
  let target = ''
  let count = 0
  socket.onmessage = ({ data }) => {
    const { method, params } = JSON.parse(String(data)) as Message
    if (method === 'Target.targetCreated') {
      const { targetId, type, isProvisional } = (params?.targetInfo ?? {}) as Record<string, unknown>
      // A page from another process counts once it has replaced the previous one.
      if (type === 'page' && !isProvisional) target = String(targetId)
      found.resolve()
    }
    if (method === 'Target.didCommitProvisionalTarget') {
      target = String(params?.newTargetId)
      endAll()
    }
    if (method !== 'Target.dispatchMessageFromTarget') return
    const answer = JSON.parse(String(params?.message)) as Message
    waiting.get(answer.id ?? 0)?.(answer)
  }
  socket.onclose = endAll
  await found.promise
  return async (method, params = {}) => {
    const id = ++count
    const message = JSON.stringify({ id, method, params })
    const own = { method: 'Target.sendMessageToTarget', params: { targetId: target, message } }
    const answered = new Promise<Message | null>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, ...own }))
    // A page that is left meanwhile never answers.
    const late = pause(patience, null, { ref: false })
    const answer = await Promise.race([answered, late, gone.then(() => null)])
    waiting.delete(id)
    if (!answer) throw new Error(`${method}: no answer`)
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result ?? {}
  }
}

/** Returns the path that the inspector's start page lists. */
async function pathOfPage(port: number, gone: Promise<unknown>): Promise<string> {
  for (;;) {
    const page = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.text(),
      () => '',
    )
    const [path] = /socket\/\d+\/\d+\/WebPage/.exec(page) ?? []
    if (path) return path
    await Promise.race([pause(50), gone])
  }
}
