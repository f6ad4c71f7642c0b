import * as z from 'zod/mini'
import { CodeSent } from '../accounts/code-sent.ts'
import { GivenCode } from '../accounts/entry-bodies.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { atEitherPlace } from '../rules/at-either-place.ts'
import { CompanyName } from '../rules/company.ts'
import { OptionalEmail } from '../rules/email.ts'
import { FirstName, LastName } from '../rules/name.ts'
import { GuestPhone } from '../rules/phone.ts'
import { plainText } from '../rules/plain-text.ts'
import { required } from '../rules/required.ts'
import { Done, record, single } from '../wire.ts'

/** A page takes several calls, and an office shares one address. */
const rates = [{ limit: limits.guestCalls, seconds: 60, by: 'address' }] as const

/** Sends a code to any number. Only the recipient of the code learns whether anything was shared with it. */
export const sendGuestCode = endpoint({
  name: 'guestDashboard.sendCode',
  method: 'POST',
  path: '/bx_block_login/logins/send_login_otp',
  summary: 'Send a one-time code by SMS, to log in as a guest',
  access: 'public',
  body: atEitherPlace({
    /** Exactly ten digits. */
    phone_number: z.optional(GuestPhone),
    full_phone_number: z.optional(GuestPhone),
  }),
  reply: CodeSent,
  fails: ['guest.phoneMissing', 'phone.notServed', 'request.tooMany'],
  replayable: false,
})

/** The code is in the body, where no access log records it; its token is there or in the header. */
export const guestLogIn = endpoint({
  name: 'guestDashboard.logIn',
  method: 'PUT',
  path: '/bx_block_login/logins/otp_login',
  summary: 'Log in as a guest by the code; begins a session that opens nothing of an account',
  access: 'public',
  body: atEitherPlace({
    otp_code: z.optional(GivenCode),
    pin: z.optional(GivenCode),
    token: z.optional(z.string().check(z.maxLength(200, 'entry.codeNotValid'))),
  }),
  reply: z.object({
    data: record(z.object({ phone_number: z.string(), expires_at: z.string() })),
    meta: z.object({
      /** For the header `token` of a guest's calls. */
      token: z.string(),
    }),
  }),
  fails: ['code.wrong', 'request.tooMany'],
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'tries' }],
  replayable: false,
})

export const guestLogOut = endpoint({
  name: 'guestDashboard.logOut',
  method: 'DELETE',
  path: '/bx_block_dashboardguests/logout',
  summary: 'End this guest session',
  access: 'phoneGuest',
  rates,
  reply: Done,
  replayable: false,
})

export const guestCompanies = endpoint({
  name: 'guestDashboard.companies',
  method: 'GET',
  path: '/bx_block_dashboardguests/companies',
  summary: 'The companies that shared a report with this number',
  access: 'phoneGuest',
  rates,
  reply: z.object({
    data: z.array(
      record(
        z.object({
          /** The sharing account's company, or its name if it has none. */
          company_name: z.string(),
          reports: z.number(),
        }),
      ),
    ),
  }),
})

const SharedReport = z.object({
  survey_name: z.string(),
  company_id: z.string(),
  company_name: z.string(),
  shared_by: z.string(),
  shared_at: z.string(),
  date_created: z.string(),
  last_edited: z.string(),
  time_zone: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
  /** Parameter of the guest's calls about the report. */
  guest_survey_id: z.string(),
  /** The page of the report. */
  shareable_link: z.string(),
})

/** Revoked, replaced and expired links are missing from the next reply. */
export const guestPortfolio = endpoint({
  name: 'guestDashboard.portfolio',
  method: 'GET',
  path: '/bx_block_dashboardguests/portfolio',
  summary: 'The reports that were shared with this number, the newest first',
  access: 'phoneGuest',
  rates,
  reply: z.object({ data: z.array(record(SharedReport)) }),
})

const GuestRecord = z.object({
  phone_number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company_name: z.string(),
  email: z.string(),
  note: z.string(),
  attachment: z.nullable(z.object({ file_name: z.string(), content_type: z.string(), size: z.number() })),
})

export const guestRecord = endpoint({
  name: 'guestDashboard.record',
  method: 'GET',
  path: '/bx_block_dashboardguests/dashboard_guests',
  summary: 'What this guest wrote of themselves; null where nothing yet',
  access: 'phoneGuest',
  rates,
  reply: z.object({ data: z.nullable(record(GuestRecord)) }),
})

/** One record per number; a later call replaces it. A file is needed only to add or replace one. */
export const saveGuestRecord = endpoint({
  name: 'guestDashboard.saveRecord',
  method: 'POST',
  path: '/bx_block_dashboardguests/dashboard_guests',
  summary: 'Write down who this guest is, with at most one photo or PDF',
  access: 'phoneGuest',
  upload: 'multipart',
  rates: [{ limit: limits.guestRecordsSaved, seconds: 600, by: 'address' }],
  body: z.object({
    first_name: z.pipe(z.string(required('accounts.firstNameBlank')), FirstName),
    last_name: z.pipe(z.string(required('accounts.lastNameBlank')), LastName),
    company_name: z._default(CompanyName, ''),
    email: z._default(OptionalEmail, ''),
    note: z._default(
      z
        .string()
        .check(z.overwrite(plainText), z.trim(), z.maxLength(limits.descriptionMax, 'common.invalid')),
      '',
    ),
    /** Removes the file, unless a new one is sent. */
    remove_attachment: z.optional(z.enum(['true', 'false'], 'common.invalid')),
  }),
  reply: single(GuestRecord),
  fails: ['guestFile.wrongType', 'guestFile.tooMany', 'media.photoTooLarge'],
  replayable: false,
})

export const removeGuestRecord = endpoint({
  name: 'guestDashboard.removeRecord',
  method: 'DELETE',
  path: '/bx_block_dashboardguests/dashboard_guests',
  summary: 'Delete what this guest wrote of themselves, with its file',
  access: 'phoneGuest',
  rates,
  reply: Done,
  replayable: false,
})

export const guestAttachment = endpoint({
  name: 'guestDashboard.attachment',
  method: 'GET',
  path: '/bx_block_dashboardguests/dashboard_guests/attachment',
  summary: "The bytes of this guest's own file, for saving",
  access: 'phoneGuest',
  rates,
})
