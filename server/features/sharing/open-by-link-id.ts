import * as z from 'zod/mini'
import { Id } from '#contract/wire.ts'
import type { Db } from '#server/context.ts'
import { openSurvey, type Reader } from '#server/features/surveys/access.ts'
import { fail } from '#server/http/failure.ts'
import { findLink } from './data.ts'

/** The survey that its owner refers to, by its own id or by the id of one of its links. */
export async function openByLinkId(
  db: Db,
  reader: Reader,
  named: string,
  locking: { readonly lock?: boolean } = {},
) {
  const surveyId = z.safeParse(Id, named).success ? named : (await findLink(db, named))?.survey_id
  return surveyId === undefined ? fail('survey.notFound') : openSurvey(db, reader, surveyId, 'own', locking)
}

/** Whether `named` refers to this link. A survey's id refers to its live link. */
export function refersToLink(named: string, linkId: string): boolean {
  return named === linkId || z.safeParse(Id, named).success
}
