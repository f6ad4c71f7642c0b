import type { FormDocument } from '#contract/templates/form-document.ts'
import { SyntaxFault } from '../logic/expression.ts'
import { isKey, type Token, tokensOf } from '../logic/lexer.ts'
import { keysIn, withKeys } from '../logic/live.ts'
import { plainExpression } from '../logic/plain-expression.ts'
import { described, plainOption } from './options.ts'
import { type FormField, type FormOption, type FormSection, fieldAt, type Place, sectionAt } from './place.ts'

/** The properties of a field that are expressions. */
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
 * The template with a new key of a section or field, there and wherever an expression means it. An expression keeps
 * its form otherwise; one that cannot be read stays as it is.
 */
export function renameKey(form: FormDocument, at: Place, key: string): FormDocument {
  const before = (fieldAt(form, at) ?? sectionAt(form, at))?.key
  if (before === undefined || before === key) return form
  const sections = form.sections.map((section, index) => {
    const means = before !== '' && meansIt(form, index, before, at)
    const rename = (source: string) => (means ? renamedIn(source, before, key) : source)
    const now = eachField(withCondition(section, rename), (field, place) => {
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

/** Whether a key in an expression of this section is the one at the place, as the engine finds it (`sourcesOf`). */
export function meansIt(form: FormDocument, section: number, key: string, at: Place): boolean {
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

/** A section with its own condition changed; the same one where it was not. */
export function withCondition<Section extends Pick<FormSection, 'showIf'>>(
  section: Section,
  change: (source: string) => string,
): Section {
  const { showIf } = section
  const changed = showIf === undefined ? undefined : change(showIf)
  return changed === showIf ? section : { ...section, showIf: changed }
}

/** A field with each of its expressions changed; the same one where none was. */
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

/** The texts of a field that may show answers, each changed, in every language; the same field where none was. */
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

/** It keeps its id, so that answers follow it. */
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

/** Every key that the texts of a field show. */
export function shownKeys(field: FormField): readonly string[] {
  const labels = (field.options ?? []).map((option) => described(option).label)
  return [...showingProperties.map((property) => field[property] ?? ''), ...labels].flatMap(keysIn)
}

export const showingProperties = ['name', 'hint', 'constraintMessage'] as const
type ShowingProperty = (typeof showingProperties)[number]

function renamedIn(source: string, before: string, key: string): string {
  // Most mean something else, and reading thousands takes longer than the next letter may wait.
  if (!source.includes(before)) return source
  const found = referencesIn(source).filter(({ text }) => text === before)
  if (found.length === 0) return source
  return found.reduceRight((text, { position }) => {
    const end = text.indexOf('}', position)
    return `${text.slice(0, position)}\${${key}}${text.slice(end + 1)}`
  }, plainExpression(source))
}

/** Every `${key}` in an expression, at its place in `plainExpression(source)`; none where it cannot be read. */
export function referencesIn(source: string): readonly Token[] {
  try {
    return tokensOf(source).flatMap((token) => {
      if (token.kind === 'reference') return [token]
      // `jr:choice-name` names the field as a text.
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
