import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { FilterDate, TimeZone } from '../rules/date-range.ts'
import { Email } from '../rules/email.ts'
import { FirstName, LastName } from '../rules/name.ts'
import { oneLine } from '../rules/one-line.ts'
import { countParam, exactly, Id, ListMeta, record, SearchText, single } from '../wire.ts'
import { auditActions } from './audit-actions.ts'

const Role = z.enum(['admin', 'surveyor'])
const perPage = countParam(limits.adminPageSize, 1, limits.listPageSizeMax)

export const AccountItem = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  full_phone_number: z.string(),
  type: z.string(),
  role: Role,
  /** May edit templates; admins always may. */
  may_make_templates: z.boolean(),
  is_disabled: z.boolean(),
  is_deleted: z.boolean(),
  /** For a deleted account: deadline for restoring it. */
  restorable_until: z.nullable(z.string()),
  /** Has a one-time password and no password of its own yet. */
  is_invited: z.boolean(),
  invitation_ends_at: z.nullable(z.string()),
  created_at: z.string(),
  last_seen_at: z.nullable(z.string()),
})

export const listAccounts = endpoint({
  name: 'admin.listAccounts',
  method: 'GET',
  path: '/admin/accounts',
  summary: 'Accounts by name: list, search, paging',
  access: 'admin',
  query: exactly({
    /** Part of name, email or phone number, or an id. */
    search_query: z._default(SearchText, ''),
    role: z.optional(Role),
    state: z.optional(z.enum(['active', 'invited', 'disabled', 'deleted'])),
    page: countParam(1, 1, 1_000_000),
    per_page: perPage,
  }),
  reply: z.object({ data: z.array(record(AccountItem)), meta: ListMeta }),
})

export const changeAccountAccess = endpoint({
  name: 'admin.changeAccount',
  method: 'PATCH',
  path: '/admin/accounts/{id}',
  summary:
    'Change an account’s role; let it make templates; disable it, which ends its sessions and its links; enable it',
  access: 'admin',
  params: z.object({ id: Id }),
  body: exactly({
    role: z.optional(Role),
    disabled: z.optional(z.boolean()),
    may_make_templates: z.optional(z.boolean()),
  }),
  reply: single(AccountItem),
  fails: ['access.denied', 'account.lastAdmin', 'account.notYourself'],
})

export const restoreAccount = endpoint({
  name: 'admin.restoreAccount',
  method: 'POST',
  path: '/admin/accounts/{id}/restore',
  summary: 'Bring an account back that was deleted less than 30 days ago',
  access: 'admin',
  params: z.object({ id: Id }),
  reply: single(AccountItem),
  fails: ['account.restoreTaken'],
})

export const invite = endpoint({
  name: 'admin.invite',
  method: 'POST',
  path: '/admin/invitations',
  summary: 'Make an account for somebody; a one-time password goes out by email',
  access: 'admin',
  body: exactly({
    data: z.object({
      attributes: exactly({ first_name: FirstName, last_name: LastName, email: Email, role: Role }),
    }),
  }),
  reply: single(AccountItem),
  status: 201,
  fails: ['account.emailTaken', 'request.tooMany'],
})

export const inviteAgain = endpoint({
  name: 'admin.inviteAgain',
  method: 'POST',
  path: '/admin/invitations/{id}/resend',
  summary:
    'Send a new one-time password to an invited account that has none of its own yet; the old one is dead',
  access: 'admin',
  params: z.object({ id: Id }),
  reply: single(AccountItem),
  fails: ['invitation.used', 'invitation.disabled', 'request.tooMany'],
})

export const auditLog = endpoint({
  name: 'admin.auditLog',
  method: 'GET',
  path: '/admin/audit',
  summary: 'Who did what to which record, when and from where; newest first',
  access: 'admin',
  query: exactly({
    account_id: z.optional(Id),
    action: z.optional(z.enum(auditActions)),
    start_date: z.optional(FilterDate),
    end_date: z.optional(FilterDate),
    time_zone: z._default(TimeZone, 'UTC'),
    /** `meta.next` of the previous page. */
    before: z.optional(Id),
    per_page: countParam(limits.auditPageSize, 1, limits.listPageSizeMax),
  }),
  reply: z.object({
    data: z.array(
      record(
        z.object({
          at: z.string(),
          action: z.string(),
          /** null: the caller was not logged in. */
          account_id: z.nullable(z.string()),
          /** null if the account is deleted. */
          account_name: z.nullable(z.string()),
          target_type: z.string(),
          target_id: z.string(),
          /** Only for accounts: names of others' surveys are private. */
          target_name: z.nullable(z.string()),
          /** For surveys: the owner; null if there is none any more. */
          target_owner: z.nullable(z.string()),
          address: z.string(),
          user_agent: z.string(),
          /** Accounts by name, where they exist. */
          detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
        }),
      ),
    ),
    /** null: there are no earlier entries. */
    meta: z.object({ next: z.nullable(z.string()) }),
  }),
})

const Stored = z.object({ count: z.number(), bytes: z.number() })

export const storageUse = endpoint({
  name: 'admin.storageUse',
  method: 'GET',
  path: '/admin/storage',
  summary: 'Number and bytes of what is stored, and by whom',
  access: 'admin',
  reply: z.object({
    data: z.object({
      photos: Stored,
      videos: Stored,
      plans: Stored,
      profile_photos: Stored,
      /** Bulk uploads. */
      attachments: Stored,
      database_bytes: z.number(),
      /** The accounts that store the most. */
      accounts: z.array(z.object({ id: z.string(), name: z.string(), count: z.number(), bytes: z.number() })),
    }),
  }),
})

const NamePart = z
  .string()
  .check(z.overwrite(oneLine), z.maxLength(limits.nameMax, 'accounts.nameInvalid'))
  .check(
    z.refine((text) => text === '' || [...text].length >= limits.userSearchMin, 'admin.searchTwoLetters'),
  )

/** The specification's 'advanced user search'. */
export const searchUsers = endpoint({
  name: 'admin.searchUsers',
  method: 'GET',
  path: '/advanced_search/search',
  aliases: ['/advanced_search/user_search'],
  summary: 'Accounts by first and last name',
  access: 'admin',
  query: exactly({ first_name: z._default(NamePart, ''), last_name: z._default(NamePart, '') }),
  reply: z.object({
    /** A message in place of a list if there are no matches. */
    accounts: z.union([
      z.string(),
      z.object({
        data: z.array(
          record(
            z.object({
              first_name: z.string(),
              last_name: z.string(),
              user_name: z.string(),
              email: z.string(),
              phone_number: z.string(),
              country_code: z.string(),
              device_id: z.nullable(z.string()),
              created_at: z.string(),
            }),
          ),
        ),
      }),
    ]),
  }),
  fails: ['request.tooMany'],
})
