import { listTemplates } from '#contract/templates/templates.ts'
import { call } from '#web/lib/http/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { keepDeleted } from '../incoming/deleted-copy.ts'
import { ensureTemplate } from '../incoming/ensure-template.ts'
import { convertOlderCopies } from '../incoming/older-copies.ts'
import { publish, subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { noted } from '../store/journal.ts'
import { keep } from '../store/kept.ts'
import { keepList } from './keep-list.ts'
import { prefetchSurveys } from './prefetch-surveys.ts'

/** Asked again so often while the app is open. */
const every = 5 * 60_000
/** `online` and the way back to the app ask at once, but not more often than this. */
const atMostEvery = 20_000
/** All devices hear of a template in the same moment, and ask within this time. */
const spread = 3_000
/** The screen that was opened comes first. */
const afterStart = 1_500

/**
 * While somebody is logged in, what they need without network is brought onto the device: the list, the templates,
 * and the surveys that they worked on lately. One tab does it for all.
 */
export function startKeeping(account: string): () => void {
  let asked = 0
  let ended = false
  async function round(pause: number): Promise<void> {
    if (ended || currentSession()?.userId !== account || isSince(asked, pause)) return
    asked = Date.now()
    await alone(account, () => keepAll(account, () => ended)).catch(noted('prefetch'))
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
    // Where that fails, the next round does it.
    await keepTemplates(account).catch(noted('prefetch'))
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

/** A clock that was put back must not stop it for as long. */
function isSince(moment: number, pause: number): boolean {
  return Math.abs(Date.now() - moment) < pause
}

async function keepAll(account: string, ended: () => boolean): Promise<void> {
  await convertOlderCopies()
  if (!(await keepList(account)) || ended()) return
  await keepTemplates(account)
  publish(account, { kind: 'prepared' })
  await keepDeleted(account)
  await prefetchSurveys(account, async () => {
    await idle()
    return !ended() && !savesData() && !(await isSending(account))
  })
}

/** Another tab that is at it does it for this one too. */
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

/** The person asked the browser to be sparing; not every browser tells. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 300)
  })
}

/** Every current template comes whole onto the device: a survey can be begun from each without network. */
async function keepTemplates(account: string): Promise<void> {
  const listed = await call(listTemplates, {})
  if (!listed.ok) return
  const templates = listed.reply.survey_templates
  await keep(account, 'templates', templates)
  for (const { id } of templates) if (await ensureTemplate(account, id)) return
}
