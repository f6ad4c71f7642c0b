import type { Survey } from '#survey/survey.ts'
import { Draft } from './draft.ts'

/** A survey that is tried and not kept: nothing of it comes to the device's store or to the server. */
export function triedDraft(account: string, survey: Survey): Draft {
  return new Draft(account, {
    survey,
    items: new Map(),
    files: new Map(),
    drawings: new Map(),
    planFiles: new Map(),
    answers: new Map(),
    outbox: [],
    recovered: [],
    role: 'owner',
    earlierTemplates: [],
    rows: null,
  })
}
