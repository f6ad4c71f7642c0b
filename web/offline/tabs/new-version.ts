import { observable } from '#web/lib/page/observable.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { waitForNetwork } from '#web/lib/start/wait-for-network.ts'
import { type ToWorker, whichProgram } from '#web/lib/start/worker-messages.ts'
import { isSafeToReload, watchTyping } from './reload-safety.ts'

/** Milliseconds. A frozen tab doesn't reply, and nothing in it can be disturbed. */
const patience = 1_200

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fieldbook-tabs')

const asked = new Map<string, () => void>()

/** `asked`: the user wants it, and it is activated as soon as it disturbs no work. */
export type NewVersion = 'none' | 'ready' | 'asked'

/** Milliseconds after load, so that the worker's 300 files don't delay the first screen. */
const pauseAfterLoad = 3_000
/** Milliseconds. A picture that never arrives would otherwise prevent the registration. */
const loadAtMost = 10_000
/**
 * Registration fails without a network. Attempts are five seconds apart; later ones need a return to the
 * page.
 */
const registrationTries = 12
/** Milliseconds that all tabs must be hidden before a new version is activated without asking. */
const unseen = 30_000
const betweenLooks = 30 * 60_000
const betweenTries = 1_000

const state = observable<NewVersion>('none')
let registration: ServiceWorkerRegistration | undefined
/** Another tab activated the new version; this page still runs the old one. */
let due = false
let started = false
let looked = 0

export const newVersion = state.get
export const onNewVersion = state.subscribe

/** Activates the new version as soon as nothing is being sent and the user isn't typing. */
export async function activateNewVersion(): Promise<void> {
  state.set('asked')
  while (state.get() === 'asked' && !(await letIn(false))) await pause(betweenTries)
}

/**
 * Installs the app on this device and watches for its next version. Call once per page. `drawnBy`: the worker
 * at page load; another one may have taken over before this call.
 */
export async function installApp(drawnBy: ServiceWorker | null): Promise<void> {
  const worker = navigator.serviceWorker
  if (started || !worker || import.meta.env.DEV) return
  started = true
  watchTyping()
  answerOtherTabs()
  let controlled = worker.controller !== null
  if (drawnBy && worker.controller !== drawnBy) void changed()
  worker.addEventListener('controllerchange', () => {
    // The first worker only takes over files that the page loaded itself.
    if (controlled) void changed()
    controlled = true
  })
  worker.addEventListener('message', ({ data, ports }) => {
    if (data === whichProgram) ports[0]?.postMessage(programPath())
  })
  worker.startMessages()
  await firstScreen()
  document.addEventListener('visibilitychange', () => void lookedAt(worker))
  await register(worker)
}

/** Retries while the device has no worker, because a first visit may start on a poor network. */
async function register(worker: ServiceWorkerContainer): Promise<void> {
  looked = Date.now()
  for (let tries = 1; !registration; tries++) {
    // If this fails, an earlier worker stays; without one, the loop tries again.
    await worker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
    // Some browsers reject the query; they have no worker.
    registration = await worker.getRegistration().catch(() => undefined)
    if (!registration && tries >= registrationTries) return
    if (!registration) await waitForNetwork()
  }
  if (registration.waiting) state.set('ready')
  registration.addEventListener('updatefound', () => registration && follow(registration))
  if (registration.installing) follow(registration)
  post(registration.active, 'tidy')
}

function follow({ installing }: ServiceWorkerRegistration): void {
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed' && registration?.active && state.get() === 'none') state.set('ready')
  })
}

/** A hidden page activates a waiting version; a page that becomes visible checks for one. */
async function lookedAt(worker: ServiceWorkerContainer): Promise<void> {
  if (document.visibilityState === 'visible') {
    // A clock that was set back must not delay the check.
    if (Math.abs(Date.now() - looked) < betweenLooks) return
    if (!registration) return register(worker)
    looked = Date.now()
    // Without a network, a later check tries again.
    await registration.update().catch(() => undefined)
    return
  }
  if (state.get() === 'none') return
  await pause(unseen)
  if (document.visibilityState === 'hidden') await letIn(true)
}

/** Activates the waiting version unless that would disturb the user in any tab. */
async function letIn(onlyUnseen: boolean): Promise<boolean> {
  if (!(await isSafeToReload())) return false
  if (due) return reloaded()
  if (await anyTabObjects(onlyUnseen)) return false
  if (!registration?.waiting) return reloaded()
  post(registration.waiting, 'take-over')
  return true
}

async function changed(): Promise<void> {
  due = true
  const wanted = state.get() === 'asked'
  if ((wanted || document.visibilityState === 'hidden') && (await isSafeToReload())) await reloaded()
  else if (wanted) await activateNewVersion()
  else state.set('ready')
}

async function reloaded(): Promise<true> {
  await reloadPage()
  return true
}

function post(worker: ServiceWorker | null | undefined, message: ToWorker): void {
  worker?.postMessage(message)
}

function programPath(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : ''
}

async function firstScreen(): Promise<void> {
  if (document.readyState !== 'complete')
    await Promise.race([
      new Promise((resolve) => window.addEventListener('load', resolve, { once: true })),
      pause(loadAtMost),
    ])
  await pause(pauseAfterLoad)
  if (!('requestIdleCallback' in window)) return
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2 * pauseAfterLoad }))
}

function pause(length: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, length))
}

interface Question {
  readonly id: string
  /** A visible tab objects in any case. */
  readonly onlyUnseen: boolean
}

/** Whether a reload would disturb another tab. */
async function anyTabObjects(onlyUnseen: boolean): Promise<boolean> {
  if (!channel) return false
  const id = crypto.randomUUID()
  const objected = new Promise<true>((resolve) => asked.set(id, () => resolve(true)))
  channel.postMessage({ id, onlyUnseen } satisfies Question)
  const silence = new Promise<false>((resolve) => setTimeout(() => resolve(false), patience))
  return Promise.race([objected, silence]).finally(() => asked.delete(id))
}

/** Makes this tab object to a new version that would disturb the user. */
function answerOtherTabs(): void {
  if (!channel) return
  channel.onmessage = async ({ data }: MessageEvent<Question | string>) => {
    if (typeof data === 'string') asked.get(data)?.()
    else if ((data.onlyUnseen && document.visibilityState === 'visible') || !(await isSafeToReload()))
      channel.postMessage(data.id)
  }
}
