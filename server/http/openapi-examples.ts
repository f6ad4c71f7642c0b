import { createRequire } from 'node:module'
import type { OpenAPIV3_1 } from 'openapi-types'

/** The parts of a JSON schema that are read. */
interface Schema {
  readonly type?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, object>>
  readonly items?: object
  readonly anyOf?: readonly object[]
  readonly oneOf?: readonly object[]
  readonly allOf?: readonly object[]
  readonly additionalProperties?: object | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

/** Examples of texts, by the end of their field's name. The first match counts. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/(^|_)id$|_ids$/, '01a22705-ebf0-7602-aa23-89183de35a26'],
  [/cursor$/, '2026-11-29T15:04:05.000Z_01a22705-ebf0-7602-aa23-89183de35a26'],
  [/email/, 'maria.lopez@example.com'],
  [/_at$|^last_edited$|^(since|until|updated|created)/, '2026-11-29T15:04:05.000Z'],
  [/date$/, '2026-11-29'],
  [/phone|mobile/, '+15555550123'],
  [/password/, 'Copper-riser-214'],
  [/survey_name$/, 'Hill House'],
  [/template_name$|form_name$/, 'Property and wiring survey'],
  [/section_name$/, 'MDF room'],
  [/first_?name$/i, 'Maria'],
  [/last_?name$/i, 'Lopez'],
  [/^shapes$/, '[{"kind":"blur","x1":0.1,"y1":0.1,"x2":0.4,"y2":0.3}]'],
  [/owner_name$|full_name$|^name$|_by$/, 'Maria Lopez'],
  [/address/, '214 Ridge Road, Denver, CO 80202'],
  [/company/, 'Ridge Telecom'],
  [/(url|link)$/, 'https://fieldbook.example/api/files/01a22705'],
  [/token/, 'b0Jx4n1cYw5rT8uQ2sKf7g'],
  [/(code|otp|pin)$/, '4821'],
  [/file_name$|filename$/, 'mdf-rack.jpg'],
  [/content_type$|mime/, 'image/jpeg'],
  [/sha256|hash/, 'a'.repeat(64)],
  [/time_zone$|zone$/, 'America/Denver'],
  [/language/, 'en'],
  [/country/, 'US'],
  [/message$/, 'Saved'],
  [/caption|note|description|comment/, 'Rack 2, patch panel A'],
  [/value$/, 'Cat 6A'],
]

/** Examples of texts with a pattern of their own. */
const patterned = [
  '4821',
  '48214821',
  '29-11-2026',
  'a'.repeat(32),
  'en',
  'fieldbook',
  ...texts.map(([, text]) => text),
]

/** Calls that reject a body with every field at once. */
const bodies: Readonly<Record<string, readonly string[]>> = {
  'sharing.sendLink': ['phone_number'],
  'exports.create': ['user_survey_id'],
  'surveys.create': ['template'],
}

const require = createRequire(import.meta.url)

/** Adds an example to each body and JSON reply, built from the schemas. */
export function withExamples(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) addTexts(name, schema)
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(methods ?? {}) as OpenAPIV3_1.OperationObject[]) {
      const { requestBody, responses = {}, operationId = '' } = operation
      if (requestBody && 'content' in requestBody)
        addExamples(requestBody.content, document, bodies[operationId])
      for (const [status, reply] of Object.entries(responses)) {
        if (status.startsWith('2') && 'content' in reply && reply.content)
          addExamples(reply.content, document)
      }
    }
  }
  return document
}

function addExamples(
  content: Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>>,
  document: object,
  omitted: readonly string[] = [],
): void {
  // Loads with the first document, because the server starts faster without it.
  const { sample } = require('openapi-sampler') as typeof import('openapi-sampler')
  for (const media of Object.values(content)) {
    if (!media.schema || Object.keys(media.schema).length === 0) continue
    addTexts('', media.schema)
    media.example = sample(media.schema as Parameters<typeof sample>[0], { quiet: true }, document)
    for (const name of omitted) delete media.example[name]
  }
}

/** Gives each text an example that fits its pattern and, if possible, the name of its field. */
function addTexts(name: string, schema: object): void {
  const {
    type,
    pattern,
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
    allOf = [],
    ...rest
  } = schema as Schema
  for (const [key, property] of Object.entries(properties)) addTexts(key, property)
  for (const part of [...anyOf, ...oneOf, ...allOf, items, rest.additionalProperties]) {
    if (typeof part === 'object') addTexts(name, part)
  }
  if (type !== 'string' || rest.enum || rest.const !== undefined) return
  const named = texts.find(([words]) => words.test(name))?.[1]
  const example = pattern ? [named ?? '', ...patterned].find((text) => new RegExp(pattern).test(text)) : named
  if (example !== undefined) Object.assign(schema, { examples: [example] })
}
