import { omitUndefined } from '#contract/omit-undefined.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { SyntaxFault } from '../logic/expression.ts'
import { isKey, type Token, tokensOf } from '../logic/lexer.ts'
import { keysIn, withKeys } from '../logic/live-fields.ts'
import { plainExpression } from '../logic/plain-expression.ts'
import { described, plainOption } from './form-options.ts'
import {
  type FormField,
  type FormOption,
  type FormSection,
  fieldAt,
  type Place,
  sectionAt,
} from './form-place.ts'

/** Field properties that contain expressions. */
export const expressionProperties = [
  'showIf',
  'requiredIf',
  'constraint',
  'calculation',
  'choiceFilter',
  'defaultExpression',
] as const
export type ExpressionProperty = (typeof expressionProperties)[number]

/**
 * Changes the key of a section or field, also in every expression that refers to it. Leaves expressions with
 * syntax errors unchanged.
 */
export function renameKey(form: FormDocument, at: Place, key: string): FormDocument {
  const before = (fieldAt(form, at) ?? sectionAt(form, at))?.key
  if (before === undefined || before === key) return form
  const sections = form.sections.map((section, index) => {
    const means = before !== '' && refersTo(form, index, before, at)
    const rename = (source: string) => (means ? renamedIn(source, before, key) : source)
    const now = eachField(withConditions(section, rename), (field, place) => {
      const renamed = means
        ? withTexts(withExpressions(field, rename), (text) =>
            withKeys(text, (shown) => (shown === before ? key : shown)),
          )
        : field
      return index === at.section && place === at.field ? { ...renamed, key } : renamed
    })
    return index === at.section && at.field === null ? { ...now, key } : now
  })
  return { ...form, sections }
}

/** Whether a key in this section's expressions refers to the place, by the engine's rules (`sourcesOf`). */
export function refersTo(form: FormDocument, section: number, key: string, at: Place): boolean {
  const own = form.sections[section]?.fields.findIndex((field) => field.key === key) ?? -1
  if (own !== -1) return section === at.section && own === at.field
  return (fieldAt(form, at) ?? sectionAt(form, at))?.key === key
}

function eachField(
  section: FormSection,
  change: (field: FormField, index: number) => FormField,
): FormSection {
  const fields = section.fields.map(change)
  return fields.every((field, index) => field === section.fields[index]) ? section : { ...section, fields }
}

/** Changes a section's conditions, its own and the shared ones; returns the same section if nothing changed. */
export function withConditions<Section extends Pick<FormSection, 'showIf' | 'conditions'>>(
  section: Section,
  change: (source: string) => string,
): Section {
  const { showIf, conditions } = section
  const changed = showIf === undefined ? undefined : change(showIf)
  const shared = conditions?.map((one) => {
    const now = change(one.showIf)
    return now === one.showIf ? one : { ...one, showIf: now }
  })
  const isSame = changed === showIf && (shared?.every((one, index) => one === conditions?.[index]) ?? true)
  return isSame ? section : { ...section, ...omitUndefined({ showIf: changed, conditions: shared }) }
}

/** Changes each expression of a field; returns the same field if nothing changed. */
export function withExpressions(field: FormField, change: (source: string) => string): FormField {
  let now = field
  for (const property of expressionProperties) {
    const source = field[property]
    if (source === undefined) continue
    const changed = change(source)
    if (changed !== source) now = { ...now, [property]: changed }
  }
  return now
}

/**
 * Changes every text of a field that can contain answers, in all languages; returns the same field if none
 * does.
 */
export function withTexts(field: FormField, change: (text: string) => string): FormField {
  const { name, hint, constraintMessage, options } = field
  const changed = JSON.stringify([name, hint, constraintMessage, field.translations, options]).includes('${')
  if (!changed) return field
  const texts = <Texts extends Partial<Record<ShowingProperty, string | undefined>>>(of: Texts): Texts => {
    const now = { ...of }
    for (const property of showingProperties) {
      const text = of[property]
      if (text !== undefined) Object.assign(now, { [property]: change(text) })
    }
    return now
  }
  const translations = Object.entries(field.translations ?? {}).map(
    ([language, own]) => [language, texts(own)] as const,
  )
  return {
    ...texts(field),
    ...(field.translations && { translations: Object.fromEntries(translations) }),
    ...(options && { options: options.map((option) => withOptionTexts(option, change)) }),
  }
}

/** Keeps the option's id, so existing answers stay valid. */
function withOptionTexts(option: FormOption, change: (text: string) => string): FormOption {
  const own = described(option)
  const label = change(own.label)
  const translations = Object.entries(own.translations ?? {}).map(([language, text]) => [
    language,
    change(text),
  ])
  return plainOption({
    ...own,
    label,
    ...(label !== own.label && { id: own.id ?? own.label }),
    ...(own.translations && { translations: Object.fromEntries(translations) }),
  })
}

/** Returns every key in a field's texts. */
export function shownKeys(field: FormField): readonly string[] {
  const labels = (field.options ?? []).map((option) => described(option).label)
  return [...showingProperties.map((property) => field[property] ?? ''), ...labels].flatMap(keysIn)
}

export const showingProperties = ['name', 'hint', 'constraintMessage'] as const
type ShowingProperty = (typeof showingProperties)[number]

function renamedIn(source: string, before: string, key: string): string {
  // Skips tokenizing most expressions: a form may have thousands, and this runs for each typed letter.
  if (!source.includes(before)) return source
  const found = referencesIn(source).filter(({ text }) => text === before)
  if (found.length === 0) return source
  return found.reduceRight((text, { position }) => {
    const end = text.indexOf('}', position)
    return `${text.slice(0, position)}\${${key}}${text.slice(end + 1)}`
  }, plainExpression(source))
}

/** Returns every `${key}` with its position in `plainExpression(source)`; empty for a syntax error. */
export function referencesIn(source: string): readonly Token[] {
  try {
    return tokensOf(source).flatMap((token) => {
      if (token.kind === 'reference') return [token]
      // `jr:choice-name` takes the field as a string.
      const [, key] = (token.kind === 'text' && /^\$\{\s*([^}]*?)\s*\}$/.exec(token.text)) || []
      return key === undefined || !isKey(key)
        ? []
        : [{ kind: 'reference', text: key, position: token.position + 1 } as const]
    })
  } catch (error) {
    if (error instanceof SyntaxFault) return []
    throw error
  }
}
