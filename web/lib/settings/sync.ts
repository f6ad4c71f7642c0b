import { changeSettings, settings } from '#contract/accounts/settings.ts'
import { call } from '#web/lib/http/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { withoutWaiting, withServer } from './record.ts'
import { settingsRecord, storeRecord } from './store.ts'

let running: Promise<boolean> | null = null

/**
 * Exchanges settings, one exchange at a time: reads the server's if `read` is set, then sends waiting
 * choices. Returns true if the server was reached.
 */
export function exchangeSettings({ read }: { readonly read: boolean }): Promise<boolean> {
  const next = (running ?? Promise.resolve(true)).then(async () => {
    const reached = read ? await readSettings() : true
    return reached && (await sendSettings())
  })
  running = next
  return next
}

async function readSettings(): Promise<boolean> {
  const userId = currentSession()?.userId
  if (!userId) return false
  const result = await call(settings, {})
  if (!result.ok) return false
  // Another account may have logged in meanwhile.
  if (currentSession()?.userId !== userId) return true
  storeRecord(withServer(settingsRecord(), result.reply.data.attributes))
  return true
}

async function sendSettings(): Promise<boolean> {
  const userId = currentSession()?.userId
  const sent = settingsRecord()
  if (!userId || sent.waiting.length === 0) return true
  const of = <T>(from: Readonly<Record<string, T>>) =>
    Object.fromEntries(sent.waiting.map((name) => [name, from[name]]))
  const result = await call(changeSettings, {
    body: { data: { attributes: of(sent.chosen), changed_at: of(sent.changedAt) } },
  })
  if (currentSession()?.userId !== userId) return true
  // A rejection is final: a value that another version cannot accept stays on this device.
  const isLater = !result.ok && (result.status === 0 || result.status === 429 || result.status >= 500)
  if (isLater) return false
  const done = withoutWaiting(settingsRecord(), sent)
  storeRecord(result.ok ? withServer(done, result.reply.data.attributes) : done)
  // Send choices made during this request.
  return sendSettings()
}
