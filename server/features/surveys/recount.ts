import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { hideInPart, isSelfContained } from '#survey/logic/self-contained.ts'
import { logicOf } from '#survey/logic/template-logic.ts'
import { mandatoryShare, partShare } from '#survey/progress.ts'
import type { MediaRef, SubSection } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { loadSurvey } from './load.ts'
import { readOwnParts } from './parts.ts'

export interface StoredCounts {
  readonly filled: number
  readonly fillable: number
}

/** An answer that a write changed, with its previous value. */
export interface ChangedAnswer extends AnswerValue {
  readonly id: string
  readonly fieldId: string
  readonly partId: string
  /** Its previous files; absent = unchanged. */
  readonly media?: readonly MediaRef[]
}

/**
 * Returns the progress counts after a write that only counted its own answers. Conditions can make other
 * answers count: those within the same sub-section are counted there, otherwise all are recounted. `changed`:
 * all changed answers; absent = unknown. The caller holds the lock.
 */
export async function recountProgress(
  db: Db,
  survey: { readonly id: string; readonly templateId: string },
  moved: StoredCounts,
  changed?: readonly ChangedAnswer[],
): Promise<StoredCounts> {
  const template = await pinnedTemplate(db, survey.templateId)
  const { hides, mayHide } = logicOf(template)
  const deciding = changed?.filter(({ fieldId }) => mayHide.has(fieldId))
  if (!hides || deciding?.length === 0) return moved
  const { filled, fillable } =
    (deciding && (await movedInParts(db, survey.id, template, moved, deciding))) ??
    (await countedAnew(db, survey.id))
  if (filled === moved.filled && fillable === moved.fillable) return moved
  await db.updateTable('survey').set({ filled, fillable }).where('id', '=', survey.id).execute()
  return { filled, fillable }
}

async function countedAnew(db: Db, surveyId: string): Promise<StoredCounts> {
  const { filled, total } = mandatoryShare(await loadSurvey(db, surveyId))
  return { filled, fillable: total }
}

/** Returns null if one of them affects other sub-sections too. */
async function movedInParts(
  db: Db,
  surveyId: string,
  template: Template,
  moved: StoredCounts,
  deciding: readonly ChangedAnswer[],
): Promise<StoredCounts | null> {
  const bySection = Map.groupBy(deciding, ({ fieldId }) =>
    template.sections.find(({ fields }) => fields.some(({ id }) => id === fieldId)),
  )
  const counts = { ...moved }
  for (const [definition, answers] of bySection) {
    if (!definition || !isSelfContained(template, definition)) return null
    const before = new Map(answers.map((answer) => [answer.id, answer]))
    const partIds = [...new Set(answers.map(({ partId }) => partId))]
    for (const part of await readOwnParts(db, surveyId, definition, partIds)) {
      const earlier = withValues(part, before)
      // Already counted by the write, with each answer as if it were shown.
      const share = (one: SubSection, sign: 1 | -1) => {
        const { filled, total } = partShare(template, one)
        counts.filled += sign * filled
        counts.fillable += sign * total
      }
      share(hideInPart(template, definition, part), 1)
      share(hideInPart(template, definition, earlier), -1)
      share(part, -1)
      share(earlier, 1)
    }
  }
  return counts
}

function withValues(part: SubSection, values: ReadonlyMap<string, ChangedAnswer>): SubSection {
  const answers = part.answers.map((answer) => {
    const { value, values: chosen, media = answer.media } = values.get(answer.id) ?? answer
    return { ...answer, value, values: chosen, media }
  })
  return { ...part, answers }
}
