import { limits } from '#contract/limits.ts'
import { type MovePlan, moveSurveys, undoMove } from '#contract/surveys/survey-moves.ts'
import { call, type Failure } from '#web/lib/http/call.ts'

/** Summed effects of moving many surveys. */
export interface Totals {
  readonly kept: number
  readonly moved: number
  readonly back: number
  readonly earlier: number
  readonly not_offered: number
  readonly added: MovePlan['added']
  /** Number of surveys in which answers lose their place. */
  readonly losing: number
}

/** Results and failures by survey id. */
export interface Outcome<Done> {
  readonly done: readonly Done[]
  readonly failed: ReadonlyMap<string, string>
}

type Planned = { readonly id: string; readonly move: string | null; readonly plan: MovePlan }
type OnProgress = (done: number) => void

/** Surveys to move to the same version. */
export interface MoveTarget {
  readonly templateId: string
  readonly ids: readonly string[]
}

/** Plans or runs the moves of many surveys in batches of the server's limit. */
export async function moveMany(
  towards: readonly MoveTarget[],
  { dryRun, onProgress }: { readonly dryRun: boolean; readonly onProgress: OnProgress },
): Promise<Outcome<Planned>> {
  const done: Planned[] = []
  const failed = new Map<string, string>()
  let asked = 0
  for (const { templateId, batch } of towards.flatMap(batchesOf)) {
    const together = await move(batch, templateId, dryRun)
    if (!isFailure(together)) done.push(...together)
    else if (together.status === 0 || together.status === 429 || together.status >= 500)
      for (const id of batch) failed.set(id, together.message)
    else {
      // A batch moves completely or not at all. Retry one by one, so a deleted survey can't block the others.
      for (const id of batch) {
        const alone = await move([id], templateId, dryRun)
        if (isFailure(alone)) failed.set(id, alone.message)
        else done.push(...alone)
      }
    }
    asked += batch.length
    onProgress(asked)
  }
  return { done, failed }
}

function batchesOf({ templateId, ids }: MoveTarget) {
  const size = limits.surveysMovedMax
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ({
    templateId,
    batch: ids.slice(at * size, (at + 1) * size),
  }))
}

export async function undoMany(moves: readonly string[], onProgress: OnProgress): Promise<Outcome<string>> {
  const done: string[] = []
  const failed = new Map<string, string>()
  for (const [index, id] of moves.entries()) {
    const result = await call(undoMove, { params: { id } })
    if (result.ok) done.push(id)
    else failed.set(id, result.message)
    onProgress(index + 1)
  }
  return { done, failed }
}

export function totalsOf(plans: readonly MovePlan[]): Totals {
  const sum = (key: 'kept' | 'moved' | 'back' | 'earlier' | 'not_offered') =>
    plans.reduce((total, plan) => total + plan[key], 0)
  const added = new Map(
    plans.flatMap((plan) => plan.added).map((one) => [`${one.section_name} ${one.field_name}`, one]),
  )
  return {
    kept: sum('kept'),
    moved: sum('moved'),
    back: sum('back'),
    earlier: sum('earlier'),
    not_offered: sum('not_offered'),
    added: [...added.values()],
    losing: plans.filter(({ earlier }) => earlier > 0).length,
  }
}

async function move(
  ids: readonly string[],
  templateId: string,
  dryRun: boolean,
): Promise<readonly Planned[] | Failure> {
  const body = { survey_ids: [...ids], survey_template_id: templateId, dry_run: dryRun }
  const result = await call(moveSurveys, { body })
  if (!result.ok) return result
  return result.reply.data.map(({ id, attributes: { move_id, plan } }) => ({ id, move: move_id, plan }))
}

function isFailure(result: readonly Planned[] | Failure): result is Failure {
  return 'ok' in result
}
