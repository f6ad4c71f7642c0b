import type { Survey } from '#survey/survey.ts'
import { Draft } from './draft.ts'

/** Returns a draft for a preview: nothing is stored or sent. */
export function previewDraft(account: string, survey: Survey): Draft {
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
