import type { Context, Db } from '#server/context.ts'
import { expectedSize } from '#server/features/reports/pdf/render-cost.ts'
import { renderQueued } from '#server/features/reports/render-queue.ts'
import { loadReportPdf } from '#server/features/reports/report-pdf.ts'
import type { Spooled } from '#server/files/spool.ts'
import { fail, Refused } from '#server/http/failure.ts'
import { inReadersLanguage } from './in-readers-language.ts'
import type { VerifiedTicket } from './verify-ticket.ts'

interface Asked {
  readonly survey: {
    readonly surveyId: string
    readonly ownerId: string
    readonly settings: unknown
    readonly bytes: number
  }
  readonly videoPage: string
  readonly use: VerifiedTicket
  readonly ended: AbortSignal
}

interface Call {
  readonly context: Context
  readonly db: Db
  readonly now: Date
}

/** Renders a survey's PDF when the queue admits the reader. */
export function renderPdf({ context, db, now }: Call, asked: Asked): Promise<Spooled> {
  const { survey, videoPage, use, ended } = asked
  const { holder } = use.ticket
  return renderQueued(context, {
    holder,
    ended,
    // The size is part of the key, so a shortened survey may be tried again.
    report: `${survey.surveyId}:${survey.bytes}`,
    expected: expectedSize(survey.bytes),
    load: async () => {
      // The link or session may have ended during the wait.
      if (!(await use.isAuthorized())) throw new Refused(fail('ticket.expired'))
      const { surveyId } = survey
      return inReadersLanguage(db, survey, holder, () =>
        loadReportPdf(context, db, { surveyId, holder, videoPage, now }),
      )
    },
  })
}
