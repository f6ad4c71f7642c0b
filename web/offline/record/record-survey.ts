import { v7 } from 'uuid'
import { omitUndefined } from '#contract/omit-undefined.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import type { SurveyCreation } from '#contract/surveys/survey-creation.ts'
import { firstSection } from '#survey/navigation.ts'
import { newSurvey } from '#survey/survey.ts'
import { surveyToWire } from '#survey/to-wire.ts'
import { knownTimeZone } from '#web/lib/language/format.ts'
import { templateFromWire } from '../../../survey/from-wire.ts'
import { putSurvey } from '../incoming/server-copy.ts'
import { bySeq, mayHaveLeft, newEntry, resetToWaiting } from '../operations/entries.ts'
import { isHeaderChange } from '../operations/header-change.ts'
import { isBlocked } from '../operations/registry.ts'
import { isCreation } from '../operations/survey-creation.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf, type HeaderBody, headerIn, isStatus } from '../store/operation-facts.ts'
import type { EntryOf, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { ListedSurvey } from '../store/rows.ts'
import { discardInTransaction, discardStores } from './discard.ts'

export interface NewSurvey {
  /** Created before the dialog, so that a second press creates no second survey. */
  readonly id: string
  readonly template: string
  readonly name: string
  readonly owner: string
  /** Display name of the author. */
  readonly createdBy: string
}

/**
 * Stores a new survey and its creation entry, which all other entries follow. Returns the id of its first
 * section, or null if the template isn't on this device.
 */
export async function recordCreation(account: string, given: NewSurvey): Promise<string | null> {
  const row = await onDevice(() => db.templates.get([account, given.template]))
  if (!row) return null
  const names = { name: oneLine(given.name), owner: oneLine(given.owner) }
  const at = new Date().toISOString()
  const timeZone = knownTimeZone()
  const survey = newSurvey(templateFromWire(row.detail), {
    id: given.id,
    ...names,
    createdBy: given.createdBy,
    at,
    timeZone,
  })
  const input: PayloadOf<'surveys.create'> = {
    body: {
      id: given.id,
      survey_template_id: given.template,
      survey_name: names.name,
      owner_name: names.owner,
      status: 'Started',
      ...(timeZone !== null && { time_zone: timeZone }),
    },
  }
  await onDevice(() =>
    db.transaction('rw', [db.outbox, db.copies, db.subSections, db.answers], async () => {
      if (await db.copies.get([account, given.id])) return
      await putSurvey(account, surveyToWire(survey, { media: () => [], plans: [], my_role: 'owner' }))
      await db.copies.update([account, given.id], { syncedAt: '' })
      await db.outbox.add(newEntry(account, { survey: given.id, endpoint: 'surveys.create', input }))
    }),
  )
  publishChanged(account, given.id)
  return firstSection(survey)?.id ?? null
}

export type Names = Pick<
  HeaderBody,
  | 'survey_name'
  | 'owner_name'
  | 'checkbox_1'
  | 'checkbox_2'
  | 'show_positions'
  | 'show_internal'
  | 'time_zone'
>

/** Changes names or choices for the report. Updates an unsent entry if there is one. */
export async function recordHeader(account: string, survey: string, change: Names): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', [db.outbox, db.copies], async () => {
      const rows = await db.outbox.where({ account, survey }).sortBy('seq')
      const creation = rows.find(isCreation)
      // New names fix a rejected creation. It gets a new key, because the payload differs.
      if (creation?.state === 'parked') return mendCreation(creation, change)
      const waiting = rows.findLast((row) => isHeaderChange(row) && !isStatus(row))
      if (waiting && isUntouched(waiting)) {
        await db.outbox.update(waiting.seq ?? 0, {
          input: headerInput(survey, { ...headerIn(waiting), ...change }),
          addedAt: new Date().toISOString(),
          ...resetToWaiting,
        })
        return
      }
      await db.outbox.add(
        newEntry(account, { survey, endpoint: 'surveys.submit', input: headerInput(survey, change) }),
      )
    }),
  )
  publishChanged(account, survey)
}

/** Whether the payload may still change, because it was never sent. */
function isUntouched(row: OutboxRow): boolean {
  return row.parcel === undefined && (row.state === 'parked' || !mayHaveLeft(row))
}

async function mendCreation(row: EntryOf<'surveys.create'>, change: Names): Promise<void> {
  // Complete, because `recordCreation` wrote it.
  const body = row.input.body as SurveyCreation
  const survey_name = oneLine(change.survey_name ?? body.survey_name)
  const owner_name = oneLine(change.owner_name ?? body.owner_name)
  const time_zone = change.time_zone ?? body.time_zone
  const input = { body: { ...body, survey_name, owner_name, ...omitUndefined({ time_zone }) } }
  const { parcel: _, ...own } = row
  await db.outbox.put({ ...own, id: v7(), input, attempts: 0, ...resetToWaiting })
  const head = (await db.copies.get([row.account, row.survey]))?.head
  if (head)
    await db.copies.update([row.account, row.survey], {
      head: { ...head, survey_name, owner: owner_name, ...omitUndefined({ time_zone }) },
    })
}

function headerInput(survey: string, change: Names): PayloadOf<'surveys.submit'> {
  const { survey_name, owner_name, ...choices } = change
  return {
    params: { id: survey },
    body: {
      ...choices,
      ...(survey_name !== undefined && { survey_name: oneLine(survey_name) }),
      ...(owner_name !== undefined && { owner_name: oneLine(owner_name) }),
    },
  }
}

/**
 * Queues the deletion after all other entries of the survey, so that a restored survey has everything.
 * Rejected entries and their dependents are discarded. A survey whose creation was rejected is removed
 * completely.
 */
export async function recordDeletion(account: string, survey: string): Promise<void> {
  const input: PayloadOf<'surveys.delete'> = { params: { id: survey } }
  await onDevice(() =>
    db.transaction('rw', discardStores(), async () => {
      const rows = await db.outbox.where({ account, survey }).toArray()
      const refused = await discardInTransaction(
        account,
        rows.filter((row) => row.state === 'parked' || isBlocked(row, rows)),
      )
      if (refused.gone) return
      if (await dropRestore(rows)) return
      await db.outbox.add(newEntry(account, { survey, endpoint: 'surveys.delete', input }))
    }),
  )
  publishChanged(account, survey)
}

/** Undoes a deletion: drops it if it was never sent, otherwise queues a restoration. */
export async function recordRestore(
  account: string,
  { id: survey, attributes }: { readonly id: string; readonly attributes: ListedSurvey },
): Promise<void> {
  const input: PayloadOf<'surveys.restore'> = { params: { id: survey } }
  await onDevice(() =>
    db.transaction('rw', [db.outbox, db.listed, db.copies], async () => {
      const rows = await db.outbox.where({ account, survey }).sortBy('seq')
      const deletion = rows.findLast(isDeletion)
      if (deletion && isUntouched(deletion)) {
        await db.outbox.delete(deletion.seq ?? 0)
        return
      }
      await db.outbox.add(newEntry(account, { survey, endpoint: 'surveys.restore', input }))
      if (await db.listed.get([account, survey])) return
      if (await db.copies.get([account, survey])) return
      await db.listed.put({ account, id: survey, item: attributes })
    }),
  )
  publishChanged(account, survey)
}

/** Drops an unsent restoration. Returns whether a queued deletion remains, so no other is needed. */
async function dropRestore(rows: readonly OutboxRow[]): Promise<boolean> {
  const ends = rows.filter((row) => isDeletion(row) || factsOf(row).survey === 'restores')
  const waiting = ends.filter(({ state }) => state !== 'parked').sort(bySeq)
  const last = waiting.at(-1)
  if (!last) return false
  if (isDeletion(last)) return true
  if (!isUntouched(last)) return false
  await db.outbox.delete(last.seq ?? 0)
  return waiting.slice(-2, -1).some(isDeletion)
}

function isDeletion(row: OutboxRow): boolean {
  return factsOf(row).survey === 'deletes'
}

function publishChanged(account: string, survey: string): void {
  publish(account, { kind: 'changed', survey })
  publish(account, { kind: 'queue', now: true })
}
