import type { FailureCode } from '#contract/failure.ts'

/** Constraints that a caller can violate, with the failure to return. */
const byConstraint: ReadonlyMap<string, FailureCode> = new Map([
  ['account_email', 'account.emailTaken'],
  ['account_phone', 'account.phoneTaken'],
  ['social_identity_issuer_subject_key', 'social.taken'],
  ['survey_pkey', 'id.taken'],
  ['survey_section_pkey', 'id.taken'],
  ['sub_section_pkey', 'id.taken'],
  ['answer_pkey', 'id.taken'],
  ['upload_pkey', 'id.taken'],
  ['media_pkey', 'id.taken'],
  ['survey_member_pkey', 'id.taken'],
])

/** Returns the failure for a database error, or null if it is unexpected. */
export function failureOfConstraint(error: unknown): FailureCode | null {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return null
  return byConstraint.get(String(error.constraint)) ?? null
}
