import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ShownPlan } from '../media/plan-item.ts'
import { changedOnWire } from '../surveys/changed-since-submission.ts'
import { ShownSubSection } from '../surveys/shown-section.ts'
import { Status } from '../surveys/surveys.ts'
import { Capability, exactly, Id } from '../wire.ts'
import { ReportWire } from './reports.ts'

/** A page takes about ten calls, and an office shares one address. */
const rates = [{ limit: limits.guestCalls, seconds: 60, by: 'address' }] as const

/** `guest_survey_id` is the link's `link_share_id`. A `link_token`, if sent, must be the link's own. */
const Held = { guest_survey_id: Capability, link_token: z.optional(Capability) }

/** For calls that also accept it at the end of their path. */
const HeldInPath = z.object({ guest_survey_id: z.optional(Capability) })
const HeldAnywhere = exactly({ ...Held, guest_survey_id: z.optional(Capability) })

const SurveyInfo = z.object({
  id: z.string(),
  survey_name: z.string(),
  date_created: z.string(),
  last_edited: z.string(),
  time_zone: z.nullable(z.string()),
  created_by: z.string(),
  owner: z.string(),
  progress: z.string(),
  /** 'Completed' once submitted. */
  status: Status,
  ...changedOnWire,
  attached_photo_files: z.number(),
  attached_video_files: z.number(),
  total_uploaded_files: z.number(),
  /** Empty if the survey's report shows no pictures. */
  plans: z.array(ShownPlan),
})

export const guestInfo = endpoint({
  name: 'guests.info',
  method: 'GET',
  path: '/bx_block_dashboardguests/dashboard_guests/guest_survey_info',
  aliases: ['/guest_survey_info'],
  summary: 'Basic info of a shared survey',
  access: 'guest',
  rates,
  whole: true,
  query: exactly(Held),
  reply: z.object({ data: z.object({ id: z.string(), type: z.string(), attributes: SurveyInfo }) }),
})

export const guestNavigation = endpoint({
  name: 'guests.navigation',
  method: 'GET',
  path: '/bx_block_dashboardguests/dashboard_guests/navigation_menu',
  summary: 'Sections and sub-sections of a shared survey',
  access: 'guest',
  rates,
  whole: true,
  query: exactly(Held),
  reply: z.object({
    data: z.object({
      user_survey_navigation_menu: z.object({
        user_survey_sections: z.array(
          z.object({
            id: Id,
            survey_section_name: z.string(),
            user_survey_sub_sections: z.array(
              z.object({
                id: Id,
                survey_sub_section_name: z.string(),
                /**
                 * The displayed name besides that: the surveyor's title, else the identity, such as '107'.
                 */
                survey_sub_section_title: z.optional(z.string()),
              }),
            ),
          }),
        ),
      }),
    }),
  }),
})

export const guestSection = endpoint({
  name: 'guests.section',
  method: 'GET',
  path: '/bx_block_dashboardguests/dashboard_guests/guest_survey_section_sub_section_detailed_info',
  aliases: ['/guest_survey_section_sub_section_detailed_info'],
  summary: 'One section of a shared survey with values and media',
  access: 'guest',
  rates,
  whole: true,
  query: exactly({ ...Held, guest_survey_section_id: Id }),
  reply: z.object({
    data: z.object({
      id: Id,
      type: z.string(),
      attributes: z.object({
        id: Id,
        user_survey_id: z.string(),
        user_survey_section_name: z.string(),
        is_subsection_present: z.boolean(),
        is_first: z.boolean(),
        is_last: z.boolean(),
        user_survey_sub_sections: z.array(ShownSubSection),
        survey_template_details: z.object({ checkbox_1: z.boolean(), checkbox_2: z.boolean() }),
      }),
    }),
  }),
  fails: ['survey.partNotFound'],
})

export const guestZip = endpoint({
  name: 'guests.zip',
  method: 'GET',
  path: '/bx_block_dashboardguests/dashboard_guests/guest_survey_uploaded_files',
  aliases: [
    '/guest_survey_uploaded_files',
    '/bx_block_dashboardguests/dashboard_guests/guest_survey_uploaded_files/{guest_survey_id}',
  ],
  summary: 'A signed address that streams the shared files as a zip',
  access: 'guest',
  rates,
  params: HeldInPath,
  query: HeldAnywhere,
  reply: z.object({ data: z.object({ uploaded_files_winzip: z.string() }) }),
})

export const guestPdfDetails = endpoint({
  name: 'guests.pdfDetails',
  method: 'GET',
  path: '/bx_block_saveaspdf2/survey_pdf/guest_survey_pdf_details',
  aliases: ['/bx_block_saveaspdf2/survey_pdf/guest_survey_pdf_details/{guest_survey_id}'],
  summary: 'A shared survey as a report',
  access: 'guest',
  rates,
  whole: true,
  params: HeldInPath,
  query: HeldAnywhere,
  reply: z.object({ data: z.object({ id: z.string(), type: z.string(), attributes: ReportWire }) }),
})

export const guestPdfDownload = endpoint({
  name: 'guests.pdfDownload',
  method: 'GET',
  path: '/bx_block_saveaspdf2/survey_pdf/guest_survey_pdf_download',
  aliases: ['/bx_block_saveaspdf2/survey_pdf/guest_survey_pdf_download/{guest_survey_id}'],
  summary: 'A signed address that streams the shared PDF',
  access: 'guest',
  rates,
  params: HeldInPath,
  query: HeldAnywhere,
  reply: z.object({ data: z.object({ url: z.string() }) }),
})
