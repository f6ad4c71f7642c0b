import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { fixedId } from '#survey/ids.ts'
import { fieldTypes, type Template, type TemplateField } from '#survey/template.ts'

/** The embedded database's own record of where it listens. */
async function connectionOf(dataDir: string): Promise<pg.ClientConfig> {
  const cluster = join(dataDir, 'postgres')
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const named = lines[4] ?? ''
  // Started by root, the database knows its own folder only by where it stands.
  return {
    host: named.startsWith('/proc/') ? cluster : named,
    port: Number(lines[3]),
    user: 'fieldbook',
    database: 'fieldbook',
  }
}

/** For what no call can make in a bench's time. */
export async function inDatabase(dataDir: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(await connectionOf(dataDir))
  await client.connect()
  await work(client).finally(() => client.end())
}

/** A template with one section of so many fields, of all types in turn; put beside those of the product. */
export async function addLargeTemplate(dataDir: string, fields: number): Promise<Template> {
  const template = largeTemplate(fields)
  const values = [template.id, `bench-${fields}`, 1, template.name, JSON.stringify(template)]
  await inDatabase(dataDir, async (client) => {
    await client.query(
      'insert into template (id, series, version, name, content) values ($1, $2, $3, $4, $5)',
      values,
    )
  })
  return template
}

function largeTemplate(fields: number): Template {
  const key = `bench/${fields}`
  return {
    id: idOf(key),
    name: `${fields} fields`,
    version: 1,
    showMedia: true,
    hideEmpty: false,
    sections: [
      {
        id: idOf(`${key}/section`),
        name: 'Everything',
        addSimilar: false,
        addSimilarText: '',
        copyFromLastFilled: false,
        fields: Array.from({ length: fields }, (_, at) => fieldAt(key, at)),
      },
    ],
  }
}

function fieldAt(key: string, at: number): TemplateField {
  const type = fieldTypes[at % fieldTypes.length] ?? 'text'
  const chosen = type === 'checkbox' || type === 'radio' || type === 'select'
  return {
    id: idOf(`${key}/${at}`),
    name: `Field ${at + 1}`,
    type,
    options: chosen ? ['North', 'East', 'South', 'West'] : [],
    mandatory: at % 5 === 0,
    dropdownOf: type === 'dynamic_dropdown' ? 'Building' : null,
    adds: null,
    dictation: false,
    media: false,
  }
}

function idOf(key: string): string {
  return fixedId('2026-01-01T00:00:00Z', key)
}
