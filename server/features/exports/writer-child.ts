import { once } from 'node:events'
import { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { openPool } from '#server/db/pool.ts'
import type { DB } from '#server/db/tables.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { inLanguage } from '#server/language.ts'
import type { ExportedSurvey } from '#survey/export/exported-survey.ts'
import { failureOfExport } from './policy.ts'
import type { ExportOrder, FromWriter } from './protocol.ts'
import { RequesterGone, readSurveys, selectSurveys, TemplateChanged, templatesOf } from './read-surveys.ts'
import { exportFileType, writeExport } from './write-export.ts'

/** Writes one export to its output, over its own connections, and ends. */
const output = 1
const connections = 2
const reportEvery = 250

const post = (message: FromWriter) => void process.send?.(message)

async function write(order: ExportOrder): Promise<FromWriter> {
  const { request, holder, now, publicUrl } = order
  const log = { info() {}, warn() {}, error() {} }
  const pool = openPool(order.connection, log, { max: connections })
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const out = new Socket({ fd: output, readable: false, writable: true })
  const sent = finished(out)
  sent.catch(() => {})
  const { limits: keyLimits } = request
  const requester = { id: holder.account, limits: keyLimits }
  const ids = await selectSurveys(db, requester, request.selection, {
    now,
    most: limits.exportSurveysMax,
  })
  post({ kind: 'progress', surveys: ids.length, written: 0 })
  const templates = await templatesOf(db, ids)
  const ticketKey = Buffer.from(order.ticketKey)
  const reader = { holder, limits: keyLimits, now, publicUrl, ticketKey }
  let only: string | null = null
  async function* named(): AsyncGenerator<ExportedSurvey> {
    for await (const one of readSurveys(db, reader, ids, templates)) {
      if (ids.length === 1) only = one.survey.name
      yield one
    }
  }
  const { options, language } = request
  const onProgress = atIntervals((written) => post({ kind: 'progress', surveys: ids.length, written }))
  const files = openDiskStore(order.scratchFolder)
  const input = { options, templates, surveys: named(), language, files, out, onProgress }
  const { surveys } = await writeExport(input)
  await sent
  return { kind: 'done', surveys, only, ...exportFileType(options, templates) }
}

function atIntervals(report: (written: number) => void): (written: number) => void {
  let last = performance.now()
  return (written) => {
    if (performance.now() - last < reportEvery) return
    last = performance.now()
    report(written)
  }
}

function failureOf(error: unknown): FromWriter {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const reason =
    error instanceof RequesterGone
      ? 'gone'
      : error instanceof TemplateChanged
        ? 'template-changed'
        : (failureOfExport(error) ?? 'database')
  return { kind: 'failed', reason, message }
}

// Ends with the server.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
const [order] = (await once(process, 'message')) as [ExportOrder]
const outcome = await inLanguage(order.request.language, () => write(order)).catch(failureOf)
// The server ends this process when it has the outcome.
post(outcome)
