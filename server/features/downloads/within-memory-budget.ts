import type { Context, Db } from '#server/context.ts'
import { bytesOfSurvey } from '#server/features/surveys/data.ts'
import { accountReader, guestReader } from '#server/http/reserve-memory.ts'
import type { Holder } from '#server/http/ticket.ts'

interface Reading {
  readonly context: Context
  readonly db: Db
  readonly address: string
}

/**
 * Runs work that needs a whole survey once the memory budget allows it. Throws the refusal if it does not.
 */
export async function withinMemoryBudget<T>(
  { context, db, address }: Reading,
  holder: Holder,
  surveyId: string,
  work: () => Promise<T>,
): Promise<T> {
  const reader = 'link' in holder ? guestReader(holder.link, address) : accountReader(holder.account)
  const bytes = await bytesOfSurvey(db, surveyId)
  const reservation = await context.memoryBudget.enter(reader, bytes, new AbortController().signal)
  return work().finally(reservation.leave)
}
