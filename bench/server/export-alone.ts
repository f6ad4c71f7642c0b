/** Exports surveys in a process of its own and prints the time and the growth of the process. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { writeExport } from '#server/features/exports/write-export.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { buildSurvey } from '#survey/build-survey.ts'
import type { ExportedSurvey } from '#survey/export/exported-survey.ts'
import { defaultExportOptions } from '#survey/export/options.ts'
import { fixedId } from '#survey/ids.ts'
import type { Template, TemplateField } from '#survey/template.ts'
import { timed } from '../measure.ts'
import { largeTemplate } from './template.ts'

const at = '2026-01-05T08:00:00.000Z'
const series = fixedId(at, 'export')

const [kind, surveys, answers] = process.argv.slice(2)
const isConstant = kind === 'constant'

const folder = await mkdtemp(join(tmpdir(), 'fieldbook-bench-'))
try {
  const template = largeTemplate(Number(answers))
  const constant = surveyOf(template, 0)
  const surveyAt = isConstant ? () => constant : (index: number) => surveyOf(template, index)
  await exportAll(folder, template, surveyAt, 100)
  const figures = await measured(() => exportAll(folder, template, surveyAt, Number(surveys)))
  console.log(JSON.stringify(figures))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function exportAll(
  folder: string,
  template: Template,
  surveyAt: (index: number) => ExportedSurvey,
  count: number,
): Promise<void> {
  async function* all() {
    for (let index = 0; index < count; index++) {
      yield surveyAt(index)
      // A server reads each survey from its database.
      if (index % 10 === 0) await new Promise(setImmediate)
    }
  }
  let bytes = 0
  const out = new Writable({
    write(piece, _encoding, done) {
      bytes += piece.length
      done()
    },
  })
  const files = openDiskStore(folder)
  const templates = [{ series, template }]
  const input = {
    options: defaultExportOptions,
    templates,
    surveys: all(),
    language: 'en',
    files,
    out,
  } as const
  const written = await writeExport(input)
  if (written.surveys !== count || bytes === 0)
    throw new Error(`Only ${written.surveys} surveys in ${bytes} bytes`)
}

/** Measures the time, and how much the process grew meanwhile. */
async function measured(
  work: () => Promise<void>,
): Promise<{ readonly ms: number; readonly memory: number }> {
  const before = process.memoryUsage.rss()
  let most = before
  const stop = new AbortController()
  const watching = watch((rss) => {
    most = Math.max(most, rss)
  }, stop.signal)
  const ms = await timed(work)
  stop.abort()
  await watching
  return { ms, memory: (most - before) / 1024 / 1024 }
}

async function watch(seen: (rss: number) => void, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    seen(process.memoryUsage.rss())
    await wait(50, undefined, { signal: stop }).catch(() => undefined)
  }
}

function surveyOf(template: Template, index: number): ExportedSurvey {
  const id = `019b0000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`
  const subSectionId = `${id}-part`
  const header = {
    id,
    name: `Survey ${index}`,
    owner: `Owner ${index % 97}`,
    createdBy: 'Sam Ortiz',
    createdAt: at,
    lastEdited: at,
    status: 'Started',
    showMedia: true,
    hideEmpty: false,
    showPositions: false,
    timeZone: 'America/New_York',
    showInternal: false,
  } as const
  const survey = buildSurvey(template, header, {
    sections: template.sections.map((section) => ({ id: `${id}-section`, templateSectionId: section.id })),
    subSections: [{ id: subSectionId, sectionId: `${id}-section` }],
    answers: template.sections.flatMap(({ fields }) =>
      fields.map((field, place) => ({
        id: `${id}-${place}`,
        subSectionId,
        fieldId: field.id,
        ...answerOf(field, index + place),
        revision: 1,
        editedAt: at,
        copiedFrom: null,
      })),
    ),
    media: [],
  })
  return { survey, series, review: null, isOwner: true, media: new Map() }
}

function answerOf({ type, options }: TemplateField, number: number) {
  const option = options[number % Math.max(1, options.length)] ?? ''
  if (type === 'checkbox') return { value: '', values: option === '' ? [] : [option] }
  if (options.length > 0) return { value: option, values: [] }
  return {
    value: type === 'numeric' ? String(number) : `Panel ${number}, behind door ${number % 13}`,
    values: [],
  }
}
