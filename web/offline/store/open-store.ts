import { observable } from '#web/lib/page/observable.ts'
import type { UnsentSurvey } from './second-record/unsent-surveys.ts'

export interface OpenStore {
  readonly identity: string
  /** Its last counted transaction at the time of opening. */
  readonly commit: number
  /** Unsent work of an earlier store that could not be restored, e.g. for lack of space. Its record stays. */
  readonly unrestored?: readonly UnsentSurvey[] | undefined
}

/** The open store, set after lost work was restored; a new object for every open. */
export const openStore = observable<OpenStore | null>(null)
