import type { Context, Db } from '#server/context.ts'
import { bytesOfSurvey } from '#server/features/surveys/data.ts'
import type { Holder } from '#server/http/ticket.ts'
import { accountReader, guestReader } from '#server/http/visit.ts'

interface Reading {
  readonly context: Context
  readonly db: Db
  readonly address: string
}

/**
 * Runs work that needs a whole survey once the memory budget allows it. Throws the refusal if it does not.
 */
export async function whileReading<T>(
  { context, db, address }: Reading,
  holder: Holder,
  surveyId: string,
  work: () => Promise<T>,
): Promise<T> {
  const reader = 'link' in holder ? guestReader(holder.link, address) : accountReader(holder.account)
  const bytes = await bytesOfSurvey(db, surveyId)
  const visit = await context.readingRoom.enter(reader, bytes, new AbortController().signal)
  return work().finally(visit.leave)
}
