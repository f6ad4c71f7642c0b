import { type FieldType, fieldTypes } from '#contract/templates/field-types.ts'
import { xlsformType } from '../fields/registry.ts'

/** The meaning of a row in the sheet `survey`. */
export type RowKind =
  | { readonly kind: 'begin' | 'end'; readonly of: 'group' | 'repeat' }
  | { readonly kind: 'question'; readonly type: FieldType; readonly photos?: true; readonly note?: NoteKind }
  | { readonly kind: 'choice'; readonly many: boolean; readonly list: string; readonly orOther: boolean }
  /** Calculated from the time at which the survey was started. */
  | { readonly kind: 'moment'; readonly calculation: string }
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'calculate' }
  | { readonly kind: 'hidden' }
  /** Device or server metadata, which the app records on its own. */
  | { readonly kind: 'metadata' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'unknown' }

/** The note for a row that was imported as another type. */
export type NoteKind = 'asText' | 'asHiddenText' | 'asLongText' | 'withPhotos' | 'soundAsText'

/** The XLSForm types of the app's own field types, and types that are converted. */
const questions: Readonly<Record<string, RowKind>> = {
  ...Object.fromEntries(
    fieldTypes.flatMap((type) =>
      xlsformType(type).words.map((word): [string, RowKind] => [word, { kind: 'question', type }]),
    ),
  ),
  geotrace: { kind: 'question', type: 'text', note: 'asHiddenText' },
  geoshape: { kind: 'question', type: 'text', note: 'asHiddenText' },
  file: { kind: 'question', type: 'text', photos: true, note: 'withPhotos' },
  audio: { kind: 'question', type: 'text', note: 'soundAsText' },
  acknowledge: { kind: 'acknowledge' },
  trigger: { kind: 'acknowledge' },
  calculate: { kind: 'calculate' },
  hidden: { kind: 'hidden' },
  start: { kind: 'moment', calculation: 'once(now())' },
  today: { kind: 'moment', calculation: 'once(today())' },
  begin_group: { kind: 'begin', of: 'group' },
  end_group: { kind: 'end', of: 'group' },
  begin_repeat: { kind: 'begin', of: 'repeat' },
  end_repeat: { kind: 'end', of: 'repeat' },
}

const metadata: ReadonlySet<string> = new Set([
  'end',
  'deviceid',
  'device_id',
  'username',
  'phonenumber',
  'email',
  'simserial',
  'sim_id',
  'subscriberid',
  'subscriber_id',
  'uri:deviceid',
  'audit',
  'start-geopoint',
])

const unsupported: ReadonlySet<string> = new Set([
  'csv-external',
  'xml-external',
  'background-audio',
  'begin_loop',
  'end_loop',
  'entity',
  'osm',
])

const chooses = /^select_(one|multiple)\s+(\S+)(\s+or_other|\s+or\s+other)?$/
const fromFile = /^select_(?:one|multiple)_from_file\b/

/** Parses a cell of the column `type`, in the spellings of all common tools. */
export function kindOf(cell: string): RowKind {
  const text = plainType(cell)
  const known = Object.hasOwn(questions, text.replaceAll(' ', '_')) && questions[text.replaceAll(' ', '_')]
  if (known) return known
  if (/^rank\s+\S+$/.test(text)) return { kind: 'question', type: 'long_text', note: 'asLongText' }
  if (fromFile.test(text)) return { kind: 'question', type: 'text', note: 'asText' }
  const [, how, , orOther] = chooses.exec(text) ?? []
  if (how !== undefined)
    return { kind: 'choice', many: how === 'multiple', list: listIn(cell), orOther: orOther !== undefined }
  if (metadata.has(text)) return { kind: 'metadata' }
  return { kind: unsupported.has(text.replaceAll(' ', '_')) ? 'unsupported' : 'unknown' }
}

function plainType(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(
      /^(?:add )?(?:select all that apply|select many|select multiple|select_multiple)( prompt using)?( from(?! file))?\b/,
      'select_multiple',
    )
    .replace(
      /^(?:add )?(?:select one|select1|select_one)( prompt using)?( from(?! file))?\b(?!_from)/,
      'select_one',
    )
    .replace(/^select_(one|multiple)(?: from file|_from_file)/, 'select_$1_from_file')
    .replace(/^(begin|end)[ _](group|repeat|loop)$/, '$1_$2')
}

/** Returns the list's name as written; case is significant. */
function listIn(cell: string): string {
  const words = cell
    .trim()
    .replace(/\s+or[_ ]other$/i, '')
    .split(/\s+/)
  return words.at(-1) ?? ''
}
