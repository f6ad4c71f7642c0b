import { v7 as newId } from 'uuid'
import { addBulkUpload } from '#contract/admin/bulk-uploads.ts'
import { guestZip } from '#contract/sharing/guests.ts'
import { createForm, publishForm } from '#contract/templates/custom-forms.ts'
import { goodPassword, type MadeAccount } from './make.ts'
import { attach, attachmentPart, photoPart } from './media.ts'
import { makePlan } from './plans.ts'
import { share } from './shared-survey.ts'
import { SoftKey } from './soft-key.ts'
import { detailOf, sampleTemplate, sectionNamed, startSurvey } from './surveys.ts'

const keySite = { origin: 'http://fieldbook.test', rpId: 'fieldbook.test' }

/** One valid call. */
export interface Good {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: object
}

/** Returns a valid input for each endpoint, for an account with a survey, a photo and a plan. */
export async function goodInputs(
  owner: MadeAccount,
  photo: Buffer,
): Promise<{ readonly good: ReadonlyMap<string, Good>; readonly noted: string }> {
  const survey = await startSurvey(owner)
  const id = survey.id
  const noted = detailOf(survey, 'Building', 'Notes').id
  const upload = await attach(owner, noted, [photoPart(photo)])
  const plan = await makePlan(owner, id)
  const link = await share(owner, id)
  const guest = { guest_survey_id: link.id }
  const { body } = await owner.api.call(guestZip, { query: guest })
  const ticket = body.data.uploaded_files_winzip.split('/').at(-1) ?? ''
  const section = sectionNamed(survey, 'Floor')
  const part = section.user_survey_sub_sections[0]
  const details = part?.user_survey_sub_section_details.slice(0, 1) ?? []
  const sections = [
    {
      id: section.id,
      user_survey_section_name: 'Floor',
      user_survey_sub_sections_attributes: [
        {
          id: part?.id,
          user_survey_sub_section_details_attributes: details.map((detail) => ({
            id: detail.id,
            field_value: 'x',
            field_value_multiple: ['x'],
            edited_at: '2026-05-01T10:20:30Z',
            base_revision: 0,
          })),
        },
      ],
    },
  ]
  const onOne = { user_survey_media_id: upload.id, photo_id: upload.photo_details[0]?.id ?? '' }
  const names = { first_name: 'Nell', last_name: 'Vance', full_phone_number: '+1 555 0100' }
  const kept = await owner.api.upload(addBulkUpload, [], [attachmentPart('notes.txt')])
  const attachment = kept.body.data
  const form = await formOf(owner)
  const good: Record<string, Good> = {
    'accounts.endSession': { params: { id: newId() } },
    'accounts.logIn': {
      body: { data: { attributes: { email: owner.email, password: 'wrong', remember_me: true } } },
    },
    'accounts.logOut': {},
    'accounts.resetPassword': {
      body: { data: { attributes: { new_password: goodPassword, confirm_password: goodPassword } } },
    },
    'sample.open': { body: { time_zone: 'America/New_York' } },
    'accounts.signUp': {
      body: {
        data: { type: 'email_account', attributes: { ...names, email: owner.email, password: 'weak' } },
      },
    },
    'analytics.policyViolation': { body: { 'csp-report': { 'blocked-uri': 'inline' } } },
    'admin.auditLog': {
      query: {
        account_id: newId(),
        action: 'survey.created',
        start_date: '01-05-2026',
        end_date: '02-05-2026',
        time_zone: 'America/New_York',
        before: newId(),
        per_page: '10',
      },
    },
    'admin.changeAccount': { params: { id: newId() }, body: { role: 'surveyor', disabled: true } },
    'admin.invite': {
      body: {
        data: {
          attributes: { first_name: 'Nell', last_name: 'Vance', email: owner.email, role: 'surveyor' },
        },
      },
    },
    'admin.deletedSurveys': { query: { page: '1', per_page: '10' } },
    'admin.restoreSurvey': { params: { id: newId() } },
    'admin.inviteAgain': { params: { id: newId() } },
    'admin.listAccounts': {
      query: { search_query: 'nell', role: 'admin', state: 'invited', page: '1', per_page: '10' },
    },
    'admin.restoreAccount': { params: { id: newId() } },
    'admin.searchUsers': { query: { first_name: 'Nell', last_name: 'Vance' } },
    'apiKeys.create': {
      body: {
        data: {
          attributes: {
            ...{ name: 'Nightly sync', scopes: ['read', 'export'], expires_in_days: 90 },
            ...{ team_id: newId(), template_id: sampleTemplate.id, current_password: 'wrong' },
          },
        },
      },
    },
    'apiKeys.revoke': { params: { id: newId() } },
    'apiKeys.listAll': { query: { page: '1' } },
    'apiKeys.revokeAny': { params: { id: newId() } },
    'bulkUploads.add': {},
    'bulkUploads.delete': { params: { id: newId() } },
    'bulkUploads.deleteFile': {
      params: { id: attachment.id },
      query: { attachment_id: attachment.attributes.files[0]?.id ?? '' },
    },
    'bulkUploads.file': {
      params: { ticket: attachment.attributes.files[0]?.file_url.split('/').at(-1) ?? '' },
    },
    'customForms.archive': { params: { id: form.id } },
    'customForms.create': { body: { ...form.given, dry_run: true } },
    'customForms.delete': { params: { id: newId() } },
    'customForms.details': { params: { id: form.id } },
    'customForms.difference': { params: { id: form.id }, query: { from: '1', to: 'draft' } },
    'customForms.editing': { params: { id: form.id }, body: { take_over: true } },
    'exports.create': {
      body: {
        ...{ format: 'csv', headers: 'both', values: 'values', checkboxes: 'column_per_option' },
        columns: ['review_state', 'unchecked_copies'],
        ...{ search_query: 'x', start_date: '01-05-2026', end_date: '02-05-2026' },
        ...{ time_zone: 'America/New_York', edited_since: '2026-05-01T10:20:30Z' },
        ...{ status: 'Started', survey_template_id: sampleTemplate.id },
      },
    },
    'exports.delete': { params: { id: newId() } },
    'exports.detail': { params: { id: newId() } },
    'exports.file': { params: { ticket } },
    'customForms.export': { params: { id: form.id }, query: { format: 'csv', version: '1' } },
    'customForms.list': { query: { search_query: 'walk', state: 'published', page: '1', per_page: '10' } },
    'customForms.publish': { params: { id: form.id }, body: { note: 'First', revision: 0 } },
    'customForms.restore': { params: { id: form.id } },
    'customForms.revive': { params: { id: form.id }, body: { version: 1, revision: 0 } },
    'customForms.sampleReport': {
      params: { id: form.id },
      body: {
        ...form.given,
        time_zone: 'America/New_York',
        answers: [{ section: 'closet', part: 0, field: 'rack', value: 'R-7', values: [] }],
      },
    },
    'customForms.save': { body: { id: form.id, revision: 0, form: form.given.form } },
    'customForms.versions': { params: { id: form.id } },
    'entry.confirmCode': {
      query: { pin: '1234' },
      body: { data: { attributes: { pin: '1234', otp_code: '1234', token: 'A'.repeat(32) } } },
    },
    'entry.confirmEmail': { body: { token: 'A'.repeat(43) } },
    'entry.resendEmailLink': {},
    'entry.sendCode': {
      body: {
        data: {
          type: 'sms_account',
          attributes: { full_phone_number: names.full_phone_number, purpose: 'log-in' },
        },
      },
    },
    'guestDashboard.sendCode': { body: { data: { attributes: { phone_number: '2025550100' } } } },
    'guestDashboard.logIn': {
      body: { data: { attributes: { otp_code: '123456', pin: '123456', token: 'A'.repeat(32) } } },
    },
    'guestDashboard.logOut': {},
    'guestDashboard.saveRecord': {
      body: { first_name: 'Nell', last_name: 'Vance', company_name: 'x', email: '', note: 'x' },
    },
    'guestDashboard.removeRecord': {},
    'guests.info': { query: guest },
    'guests.navigation': { query: guest },
    'guests.pdfDetails': { query: guest },
    'guests.pdfDownload': { query: guest },
    'guests.section': { query: { ...guest, guest_survey_section_id: section.id } },
    'guests.zip': { query: guest },
    'legal.accountGroup': { body: { data: { attributes: { name: 'admin', search_query: 'a', page: 1 } } } },
    'legal.answerTerms': { body: { id: newId(), is_accepted: true } },
    'legal.changePrivacy': { body: { data: { attributes: { description: 'x', based_on: newId() } } } },
    'legal.changeTerms': { body: { data: { attributes: { description: 'x', based_on: newId() } } } },
    'legal.listTerms': { query: { page: '1', per_page: '10' } },
    'legal.termsDetail': {
      params: { id: newId() },
      query: { page: '1', per_page: '10', search_query: 'a' },
    },
    'media.copy': {
      body: {
        id: newId(),
        user_survey_sub_section_detail_id: newId(),
        attached_photos: [{ id: newId(), copy_id: newId(), description: 'Left side' }],
        attached_videos: [{ id: newId(), copy_id: newId(), description: 'Left side' }],
      },
    },
    'media.delete': { query: { ...onOne, photo_id: newId() } },
    'media.describe': { body: { ...onOne, description: 'Left side' } },
    'media.draw': {},
    'media.undraw': { query: { ...onOne, photo_id: newId(), drawn_at: '2026-05-01T10:20:30Z' } },
    'media.counts': { query: { user_survey_id: id } },
    'media.file': { params: { ticket } },
    'media.upload': {},
    'media.uploadResumed': {
      body: {
        id: newId(),
        user_survey_sub_section_detail_id: noted,
        files: [
          {
            id: newId(),
            kind: 'video',
            upload: '0'.repeat(32),
            sha256: '0'.repeat(64),
            name: 'riser.mp4',
            description: 'Left side',
            poster: '1'.repeat(32),
          },
        ],
      },
    },
    'unsentWork.makeCode': { params: { id: newId() } },
    'unsentWork.state': { body: { account_ids: [newId()] } },
    'unsentWork.collect': { body: { account_id: newId(), code: '12345678' } },
    'unsentWork.finish': { body: { sent: 3, left: 0 } },
    'members.add': { params: { id }, body: { id: newId(), email: 'nell@example.com', role: 'editor' } },
    'members.change': { params: { id, member_id: newId() }, body: { role: 'viewer' } },
    'members.list': { params: { id } },
    'members.remove': { params: { id, member_id: newId() } },
    'plans.add': {},
    'plans.addResumed': {
      body: {
        id: newId(),
        user_survey_id: id,
        name: 'Level 2',
        upload: '0'.repeat(32),
        sha256: '0'.repeat(64),
        filename: 'level-2.png',
      },
    },
    'plans.delete': { params: { id: newId() } },
    'plans.file': { params: { ticket } },
    'plans.rename': { params: { id: plan.id }, body: { name: 'Level 2' } },
    'plans.setPin': {
      params: { id: plan.id, sub_section_id: part?.id ?? '' },
      body: { x: 0.5, y: 0.5, edited_at: '2026-05-01T10:20:30Z' },
    },
    'profile.account': { params: { id: newId() } },
    'profile.change': {
      body: {
        data: {
          ...{ first_name: 'Nell', last_name: 'Vance', company_name: 'Hill House' },
          ...{ new_phone_number: '+14155550123', new_email: 'nell@example.com' },
          ...{ current_password: 'wrong', new_password: 'weak' },
          attributes: { first_name: 'Nell' },
        },
      },
    },
    'profile.changeAccount': { params: { id: newId() } },
    'profile.changePassword': {
      body: {
        data: {
          attributes: { token: 'x', old_password: 'wrong', new_password: 'weak', confirm_password: 'weak' },
        },
      },
    },
    'profile.changePasswordByPost': {
      body: {
        data: {
          attributes: { token: 'x', old_password: 'wrong', new_password: 'weak', confirm_password: 'weak' },
        },
      },
    },
    'profile.confirmNewEmail': { body: { data: { attributes: { token: 'unknown' } } } },
    'profile.confirmNewPhone': {
      body: { data: { attributes: { token: 'unknown', otp_code: '1234', current_password: 'wrong' } } },
    },
    'profile.deleteAccount': { params: { id: newId() } },
    'profile.photoFile': { params: { ticket } },
    'profile.putPhoto': {},
    'profile.removePhoto': { query: { account_id: newId() } },
    'profile.validateNewPhone': { body: { data: { new_phone_number: '+14155550123' } } },
    'recovery.askCode': {
      body: { data: { attributes: { email: owner.email, full_phone_number: '+1 555 0100' } } },
    },
    'recovery.askLink': {
      body: { data: { attributes: { email: owner.email, host: 'http://fieldbook.test' } }, host: 'x' },
    },
    'recovery.checkLink': { query: { token: 'A'.repeat(43) } },
    'recovery.confirmCode': { body: { data: { attributes: { token: 'A'.repeat(32), otp_code: '1234' } } } },
    'recovery.setPassword': {
      body: { token: 'A'.repeat(32), new_password: goodPassword, confirm_password: goodPassword },
    },
    'settings.change': {
      body: { data: { attributes: { theme: 'dark' }, changed_at: { theme: '2026-05-01T10:20:30Z' } } },
    },
    'reports.pdfFile': { params: { ticket } },
    'reports.detail': { params: { id } },
    'reports.download': { params: { id } },
    'reports.zip': { query: { user_survey_id: id } },
    'reports.zipFile': { params: { ticket } },
    'accounts.endOtherSessions': {},
    'outbox.bounce': { body: { provider_id: 'm1', to: 'b@example.com', reason: 'full' } },
    'outbox.list': {
      query: { to: 'b@', channel: 'email', status: 'failed', page: '1', per_page: '10' },
    },
    'outbox.retry': { params: { id: newId() } },
    'outbox.smsStatus': {
      body: { MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '30003', ErrorMessage: 'Unknown' },
    },
    'outbox.test': { body: { channel: 'email', to: 'b@example.com' } },
    'passkeys.newOptions': { body: { data: { attributes: { current_password: goodPassword } } } },
    'passkeys.add': {
      body: {
        data: {
          id: newId(),
          attributes: { name: 'Tablet', response: new SoftKey(keySite).register({ challenge: 'AAAA' }) },
        },
      },
    },
    'contacts.keep': {
      params: { id: newId() },
      body: { data: { attributes: { firstName: 'Ana', note: 'Rings twice' } } },
    },
    'contacts.remove': { params: { id: newId() } },
    'passkeys.rename': { params: { id: newId() }, body: { data: { attributes: { name: 'Tablet' } } } },
    'passkeys.remove': { params: { id: newId() } },
    'passkeys.loginOptions': {},
    'passkeys.login': {
      body: {
        data: { id: newId(), attributes: { response: new SoftKey(keySite).answer({ challenge: 'AAAA' }) } },
      },
    },
    'reviews.accept': { params: { id }, body: { last_edited: '2026-05-01T10:20:30Z' } },
    'reviews.list': { params: { id } },
    'reviews.neighbors': { params: { id }, query: { state: 'accepted', search_query: 'x' } },
    'reviews.queue': {
      query: { person: newId(), template: 'x', state: 'submitted', search_query: 'x', page: '1' },
    },
    'reviews.sendBack': {
      params: { id },
      body: { message: 'x', notes: [{ user_survey_sub_section_detail_id: noted, note: 'x' }] },
    },
    'teams.create': { body: { name: 'North' } },
    'teams.delete': { params: { id: newId() } },
    'teams.handOver': { params: { id: newId() }, body: { to: newId() } },
    'teams.removeMember': { params: { id: newId(), account_id: newId() } },
    'teams.rename': { params: { id: newId() }, body: { name: 'South' } },
    'teams.setMember': { params: { id: newId(), account_id: newId() }, body: { granted: 'read' } },
    'teams.surveys': {
      query: { person: newId(), state: 'submitted', search_query: 'x', page: '1', per_page: '10' },
    },
    'sharing.activeLink': {
      params: { id: link.id },
      query: { link_share_id: link.id, link_token: link.token, user_survey_id: id },
    },
    'sharing.generateLink': { body: { link_share_id: newId(), ends_at: '2099-01-01T00:00:00Z' } },
    'sharing.sendLink': { body: { link_share_id: newId(), email: 'guest@example.com' } },
    'sharing.revokeAccess': { body: { link_share_id: newId() } },
    'social.start': { body: { data: { attributes: { provider: 'acme' } } } },
    'social.joinByPassword': {
      body: { data: { attributes: { secret: 'A'.repeat(43), password: goodPassword, remember_me: true } } },
    },
    'social.mailJoinLink': { body: { data: { attributes: { secret: 'A'.repeat(43) } } } },
    'social.joinLinkDetails': { body: { data: { attributes: { token: 'A'.repeat(43) } } } },
    'social.joinByLink': { body: { data: { attributes: { token: 'A'.repeat(43) } } } },
    'social.startJoining': {
      body: { data: { attributes: { provider: 'acme', current_password: goodPassword } } },
    },
    'social.join': {
      body: {
        data: { attributes: { secret: 'A'.repeat(43), code: 'x', state: 'x', iss: 'x', id_token: 'x' } },
      },
    },
    'social.part': { params: { id: newId() } },
    'surveys.addSimilar': {
      body: {
        id: newId(),
        survey_template_id: sampleTemplate.id,
        user_survey_id: id,
        user_survey_section_id: section.id,
        user_survey_sections_attributes: [],
      },
    },
    'surveys.copyData': {
      query: {
        user_survey_id: id,
        user_survey_section_id: section.id,
        user_survey_sub_section_id: newId(),
      },
    },
    'surveys.history': { params: { id }, query: { detail_id: noted } },
    'surveys.autoSave': {
      body: {
        user_survey_id: id,
        survey_template_id: sampleTemplate.id,
        survey_name: 'Hill House',
        user_survey_sections_attributes: sections,
      },
    },
    'analytics.appLoaded': {},
    'surveys.changed': { params: { id }, query: { version: 'x'.repeat(43) } },
    'surveys.changedFiles': { params: { id }, query: { answers: `${newId()},${newId()}` } },
    'surveys.create': {
      body: {
        id: newId(),
        survey_template_id: sampleTemplate.id,
        survey_name: 'Hill House',
        owner_name: 'Mrs Dudley',
        status: 'Started',
      },
    },
    'surveys.delete': { params: { id: newId() } },
    'surveys.deleteForGood': { params: { id: newId() } },
    'surveys.dropdownOptions': { query: { user_survey_id: id } },
    'surveys.list': {
      query: {
        per_page: '10',
        page: '1',
        search_query: 'hill',
        start_date: '01-05-2026',
        end_date: '02-05-2026',
        time_zone: 'America/New_York',
        order: 'edited',
      },
    },
    'surveys.changes': {
      query: {
        cursor: '2026-11-29T08:00:00.000Z_00000000-0000-0000-0000-000000000000',
        per_page: '10',
        status: 'Started',
        owner_id: newId(),
      },
    },
    'surveys.listDeleted': { query: { per_page: '10', page: '1' } },
    'surveys.mappedField': {
      query: {
        survey_template_id: sampleTemplate.id,
        user_survey_id: id,
        user_survey_section_id: section.id,
        user_survey_sub_section_id: part?.id ?? '',
        template_field_id: details[0]?.template_field_id ?? '',
      },
    },
    'surveys.navigation': { query: { user_survey_id: id, search_query: 'floor' } },
    // An unknown survey: an existing one's stream does not end
    'surveyMoves.behind': { query: { survey_template_id: sampleTemplate.id } },
    'surveyMoves.list': { query: { user_survey_id: id } },
    'surveyMoves.move': {
      body: { survey_ids: [id], survey_template_id: sampleTemplate.id, dry_run: true },
    },
    'surveyMoves.undo': { params: { id: newId() } },
    'surveys.events': { params: { id: newId() }, query: { last_event_id: '7' } },
    'surveys.recovered': { params: { id } },
    'surveys.restoreRecovered': {
      params: { id, recovered_id: newId() },
      body: { user_survey_sub_section_id: part?.id ?? '' },
    },
    'surveys.dismissRecovered': { params: { id, recovered_id: newId() } },
    'surveys.reportSearch': {
      query: { survey_template_id: sampleTemplate.id, user_survey_id: id, search_query: 'floor' },
    },
    'surveys.searchedField': {
      query: {
        searched_field: 'Floor name (in Floor)',
        survey_template_id: sampleTemplate.id,
        user_survey_id: id,
      },
    },
    'surveys.section': {
      query: {
        user_survey_section_id: section.id,
        user_survey_id: id,
        user_survey_sub_section_id: part?.id ?? '',
      },
    },
    'surveys.deletedSimilar': { params: { id }, query: { user_survey_section_id: section.id } },
    'surveys.restoreSimilar': { params: { id, sub_section_id: newId() } },
    'surveys.removeSimilar': {
      query: {
        survey_template_id: sampleTemplate.id,
        user_survey_id: id,
        user_survey_section_id: section.id,
        user_survey_sub_section_id: newId(),
        seen_revisions: '1,0,2',
      },
    },
    'surveys.restore': { params: { id } },
    'surveys.submit': {
      params: { id },
      body: {
        user_survey_id: id,
        survey_name: 'Hill House',
        owner_name: 'Mrs Dudley',
        status: 'Started',
        checkbox_1: true,
        checkbox_2: false,
        user_survey_sections_attributes: [],
      },
    },
    'surveys.detail': { params: { id } },
    'templates.details': { query: { survey_template_id: sampleTemplate.id } },
  }
  return { good: new Map(Object.entries(good)), noted }
}

/** Returns a template published once, if the account may make some. */
async function formOf({ api }: MadeAccount) {
  const field = {
    key: 'roof',
    name: 'Roof',
    type: 'select' as const,
    options: ['Good', { label: 'Poor', value: 'p' }],
  }
  const given = {
    name: 'Roof walk',
    form: { name: 'Walk', sections: [{ key: 'a', name: 'A', fields: [field] }] },
  }
  const { body } = await api.call(createForm, { body: given })
  await api.call(publishForm, { params: { id: body.data.id }, body: {} })
  return { id: body.data.id, given }
}
