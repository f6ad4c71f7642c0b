import type { MessageKey } from './messages/catalogue.ts'

interface FailureKind {
  readonly status: number
  /** The attribute that `errors[0]` names; `message` where none fits. */
  readonly field: string
  readonly message: MessageKey
}

/** Every expected failure: its code → status, field and words. Unexpected ones are exceptions (500). */
export const failures = {
  'request.malformed': { status: 400, field: 'message', message: 'common.malformed' },
  'request.invalid': { status: 422, field: 'message', message: 'common.invalid' },
  'request.tooLarge': { status: 413, field: 'message', message: 'common.tooLarge' },
  'request.notFound': { status: 404, field: 'message', message: 'common.notFound' },
  'request.keyReused': { status: 422, field: 'message', message: 'common.keyReused' },
  'request.tooMany': { status: 429, field: 'message', message: 'common.tooMany' },
  'request.unexpected': { status: 500, field: 'message', message: 'common.network' },
  'service.unavailable': { status: 503, field: 'message', message: 'common.unavailable' },
  'session.missing': { status: 401, field: 'token', message: 'accounts.sessionExpired' },
  'session.restricted': { status: 403, field: 'token', message: 'accounts.mustChangePassword' },
  'access.denied': { status: 403, field: 'message', message: 'common.notAllowed' },
  'id.taken': { status: 409, field: 'id', message: 'common.idTaken' },
  'login.wrong': { status: 401, field: 'message', message: 'accounts.loginWrong' },
  'account.emailTaken': { status: 422, field: 'email', message: 'accounts.emailTaken' },
  'password.same': { status: 422, field: 'password', message: 'accounts.passwordSameAsCurrent' },
  'account.lastWayIn': { status: 422, field: 'message', message: 'passkeys.lastWayIn' },
  'passkey.refused': { status: 422, field: 'message', message: 'passkeys.refused' },
  'passkey.tooMany': { status: 422, field: 'message', message: 'passkeys.tooMany' },
  'passkey.noDomain': { status: 422, field: 'message', message: 'passkeys.noDomain' },
  'passkey.confirmFirst': { status: 422, field: 'password', message: 'passkeys.confirmFirst' },
  'template.notFound': { status: 404, field: 'message', message: 'surveys.invalidTemplateOrSection' },
  'survey.notFound': { status: 404, field: 'message', message: 'common.notFound' },
  'survey.partNotFound': { status: 404, field: 'message', message: 'common.notFound' },
  'survey.mandatoryMissing': { status: 422, field: 'message', message: 'surveys.fillMandatory' },
  'survey.rulesBroken': { status: 422, field: 'message', message: 'expressions.rulesBroken' },
  'survey.notRepeatable': { status: 422, field: 'message', message: 'surveys.invalidTemplateOrSection' },
  'survey.lastSubSection': { status: 422, field: 'message', message: 'surveys.lastSubSection' },
  'survey.tooManySubSections': { status: 422, field: 'message', message: 'surveys.tooManySubSections' },
  'survey.nothingToCopy': { status: 422, field: 'message', message: 'surveys.nothingToCopy' },
  'search.nothingFound': { status: 404, field: 'message', message: 'surveys.nothingFound' },
  'survey.badAnswer': { status: 422, field: 'message', message: 'surveys.badAnswer' },
  'survey.restoreTooLate': { status: 410, field: 'message', message: 'surveys.restoreTooLate' },
  'media.wrongType': { status: 415, field: 'message', message: 'media.wrongType' },
  'media.photoTooLarge': { status: 413, field: 'message', message: 'media.photoTooLarge' },
  'media.videoTooLarge': { status: 413, field: 'message', message: 'media.videoTooLarge' },
  'media.unreadable': { status: 415, field: 'message', message: 'media.unreadable' },
  'media.tooManyFiles': { status: 422, field: 'message', message: 'media.tooManyFiles' },
  'media.tooManyUploads': { status: 422, field: 'message', message: 'media.tooManyUploads' },
  'media.noFiles': { status: 422, field: 'message', message: 'media.noFiles' },
  'media.notAllowedHere': { status: 422, field: 'message', message: 'media.notAllowedHere' },
  'media.drawingUnfit': { status: 422, field: 'message', message: 'media.drawingUnfit' },
  'media.notFound': { status: 404, field: 'message', message: 'common.notFound' },
  'plan.notFound': { status: 404, field: 'message', message: 'common.notFound' },
  'plan.gone': { status: 410, field: 'message', message: 'plans.deletedBefore' },
  'plan.tooMany': { status: 422, field: 'message', message: 'plans.tooMany' },
  'file.gone': { status: 404, field: 'message', message: 'common.notFound' },
  'ticket.expired': { status: 410, field: 'message', message: 'sharing.expired' },
  'link.expired': { status: 410, field: 'message', message: 'sharing.expired' },
  'link.endPast': { status: 422, field: 'ends_at', message: 'sharing.endDatePast' },
  'link.notFound': { status: 404, field: 'message', message: 'common.notFound' },
} as const satisfies Record<string, FailureKind>

export type FailureCode = keyof typeof failures
