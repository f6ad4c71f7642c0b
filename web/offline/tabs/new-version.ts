import { observable } from '#web/lib/page/observable.ts'
import { networkMayBeBack } from '#web/lib/start/network-may-be-back.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { type ToWorker, whichProgram } from '#web/lib/start/worker-talk.ts'
import { isQuiet, watchTyping } from './quiet.ts'
import { answerOtherTabs, anyTabObjects } from './tabs.ts'

/** `asked` = somebody wants it, and it comes as soon as it disturbs nothing. */
export type NewVersion = 'none' | 'ready' | 'asked'

/** After the first picture and what it loads: 300 files must not stand in its way. */
const pauseAfterLoad = 3_000
/** A picture that never arrives keeps a page from counting as loaded: registration does not wait for it. */
const loadAtMost = 10_000
/** Registering fails without network. Five seconds apart; later tries come with a look at the page. */
const registrationTries = 12
/** So long no tab may have been looked at before the new version comes by itself. */
const unseen = 30_000
const betweenLooks = 30 * 60_000
const betweenTries = 1_000

const state = observable<NewVersion>('none')
let registration: ServiceWorkerRegistration | undefined
/** Another tab let the new version in; this page is still drawn by the old one. */
let due = false
let started = false
let looked = 0

export const newVersion = state.get
export const onNewVersion = state.subscribe

/** The new version at once, or as soon as nothing is being sent and nobody is writing. */
export async function takeNewVersion(): Promise<void> {
  state.set('asked')
  while (state.get() === 'asked' && !(await letIn(false))) await pause(betweenTries)
}

/**
 * Brings the program onto this device and watches for its next version. Once for a page. `drawnBy`: the worker that
 * the page began with; another one may have taken over before anybody watched.
 */
export async function keepProgram(drawnBy: ServiceWorker | null): Promise<void> {
  const worker = navigator.serviceWorker
  if (started || !worker || import.meta.env.DEV) return
  started = true
  watchTyping()
  answerOtherTabs()
  let controlled = worker.controller !== null
  if (drawnBy && worker.controller !== drawnBy) void changed()
  worker.addEventListener('controllerchange', () => {
    // The first one only takes over what the page has loaded itself.
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

/** Keeps trying where this device has no worker yet: a first visit may begin on a poor network. */
async function register(worker: ServiceWorkerContainer): Promise<void> {
  looked = Date.now()
  for (let tries = 1; !registration; tries++) {
    // Where this fails, an earlier worker stays; without one it is tried again below.
    await worker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
    // A browser that does not answer has none.
    registration = await worker.getRegistration().catch(() => undefined)
    if (!registration && tries >= registrationTries) return
    if (!registration) await networkMayBeBack()
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

/** Out of sight it comes by itself; back in sight one looks whether there is one. */
async function lookedAt(worker: ServiceWorkerContainer): Promise<void> {
  if (document.visibilityState === 'visible') {
    // A clock that was put back must not delay it by as much.
    if (Math.abs(Date.now() - looked) < betweenLooks) return
    if (!registration) return register(worker)
    looked = Date.now()
    // Without network it is looked for once more later.
    await registration.update().catch(() => undefined)
    return
  }
  if (state.get() === 'none') return
  await pause(unseen)
  if (document.visibilityState === 'hidden') await letIn(true)
}

/** Activates the version that waits, unless that would disturb somebody in any tab. */
async function letIn(onlyUnseen: boolean): Promise<boolean> {
  if (!(await isQuiet())) return false
  if (due) return reloaded()
  if (await anyTabObjects(onlyUnseen)) return false
  if (!registration?.waiting) return reloaded()
  post(registration.waiting, 'take-over')
  return true
}

async function changed(): Promise<void> {
  due = true
  const wanted = state.get() === 'asked'
  if ((wanted || document.visibilityState === 'hidden') && (await isQuiet())) await reloaded()
  else if (wanted) await takeNewVersion()
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
