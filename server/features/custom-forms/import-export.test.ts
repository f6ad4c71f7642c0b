import * as xlsx from '@e965/xlsx'
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import * as forms from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { ApiClient, FilePart } from '#server/testing/api.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { library } from './library.ts'

let here: TestApp
let admin: ApiClient
beforeAll(async () => {
  here = await testApp()
  admin = (await here.make.account({ role: 'admin' })).api
})
afterAll(() => here.close())

type Rows = readonly (readonly string[])[]

/** Two sheets as an office would keep them. */
const survey: Rows = [
  ['type', 'name', 'label', 'required', 'relevant', 'constraint', 'hint'],
  ['begin group', 'site', 'Site', '', '', '', ''],
  ['text', 'address', 'Street address', 'yes', '', '', 'As on the sign'],
  ['select_one cond', 'roof', 'Condition of the roof', '', '', '', ''],
  ['text', 'damage', 'Describe the damage', '', "${roof} = 'poor'", '', ''],
  ['end group', '', '', '', '', '', ''],
  [],
  ['begin repeat', 'unit', 'Unit', '', '', '', ''],
  ['integer', 'rooms', 'Rooms', '', '', '. >= 0', ''],
  ['end repeat', '', '', '', '', '', ''],
]
const choices: Rows = [
  ['list_name', 'name', 'label'],
  ['cond', 'good', 'Good'],
  ['cond', 'poor', 'Poor'],
]
const settings: Rows = [['form_title'], ['Roof walk']]

function workbook(bookType: 'xlsx' | 'biff8', sheets: Readonly<Record<string, Rows>>): Buffer {
  const book = xlsx.utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  return Buffer.from(xlsx.write(book, { type: 'buffer', bookType }))
}

const tableOf = (rows: Rows) => rows.map((row) => `| | ${row.join(' | ')} |`)
const markdown = [
  '| survey |',
  ...tableOf(survey),
  '| choices |',
  ...tableOf(choices),
  '| settings |',
  ...tableOf(settings),
].join('\n')
const cellsOf = (rows: Rows) => rows.map((row) => ['', ...row].join(','))
const csv = [
  'survey',
  ...cellsOf(survey),
  'choices',
  ...cellsOf(choices),
  'settings',
  ...cellsOf(settings),
].join('\r\n')

function part(filename: string, bytes: Uint8Array | string): FilePart {
  return { part: 'file', filename, type: 'application/octet-stream', bytes: Buffer.from(bytes) }
}

function send(file: FilePart, fields: readonly (readonly [string, string])[] = [], api = admin) {
  return api.upload(forms.createForm, fields, [file])
}

type Wanted = { readonly format: 'json' | 'xlsx' | 'csv'; readonly version?: string }

async function saved(id: string, query: Wanted) {
  const { status, body, headers } = await admin.call(forms.exportForm, { params: { id }, query })
  const bytes: Buffer = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return { status, bytes, name: String(headers['content-disposition']), body: body as unknown }
}

async function count() {
  return (await admin.call(forms.listForms, {})).body.meta.total_count
}

test('requires the right to make templates', async () => {
  const surveyor = await here.make.account()
  const { body } = await send(part('walk.md', markdown))
  for (const api of [surveyor.api, here.api]) {
    const refused = await send(part('walk.md', markdown), [], api)
    expect([401, 403]).toContain(refused.status)
    expect([401, 403]).toContain((await api.call(forms.exportForm, { params: { id: body.data.id } })).status)
  }
})

describe('a form is imported', () => {
  const files: Readonly<Record<string, () => FilePart>> = {
    'an .xlsx': () => part('walk.xlsx', workbook('xlsx', { survey, choices, settings })),
    'an .xls': () => part('walk.xls', workbook('biff8', { survey, choices, settings })),
    'a table in Markdown': () => part('walk.md', markdown),
    'CSV with all sheets': () => part('walk.csv', csv),
  }

  test.each(Object.keys(files))('from %s', async (name) => {
    const { status, body } = await send(files[name]?.() ?? part('', ''))
    expect([status, body.meta.import?.notes.filter(({ level }) => level === 'error')]).toEqual([201, []])
    const { form, faults } = body.data.attributes
    expect([form.name, faults]).toEqual(['Roof walk', []])
    expect(form.sections.map((section) => [section.name, section.fields.map((field) => field.name)])).toEqual(
      [
        ['Site', ['Street address', 'Condition of the roof', 'Describe the damage']],
        ['Unit', ['Rooms']],
      ],
    )
    expect(body.meta.import).toMatchObject({ rows: 8, imported: 8 })
    expect(
      (await admin.call(forms.readForm, { params: { id: body.data.id } })).body.data.attributes.form,
    ).toEqual(form)
  })

  test('a dry run returns the same and creates nothing', async () => {
    const before = await count()
    const { status, body } = await send(part('walk.csv', csv), [['dry_run', 'true']])
    expect([status, body.data.attributes.form.name, body.meta.import?.rows]).toEqual([200, 'Roof walk', 8])
    expect(await count()).toBe(before)
    expect((await admin.call(forms.readForm, { params: { id: body.data.id } })).status).toBe(404)
    const asJson = await admin.call(forms.createForm, { body: { name: 'Not yet', dry_run: true } })
    expect([asJson.status, asJson.body.data.attributes.name, await count()]).toEqual([200, 'Not yet', before])
  })

  test('under its own name, published, and once per key', async () => {
    const key = newId()
    const first = await admin.upload(forms.createForm, [['name', 'Roofs, north']], [part('walk.csv', csv)], {
      key,
    })
    const again = await admin.upload(forms.createForm, [['name', 'Roofs, north']], [part('walk.csv', csv)], {
      key,
    })
    expect([first.status, again.status, again.body.data.id]).toEqual([201, 201, first.body.data.id])
    const { id } = first.body.data
    const published = await admin.call(forms.publishForm, { params: { id }, body: {} })
    expect([published.status, published.body.data.attributes.name]).toEqual([200, 'Roofs, north'])
    expect(published.body.data.attributes.survey_template_id).toEqual(expect.any(String))
  })
})

describe('files that are not forms are rejected with a message, and nothing is created', () => {
  const text = (value: string) => () => Promise.resolve(Buffer.from(value))
  const book = (sheets: Readonly<Record<string, Rows>>) => () => Promise.resolve(workbook('xlsx', sheets))
  const wrong: Readonly<Record<string, () => Promise<Buffer>>> = {
    'an empty file': text(''),
    words: text('Dear all, please find the form attached.'),
    'a picture': () => Promise.resolve(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    'a PDF': text('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj'),
    bytes: () =>
      Promise.resolve(Buffer.from(Uint8Array.from({ length: 5_000 }, (_, index) => (index * 197) % 256))),
    'a cut-off workbook': () => Promise.resolve(workbook('xlsx', { survey, choices }).subarray(0, 2_000)),
    'a cut-off old workbook': () =>
      Promise.resolve(workbook('biff8', { survey, choices }).subarray(0, 1_500)),
    'only the beginning of a zip': () => Promise.resolve(Buffer.from('PK')),
    'a zip of something else': () => zipOf({ 'readme.txt': Buffer.from('hello') }),
    'an empty zip': () => zipOf({}),
    'a workbook without a sheet of its own': book({ Sheet1: [['a', 'b']] }),
    'a price list': book({
      survey: [
        ['article', 'price'],
        ['cable', '12'],
      ],
    }),
    'an empty sheet': book({ survey: [] }),
    'only a head': book({ survey: [['type', 'name', 'label']] }),
    'a list of people': text('name,email\nAna,ana@example.com'),
    'an open quotation mark': text('type,name,label\ntext,"a,b'),
    'JSON that ends too soon': text('{"schema":"fieldbook-form/1"'),
    'other JSON': text('{"title":"A form","questions":[]}'),
    'a list in JSON': text('[1,2,3]'),
    'a field type that is none': text(
      JSON.stringify({
        schema: 'fieldbook-form/1',
        name: 'A',
        sections: [{ key: 'a', name: 'A', fields: [{ key: 'b', name: 'B', type: 'telepathy' }] }],
      }),
    ),
    'a later schema': text(JSON.stringify({ schema: 'fieldbook-form/9', name: 'A', sections: [] })),
    'a page': text('<!doctype html><title>Form</title>'),
    'rich text': text('{\\rtf1\\ansi Form}'),
    'nothing but spaces': text('   \n\t\n '),
    'nothing but separators': text(',,,\n,,,\n'),
    'a byte order mark': text('\ufeff'),
    zeros: () => Promise.resolve(Buffer.alloc(4_096)),
    'a letter in UTF-16': () => Promise.resolve(Buffer.from('type,name,label\ntext,a,A', 'utf16le')),
    'a sheet of another language': book({
      Umfrage: [
        ['type', 'name'],
        ['text', 'a'],
      ],
    }),
    'only choices': book({
      choices: [
        ['list_name', 'name', 'label'],
        ['a', 'b', 'C'],
      ],
    }),
    'only settings': book({ settings: [['form_title'], ['A form']] }),
    'groups without questions': book({
      survey: [
        ['type', 'name'],
        ['begin group', 'a'],
        ['end group', ''],
      ],
    }),
    'comments alone': book({
      survey: [
        ['type', 'name'],
        ['# text', 'a'],
      ],
    }),
    'a head in the middle of nowhere': book({ survey: [[], [], ['name', 'label'], ['a', 'A']] }),
    'the head of an old workbook': () => Promise.resolve(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    'a zip in a zip': async () => zipOf({ 'xl/workbook.xml': await zipOf({ 'a.txt': Buffer.from('a') }) }),
    'a workbook of broken markup': () => zipOf({ 'xl/workbook.xml': Buffer.from('<workbook><sheets>') }),
    'a script': text('#!/bin/sh\nrm -rf /'),
    'a null in JSON': text('[null]'),
    'JSON that nests for ever': text(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    'JSON with thousands of names': text(
      JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, n]))),
    ),
    'JSON without sections': text('{"schema":"fieldbook-form/1","name":"A"}'),
    'Markdown without a table of questions': text('| a | b |\n|---|---|\n| 1 | 2 |'),
  }

  test.each(Object.keys(wrong))('%s', async (name) => {
    const before = await count()
    const { status, errors } = await send(part('form.xlsx', (await wrong[name]?.()) ?? ''))
    expect([status, errors]).toEqual([
      422,
      [{ file: expect.stringMatching(/^The file cannot be imported: ./) }],
    ])
    expect(await count()).toBe(before)
  })

  test('a zip that unpacks to gigabytes is rejected early', async () => {
    const bomb = await zipOf({ 'xl/workbook.xml': new Uint8Array(300 * 1024 * 1024) })
    expect(bomb.byteLength).toBeLessThan(limits.formFileBytes)
    const { status, errors } = await send(part('bomb.xlsx', bomb))
    expect([status, errors]).toEqual([
      422,
      [{ file: 'The file cannot be imported: the file contains too much for a form.' }],
    ])
  })

  test('too many questions in a section, with the first row over the limit', async () => {
    const questions = Array.from({ length: 2_100 }, (_, index) => ['text', `q${index}`, `Question ${index}`])
    const rows = [['type', 'name', 'label'], ...questions]
    const { status, errors } = await send(part('long.xlsx', workbook('xlsx', { survey: rows })))
    expect([status, errors]).toEqual([
      422,
      [
        {
          file: 'The file cannot be imported: row 2002 of the sheet “survey” is one question too many: a section can have 2,000 fields, and “Imported form” has more. Divide it into groups.',
        },
      ],
    ])
  })

  test('a file that is too large, and a call without one', async () => {
    const large = await send(part('form.csv', Buffer.alloc(limits.formFileBytes + 1, 'a')))
    expect([large.status, large.errors]).toEqual([422, [{ file: 'A form can have up to 5 MB.' }]])
    const none = await admin.upload(forms.createForm, [['name', 'Nothing']], [])
    expect([none.status, none.errors]).toEqual([422, [{ file: 'Please choose a file.' }]])
  })
})

describe('a template is exported', () => {
  test.each(['json', 'xlsx', 'csv'] as const)(
    'as %s, and is the same when it is imported',
    async (format) => {
      const given = library.find(({ document }) =>
        document.sections.some(({ addSimilarText }) => addSimilarText),
      )
      const reply = await saved(given?.id ?? '', { format })
      expect([reply.status, reply.name]).toEqual([200, expect.stringContaining(`.${format}`)])
      const { status, body } = await send(part(`saved.${format}`, reply.bytes))
      expect([status, body.meta.import?.notes]).toEqual([201, []])
      expect(body.data.attributes.form).toEqual(given?.document)
    },
  )

  test('as a published version instead of the current draft', async () => {
    const form: FormDocument = {
      schema: 'fieldbook-form/1',
      name: 'First / "name"',
      sections: [{ key: 'a', name: 'A', fields: [{ key: 'b', name: '=1+1', type: 'text' }] }],
    }
    const made = (await admin.call(forms.createForm, { body: { form } })).body.data
    await admin.call(forms.publishForm, { params: { id: made.id }, body: {} })
    await admin.call(forms.saveForm, {
      body: { id: made.id, revision: made.attributes.revision, form: { ...form, name: 'Second' } },
    })
    const ask = (version: string) => saved(made.id, { format: 'json', version })
    expect((await ask('1')).body).toEqual(form)
    expect((await ask('draft')).body).toMatchObject({ name: 'Second' })
    expect((await ask('7')).status).toBe(404)
    expect((await ask('1')).name).toContain('First name.json')
    const sheet = await saved(made.id, { format: 'xlsx' })
    // A text that looks like a formula stays a text.
    const book = xlsx.read(sheet.bytes, { cellFormula: true })
    const cells = Object.values(book.Sheets.survey ?? {}) as xlsx.CellObject[]
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
    expect(cells.some(({ t, v }) => t === 's' && v === '=1+1')).toBe(true)
  })
})

async function zipOf(files: Readonly<Record<string, Uint8Array>>): Promise<Buffer> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [name, bytes] of Object.entries(files)) await zip.add(name, new Uint8ArrayReader(bytes))
  return Buffer.from(await (await zip.close()).arrayBuffer())
}
