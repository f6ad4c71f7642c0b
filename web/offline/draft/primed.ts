import { holdSurvey } from '../store/forget-survey.ts'
import type { Draft } from './draft.ts'
import { draftOnDevice } from './open-draft.ts'

export interface Primed {
  readonly draft: Draft
  /** Ends the hold that keeps the survey on the device. */
  readonly release: () => void
}

/** Who has left before the form was drawn does not keep the survey open. */
const keptFor = 10_000

let primed: { readonly account: string; readonly survey: string; readonly given: Primed } | null = null

/** Opens the survey from the device ahead of its form; where it is not there, the form opens it itself. */
export async function primeDraft(account: string, survey: string): Promise<Draft | null> {
  const release = await holdSurvey(survey)
  // The form opens it itself, and says what is wrong.
  const draft = await draftOnDevice(account, survey).catch(() => null)
  if (!draft) {
    release()
    return null
  }
  const given = { draft, release }
  primed = { account, survey, given }
  setTimeout(() => {
    if (!claimPrimed(given)) return
    draft.close()
    release()
  }, keptFor)
  return draft
}

/** What was opened ahead; a form that is drawn with it claims it then. */
export function primedDraft(account: string, survey: string): Primed | null {
  return primed?.account === account && primed.survey === survey ? primed.given : null
}

/** Once: whoever claims it closes it. */
export function claimPrimed(given: Primed): boolean {
  if (primed?.given !== given) return false
  primed = null
  return true
}
