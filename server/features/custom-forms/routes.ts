import { isDeepStrictEqual } from 'node:util'
import { v7 as newId } from 'uuid'
import type { AuditAction } from '#contract/admin/audit-actions.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { fold } from '#contract/rules/fold.ts'
import * as agreed from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { Db } from '#server/context.ts'
import { publishTemplates } from '#server/db/notifications.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import {
  addMissingTemplates,
  findTemplate,
  hiddenSeries,
  hideSeries,
} from '#server/features/templates/data.ts'
import { WriteConcurrency } from '#server/http/execute-call.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, DryRun, serve, servePrepared, serveWithReplay } from '#server/http/serve.ts'
import { holderOf } from '#server/http/ticket.ts'
import { sampleSize } from '#survey/builder/trial-survey.ts'
import { sourceOf } from '#survey/document-to-source.ts'
import { formDifference } from '#survey/form-difference.ts'
import { withOptionIds } from '#survey/option-ids.ts'
import { templateFrom } from '#survey/template-source.ts'
import { documentOf } from '#survey/template-to-document.ts'
import { textsForReader } from '#survey/translate.ts'
import * as data from './data.ts'
import { Editors } from './editors.ts'
import { formFile } from './form-file.ts'
import { findInLibrary, type LibraryForm, library } from './library.ts'
import { oftenUsedFields } from './often-used.ts'
import { isOfLibrary, openForm, openToChange, openToOffer, whyNotMake } from './policy.ts'
import * as present from './present.ts'
import { readFormFile } from './read-form-file.ts'
import { replayCreatedForm, replayForm, replaySavedForm } from './replay-form.ts'
import { sampleReport } from './sample-report.ts'

/** Maximum faults in a rejection; the draft's own reply has all. */
const shownFaults = 50

function shownFaultsOf(faults: ReturnType<typeof present.presentFaults>) {
  return faults.slice(0, shownFaults).map(({ property, message }) => ({ [property]: message }))
}

const editors = new Editors()

export const customFormRoutes = [
  serve(agreed.listForms, async ({ db, account, query }) => {
    const denied = await whyNotMake(db, account.id)
    if (denied) return denied
    const { search_query: search, state, page, per_page: size } = query
    const total = await data.countMatching(db, { search, state })
    const before = (page - 1) * size
    const rows = await data.listForms(db, { search, state }, { limit: size, offset: before })
    // Built-in templates follow the users' own.
    const hidden = await hiddenSeries(db)
    const shipped = libraryLike(search, state, hidden)
    const from = Math.max(0, before - total)
    const rest = shipped.slice(from, from + size - rows.length)
    const total_count = total + shipped.length
    return {
      data: [...rows.map(present.presentRow), ...rest.map((form) => present.presentLibraryRow(form, hidden))],
      meta: { total_pages: Math.ceil(total_count / size), total_count, current_page: page },
    }
  }),

  serve(agreed.oftenUsedFields, async ({ db, account }) => {
    const denied = await whyNotMake(db, account.id)
    if (denied) return denied
    return { data: await oftenUsedFields(db, account.id) }
  }),

  serve(agreed.readForm, async ({ db, account, params }) => {
    const form = await openForm(db, account.id, params.id)
    if (form instanceof Failure) return form
    if (isOfLibrary(form)) return { data: present.presentLibraryForm(form, await hiddenSeries(db)) }
    const { id, type, attributes } = present.presentForm(form)
    const isNewer = form.version !== null && !form.is_published
    const published = isNewer ? await data.findVersion(db, form.id, form.version ?? 0) : null
    return {
      data: { id, type, attributes: { ...attributes, ...(published && { published_form: published }) } },
    }
  }),

  servePrepared(
    agreed.createForm,
    { prepare: importOf, replay: replayCreatedForm },
    async (call, imported) => {
      const { db, account, body, now } = call
      const denied = await whyNotMake(db, account.id)
      if (denied) return denied
      const document = await firstDocument(db, { ...body, ...(imported && { form: imported.form }) })
      if (document instanceof Failure) return document
      const id = body.id ?? newId()
      const meta = imported ? { import: imported.report } : {}
      if (body.dry_run === true || body.dry_run === 'true')
        return new DryRun({ data: present.presentUnmade(id, document, now), meta })
      await data.lockForms(db)
      if (await data.addForm(db, id, document, { accountId: account.id, now })) {
        if ((await data.countForms(db)) > limits.formsMax) return fail('form.tooMany')
        await record(call, 'template.created', id)
      } else {
        const there = await data.findForm(db, id)
        if (!there || there.created_by !== account.id || !isDeepStrictEqual(there.document, document))
          return fail('id.taken')
      }
      const added = await data.findForm(db, id)
      return added ? { data: present.presentForm(added), meta } : fail('request.notFound')
    },
  ),

  serveWithReplay(agreed.saveForm, replaySavedForm, async (call) => {
    const { db, account, body, now } = call
    const form = await openToChange(db, account.id, body.id)
    if (form instanceof Failure) return form
    if (form.revision !== body.revision) return stale(form)
    await data.changeDraft(db, form.id, body.form, { accountId: account.id, now })
    return answer(db, form.id)
  }),

  serve(agreed.announceEditing, async ({ db, account, params, body, now }) => {
    const form = await openForm(db, account.id, params.id)
    if (form instanceof Failure) return form
    if (isOfLibrary(form)) return fail('form.libraryOnly')
    if (body.leave) editors.leave(form.id, account.id)
    const { accountId, since } = body.leave
      ? { accountId: account.id, since: now }
      : editors.announce(form.id, account.id, now, body.take_over ?? false)
    const name = (await data.nameOf(db, accountId)) ?? ''
    return {
      data: {
        id: form.id,
        type: 'custom_form_editing',
        attributes: {
          is_mine: accountId === account.id,
          name,
          since: since.toISOString(),
          revision: form.revision,
        },
      },
    }
  }),

  serveWithReplay(agreed.publishForm, replayForm, async (call) => {
    const { db, account, params, body, now } = call
    const form = await openToChange(db, account.id, params.id)
    if (form instanceof Failure) return form
    if (body.revision !== undefined && form.revision !== body.revision) return stale(form)
    const newest = form.version === null ? null : await data.findVersion(db, form.id, form.version)
    const document = withOptionIds(form.document, newest)
    const faults = present.presentFaults(document)
    if (faults.length > 0) return fail('form.faults', { more: shownFaultsOf(faults) })
    if (form.is_published) return fail('form.unchanged')
    if (!isDeepStrictEqual(document, form.document))
      await data.changeDraft(db, form.id, document, { accountId: account.id, now })
    const version = (form.version ?? 0) + 1
    const template = templateFrom(sourceOf(document, form.id, version))
    await addMissingTemplates(db, [{ ...template, series: form.id }])
    await data.addVersion(db, {
      formId: form.id,
      version,
      templateId: template.id,
      document,
      note: body.note ?? '',
      accountId: account.id,
      now,
    })
    await record(call, 'template.published', form.id, { version })
    await publishTemplates(db, 'templates.published')
    return answer(db, form.id)
  }),

  serveWithReplay(agreed.archiveForm, replayForm, async (call) => {
    const { db, account, params, now } = call
    const form = await openToOffer(db, account, params.id)
    if (form instanceof Failure) return form
    if (isOfLibrary(form)) return offerShipped(call, form, false)
    if (!form.archived_at) {
      await data.archiveForm(db, form.id, now)
      await record(call, 'template.archived', form.id)
      await publishTemplates(db, 'templates.archived')
    }
    return answer(db, form.id)
  }),

  serveWithReplay(agreed.restoreForm, replayForm, async (call) => {
    const { db, account, params } = call
    const form = await openToOffer(db, account, params.id)
    if (form instanceof Failure) return form
    if (isOfLibrary(form)) return offerShipped(call, form, true)
    if (form.archived_at) {
      await data.archiveForm(db, form.id, null)
      await record(call, 'template.restored', form.id)
      await publishTemplates(db, 'templates.restored')
    }
    return answer(db, form.id)
  }),

  serve(agreed.deleteForm, async (call) => {
    const { db, account, params } = call
    const form = await openToChange(db, account.id, params.id)
    if (form instanceof Failure) return form
    if (form.version !== null) return fail('form.published')
    await data.deleteForm(db, form.id)
    await record(call, 'template.deleted', form.id)
    return { data: { message: t('templates.deleted') } }
  }),

  serve(agreed.formVersions, async ({ db, account, params }) => {
    const form = await openForm(db, account.id, params.id)
    if (form instanceof Failure) return form
    const rows = isOfLibrary(form) ? [] : await data.listVersions(db, form.id)
    return {
      data: rows.map((row) => ({
        id: row.template_id,
        type: 'custom_form_version',
        attributes: {
          version: row.version,
          survey_template_id: row.template_id,
          note: row.note,
          published_at: row.published_at.toISOString(),
          published_by: row.by ?? '',
          surveys: row.surveys,
          open_surveys: row.open,
        },
      })),
    }
  }),

  serve(agreed.formDifference, async ({ db, account, params, query }) => {
    const form = await openForm(db, account.id, params.id)
    if (form instanceof Failure) return form
    if (isOfLibrary(form)) return fail('form.versionNotFound')
    const [from, to] = [await named(db, form, query.from), await named(db, form, query.to)]
    if (!from || !to) return fail('form.versionNotFound')
    return { data: [...formDifference(from, to)] }
  }),

  serveWithReplay(agreed.reviveFormVersion, replayForm, async (call) => {
    const { db, account, params, body, now } = call
    const form = await openToChange(db, account.id, params.id)
    if (form instanceof Failure) return form
    if (form.revision !== body.revision) return stale(form)
    const document = await data.findVersion(db, form.id, body.version)
    if (!document) return fail('form.versionNotFound')
    await data.changeDraft(db, form.id, document, { accountId: account.id, now })
    return answer(db, form.id)
  }),

  serve(agreed.sampleReport, async ({ context, db, account, params, body, now }) => {
    const found = await openForm(db, account.id, params.id)
    if (found instanceof Failure) return found
    const faults = present.presentFaults(body.form)
    if (faults.length > 0) return fail('form.faults', { more: shownFaultsOf(faults) })
    if (sampleSize(body.form, body.answers) > limits.sampleFieldsMax) return fail('request.tooLarge')
    return sampleReport(context, {
      form: body.form,
      answers: body.answers,
      timeZone: body.time_zone ?? null,
      createdBy: (await data.nameOf(db, account.id)) ?? '',
      holder: holderOf(account),
      now,
    })
  }),

  serve(agreed.exportForm, async ({ db, account, params, query }) => {
    const form = await openForm(db, account.id, params.id)
    if (form instanceof Failure) return form
    const { version = 'draft', format } = query
    const document = isOfLibrary(form) ? form.document : await named(db, form, version)
    return document ? formFile(document, format) : fail('form.versionNotFound')
  }),
]

/** Limits each account to two imports at a time, so that hostile files delay only their sender. */
const importConcurrency = new WriteConcurrency(2)

/** Reads the form of an attached file; null without one. Files of unauthorized accounts are not read. */
async function importOf({ db, account, files }: Call<typeof agreed.createForm>) {
  const file = files.find(({ part }) => part === 'file') ?? files[0]
  if (!file) return null
  return (await whyNotMake(db, account.id)) ?? importConcurrency.run(account.id, () => readFormFile(file))
}

function libraryLike(search: string, state: string | undefined, hidden: ReadonlySet<string>) {
  const wanted = fold(search)
  return library.filter(({ id, document }) => {
    if (state !== undefined && state !== (hidden.has(id) ? 'archived' : 'published')) return false
    const names = [document.name, textsForReader(document)?.name]
    return names.some((name) => name !== undefined && fold(name).includes(wanted))
  })
}

/** Offers a built-in template for new surveys, or hides it. */
async function offerShipped(call: Doing, form: LibraryForm, offer: boolean) {
  const { db } = call
  if (await hideSeries(db, form.id, !offer)) {
    await record(call, offer ? 'template.shown' : 'template.hidden', form.id)
    await publishTemplates(db, offer ? 'templates.restored' : 'templates.archived')
  }
  return { data: present.presentLibraryForm(form, await hiddenSeries(db)) }
}

async function answer(db: Db, id: string) {
  const row = await data.findForm(db, id)
  return row ? { data: present.presentForm(row) } : fail('request.notFound')
}

/** Returns the failure for a stale revision, with the current one. */
function stale({ revision }: data.FormRow) {
  return fail('form.stale', { more: [{ current_revision: String(revision) }] })
}

/** `draft` or a version's number. */
async function named(db: Db, form: data.FormRow, name: string): Promise<FormDocument | null> {
  return name === 'draft' ? form.document : data.findVersion(db, form.id, Number(name))
}

interface First {
  readonly name?: string | undefined
  readonly survey_template_id?: string | undefined
  readonly library_id?: string | undefined
  readonly form?: FormDocument | undefined
}

async function firstDocument(db: Db, first: First): Promise<FormDocument | Failure<'template.notFound'>> {
  const named = (form: FormDocument) => (first.name ? { ...form, name: first.name } : form)
  if (first.form) return named(first.form)
  if (first.library_id) {
    const shipped = findInLibrary(first.library_id)
    return shipped ? named(shipped.document) : fail('template.notFound')
  }
  if (first.survey_template_id) {
    const shipped = library.find(({ template }) => template.id === first.survey_template_id)
    if (shipped) return named(shipped.document)
    const written = await data.findDocument(db, first.survey_template_id)
    if (written) return named(written)
    const template = await findTemplate(db, first.survey_template_id)
    return template ? named(documentOf(template)) : fail('template.notFound')
  }
  const section = { key: 'section_1', name: t('templates.newSection'), fields: [] }
  return { schema: 'fieldbook-form/1', name: first.name ?? '', sections: [section] }
}

type Doing = Origin & { readonly db: Db; readonly account: { readonly id: string } }

async function record(call: Doing, action: AuditAction, id: string, detail = {}): Promise<void> {
  const target = { type: 'custom_form', id }
  await recordAudit(call.db, call, { action, accountId: call.account.id, target, detail })
}
