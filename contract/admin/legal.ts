import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { plainText } from '../rules/plain-text.ts'
import { countParam, exactly, Id, ListMeta, record, SearchText } from '../wire.ts'

const paging = {
  page: countParam(1, 1, 1_000_000),
  per_page: countParam(limits.listPageSizeMax, 1, limits.listPageSizeMax),
  search_query: z._default(SearchText, ''),
}

const LegalText = z.object({
  /** HTML with a few harmless tags. */
  description: z.string(),
  /** The same text as Markdown. */
  markdown: z.string(),
  /** 0 = there is no text. */
  version: z.number(),
  created_at: z.string(),
})

const NewText = z.object({
  data: z.object({
    attributes: z.object({
      /** Markdown; HTML in it is stored as text. */
      description: z
        .string('terms.textMissing')
        .check(
          z.overwrite(plainText),
          z.trim(),
          z.minLength(1, 'terms.textMissing'),
          z.maxLength(limits.legalTextMax, 'terms.textTooLong'),
        ),
      /** The version that was edited: rejected if there is a newer one. */
      based_on: z.optional(Id),
    }),
  }),
})

const message = z.object({ message: z.string() })
const rates = [{ limit: 60, seconds: 3600, by: 'account' }] as const

export const latestTerms = endpoint({
  name: 'legal.latestTerms',
  method: 'GET',
  path: '/terms_and_conditions/latest_record',
  aliases: ['/bx_block_terms_and_conditions/terms_and_conditions'],
  summary: 'The terms of use that hold now, as HTML and markdown',
  access: 'public',
  reply: z.object({ terms_and_condition: z.object({ data: record(LegalText) }) }),
  offline: 'cache',
})

export const changeTerms = endpoint({
  name: 'legal.changeTerms',
  method: 'POST',
  path: '/terms_and_conditions/terms_and_conditions',
  aliases: ['/terms_and_conditions/latest_record'],
  summary: 'Write a new version of the terms; everybody is asked again',
  access: 'admin',
  body: NewText,
  reply: z.object({ terms_and_condition: z.object({ data: record(LegalText) }), meta: message }),
  status: 201,
  fails: ['legal.badLink', 'legal.tooMuchMarkup', 'legal.changedMeanwhile'],
  rates,
  bodyBytes: 1024 * 1024,
})

export const listTerms = endpoint({
  name: 'legal.listTerms',
  method: 'GET',
  path: '/bx_block_terms_and_conditions/terms_and_conditions/list',
  aliases: ['/bx_block_terms_and_conditions/list', '/terms_and_conditions/terms_and_conditions'],
  summary: 'All versions of the terms, newest first',
  access: 'surveyor',
  query: exactly({ page: paging.page, per_page: paging.per_page }),
  reply: z.object({
    data: z.array(
      record(
        z.object({
          version: z.number(),
          created_at: z.string(),
          /** Whether the caller has accepted it. */
          is_accepted: z.boolean(),
          /** How many accounts have; for admins only. */
          accepted_count: z.optional(z.number()),
        }),
      ),
    ),
    meta: z.extend(ListMeta, { isAdminUser: z.boolean() }),
  }),
  offline: 'cache',
})

const AcceptedBy = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  full_phone_number: z.string(),
  accepted_on: z.string(),
})

export const termsDetail = endpoint({
  name: 'legal.termsDetail',
  method: 'GET',
  path: '/bx_block_terms_and_conditions/terms_and_conditions/list/{id}',
  aliases: ['/bx_block_terms_and_conditions/list/{id}', '/terms_and_conditions/terms_and_conditions/{id}'],
  summary: 'One version of the terms as markdown; for admins with those who accepted it',
  access: 'surveyor',
  params: z.object({ id: Id }),
  query: exactly(paging),
  reply: z.object({
    data: record(
      z.object({
        /** Markdown. */
        description: z.string(),
        version: z.number(),
        created_at: z.string(),
        is_accepted: z.boolean(),
        /** For admins only; searched and paged by the query. */
        accepted_by: z.optional(z.array(AcceptedBy)),
      }),
    ),
    meta: z.extend(ListMeta, { isAdminUser: z.boolean() }),
  }),
  fails: ['request.notFound'],
  offline: 'cache',
})

export const answerTerms = endpoint({
  name: 'legal.answerTerms',
  method: 'POST',
  path: '/terms_and_conditions/accept_and_reject',
  summary: 'Accept or reject a version of the terms',
  access: 'surveyor',
  body: z.object({ id: Id, is_accepted: z.boolean() }),
  reply: z.object({
    data: record(z.object({ is_accepted: z.boolean(), answered_on: z.string() })),
    meta: message,
  }),
  fails: ['request.notFound'],
  rates,
})

export const termsStanding = endpoint({
  name: 'legal.termsStanding',
  method: 'GET',
  path: '/terms_and_conditions/standing',
  summary: 'Whether the account is to be asked for the terms that hold now',
  access: 'surveyor',
  reply: z.object({
    data: record(
      z.object({
        version: z.number(),
        created_at: z.string(),
        is_accepted: z.boolean(),
        /** The text changed, and the account has not accepted it. */
        must_answer: z.boolean(),
      }),
    ),
  }),
})

export const privacyPolicy = endpoint({
  name: 'legal.privacyPolicy',
  method: 'GET',
  path: '/bx_block_privacy_policy/privacy_policy',
  summary: 'The privacy policy that holds now, as HTML',
  access: 'public',
  reply: z.object({ privacy_policy: z.object({ data: record(LegalText) }) }),
  offline: 'cache',
})

export const changePrivacy = endpoint({
  name: 'legal.changePrivacy',
  method: 'POST',
  path: '/bx_block_privacy_policy/privacy_policy',
  summary: 'Write a new version of the privacy policy',
  access: 'admin',
  body: NewText,
  reply: z.object({ privacy_policy: z.object({ data: record(LegalText) }), meta: message }),
  status: 201,
  fails: ['legal.badLink', 'legal.tooMuchMarkup', 'legal.changedMeanwhile'],
  rates,
  bodyBytes: 1024 * 1024,
})

const group = z.enum(['admin', 'surveyor'])

export const accountGroups = endpoint({
  name: 'legal.accountGroups',
  method: 'GET',
  path: '/account_groups/groups',
  summary: 'The groups of accounts, which are the roles; for admins with how many have accepted the terms',
  access: 'surveyor',
  reply: z.object({
    data: z.array(
      record(
        z.object({
          name: group,
          is_member: z.boolean(),
          accounts_count: z.optional(z.number()),
          accepted_count: z.optional(z.number()),
        }),
      ),
    ),
  }),
})

/** A read with a body; it changes nothing. */
export const accountGroup = endpoint({
  name: 'legal.accountGroup',
  method: 'POST',
  path: '/account_groups/groups',
  summary: 'The accounts of a group and whether each has accepted the terms that hold now',
  access: 'admin',
  body: z.object({
    data: z.object({
      attributes: z.object({
        name: group,
        search_query: z.optional(SearchText),
        page: z.optional(z.int().check(z.positive(), z.maximum(1_000_000))),
      }),
    }),
  }),
  reply: z.object({
    data: z.array(
      record(
        z.object({
          name: z.string(),
          email: z.string(),
          full_phone_number: z.string(),
          is_accepted: z.boolean(),
          accepted_on: z.nullable(z.string()),
        }),
      ),
    ),
    meta: ListMeta,
  }),
  replayable: false,
})
