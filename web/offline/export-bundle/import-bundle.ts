import { templateDetails } from '#contract/templates/templates.ts'
import { call } from '#web/lib/http/call.ts'
import { hasTemplate, putSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { newEntry } from '../operations/entries.ts'
import { bundledEntries, bundleKey } from '../store/bundled-entries.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { logError } from '../store/journal.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { AnswerRow, Bytes, FileRow } from '../store/rows.ts'
import { changesIn, type Manifest, type Member, type MemberRole } from './manifest.ts'
import { type OpenBundle, openBundle } from './open-bundle.ts'

export interface ImportResult {
  /** Number of changes that are new to this device; each answer and file counts as one. */
  readonly added: number
  /** Number of changes that this device had, or has already sent. */
  readonly known: number
}

/**
 * Adds another device's unsent entries to this queue, under the same keys, so the server applies each once.
 * Existing rows stay. Stores bytes first, then all rows in one transaction.
 */
export async function importBundle(account: string, file: Blob): Promise<ImportResult> {
  const bundle = await openBundle(account, file)
  try {
    const fresh = await onDevice(() =>
      db.transaction('r', [db.outbox, db.kept], () => freshEntries(account, bundle.manifest)),
    )
    const small = await keepBytes(account, bundle, fresh)
    const added = await onDevice(() => putRows(account, bundle.manifest, small))
    await fetchTemplates(account, bundle.manifest).catch(logError('bundle templates'))
    for (const { detail } of bundle.manifest.surveys) publish(account, { kind: 'changed', survey: detail.id })
    publish(account, { kind: 'queue', now: true })
    const ids = bundle.manifest.entries.map(({ id }) => id)
    return { added, known: changesIn(bundle.manifest, ids) - added }
  } finally {
    await bundle.close().catch(logError('import bundle'))
  }
}

/** Returns ids of entries that are neither queued here nor in an earlier bundle. */
async function freshEntries(account: string, { entries }: Manifest): Promise<ReadonlySet<string>> {
  const ids = entries.map(({ id }) => id)
  const waiting = await db.outbox.where('id').anyOf(ids).toArray()
  const known = new Set([...waiting.map(({ id }) => id), ...(await bundledEntries(account))])
  return new Set(ids.filter((id) => !known.has(id)))
}

type Small = ReadonlyMap<string, Bytes>
const keyOf = (role: MemberRole, id: string) => `${role} ${id}`

/** Stores large bytes one by one, and returns thumbnails, which go into rows. */
async function keepBytes(
  account: string,
  { manifest, read }: OpenBundle,
  fresh: ReadonlySet<string>,
): Promise<Small> {
  const files = new Map(manifest.files.map((row) => [row.id, row]))
  const drawings = new Map(manifest.drawings.map((row) => [row.id, row]))
  const plans = new Map(manifest.plans.map((row) => [row.id, row]))
  const small = new Map<string, Bytes>()
  for (const member of manifest.members) {
    const file = files.get(member.id)
    const drawing = drawings.get(member.id)
    const plan = plans.get(member.id)
    const entry = file?.upload ?? drawing?.entry ?? plan?.id
    const survey = file?.survey ?? drawing?.survey ?? plan?.survey
    if (!entry || !survey || !fresh.has(entry)) continue
    const bytes = { bytes: await read(member), type: member.type }
    const id = member.role === 'drawing' ? entry : member.id
    if (isLarge(member)) {
      const store = member.role === 'plan' ? db.planPictures : db.blobs
      await onDevice(() => store.put({ account, survey, id, ...bytes }))
    } else small.set(keyOf(member.role, member.id), bytes)
  }
  return small
}

function isLarge({ role }: Member): boolean {
  return role === 'bytes' || role === 'drawing' || role === 'plan'
}

const stores = () => [
  db.outbox,
  db.answers,
  db.files,
  db.drawings,
  db.plans,
  db.copies,
  db.subSections,
  db.kept,
]

function putRows(account: string, manifest: Manifest, small: Small): Promise<number> {
  return db.transaction('rw', stores(), async () => {
    const fresh = await freshEntries(account, manifest)
    for (const survey of manifest.surveys) {
      if (await db.copies.get([account, survey.detail.id])) continue
      await putSurvey(account, survey.detail)
      await db.copies.update([account, survey.detail.id], { syncedAt: survey.syncedAt })
    }
    for (const { problem, ...entry } of manifest.entries) {
      if (!fresh.has(entry.id)) continue
      const state = problem === null ? ('waiting' as const) : ('parked' as const)
      // `openBundle` has validated name and payload.
      const given = { ...entry, state, problem, parcel: manifest.id } as unknown as OutboxRow
      await db.outbox.add(newEntry(account, given))
    }
    for (const row of manifest.answers)
      if (fresh.has(row.entry)) await putAnswer({ account, ...row, conflict: null })
    const sizes = new Map(manifest.members.map(({ role, id, size }) => [keyOf(role, id), size]))
    await db.files.bulkPut(
      manifest.files
        .filter(({ upload }) => fresh.has(upload))
        .map((row) => fileRow(account, row, sizes.get(keyOf('bytes', row.id)) ?? 0, small)),
    )
    for (const row of manifest.drawings) {
      const known = await db.drawings.get([account, row.id])
      if (!fresh.has(row.entry) || (known && known.drawnAt >= row.drawnAt)) continue
      const thumbnail = small.get(keyOf('drawing-thumbnail', row.id)) ?? null
      await db.drawings.put({ account, ...row, thumbnail })
    }
    for (const row of manifest.plans) {
      if (!fresh.has(row.id)) continue
      await db.plans.put({ account, ...row, thumbnail: small.get(keyOf('plan-thumbnail', row.id)) ?? null })
    }
    if (fresh.size > 0) {
      const value = manifest.entries.map(({ id }) => id)
      await db.kept.put({ account, id: bundleKey(manifest.id), value })
    }
    return changesIn(manifest, fresh)
  })
}

/** Stores an answer unless this device has an unsent or later one. The server merges them. */
async function putAnswer(row: AnswerRow): Promise<void> {
  const known = await db.answers.get([row.account, row.id])
  if (known && (known.entry !== '' || Date.parse(known.editedAt) > Date.parse(row.editedAt))) return
  const baseRevision = Math.max(row.baseRevision, known?.baseRevision ?? 0)
  await db.answers.put({ ...row, baseRevision })
}

function fileRow(account: string, row: Manifest['files'][number], size: number, small: Small): FileRow {
  return {
    account,
    ...row,
    stage: 'ready',
    size,
    thumbnail: small.get(keyOf('thumbnail', row.id)) ?? null,
    poster: small.get(keyOf('poster', row.id)) ?? null,
  }
}

/** Downloads templates, which forms need. Without a network, they come with the survey. */
async function fetchTemplates(account: string, { surveys }: Manifest): Promise<void> {
  for (const id of new Set(surveys.map(({ detail }) => detail.survey_template_id))) {
    if (await hasTemplate(account, id)) continue
    const template = await call(templateDetails, { query: { survey_template_id: id } })
    if (!template.ok) return
    await rememberTemplate(account, template.reply.survey_template_details.data.attributes)
  }
}
