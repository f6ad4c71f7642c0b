import { fieldTypes } from '#contract/templates/field-types.ts'
import { isTest, report, sourceFiles } from './source-files.ts'

/**
 * Where field types may be named: each layer's own folder, and records that are exhaustive by type.
 */
const places: readonly RegExp[] = [
  /^survey\/fields\//,
  /^web\/features\/survey-form\/fields\/registry\.ts$/,
  /^web\/features\/form-builder\/field-sketch\.tsx$/,
  // Its drawing tools share names with field types.
  /^web\/features\/photo-drawing\//,
]

/** Only unambiguous names; 'text' and 'select' have other meanings as well. */
const guessed = fieldTypes.filter(
  (type) => type.includes('_') || ['numeric', 'barcode', 'signature'].includes(type),
)
/** Photos and videos are file kinds too, and lists of those are not lists of field types. */
const files = new Set(['photo', 'video'])
const fieldsOnly = fieldTypes.filter((type) => !files.has(type))
const compared = new RegExp(`(?<!target\\.|slide\\.)\\btype\\)? *(?:===|!==) *'(?:${fieldTypes.join('|')})'`)
const cased = new RegExp(`\\bcase '(?:${guessed.join('|')})'`)
const listed = new RegExp(
  `(?<![\\w\\]])\\[(?:[^\\]]*'(?:${guessed.join('|')})'|(?:[^\\]]*'(?:${fieldsOnly.join('|')})'){2})[^\\]]*\\]`,
)

const found = sourceFiles()
  .filter(({ path }) => /^(survey|web|server)\//.test(path) && !isTest(path))
  .filter(({ path }) => !places.some((place) => place.test(path)))
  .flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const names = compared.test(line) || cased.test(line) || listed.test(line)
      return names
        ? [
            `${path}:${at + 1}: it asks for a type by its name; ask survey/fields/registry.ts, and add a property to FieldKind (or FieldView) where none says it.`,
          ]
        : []
    }),
  )
report('Field types', found)
