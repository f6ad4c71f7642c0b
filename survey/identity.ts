import { limits } from '#contract/limits.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { isFilled } from './edit/copy-from-last.ts'
import { asciiDigits } from './fields/number-text.ts'
import { asText, identifies } from './fields/registry.ts'
import { buildingAbove, isBuilding } from './options.ts'
import { type Answer, type Section, type SubSection, titleField } from './survey.ts'
import type { TemplateField, TemplateSection } from './template.ts'

/**
 * Returns the field that distinguishes the parts of a repeated section, like 'Unit number': the first
 * mandatory text line, otherwise the first. It is unique per part, so a copy leaves it empty.
 */
export function identityField(fields: readonly TemplateField[]): TemplateField | undefined {
  const lines = fields.filter(identifies)
  return lines.find(({ mandatory }) => mandatory) ?? lines[0]
}

/**
 * Returns the ids of fields that affect the names of parts: title, identity, and buildings, which distinguish
 * equal identities.
 */
export function namingFieldIds(section: TemplateSection): readonly string[] {
  const identity = identityField(section.fields)
  const own = section.fields.filter((field) => field === identity || isBuilding(field))
  return [titleField(section), ...own].map(({ id }) => id)
}

/** Returns the identifying answer of a part. */
export function identityOf({ definition }: Section, { answers }: SubSection): Answer | undefined {
  const field = identityField(definition.fields)
  return answers.find((answer) => answer.field.id === field?.id && !answer.hidden)
}

/** Returns a part's identity on one line, no longer than a title; '' without an answer. */
export function identityText(section: Section, part: SubSection): string {
  return identified(section, part).identity
}

/**
 * Returns a part's identity, prefixed with its building if parts in other buildings share it: 'Tower B, 203'.
 */
export function identityInBuilding(section: Section, part: SubSection): string {
  const { identity, building } = identified(section, part)
  const isShared = identity !== '' && building !== '' && (buildingsOf(section).get(identity)?.size ?? 0) > 1
  return isShared ? `${building}, ${identity}` : identity
}

interface Identified {
  readonly identity: string
  readonly building: string
}

/** Cached per part, because every keystroke reads all parts. */
const identities = new WeakMap<SubSection, Identified>()
const buildings = new WeakMap<Section, ReadonlyMap<string, ReadonlySet<string>>>()

function identified(section: Section, part: SubSection): Identified {
  const known = identities.get(part)
  if (known) return known
  const answer = identityOf(section, part)
  const made = answer
    ? { identity: oneLine(asText(answer)), building: oneLine(buildingAbove(part, answer.id)) }
    : { identity: '', building: '' }
  identities.set(part, made)
  return made
}

/** Returns the buildings by identity. */
function buildingsOf(section: Section): ReadonlyMap<string, ReadonlySet<string>> {
  const known = buildings.get(section)
  if (known) return known
  const made = new Map<string, Set<string>>()
  for (const part of section.subSections) {
    const { identity, building } = identified(section, part)
    if (identity === '' || building === '') continue
    const those = made.get(identity)
    if (those) those.add(building)
    else made.set(identity, new Set([building]))
  }
  buildings.set(section, made)
  return made
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > limits.titleMax ? `${cut(line, limits.titleMax - 1)}…` : line
}

/**
 * Returns the part that a new one would copy: the last one, if the section supports copying and the part
 * isn't empty.
 */
export function partToRepeat(section: Section): SubSection | undefined {
  const last = section.subSections.at(-1)
  if (!last || !section.definition.copyFromLastFilled) return undefined
  return isFilled(last) ? last : undefined
}

/**
 * Returns the next free number for a part without one: '204' after 203 in the same building; '' if there is
 * none.
 */
export function suggestedIdentity(section: Section, part: SubSection): string {
  const own = identityOf(section, part)
  if (!own || asText(own) !== '') return ''
  const given = (each: SubSection) => {
    const identity = identityOf(section, each)
    const together = identity && buildingAbove(each, identity.id) === buildingAbove(part, own.id)
    return together ? asText(identity).trim() : ''
  }
  const taken = section.subSections.map(given).filter((text) => text !== '')
  const before = section.subSections.slice(0, section.subSections.indexOf(part)).map(given)
  const last = before.findLast((text) => text !== '')
  return last === undefined ? '' : nextFreeName(last, taken)
}

/**
 * Increments the number or single letter at the end, skipping used names: 9 → 10, IDF-09 → IDF-10, 2B → 2C,
 * ٢٠٣ → ٢٠٤. Returns '' for names that cannot be incremented, such as 'Ground' or '4Z'.
 */
export function nextFreeName(after: string, taken: readonly string[]): string {
  const known = new Set(taken.map(comparable))
  let next = following(after)
  while (next !== '' && known.has(comparable(next))) next = following(next)
  return next
}

/** Normalizes a name: case, digits of any script, invisible characters. */
function comparable(text: string): string {
  return asciiDigits(text.replace(/\p{Cf}/gu, '')).toLowerCase()
}

function following(text: string): string {
  const [, start = '', digits = '', marks = ''] = /^(.*?)(\p{Nd}+)(\p{Cf}*)$/su.exec(text) ?? []
  if (digits !== '') {
    const next = nextNumber(digits)
    return next === '' ? '' : start + next + marks
  }
  const [, before, letter] = /^(|.*[^\p{L}])([A-Ya-y])$/su.exec(text) ?? []
  return before !== undefined && letter !== undefined
    ? before + String.fromCharCode(letter.charCodeAt(0) + 1)
    : ''
}

/** Adds one, keeping the script and leading zeros; '' for digits of mixed scripts. */
function nextNumber(digits: string): string {
  const zeros = new Set([...digits].map((one) => (one.codePointAt(0) ?? 0) - Number(asciiDigits(one))))
  const [zero, ...others] = zeros
  const plain = asciiDigits(digits)
  if (zero === undefined || others.length > 0 || !/^\d+$/.test(plain)) return ''
  const next = String(BigInt(plain) + 1n).padStart(plain.length, '0')
  return [...next].map((one) => String.fromCodePoint(zero + Number(one))).join('')
}
