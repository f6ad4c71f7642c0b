import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as adminSystem from './admin-system.ts'
import * as analytics from './analytics.ts'
import * as answerHistory from './answer-history.ts'
import * as bulkUploads from './bulk-uploads.ts'
import * as contacts from './contacts.ts'
import * as customForms from './custom-forms.ts'
import type { Endpoint } from './endpoint.ts'
import * as entry from './entry.ts'
import * as guestDashboard from './guest-dashboard.ts'
import * as guests from './guests.ts'
import * as health from './health.ts'
import * as legal from './legal.ts'
import * as media from './media.ts'
import * as members from './members.ts'
import * as menu from './menu.ts'
import * as outbox from './outbox.ts'
import * as passkeys from './passkeys.ts'
import * as plans from './plans.ts'
import * as profile from './profile.ts'
import * as recovery from './recovery.ts'
import * as reports from './reports.ts'
import * as resumable from './resumable.ts'
import * as reviews from './reviews.ts'
import * as sample from './sample.ts'
import * as settings from './settings.ts'
import * as sharing from './sharing.ts'
import * as social from './social.ts'
import * as surveyChanged from './survey-changed.ts'
import * as surveyEvents from './survey-events.ts'
import * as surveyMoves from './survey-moves.ts'
import * as surveyOptions from './survey-options.ts'
import * as surveyRecovered from './survey-recovered.ts'
import * as surveys from './surveys.ts'
import * as surveysCopy from './surveys-copy.ts'
import * as surveysDeleted from './surveys-deleted.ts'
import * as surveysSearch from './surveys-search.ts'
import * as teams from './teams.ts'
import * as templates from './templates.ts'

/** The one table of all endpoints, by name; router, outbox, document and checks read it. */
export const api: ReadonlyMap<string, Endpoint> = new Map(
  [
    accounts,
    answerHistory,
    admin,
    bulkUploads,
    contacts,
    customForms,
    adminSystem,
    analytics,
    entry,
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
    reviews,
    resumable,
    sample,
    settings,
    sharing,
    social,
    surveyChanged,
    surveyEvents,
    surveyMoves,
    surveyOptions,
    surveyRecovered,
    surveys,
    surveysCopy,
    surveysDeleted,
    surveysSearch,
    teams,
    templates,
  ]
    .flatMap((slice) => Object.values(slice).filter(isEndpoint))
    .map((one) => [one.name, one]),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}
