import { observable } from '#web/lib/page/observable.ts'
import type { UnsentSurvey } from './second-record/unsent-surveys.ts'

/** What became of an account's unsent work when the browser cleared this device's store. */
export interface LostWork {
  /** When that was noticed. */
  readonly foundAt: string
  /** How many changes are in the outbox again. */
  readonly restored: number
  readonly lost: readonly UnsentSurvey[]
}

type ByAccount = Readonly<Record<string, LostWork>>

/** In local storage, so that it is shown with every start until the account's owner closes it. */
const key = 'fieldbook-lost-work'
const known = observable<ByAccount>(stored())

export const lostWork = known.get
export const onLostWork = known.subscribe

if (typeof addEventListener === 'function')
  addEventListener('storage', (event) => {
    if ((event as StorageEvent).key === key) known.set(stored())
  })

/** Adds to what was not closed yet. Tabs that report the same loss report it once. */
export function reportLostWork(account: string, restored: number, lost: readonly UnsentSurvey[]): void {
  const before = stored()[account]
  const all = new Map([...(before?.lost ?? []), ...lost].map((one) => [JSON.stringify(one), one]))
  const work = { foundAt: new Date().toISOString(), restored: restored + (before?.restored ?? 0) }
  store({ ...stored(), [account]: { ...work, lost: [...all.values()] } })
}

export function closeLostWork(account: string): void {
  const { [account]: _, ...others } = stored()
  store(others)
}

function store(next: ByAccount): void {
  known.set(next)
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // No room: this page shows it all the same.
  }
}

function stored(): ByAccount {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as ByAccount
  } catch {
    // Blocked, or not written by this app.
    return {}
  }
}
