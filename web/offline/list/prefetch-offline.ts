import { listTemplates } from '#contract/templates/templates.ts'
import { call } from '#web/lib/http/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { syncDeletedSurveys } from '../incoming/deleted-copy.ts'
import { ensureTemplate } from '../incoming/ensure-template.ts'
import { fetchSurvey } from '../incoming/fetch-survey.ts'
import { convertOlderCopies } from '../incoming/older-copies.ts'
import { accountRows } from '../store/account-rows.ts'
import { storeAccountValue } from '../store/account-values.ts'
import { publish, subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { dropPrefetched } from '../store/forget-survey.ts'
import { logError } from '../store/journal.ts'
import type { ListedRow } from '../store/rows.ts'
import { rowsOf } from './store-page.ts'
import { syncList } from './sync-list.ts'

/** Users look up what was edited lately. */
const surveysAtMost = 30

const bytesAtMost = 24 * 1024 * 1024

/** Milliseconds between rounds while the app is open. */
const every = 5 * 60_000
/** Milliseconds. `online` and a return to the app start a round, but not more often than this. */
const atMostEvery = 20_000
/** Milliseconds. All devices learn of a new template at once and spread their requests over this time. */
const spread = 3_000
/** Milliseconds after the start, so that the first screen loads first. */
const afterStart = 1_500

/**
 * Prefetches what a logged-in user needs offline: the list, the templates, and recently edited surveys. One
 * tab does this for all.
 */
export function startPrefetching(account: string): () => void {
  let asked = 0
  let ended = false
  async function round(pause: number): Promise<void> {
    if (ended || currentSession()?.userId !== account || isSince(asked, pause)) return
    asked = Date.now()
    await alone(account, () => keepAll(account, () => ended)).catch(logError('prefetch'))
  }
  const soon = () => void round(atMostEvery)
  const seen = () => document.visibilityState === 'visible' && soon()
  const first = setTimeout(soon, afterStart)
  const beat = setInterval(() => void round(every), atMostEvery)
  let late: ReturnType<typeof setTimeout> | undefined
  const forget = subscribe(account, ({ kind }) => {
    if (kind !== 'templates') return
    clearTimeout(late)
    late = setTimeout(() => void templatesAgain(), Math.random() * spread)
  })
  async function templatesAgain(): Promise<void> {
    if (ended || currentSession()?.userId !== account) return
    // If this fails, the next round does it.
    await keepTemplates(account).catch(logError('prefetch'))
    publish(account, { kind: 'prepared' })
  }
  window.addEventListener('online', soon)
  window.addEventListener('focus', soon)
  document.addEventListener('visibilitychange', seen)
  return () => {
    ended = true
    forget()
    clearTimeout(late)
    clearTimeout(first)
    clearInterval(beat)
    window.removeEventListener('online', soon)
    window.removeEventListener('focus', soon)
    document.removeEventListener('visibilitychange', seen)
  }
}

/** Absolute, because a clock that was set back must not stop the rounds. */
function isSince(moment: number, pause: number): boolean {
  return Math.abs(Date.now() - moment) < pause
}

async function keepAll(account: string, ended: () => boolean): Promise<void> {
  await convertOlderCopies()
  if (!(await syncList(account)) || ended()) return
  await keepTemplates(account)
  publish(account, { kind: 'prepared' })
  await syncDeletedSurveys(account)
  await prefetchSurveys(account, async () => {
    await idle()
    return !ended() && !savesData() && !(await isSending(account))
  })
}

/** Skips the work if another tab is doing it. */
async function alone(account: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request(`fieldbook-keep-${account}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}

async function isSending(account: string): Promise<boolean> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  return rows.some(({ state }) => state === 'sending')
}

/** Whether data saver is on. Not every browser tells. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 300)
  })
}

/** Downloads every current template, so that surveys can be created offline. */
async function keepTemplates(account: string): Promise<void> {
  const listed = await call(listTemplates, {})
  if (!listed.ok) return
  const templates = listed.reply.survey_templates
  await storeAccountValue(account, 'templates', templates)
  for (const { id } of templates) if (await ensureTemplate(account, id)) return
}

/**
 * Downloads the last edited surveys one after another, so that they can be read and searched offline. Earlier
 * prefetched surveys that are no longer among them are removed unless they were opened. `mayGoOn` is asked
 * before each.
 */
export async function prefetchSurveys(account: string, mayGoOn: () => Promise<boolean>): Promise<void> {
  const listed = await onDevice(() => rowsOf(account))
  const wanted = lastEdited(listed)
  let left = bytesAtMost
  for (const { id, item } of wanted) {
    const known = await onDevice(() => db.copies.get([account, id]))
    if (!known || known.head.last_edited < item.last_edited) {
      if (left <= 0 || !(await mayGoOn())) return
      const brought = await fetchSurvey(account, id, { ahead: true })
      if (!brought.ok && brought.status === 0) return
    }
    left -= await sizeOf(account, id)
  }
  await dropOthers(account, new Set(wanted.map(({ id }) => id)))
}

/** Returns the last edited surveys, latest first. */
export function lastEdited(listed: readonly ListedRow[]): readonly ListedRow[] {
  return [...listed]
    .filter(({ gone }) => !gone)
    .sort((a, b) => (a.item.last_edited < b.item.last_edited ? 1 : -1))
    .slice(0, surveysAtMost)
}

/** Approximate bytes, without the database's overhead. */
async function sizeOf(account: string, survey: string): Promise<number> {
  const parts = await onDevice(() => db.subSections.where({ account, survey }).toArray())
  return parts.reduce((sum, { answers }) => sum + JSON.stringify(answers).length, 0)
}

async function dropOthers(account: string, wanted: ReadonlySet<string>): Promise<void> {
  const rows = await onDevice(() => accountRows(db.copies, account).toArray())
  for (const { id, ahead } of rows) if (ahead && !wanted.has(id)) await dropPrefetched(account, id)
}
