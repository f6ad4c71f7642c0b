import { holdSurvey } from '../store/forget-survey.ts'
import type { Draft } from './draft.ts'
import { draftOnDevice } from './open-draft.ts'

export interface PreparedDraft {
  readonly draft: Draft
  /** Ends the hold that protects the survey from removal. */
  readonly release: () => void
}

/** Milliseconds until a prepared draft is closed if no form claims it. */
const keptFor = 10_000

let primed: { readonly account: string; readonly survey: string; readonly given: PreparedDraft } | null = null

/**
 * Opens the survey from the device before its form renders. Returns null if the form has to open it itself.
 */
export async function prepareDraft(account: string, survey: string): Promise<Draft | null> {
  const release = await holdSurvey(survey)
  // The form tries again and reports the error.
  const draft = await draftOnDevice(account, survey).catch(() => null)
  if (!draft) {
    release()
    return null
  }
  const given = { draft, release }
  primed = { account, survey, given }
  setTimeout(() => {
    if (!claimPreparedDraft(given)) return
    draft.close()
    release()
  }, keptFor)
  return draft
}

/** Returns the prepared draft. The form that renders it must claim it. */
export function preparedDraft(account: string, survey: string): PreparedDraft | null {
  return primed?.account === account && primed.survey === survey ? primed.given : null
}

/** Claims the prepared draft; returns false if it was claimed or has expired. The caller must close it. */
export function claimPreparedDraft(given: PreparedDraft): boolean {
  if (primed?.given !== given) return false
  primed = null
  return true
}
