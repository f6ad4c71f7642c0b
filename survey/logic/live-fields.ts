import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { type FormattedText, formattedText, plainTextOf } from '../formatted-text.ts'
import { labelsOf } from '../option-values.ts'
import type { TemplateField } from '../template.ts'
import { isKey } from './lexer.ts'
import type { Rule } from './template-logic.ts'

/** The texts of a field that can contain answers. */
type Shown = 'name' | 'hint' | 'constraintMessage'

interface LiveText {
  /** A number is the index of an option whose label this is. */
  readonly of: Shown | number
  /** The text with each reference replaced by its index between two private-use characters. */
  readonly text: FormattedText
  readonly keys: readonly string[]
  readonly isFormatted: boolean
}

/** A field whose texts, or whether it is required, depend on answers. */
export interface LiveField {
  readonly section: number
  readonly field: number
  readonly requiredIf: Rule | null
  readonly texts: readonly LiveText[]
  /** Resolves the answers that the texts contain. */
  readonly shown: Rule | null
  readonly rules: readonly Rule[]
}

/**
 * Returns null if the field doesn't depend on answers. `ruleOf` compiles an expression at the field's place.
 */
export function liveFieldOf(
  field: TemplateField,
  place: { readonly section: number; readonly field: number },
  ruleOf: (source: string | undefined) => Rule | null,
): LiveField | null {
  const texts = textsOf(field)
  const requiredIf = ruleOf(field.requiredIf)
  if (texts.length === 0 && !requiredIf) return null
  const keys = [...new Set(texts.flatMap((text) => text.keys))]
  // Compiling an expression with all keys resolves them like any other rule.
  const shown = keys.length > 0 ? ruleOf(keys.map((key) => `\${${key}}`).join('+')) : null
  return { ...place, requiredIf, texts, shown, rules: [requiredIf, shown].filter((rule) => rule !== null) }
}

/** Returns the keys of the answers in a text. `\${key}` is literal text. */
export function keysIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].flatMap(([, key]) => (key !== undefined && isKey(key) ? [key] : []))
}

/** Replaces each key in a text; `null` turns the reference into literal text. */
export function withKeys(text: string, change: (key: string) => string | null): string {
  return text.replace(reference, (whole, key: string | undefined) => {
    if (key === undefined || !isKey(key)) return whole
    const changed = change(key)
    return changed === null ? `\\${whole}` : changed === key ? whole : `\${${changed}}`
  })
}

/**
 * Returns the field with its current texts. Equal texts return the same object, so unchanged fields are not
 * rendered again.
 */
export function fillLiveTexts(
  field: TemplateField,
  { texts }: LiveField,
  mandatory: boolean,
  textOf: (key: string) => string,
): TemplateField {
  const written = texts.map(({ text, keys }) => filledIn(text, keys.map(textOf)))
  const id = JSON.stringify([mandatory, written])
  const known = made.get(field) ?? new Map<string, TemplateField>()
  made.set(field, known)
  const before = known.get(id)
  if (before) return before
  const now: { -readonly [Name in keyof TemplateField]: TemplateField[Name] } = { ...field, mandatory }
  for (const [index, { of, isFormatted }] of texts.entries()) {
    const runs = written[index] ?? []
    const plain = plainTextOf(runs)
    if (typeof of === 'number') now.optionLabels = labelsOf(now).with(of, oneLine(plain))
    else {
      now[of] = of === 'name' ? oneLine(plain.replace(/\s+/g, ' ')) : plain
      if (isFormatted && of !== 'constraintMessage') now.formatted = { ...now.formatted, [of]: runs }
    }
  }
  if (known.size >= cacheLimit) known.clear()
  known.set(id, now)
  return now
}

const made = new WeakMap<TemplateField, Map<string, TemplateField>>()
const cacheLimit = 100
/** Maximum length of an answer inside a label. */
const shownMost = 200

const reference = /\\\$\{|\$\{\s*([^{}]*?)\s*\}/g
const [opens, closes] = ['\ue000', '\ue001']
const placeholder = /\ue000(\d+)\ue001/g

function textsOf(field: TemplateField): readonly LiveText[] {
  const own = (['name', 'hint', 'constraintMessage'] as const).map((of) => liveText(of, field[of] ?? ''))
  const options = labelsOf(field).map((label, index) =>
    label.includes('${') ? liveText(index, label) : null,
  )
  return [...own, ...options].filter((text) => text !== null)
}

function liveText(of: Shown | number, source: string): LiveText | null {
  const keys: string[] = []
  const marked = source.replace(reference, (whole, key: string | undefined) => {
    if (key === undefined) return '${'
    if (!isKey(key)) return whole
    if (!keys.includes(key)) keys.push(key)
    return `${opens}${keys.indexOf(key)}${closes}`
  })
  const text = typeof of === 'number' ? [{ text: marked }] : formattedText(marked)
  if (keys.length === 0 && plainTextOf(text) === source) return null
  const isFormatted =
    text.some(({ text: _, ...style }) => Object.keys(style).length > 0) || plainTextOf(text).includes('\n')
  return { of, text, keys, isFormatted }
}

function filledIn(runs: FormattedText, answers: readonly string[]): FormattedText {
  if (answers.length === 0) return runs
  const answer = (_: string, index: string) => cut(oneLine(answers[Number(index)] ?? ''), shownMost)
  return runs.map(({ link, ...run }) => ({
    ...run,
    text: run.text.replace(placeholder, answer),
    ...(link !== undefined && {
      link: link.replace(placeholder, (...match: [string, string]) => encodeURIComponent(answer(...match))),
    }),
  }))
}
