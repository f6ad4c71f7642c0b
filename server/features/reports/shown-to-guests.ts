import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { ReportDocument } from '#survey/report.ts'

/** Ids of the files that a guest's report shows. */
export interface ShownFiles {
  readonly media: ReadonlySet<string>
  readonly plans: ReadonlySet<string>
}

const keptSurveys = 200
const known = new Map<string, { readonly version: string; readonly shown: Promise<ShownFiles> }>()

/**
 * Returns the files that guests may open. Addresses of hidden files stop working, including those issued
 * earlier. Cached per state of the survey, because a page of fifty photos makes fifty requests.
 */
export async function shownToGuests(
  db: Db,
  surveyId: string,
  guestsReport: () => Promise<ReportDocument>,
): Promise<ShownFiles> {
  const version = await versionOf(db, surveyId)
  const held = known.get(surveyId)
  if (held?.version === version) return held.shown
  const shown = guestsReport().then(shownIn)
  known.delete(surveyId)
  known.set(surveyId, { version, shown })
  for (const oldest of known.keys()) {
    if (known.size <= keptSurveys) break
    known.delete(oldest)
  }
  shown.catch(() => known.delete(surveyId))
  return shown
}

function shownIn({ sections, plans }: ReportDocument): ShownFiles {
  const rows = sections.flatMap(({ parts }) => parts.flatMap((part) => part.rows))
  return {
    media: new Set(rows.flatMap(({ figures }) => figures.map(({ mediaId }) => mediaId))),
    plans: new Set(plans.map(({ planId }) => planId)),
  }
}

/**
 * Returns the id of the newest event. Each write records one, and the newest event of a survey is never
 * deleted.
 */
async function versionOf(db: Db, surveyId: string): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    select max(id)::text as version from survey_event where survey_id = ${surveyId}`.execute(db)
  return rows[0]?.version ?? ''
}
