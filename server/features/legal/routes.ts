import * as agreed from '#contract/admin/legal.ts'
import { limits } from '#contract/limits.ts'
import type { LegalKind } from '#contract/messages/legal-texts.ts'
import { t } from '#contract/messages/translate.ts'
import { withoutTags } from '#contract/rules/legal-markup.ts'
import type { Db } from '#server/context.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import type { AccountIdentity } from '#server/http/authenticate.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { acceptedVersions, addAnswer, countAccepted, lastAnswer } from './answers.ts'
import { acceptedBy, countAcceptedBy, countMembers, countRole, membersOf } from './people.ts'
import { pageMeta, presentAccepted, presentMember, presentText } from './present.ts'
import { readMarkup } from './read-markup.ts'
import {
  addText,
  countTexts,
  findText,
  inReaderLanguage,
  type LegalRow,
  listTexts,
  lockTexts,
  newestText,
} from './texts.ts'

const termsType = 'terms_and_condition'
const privacyType = 'privacy_policy'

export const legalRoutes = [
  serve(agreed.latestTerms, async ({ db }) => ({
    terms_and_condition: { data: await presentText(await newestText(db, 'terms'), termsType) },
  })),

  serve(agreed.privacyPolicy, async ({ db }) => ({
    privacy_policy: { data: await presentText(await newestText(db, 'privacy'), privacyType) },
  })),

  serve(agreed.changeTerms, async (call) => {
    const text = await changeText(call, 'terms', call.body.data.attributes)
    if (text instanceof Failure) return text
    return {
      terms_and_condition: { data: await presentText(text, termsType) },
      meta: { message: t('terms.updated') },
    }
  }),

  serve(agreed.changePrivacy, async (call) => {
    const text = await changeText(call, 'privacy', call.body.data.attributes)
    if (text instanceof Failure) return text
    return {
      privacy_policy: { data: await presentText(text, privacyType) },
      meta: { message: t('terms.privacyUpdated') },
    }
  }),

  serve(agreed.listTerms, async ({ db, account, query }) => {
    const isAdminUser = account.role === 'admin'
    const { page, per_page } = query
    const rows = await listTexts(db, 'terms', { limit: per_page, offset: (page - 1) * per_page })
    const accepted = await acceptedVersions(db, account.id)
    const counts = isAdminUser
      ? await countAccepted(
          db,
          rows.map(({ id }) => id),
        )
      : null
    return {
      data: rows.map(({ id, version, created_at }) => ({
        id,
        type: termsType,
        attributes: {
          version,
          created_at: created_at.toISOString(),
          is_accepted: accepted.has(id),
          ...(counts ? { accepted_count: counts.get(id) ?? 0 } : {}),
        },
      })),
      meta: { ...pageMeta(await countTexts(db, 'terms'), page, per_page), isAdminUser },
    }
  }),

  serve(agreed.termsDetail, async ({ db, account, params, query }) => {
    const text = await findText(db, 'terms', params.id)
    if (!text) return fail('request.notFound')
    const isAdminUser = account.role === 'admin'
    const { page, per_page, search_query: search } = query
    const asked = { textId: text.id, search, limit: per_page, offset: (page - 1) * per_page }
    // Only admins may see the addresses of those who accepted, or even how many there are.
    const people = isAdminUser ? await acceptedBy(db, asked) : null
    const count = isAdminUser ? await countAcceptedBy(db, asked) : 0
    const own = await lastAnswer(db, text.id, account.id)
    return {
      data: {
        id: text.id,
        type: termsType,
        attributes: {
          description: inReaderLanguage(text),
          version: text.version,
          created_at: text.created_at.toISOString(),
          is_accepted: own?.isAccepted ?? false,
          ...(people ? { accepted_by: people.map(presentAccepted) } : {}),
        },
      },
      meta: { ...pageMeta(count, page, per_page), isAdminUser },
    }
  }),

  serve(agreed.answerTerms, async (call) => {
    const { db, account, body, now } = call
    const text = await findText(db, 'terms', body.id)
    if (!text) return fail('request.notFound')
    const answer = { textId: text.id, accountId: account.id, isAccepted: body.is_accepted }
    const { isAccepted, at, isNew } = await addAnswer(db, answer, now)
    if (isNew)
      await recordAudit(db, call, {
        action: 'terms.answered',
        accountId: account.id,
        target: { type: 'terms', id: text.id },
        detail: { version: text.version, isAccepted },
      })
    return {
      data: {
        id: text.id,
        type: 'terms_answer',
        attributes: { is_accepted: isAccepted, answered_on: at.toISOString() },
      },
      meta: { message: t(isAccepted ? 'terms.accepted' : 'terms.rejected') },
    }
  }),

  serve(agreed.termsStanding, async ({ db, account }) => {
    const text = await newestText(db, 'terms')
    const own = text ? await lastAnswer(db, text.id, account.id) : null
    const isAccepted = own?.isAccepted ?? false
    return {
      data: {
        id: text?.id ?? '',
        type: 'terms_standing',
        attributes: {
          version: text?.version ?? 0,
          created_at: text?.created_at.toISOString() ?? '',
          is_accepted: isAccepted,
          // The first text was agreed to by signing up and logging in, as both forms say.
          must_answer: text !== null && text.version > 1 && !isAccepted,
        },
      },
    }
  }),

  serve(agreed.accountGroups, async ({ db, account }) => {
    const isAdminUser = account.role === 'admin'
    const text = isAdminUser ? await newestText(db, 'terms') : null
    const data = []
    for (const name of ['admin', 'surveyor'] as const) {
      const counts = text ? await countRole(db, name, text.id) : null
      data.push({
        id: name,
        type: 'account_group',
        attributes: {
          name,
          is_member: account.role === name,
          ...(counts ? { accounts_count: counts.accounts, accepted_count: counts.accepted } : {}),
        },
      })
    }
    return { data }
  }),

  serve(agreed.accountGroup, async ({ db, body }) => {
    const { name, search_query: search = '', page = 1 } = body.data.attributes
    const limit = limits.listPageSizeMax
    const text = await newestText(db, 'terms')
    if (!text) return { data: [], meta: pageMeta(0, page, limit) }
    const asked = { textId: text.id, search, limit, offset: (page - 1) * limit }
    const rows = await membersOf(db, name, asked)
    return { data: rows.map(presentMember), meta: pageMeta(await countMembers(db, name, asked), page, limit) }
  }),
]

interface Change extends Origin {
  readonly db: Db
  readonly account: AccountIdentity
}

interface Written {
  readonly description: string
  readonly based_on?: string | undefined
}

/**
 * Adds a version of a text; an unchanged text adds none. The author of new terms counts as having accepted
 * them.
 */
async function changeText(
  change: Change,
  kind: LegalKind,
  { description, based_on }: Written,
): Promise<LegalRow | Failure<'legal.badLink' | 'legal.tooMuchMarkup' | 'legal.changedMeanwhile'>> {
  const { db, account, now } = change
  const markdown = withoutTags(description)
  const { badLink, isTooMuch } = await readMarkup(markdown)
  if (isTooMuch) return fail('legal.tooMuchMarkup')
  if (badLink !== null) return fail('legal.badLink', { values: { link: badLink.slice(0, 100) } })
  await lockTexts(db, kind)
  const newest = await newestText(db, kind)
  // Before the other check: someone who lost the answer to a save sends the same text again.
  if (newest?.markdown === markdown) return newest
  if (based_on !== undefined && newest && newest.id !== based_on) return fail('legal.changedMeanwhile')
  const version = (newest?.version ?? 0) + 1
  const text = await addText(db, { kind, version, markdown, createdBy: account.id }, now)
  if (kind === 'terms') await addAnswer(db, { textId: text.id, accountId: account.id, isAccepted: true }, now)
  await recordAudit(db, change, {
    action: 'terms.changed',
    accountId: account.id,
    target: { type: kind, id: text.id },
    detail: { version },
  })
  return text
}
