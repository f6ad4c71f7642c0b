import type { AccountRow } from '#server/features/accounts/data.ts'
import type { OpenedSurvey } from '#server/features/surveys/access.ts'
import type { MemberRow } from './data.ts'

/**
 * The name is shown only once they have opened the survey: adding an address doesn't reveal who has an account.
 */
export function presentMember(
  { id, email, name, role, createdAt, openedAt, accountId }: MemberRow,
  me: string,
) {
  const state = openedAt ? ('joined' as const) : ('invited' as const)
  return {
    id,
    type: 'survey_member',
    attributes: {
      email,
      name: openedAt ? name : '',
      role,
      state,
      added_at: createdAt.toISOString(),
      is_me: accountId === me,
    },
  }
}

export function presentOwner({ id, created_at }: OpenedSurvey, owner: AccountRow | null, me: string) {
  return {
    id,
    type: 'survey_member',
    attributes: {
      email: owner?.email ?? '',
      name: owner ? `${owner.first_name} ${owner.last_name}`.trim() : '',
      role: 'owner' as const,
      state: 'owner' as const,
      added_at: created_at.toISOString(),
      is_me: owner?.id === me,
    },
  }
}
