import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Figure } from '../measure.ts'

const surveys = 10_000
const answers = 200

/**
 * 10,000 surveys of 200 answers as a workbook, built from rows as the server does, compared to the same writer
 * with one survey again and again. Each has a process of its own, because what ran before changes how V8
 * collects garbage.
 */
export async function benchExport(): Promise<Figure[]> {
  const baseline = await alone('constant')
  const work = await alone('surveys')
  const constants = 'the same writer with constants'
  return [
    {
      name: `${surveys} surveys of ${answers} answers as a workbook`,
      value: work.ms / 1000,
      unit: 's',
      baseline: { name: constants, value: baseline.ms / 1000 },
    },
    {
      name: 'memory beyond that before the export, at most',
      value: work.memory,
      unit: 'MB',
      baseline: { name: constants, value: baseline.memory },
    },
  ]
}

async function alone(
  kind: 'surveys' | 'constant',
): Promise<{ readonly ms: number; readonly memory: number }> {
  const program = join(import.meta.dirname, 'export-alone.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    kind,
    String(surveys),
    String(answers),
  ])
  return JSON.parse(stdout)
}
