import type { MediaItem } from '#contract/media/media-item.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { subscribe } from '../store/bus.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import { logError } from '../store/journal.ts'
import { isMetered } from '../store/sending-choices.ts'
import { hasFreeSpace } from './free-pictures.ts'
import { pictureKey, plainKey } from './picture-key.ts'
import { dropUnusedPictures, mediaItemsIn, storePicture } from './store-pictures.ts'

type Store = 'pictures' | 'shown'

interface Wanted {
  readonly store: Store
  readonly id: string
  readonly address: string
}

/** Shares of the quota up to which pictures are prefetched, to leave room for work. */
const smallShare = 0.6
const largeShare = 0.3
/** Pictures per survey and opening; the next opening continues. */
const atMost = 400
/** Milliseconds. Finished surveys not edited for this long are viewed with a network. */
const recent = 14 * 24 * 3_600_000
const patience = 60_000

const passes = new Map<string, Promise<void>>()

/**
 * Downloads missing pictures of a survey that was just read from the server. Runs in the background, one
 * picture at a time, never while entries are being sent, and not on a metered network.
 */
export function prefetchPictures(account: string, survey: string): Promise<void> {
  const before = passes.get(account) ?? Promise.resolve()
  const pass = before.then(() => bring(account, survey)).catch(logError('pictures'))
  passes.set(account, pass)
  return pass
}

async function bring(account: string, survey: string): Promise<void> {
  const isOurs = () => currentSession()?.userId === account
  if (!isOurs()) return
  await onDevice(() =>
    db.transaction('rw', [db.copies, db.subSections, db.pictures, db.shown], () =>
      dropUnusedPictures(account, survey),
    ),
  )
  if (isMetered()) return
  for (const { store, id, address } of await missing(account, survey)) {
    await nothingLeaves(account)
    await idle()
    if (!isOurs() || isMetered()) return
    if (!(await hasFreeSpace(store === 'shown' ? largeShare : smallShare))) return
    const picture = await fetched(address)
    // Store nothing after a logout.
    if (picture === 'stop' || !isOurs()) return
    await onDeviceIfRoom(() => storePicture(store, { account, survey, id }, picture))
  }
}

/** Returns missing thumbnails first, then large pictures of surveys in progress. */
async function missing(account: string, survey: string): Promise<readonly Wanted[]> {
  const [items, head, small, large] = await onDevice(() =>
    Promise.all([
      mediaItemsIn(account, survey),
      db.copies.get([account, survey]),
      db.pictures.where({ account, survey }).primaryKeys(),
      db.shown.where({ account, survey }).primaryKeys(),
    ]),
  )
  const known = {
    pictures: new Set(small.map(([, id]) => id)),
    shown: new Set(large.map(([, id]) => id)),
  }
  const edited = Date.parse(head?.head.last_edited ?? '')
  const worked = head?.head.status === 'Started' || Date.now() - edited < recent
  const wanted = [
    ...[...items.values()].flatMap((item) => smallOf(item, items)),
    ...(worked ? [...items.values()].flatMap((item) => largeOf(item, items)) : []),
  ]
  const each = new Map(wanted.map((one) => [`${one.store} ${one.id}`, one]))
  return [...each.values()].filter(({ store, id }) => !known[store].has(id)).slice(0, atMost)
}

type Items = ReadonlyMap<string, MediaItem>

function smallOf(item: MediaItem, items: Items): readonly Wanted[] {
  if (!item.thumbnail_url) return []
  return [{ store: 'pictures', id: pictureKey(item, items), address: item.thumbnail_url }]
}

/** Includes the undrawn version of a drawn photo, for further drawing. */
function largeOf(item: MediaItem, items: Items): readonly Wanted[] {
  if (!item.content_type.startsWith('image/')) return []
  const shown: Wanted = { store: 'shown', id: pictureKey(item, items), address: item.url }
  const unmarked = item.drawing?.unmarked_url
  return unmarked ? [shown, { store: 'shown', id: plainKey(item.id, items), address: unmarked }] : [shown]
}

/** Returns null if the picture is unavailable, or 'stop' if the network failed or the addresses expired. */
async function fetched(address: string): Promise<{ bytes: ArrayBuffer; type: string } | null | 'stop'> {
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(patience) })
    if ([401, 403, 410, 429].includes(answer.status) || answer.status >= 500) return 'stop'
    const type = answer.headers.get('content-type') ?? ''
    return answer.ok ? { bytes: await answer.arrayBuffer(), type } : null
  } catch {
    // No network: leave the rest for the next time.
    return 'stop'
  }
}

/** Resolves when no entry is being sent, so that sending has the whole bandwidth. */
async function nothingLeaves(account: string): Promise<void> {
  for (;;) {
    const change = Promise.withResolvers<void>()
    const forget = subscribe(account, ({ kind }) => kind === 'queue' && change.resolve())
    try {
      if ((await sending(account)) === 0) return
      await change.promise
    } finally {
      forget()
    }
  }
}

function sending(account: string): Promise<number> {
  return onDevice(() =>
    db.outbox
      .where({ account })
      .and(({ state }) => state === 'sending')
      .count(),
  )
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, 50)
  })
}
