import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { emailSaying } from '../rules/email.ts'
import { GuestPhone } from '../rules/phone.ts'
import { Capability, Done, exactly, Id } from '../wire.ts'

const Link = z.object({
  shareable_link: z.string(),
  is_link_active: z.boolean(),
  message: z.string(),
  link_token: z.string(),
  link_share_id: z.string(),
  created_at: z.string(),
  ends_at: z.nullable(z.string()),
  views: z.number(),
})

export const generateLink = endpoint({
  name: 'sharing.generateLink',
  method: 'POST',
  path: '/bx_block_survey/link_share/generate_link',
  summary: 'Make a new share link; ends every earlier one',
  access: 'surveyor',
  body: exactly({
    /** The survey's id (decisions §1). */
    link_share_id: Id,
    /** Last moment of the link; absent = no end. */
    ends_at: z.optional(z.nullable(z.iso.datetime({ error: 'common.dateInvalid' }))),
  }),
  reply: z.object({ data: Link }),
  fails: ['survey.ownerOnly', 'survey.notFound', 'link.endPast'],
})

/**
 * For the owner: the survey's live link, or null. For others: verifies the link of the page's address. A
 * link's id alone opens it, as in every guest call (decision 52); a `link_token`, if sent, must be the link's
 * own. The id may be in the path or in the query.
 */
export const activeLink = endpoint({
  name: 'sharing.activeLink',
  method: 'GET',
  path: '/bx_block_survey/link_share/active_link',
  aliases: ['/bx_block_survey/link_share/active_link/{id}'],
  summary: 'The live link, for those who already hold it',
  access: 'anybody',
  params: z.object({ id: z.optional(Capability) }),
  query: exactly({
    link_share_id: z.optional(Capability),
    link_token: z.optional(Capability),
    user_survey_id: z.optional(Id),
  }),
  reply: z.object({
    data: z.object({
      active_link: z.nullable(z.string()),
      link: z.nullable(Link),
      /** For the owner, if the last link has expired. */
      ended_at: z.optional(z.string()),
    }),
  }),
  fails: ['request.tooMany'],
})

/** The survey's own id, as in `generate_link`, or the id of one of its links. */
const SurveyOrLink = Capability

/**
 * Mails or texts the live link to one recipient per call. The reply is the same for any recipient. A link
 * sent to a number also appears for guests who log in with it.
 */
export const sendLink = endpoint({
  name: 'sharing.sendLink',
  method: 'POST',
  path: '/bx_block_survey/link_share/send_link',
  summary: 'Send the live link by email or by text message',
  access: 'surveyor',
  body: exactly({
    link_share_id: SurveyOrLink,
    email: z.optional(emailSaying('sharing.emailNotValid')),
    phone_number: z.optional(GuestPhone),
  }).check(
    z.refine(({ email, phone_number }) => (email === undefined) !== (phone_number === undefined), {
      error: 'sharing.emailNotValid',
      path: ['email'],
    }),
  ),
  reply: Done,
  fails: [
    'survey.ownerOnly',
    'survey.notFound',
    'link.expired',
    'link.proveFirst',
    'phone.notServed',
    'request.tooMany',
  ],
  rates: [{ limit: limits.linksSentPerHour, seconds: 3600, by: 'account' }],
})

export const revokeAccess = endpoint({
  name: 'sharing.revokeAccess',
  method: 'POST',
  path: '/bx_block_survey/link_share/revoke_access',
  summary: 'End all guest access to a survey at once',
  access: 'surveyor',
  body: exactly({ link_share_id: SurveyOrLink }),
  reply: Done,
  fails: ['survey.ownerOnly', 'survey.notFound'],
})
