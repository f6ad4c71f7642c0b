import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ShownPlan } from '../media/plan-item.ts'
import { ChangedSinceSubmission, changedOnWire } from '../surveys/changed-since-submission.ts'
import { ShownSection } from '../surveys/shown-section.ts'
import { DrawnSignature } from '../surveys/signature.ts'
import { Status } from '../surveys/surveys.ts'
import { exactly, Id, single } from '../wire.ts'

const Figure = z.object({
  mediaId: z.string(),
  kind: z.enum(['photo', 'video']),
  label: z.string(),
  caption: z.string(),
  url: z.nullable(z.string()),
  thumbnail_url: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
})

/**
 * The report's properties under the names of the survey's own calls; `owner` and `progress` are the same in
 * both.
 */
const surveyNames = {
  /** For guests, the link's id. */
  id: z.string(),
  survey_name: z.string(),
  date_created: z.string(),
  last_edited: z.string(),
  created_by: z.string(),
  status: z.optional(Status),
  ...changedOnWire,
  /** As many as the report shows. */
  attached_photo_files: z.number(),
  attached_video_files: z.number(),
  total_uploaded_files: z.number(),
  /** Omitted if only the report is requested. */
  user_survey_sections: z.optional(z.array(ShownSection)),
}

/** `survey/report.ts` on the wire, with addresses of its pictures; also contains `surveyNames`. */
export const ReportWire = z.object({
  ...surveyNames,
  surveyId: z.string(),
  name: z.string(),
  owner: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  lastEdited: z.string(),
  progress: z.string(),
  changedSince: z.optional(z.nullable(ChangedSinceSubmission)),
  templateName: z.string(),
  /** IANA name of the report's time zone; null if unset. */
  timeZone: z.nullable(z.string()),
  photoCount: z.number(),
  videoCount: z.number(),
  plans: z.array(ShownPlan),
  sections: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      parts: z.array(
        z.object({
          id: z.string(),
          heading: z.nullable(z.string()),
          rows: z.array(
            z.object({
              answerId: z.string(),
              label: z.string(),
              value: z.string(),
              figures: z.array(Figure),
              signature: z.optional(DrawnSignature),
              place: z.optional(
                z.object({ latitude: z.number(), longitude: z.number(), accuracy: z.nullable(z.number()) }),
              ),
              /** Never sent to guests. */
              internal: z.optional(z.literal(true)),
              /** Copied and not reviewed since. */
              unchecked: z.optional(z.literal(true)),
            }),
          ),
        }),
      ),
    }),
  ),
})
export type ReportDetail = z.infer<typeof ReportWire>

const Ticket = z.object({ data: z.object({ url: z.string() }) })

export const reportDetail = endpoint({
  name: 'reports.detail',
  method: 'GET',
  path: '/bx_block_saveaspdf2/survey_pdf/{id}',
  summary: 'A survey as a report',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id }),
  /** `only=report`: omits the repetition of the answers under the names of the survey's own calls. */
  query: exactly({ only: z.optional(z.literal('report')) }),
  /** `may_review`: the reader may send it back and accept it. */
  reply: single(z.extend(ReportWire, { may_review: z.optional(z.literal(true)) })),
  fails: ['survey.notFound'],
  offline: 'cache',
})

export const reportDownload = endpoint({
  name: 'reports.download',
  method: 'GET',
  path: '/bx_block_saveaspdf2/survey_pdf/{id}/download',
  summary: 'A signed address that streams the PDF',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: Ticket,
  fails: ['survey.notFound'],
})

export const zipDownload = endpoint({
  name: 'reports.zip',
  method: 'GET',
  path: '/bx_block_survey/user_survey_media/download_uploaded_files',
  summary: 'A signed address that streams all files of a survey as a zip',
  access: 'surveyor',
  key: 'export',
  query: exactly({ user_survey_id: Id }),
  reply: z.object({ data: z.object({ uploaded_files_winzip: z.string() }) }),
  fails: ['survey.notFound'],
})

const TicketParams = z.object({ ticket: z.string().check(z.maxLength(1_000)) })

export const pdfFile = endpoint({
  name: 'reports.pdfFile',
  method: 'GET',
  path: '/files/report/{ticket}',
  summary: 'The PDF behind a signed address',
  access: 'ticket',
  params: TicketParams,
  fails: ['ticket.expired', 'survey.notFound', 'report.tooMany', 'report.busy', 'report.tooLarge'],
})

export const zipFile = endpoint({
  name: 'reports.zipFile',
  method: 'GET',
  path: '/files/zip/{ticket}',
  summary: 'The zip behind a signed address',
  access: 'ticket',
  params: TicketParams,
  fails: ['ticket.expired', 'survey.notFound'],
})
