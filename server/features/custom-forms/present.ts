import type * as z from 'zod/mini'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { library } from '#contract/messages/library.ts'
import { t } from '#contract/messages/translate.ts'
import type { FormDetail, FormFault as FormFaultWire, FormItem } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { faultMessage, formFaults } from '#survey/form-faults.ts'
import { textsForReader } from '#survey/translate.ts'
import type { FormHead, FormRow } from './data.ts'
import type { LibraryForm } from './library.ts'

type Item = z.output<typeof FormItem>
type Detail = z.output<typeof FormDetail>
type Fault = z.output<typeof FormFaultWire>

const type = 'custom_form'

/** Category names of the built-in templates, in the reader's language. */
const shelfNames: ReadonlyMap<string, MessageKey> = new Map(
  (['shelfBuilding', 'shelfConstruction', 'shelfProperty', 'shelfSafety', 'shelfTelecom'] as const).map(
    (key) => [library[key], `library.${key}`],
  ),
)

export function presentRow(row: FormHead): { id: string; type: string; attributes: Item } {
  return { id: row.id, type, attributes: itemOf(row) }
}

export function presentForm(row: FormRow): { id: string; type: string; attributes: Detail } {
  const faults = presentFaults(row.document)
  return { id: row.id, type, attributes: { ...itemOf(row), form: row.document, faults } }
}

/** Presents the result of a dry run, which stores nothing. */
export function presentUnmade(id: string, form: FormDocument, now: Date) {
  const at = now.toISOString()
  const attributes: Detail = {
    ...whatIsIn(form),
    state: 'draft',
    is_library: false,
    revision: 0,
    version: 0,
    survey_template_id: null,
    has_unpublished_changes: true,
    created_at: at,
    updated_at: at,
    updated_by: '',
    form,
    faults: presentFaults(form),
  }
  return { id, type, attributes }
}

function whatIsIn(form: FormDocument) {
  return {
    name: form.name,
    description: form.description ?? '',
    category: form.category ?? '',
    picture: form.picture ?? null,
    sections: form.sections.length,
    fields: form.sections.reduce((sum, { fields }) => sum + fields.length, 0),
  }
}

export function presentLibraryRow({ id, template, document }: LibraryForm, hidden: ReadonlySet<string>) {
  const own = whatIsIn(document)
  // Readers see a built-in template's description in their own language.
  const texts = textsForReader(document)
  const shelf = shelfNames.get(own.category)
  const attributes: Item = {
    ...own,
    name: texts?.name || own.name,
    description: texts?.description || own.description,
    category: shelf ? t(shelf) : own.category,
    state: hidden.has(id) ? 'archived' : 'published',
    is_library: true,
    revision: 0,
    version: template.version,
    survey_template_id: template.id,
    has_unpublished_changes: false,
    created_at: '',
    updated_at: '',
    updated_by: '',
  }
  return { id, type, attributes }
}

export function presentLibraryForm(form: LibraryForm, hidden: ReadonlySet<string>) {
  const { attributes, ...rest } = presentLibraryRow(form, hidden)
  return { ...rest, attributes: { ...attributes, form: form.document, faults: [] } }
}

/** Presents faults in the document's order, each with the keys of its place and a sentence. */
export function presentFaults(form: FormDocument): Fault[] {
  return formFaults(form).map((fault) => {
    const section = fault.section === null ? null : form.sections[fault.section]
    const field = section && fault.field !== null ? section.fields[fault.field] : null
    return {
      section: section?.key ?? null,
      field: field?.key ?? null,
      property: fault.property,
      message: t(...faultMessage(fault)),
    }
  })
}

function itemOf(row: FormHead): Item {
  return {
    name: row.name,
    description: row.description ?? '',
    category: row.category ?? '',
    picture: row.picture,
    sections: row.sections,
    fields: row.fields,
    state: row.archived_at ? 'archived' : row.version === null ? 'draft' : 'published',
    is_library: false,
    revision: row.revision,
    version: row.version ?? 0,
    survey_template_id: row.template_id,
    has_unpublished_changes: !row.is_published,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by_name ?? '',
  }
}
