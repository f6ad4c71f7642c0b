import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { saveContact } from '#contract/accounts/contacts.ts'
import { addBulkUpload } from '#contract/admin/bulk-uploads.ts'
import { addPlan } from '#contract/media/plans.ts'
import { deleteSurvey } from '#contract/surveys/surveys.ts'
import { createForm, publishForm, readForm, saveForm } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { planPicture } from '#server/testing/plans.ts'
import { formAddress, startSurvey, submitFilled } from './scene.ts'
import type { PickedFile } from './screens/media.ts'
import { admin, loggedIn, proven, type Site, type Surveyor } from './site.ts'
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
      '/profile/api-keys',
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

/** Returns API calls as the administrator, who may edit templates. */
export function asAdmin({ address }: Site): Promise<HttpApi> {
  return loggedIn(new HttpApi(address), admin)
}

/** Creates a draft; returns its id. */
export async function makeForm(api: HttpApi, form: FormDocument): Promise<string> {
  const answer = await api.call(createForm, { body: { form } })
  if (answer?.status !== 201) throw new Error(`No template: ${JSON.stringify(answer?.body)}`)
  return answer.body.data.id
}

/** Publishes the draft, or `form` in its place; returns the id for starting surveys with it. */
export async function publish(api: HttpApi, id: string, form?: FormDocument): Promise<string> {
  if (form) {
    const draft = await api.call(readForm, { params: { id } })
    const revision = draft?.body.data.attributes.revision ?? 0
    const saved = await api.call(saveForm, { body: { id, revision, form } })
    if (saved?.status !== 200) throw new Error(`Not saved: ${JSON.stringify(saved?.body)}`)
  }
  const answer = await api.call(publishForm, { params: { id }, body: { note: '' } })
  if (answer?.status !== 200) throw new Error(`Not published: ${JSON.stringify(answer?.body)}`)
  return answer.body.data.attributes.survey_template_id ?? ''
}

export async function planPng(name: string, seed = 1): Promise<PickedFile> {
  return { name, mimeType: 'image/png', buffer: await planPicture(seed) }
}

/** Adds a floor plan to a survey through the API; returns its id. */
export async function addPlanTo({ api }: Surveyor, survey: string, name: string): Promise<string> {
  const picture = await planPng('plan.png')
  const parts = new FormData()
  parts.set('user_survey_id', survey)
  parts.set('name', name)
  parts.set('picture', new Blob([Uint8Array.from(picture.buffer)], { type: picture.mimeType }), picture.name)
  const made = await api.upload(addPlan, parts, crypto.randomUUID())
  if (made?.status !== 201) throw new Error(`No plan: ${JSON.stringify(made?.body)}`)
  return made.body.data.id
}

/** Returns a PDF of lines and text on A4 landscape pages, like an architect's plan. */
export async function planPdf(
  name: string,
  pages: number,
  options: { password?: string } = {},
): Promise<PickedFile> {
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    autoFirstPage: false,
    ...(options.password === undefined ? {} : { userPassword: options.password }),
  })
  for (let page = 1; page <= pages; page++) {
    pdf.addPage()
    pdf.rect(60, 60, 700, 450).lineWidth(2).stroke()
    pdf.moveTo(60, 260).lineTo(760, 260).moveTo(300, 60).lineTo(300, 510).lineWidth(0.5).stroke()
    pdf.fontSize(24).text(`Level ${page}`, 80, 80)
  }
  pdf.end()
  return { name, mimeType: 'application/pdf', buffer: await buffer(pdf) }
}
