import { saveContact } from '#contract/accounts/contacts.ts'
import { addBulkUpload } from '#contract/admin/bulk-uploads.ts'
import { deleteSurvey } from '#contract/surveys/surveys.ts'
import { asAdmin, makeForm, publish } from './forms.ts'
import { addPlanTo } from './plan-files.ts'
import { formAddress, startSurvey, submitFilled } from './scene.ts'
import { proven, type Site, type Surveyor } from './site.ts'
import { makeAdmin, teamOf } from './teams.ts'

/** A real place name; browsers find nowhere to break it. */
const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

export interface LongNames {
  readonly person: Surveyor
  readonly form: string
  /** Addresses of every screen for a logged-in user, with content on it. */
  readonly addresses: readonly string[]
}

/** Creates an account that may see every screen, and whose data all have long names. */
export async function prepareLongNames(site: Site): Promise<LongNames> {
  const person = await proven(site, long.slice(0, 50))
  await teamOf(site, person, await proven(site, 'Jones'))
  await makeAdmin(site, person)
  const [begun, done, gone] = await Promise.all(
    ['begun', 'done', 'gone'].map((state) => startSurvey(person, { name: `${long} ${state}`, owner: long })),
  )
  if (!begun || !done || !gone) throw new Error('No surveys')
  await submitFilled(person, done)
  await person.api.call(deleteSurvey, { params: { id: gone.id } })
  const plan = await addPlanTo(person, begun.id, long)
  const template = await publishLong(site)
  await keepLong(person)
  const form = formAddress(begun)
  return {
    person,
    form,
    addresses: [
      '/dashboard',
      '/dashboard/deleted',
      '/Team',
      '/BuildingInfo',
      '/Home',
      '/NavigationMenu',
      '/InfoPage',
      '/profile',
      '/profile/name',
      '/profile/phone',
      '/profile/company',
      '/UserProfileBasicBlock',
      '/profile/ChangePasswordMobileScreen',
      '/UserProfileAdvance2',
      '/Settings2',
      '/Datastorage2',
      '/Emaildeliverability',
      '/Adminconsole2',
      '/AdvancedSearch',
      '/Templates',
      '/ContactList',
      '/Cfspeechtotext5',
      '/CameraAccess',
      '/UploadNewPhotoMobile',
      '/BulkUploading',
      '/GuestDashboard',
      '/PrivacyPolicy',
      '/TermsConditionsDetail',
      '/TermsConditionsEdit',
      '/TermsConditionsUsers',
      `/Templates/${template}`,
      `/Templates/${template}/versions`,
      `/SurveyVersion/${begun.id}`,
      `/survey-plans/${begun.id}`,
      `/survey-plans/${begun.id}/${plan}`,
      `/SaveAsPdf/${done.id}`,
      form,
      '/nowhere',
    ],
  }
}

async function publishLong(site: Site): Promise<string> {
  const office = await asAdmin(site)
  const id = await makeForm(office, {
    schema: 'fieldbook-form/1',
    name: long,
    sections: [{ key: 'closet', name: long, fields: [{ key: 'rack', name: long, type: 'text' }] }],
  })
  await publish(office, id)
  return id
}

/** Creates a contact and a file outside of surveys. */
async function keepLong({ api }: Surveyor): Promise<void> {
  const contact = {
    firstName: long.slice(0, 40),
    middleName: '',
    lastName: '',
    organization: long,
    title: '',
    contactNumber: '',
    email: `${'name.'.repeat(9)}x@${'company.'.repeat(4)}example.com`,
    websiteUrl: `https://example.com/${long}`,
    note: long,
    birthday: '',
    gender: '' as const,
    photo: '',
  }
  const kept = await api.call(saveContact, {
    params: { id: crypto.randomUUID() },
    body: { data: { attributes: contact } },
  })
  const parts = new FormData()
  parts.append('files[]', new Blob(['x'], { type: 'text/plain' }), `${long}${long}.txt`)
  const added = await api.upload(addBulkUpload, parts, crypto.randomUUID())
  if (kept?.status !== 200 || added?.status !== 201) throw new Error(JSON.stringify([kept, added]))
}
