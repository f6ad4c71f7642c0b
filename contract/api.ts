import * as accounts from './accounts/accounts.ts'
import * as apiKeys from './accounts/api-keys.ts'
import * as contacts from './accounts/contacts.ts'
import * as entry from './accounts/entry.ts'
import * as passkeys from './accounts/passkeys.ts'
import * as profile from './accounts/profile.ts'
import * as recovery from './accounts/recovery.ts'
import * as settings from './accounts/settings.ts'
import * as social from './accounts/social.ts'
import * as unsentWork from './accounts/unsent-work.ts'
import * as admin from './admin/admin.ts'
import * as adminSystem from './admin/admin-system.ts'
import * as analytics from './admin/analytics.ts'
import * as bulkUploads from './admin/bulk-uploads.ts'
import * as legal from './admin/legal.ts'
import * as menu from './admin/menu.ts'
import * as outbox from './admin/outbox.ts'
import type { Endpoint } from './endpoint.ts'
import * as health from './health.ts'
import * as media from './media/media.ts'
import * as plans from './media/plans.ts'
import * as resumable from './media/resumable.ts'
import * as guestDashboard from './sharing/guest-dashboard.ts'
import * as guests from './sharing/guests.ts'
import * as members from './sharing/members.ts'
import * as reports from './sharing/reports.ts'
import * as sharing from './sharing/sharing.ts'
import * as teams from './sharing/teams.ts'
import * as answerHistory from './surveys/answer-history.ts'
import * as exports from './surveys/exports.ts'
import * as reviewQueue from './surveys/review-queue.ts'
import * as reviews from './surveys/reviews.ts'
import * as sample from './surveys/sample.ts'
import * as surveyChanged from './surveys/survey-changed.ts'
import * as surveyChanges from './surveys/survey-changes.ts'
import * as surveyDeletedParts from './surveys/survey-deleted-parts.ts'
import * as surveyEvents from './surveys/survey-events.ts'
import * as surveyMoves from './surveys/survey-moves.ts'
import * as surveyOptions from './surveys/survey-options.ts'
import * as surveyRecovered from './surveys/survey-recovered.ts'
import * as surveys from './surveys/surveys.ts'
import * as surveysCopy from './surveys/surveys-copy.ts'
import * as surveysDeleted from './surveys/surveys-deleted.ts'
import * as surveysSearch from './surveys/surveys-search.ts'
import * as customForms from './templates/custom-forms.ts'
import * as templates from './templates/templates.ts'

/** The table of all endpoints by name, for router, outbox, documentation and checks. */
export const api: ReadonlyMap<string, Endpoint> = new Map(
  [
    accounts,
    answerHistory,
    apiKeys,
    admin,
    bulkUploads,
    contacts,
    customForms,
    adminSystem,
    analytics,
    entry,
    exports,
    guestDashboard,
    guests,
    health,
    legal,
    media,
    members,
    outbox,
    menu,
    passkeys,
    plans,
    profile,
    recovery,
    reports,
    reviewQueue,
    reviews,
    resumable,
    sample,
    settings,
    sharing,
    social,
    surveyChanged,
    surveyEvents,
    surveyDeletedParts,
    surveyMoves,
    surveyOptions,
    surveyRecovered,
    surveys,
    surveysCopy,
    surveyChanges,
    surveysDeleted,
    surveysSearch,
    teams,
    templates,
    unsentWork,
  ]
    .flatMap((slice) => Object.values(slice).filter(isEndpoint))
    .map((one) => [one.name, one]),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}
