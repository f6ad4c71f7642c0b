import type { SavedSections } from '#contract/surveys.ts'
import type { SaveReply } from '#survey/apply-save-reply.ts'
import { type Conflict, metAgain, stillAsked } from '#survey/conflict.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { noteRecovered } from '../../incoming/recovered.ts'
import { db } from '../../store/database.ts'
import type { EntryOf, OperationReply } from '../../store/outbox-rows.ts'
import type { AnswerRow } from '../../store/rows.ts'

type Save = EntryOf<'surveys.autoSave'>
type Saved = OperationReply<'surveys.autoSave'>['data']['attributes']

export interface AcknowledgedSave {
  readonly reply: SaveReply
  readonly conflicts: readonly { readonly id: string; readonly conflict: Conflict }[]
  /** When each answer that was sent was given, by its id. */
  readonly sentAt: ReadonlyMap<string, string>
  /** Some answers could only be kept aside: their sub-section is gone. */
  readonly recovered: boolean
}

/** Inside the acknowledging transaction: what each answer that was sent has become. */
export async function acknowledgeSave(
  row: Save,
  reply: OperationReply<'surveys.autoSave'>,
): Promise<AcknowledgedSave> {
  const { progress, last_edited, recovered } = reply.data.attributes
  const read = readReply(sentAnswers(row), reply.data.attributes)
  for (const { id, after } of read.rows) {
    const known = await db.answers.get([row.account, id])
    if (known) await db.answers.put(acknowledgeAnswer(known, row.id, after))
  }
  const head = (await db.surveys.get([row.account, row.survey]))?.head
  if (head) await db.surveys.update([row.account, row.survey], { head: { ...head, progress, last_edited } })
  const aside = await db.answers.bulkGet(recovered.map((id): [string, string] => [row.account, id]))
  // What was typed on meanwhile has its own way to the server.
  const kept = aside.filter((known) => known !== undefined).filter(({ entry }) => entry === '')
  if (kept.length > 0) await noteRecovered(row.account, row.survey, kept)
  return { ...read.told, recovered: kept.length > 0 }
}

interface SentAnswer {
  readonly given: AnswerValue
  /** When it was given. */
  readonly at: string
}

interface After {
  readonly revision: number | null
  /** The answer that stands where it is not the one sent. */
  readonly stands: AnswerValue | null
  readonly conflict: Conflict | null
  /** What was sent. */
  readonly sent: AnswerValue
}

/** Newer typing keeps waiting; it was built on what has just been saved, so its base moves up with it. */
function acknowledgeAnswer(known: AnswerRow, entry: string, after: After): AnswerRow {
  const revision = after.revision ?? known.baseRevision
  if (known.entry === '') return behind(known, after)
  if (known.entry !== entry && after.stands) return known
  if (known.entry !== entry) {
    const asked = after.conflict ? stillAsked(askedNow(known, after), known) : known.conflict
    return { ...known, baseRevision: revision, conflict: asked }
  }
  // Asked until the person has chosen, whatever is typed and saved meanwhile.
  const conflict = askedNow(known, after)
  // The mark belongs to the value that gave way.
  const copiedFrom = after.stands ? null : (known.copiedFrom ?? null)
  return {
    ...known,
    ...after.stands,
    copiedFrom,
    baseRevision: revision,
    entry: '',
    conflict,
  }
}

/** Words that another device typed and this one sent (a parcel), behind those of this one that are saved already. */
function behind(known: AnswerRow, after: After): AnswerRow {
  const { revision, stands, sent } = after
  const asked = askedNow(known, after)
  if (revision === null || revision <= known.baseRevision) return { ...known, conflict: asked }
  return { ...known, ...(stands ?? sent), copiedFrom: null, baseRevision: revision, conflict: asked }
}

function askedNow({ conflict }: AnswerRow, after: After): Conflict | null {
  return after.conflict ? metAgain(conflict, after.conflict) : conflict
}

/** An answer that is named in `saved` stands; one that is only in `conflicts` gave way to another device's. */
function readReply(
  sent: ReadonlyMap<string, SentAnswer>,
  { saved, conflicts }: Pick<Saved, 'saved' | 'conflicts'>,
): {
  readonly told: Omit<AcknowledgedSave, 'recovered'>
  readonly rows: readonly { readonly id: string; readonly after: After }[]
} {
  const revisions = new Map(saved.map(({ id, revision }) => [id, revision]))
  const clashes = conflicts.flatMap((clash) => {
    const own = sent.get(clash.id)?.given
    const other = { value: clash.field_value, values: clash.field_value_multiple }
    if (!own) return []
    const stands = revisions.has(clash.id) ? ('own' as const) : ('other' as const)
    const conflict: Conflict = {
      stands,
      own,
      other,
      otherBy: clash.edited_by ?? '',
      otherAt: clash.edited_at ?? null,
      revision: clash.revision,
    }
    return [{ id: clash.id, revision: clash.revision, conflict }]
  })
  const clashOf = new Map(clashes.map((clash) => [clash.id, clash]))
  const rows = [...sent].map(([id, { given }]) => {
    const clash = clashOf.get(id)
    const lost = clash?.conflict.stands === 'other'
    return {
      id,
      after: {
        revision: (lost ? clash.revision : revisions.get(id)) ?? null,
        stands: lost ? clash.conflict.other : null,
        conflict: clash?.conflict ?? null,
        sent: given,
      },
    }
  })
  const sentAt = new Map([...sent].map(([id, { at }]) => [id, at]))
  return { rows, told: { reply: saveReply(saved, clashes), conflicts: clashes, sentAt } }
}

function saveReply(
  saved: Saved['saved'],
  clashes: readonly { id: string; revision: number; conflict: Conflict }[],
): SaveReply {
  const overruled = clashes.filter(({ conflict }) => conflict.stands === 'other')
  return {
    saved,
    overruled: overruled.map(({ id, revision, conflict }) => ({ id, revision, ...conflict.other })),
  }
}

function sentAnswers({ input }: Save): ReadonlyMap<string, SentAnswer> {
  // As `savePayload` wrote it: nothing in it is left to defaults.
  const sections = (input?.body.user_survey_sections_attributes ?? []) as SavedSections
  return new Map(
    sections.flatMap((section) =>
      section.user_survey_sub_sections_attributes.flatMap((part) =>
        part.user_survey_sub_section_details_attributes.map(
          (detail) =>
            [
              detail.id,
              {
                given: { value: detail.field_value ?? '', values: detail.field_value_multiple ?? [] },
                at: detail.edited_at ?? '',
              },
            ] as const,
        ),
      ),
    ),
  )
}
