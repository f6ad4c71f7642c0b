import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type Figure, ratioOf } from './measure.ts'
import { benchAddRoom } from './server/add-room.ts'
import { benchAutoSave } from './server/auto-save.ts'
import { benchDownloads } from './server/downloads.ts'
import { benchExport } from './server/export.ts'
import { benchGuests } from './server/guests.ts'
import { benchHostileBodies } from './server/hostile-bodies.ts'
import { benchImportForm } from './server/import-form.ts'
import { benchList } from './server/list.ts'
import { benchLoginFlood } from './server/login-flood.ts'
import { benchReading } from './server/reading.ts'
import { benchReport } from './server/report.ts'
import { benchSmallReport } from './server/small-report.ts'
import { benchBuilder } from './web/builder.ts'
import { benchBundle } from './web/bundle.ts'
import { benchColdStart } from './web/cold-start.ts'
import { benchDrain } from './web/drain.ts'
import { benchForm } from './web/form.ts'
import { benchHand } from './web/hand.ts'
import { benchManySurveys } from './web/many-surveys.ts'
import { benchRooms } from './web/rooms.ts'
import { benchSecondRecord } from './web/second-record.ts'
import { benchStart } from './web/start.ts'
import { benchWaitingPhotos } from './web/waiting-photos.ts'

const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  'auto-save': benchAutoSave,
  'add-room': benchAddRoom,
  list: benchList,
  guests: benchGuests,
  report: benchReport,
  'small-report': benchSmallReport,
  downloads: benchDownloads,
  export: benchExport,
  reading: benchReading,
  'login-flood': benchLoginFlood,
  'hostile-bodies': benchHostileBodies,
  form: benchForm,
  hand: benchHand,
  'second-record': benchSecondRecord,
  start: benchStart,
  rooms: benchRooms,
  drain: benchDrain,
  'cold-start': benchColdStart,
  'many-surveys': benchManySurveys,
  'waiting-photos': benchWaitingPhotos,
  'import-form': benchImportForm,
  builder: benchBuilder,
  bundle: benchBundle,
}

/** `npm run bench` runs all, `npm run bench -- list form` only these. */
const chosen = process.argv.slice(2)
const results: Record<string, readonly Figure[]> = {}
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n${name}`)
  results[name] = await bench()
  for (const figure of results[name]) console.log(`  ${lineOf(figure)}`)
}
await keep()

function lineOf(figure: Figure): string {
  const ratio = ratioOf(figure)
  const against =
    figure.baseline && ratio !== null
      ? `  ${ratio.toFixed(2)} times ${figure.baseline.name} (${figure.baseline.value.toFixed(1)})`
      : ''
  return `${figure.name}: ${figure.value.toFixed(1)} ${figure.unit}${against}`
}

/** Stores results. Compare ratios between runs; absolute times apply to one machine on one day. */
async function keep(): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`
  const file = join(import.meta.dirname, 'results', `${day}.json`)
  const before = await readFile(file, 'utf8').then(JSON.parse, () => ({ results: {} }))
  const all = { ...before.results, ...results }
  await writeFile(file, `${JSON.stringify({ day, machine, results: all }, null, 2)}\n`)
  console.log(`\nwritten to bench/results/${day}.json`)
}
