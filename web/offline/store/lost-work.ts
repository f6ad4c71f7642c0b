import { observable } from '#web/lib/page/observable.ts'
import type { UnsentSurvey } from './second-record/unsent-surveys.ts'

/** Result of restoring an account's unsent work after the browser cleared the store. */
export interface LostWork {
  /** When the loss was detected. */
  readonly foundAt: string
  /** Number of changes back in the outbox. */
  readonly restored: number
  readonly lost: readonly UnsentSurvey[]
}

type ByAccount = Readonly<Record<string, LostWork>>

/** In local storage, so that every start shows it until the user closes it. */
const key = 'fieldbook-lost-work'
const known = observable<ByAccount>(stored())

export const lostWork = known.get
export const onLostWork = known.subscribe

if (typeof addEventListener === 'function')
  addEventListener('storage', (event) => {
    if ((event as StorageEvent).key === key) known.set(stored())
  })

/** Adds to the open report. Two tabs that report the same loss report it once. */
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
    // No room: this page still shows the report.
  }
}

function stored(): ByAccount {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as ByAccount
  } catch {
    // Storage is blocked, or another app wrote the value.
    return {}
  }
}
