import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { auditDetails } from './audit-details.ts'
import { building } from './building.ts'
import { bulk } from './bulk.ts'
import { byKey, type Texts } from './by-key.ts'
import { camera } from './camera.ts'
import { collections } from './collections.ts'
import { common } from './common.ts'
import { contacts } from './contacts.ts'
import { deleted } from './deleted.ts'
import { drawing } from './drawing.ts'
import { entry } from './entry.ts'
import { exportTables } from './export-tables.ts'
import { exports } from './exports.ts'
import { expressions } from './expressions.ts'
import { fields } from './fields.ts'
import { form } from './form.ts'
import { builder } from './form-builder.ts'
import { guests } from './guests.ts'
import { history } from './history.ts'
import { library } from './library.ts'
import { many } from './many.ts'
import { media } from './media.ts'
import { members } from './members.ts'
import { menu } from './menu.ts'
import { outbox } from './outbox.ts'
import { passkeys } from './passkeys.ts'
import { pdf } from './pdf.ts'
import { plans } from './plans.ts'
import { profile } from './profile.ts'
import { program } from './program.ts'
import { recovery } from './recovery.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { sharing } from './sharing.ts'
import { social } from './social.ts'
import { speech } from './speech.ts'
import { storage } from './storage.ts'
import { surveyMoves } from './survey-moves.ts'
import { surveys } from './surveys.ts'
import { teams } from './teams.ts'
import { templates } from './templates.ts'
import { terms } from './terms.ts'
import { together } from './together.ts'
import { xlsform } from './xlsform.ts'

const slices = {
  accounts,
  admin,
  apiKeys,
  audit,
  auditDetails,
  builder,
  building,
  bulk,
  camera,
  collections,
  common,
  contacts,
  deleted,
  drawing,
  entry,
  exportTables,
  exports,
  expressions,
  fields,
  form,
  guests,
  history,
  library,
  media,
  members,
  menu,
  outbox,
  passkeys,
  pdf,
  many,
  plans,
  profile,
  program,
  recovery,
  reports,
  reviews,
  search,
  settings,
  sharing,
  social,
  speech,
  storage,
  surveyMoves,
  surveys,
  teams,
  templates,
  terms,
  together,
  xlsform,
}

export type Slices = typeof slices
export type MessageKey = { [S in keyof Slices]: `${S}.${keyof Slices[S] & string}` }[keyof Slices]

/** Every sentence that a person reads, by `slice.meaning`; `es/catalogue.ts` has the same in Spanish. */
export const catalogue: Texts = byKey(slices)

export function isMessageKey(text: string): text is MessageKey {
  return catalogue.get(text) !== undefined
}
