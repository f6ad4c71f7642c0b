import type { LoadedSurvey } from './load-survey.ts'

/** Returns the server's messages about rejected answers and uploads, by answer id. */
export function rejectionsIn({ outbox, answers }: LoadedSurvey): ReadonlyMap<string, string> {
  const parked = new Map(outbox.filter(({ state }) => state === 'parked').map((row) => [row.id, row]))
  return new Map([
    ...[...answers.values()].flatMap(({ id, entry }) => {
      const row = parked.get(entry)
      return row ? [[id, row.problem ?? ''] as const] : []
    }),
    ...[...parked.values()].flatMap(({ answer, problem }) =>
      answer ? [[answer, problem ?? ''] as const] : [],
    ),
  ])
}
